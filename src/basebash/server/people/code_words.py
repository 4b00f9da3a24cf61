"""The words of device codes: short, and hard to confuse with each other."""

COLOURS = tuple(
    "amber azure beige black blue brass bronze brown coral cream crimson cyan emerald golden green grey indigo ivory "
    "jade khaki lemon lilac lime maroon mauve mint navy ochre olive orange peach pink plum purple red rose ruby rust "
    "sage salmon scarlet silver sky slate tan teal violet white yellow".split()
)
ANIMALS = tuple(
    "adder badger bat bear beaver bison bull camel cat cobra condor cow crab crane crow deer dingo dolphin donkey duck "
    "eagle elk falcon ferret finch fox frog gecko goat goose gull hare hawk heron horse hyena ibis jackal jaguar koala "
    "lemur lion lizard llama lynx magpie mole moose mouse newt otter owl ox panda parrot pelican pony puffin puma "
    "rabbit raven robin seal shark sheep snail spider squid stork swan tiger toad trout turtle viper walrus wasp whale "
    "wolf wombat yak zebra".split()
)
FOODS = tuple(
    "bacon bagel barley biscuit bread broth butter cake candy caramel cereal cheese chilli cocoa cookie cracker crepe "
    "curry custard donut dumpling fudge garlic gelato ginger gravy honey jam jelly ketchup lasagne lentil muffin "
    "mustard noodle nougat nutmeg omelette pancake pasta pepper pesto pickle pie pizza popcorn porridge pretzel "
    "pudding radish ravioli rice risotto salad salsa sandwich sausage sorbet soup spinach strudel syrup taco toast "
    "toffee tofu truffle vanilla vinegar waffle walnut wasabi yogurt".split()
)
TREES = tuple(
    "acacia alder apple ash aspen balsa bamboo banyan beech birch box cedar cherry cypress ebony elder elm fig fir "
    "ginkgo hazel hemlock hickory holly ivy juniper larch laurel lemon linden mango maple myrtle oak olive palm pear "
    "pecan pine plum poplar quince rowan spruce sumac sycamore teak thorn tulip walnut willow yew".split()
)

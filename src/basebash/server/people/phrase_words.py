"""The words of recovery phrases: those of device codes, and more of their kind."""

from basebash.server.people.code_words import ANIMALS, COLOURS, FOODS, TREES

_THINGS = (
    "acorn alarm album anchor anvil apron arch armour arrow attic autumn axle badge bakery balcony ballad banjo "
    "banner barn barrel basin basket bench bicycle blanket blossom boat bolt bonfire bonnet book boot bottle bottom "
    "boulder bracket branch brick bridge broom brush bucket buckle bugle button cabin cable cactus camera candle "
    "canoe canyon carpet castle cavern cellar chain chair chalk chapel chariot chart chess chimney circus clay "
    "cliff cloak clock cloud clover coast cobble comet compass copper cottage cotton cradle crater crayon crown "
    "crystal cube curtain cushion dagger dawn desert desk diamond dice ditch dock domino door drawer dream drum "
    "dune dusk earring easel echo elbow engine envelope evening fabric factory fairy farm feather fence fern fiddle "
    "field fire flag flame flask flute fog forest forge fork fossil fountain frame frost fur galaxy garden gate "
    "geyser glacier glass globe glove goblet grape gravel guitar hail hammer hammock harbour harp harvest hat "
    "haystack helmet hill hinge honour hood horizon hour house icicle igloo ink inn iron island jacket jar jewel "
    "jigsaw journey jungle kettle key kite knot ladder lagoon lake lamp lantern lather lawn leaf ledger lens letter "
    "library lighthouse lily linen locket loom lumber lute magnet mail map marble market mask meadow medal melody "
    "metal midnight mill minute mirror mitten moon morning mosaic moss mountain muffler museum napkin necklace "
    "needle nest night oar oasis ocean office orbit orchard organ oven paddle page paint palace paper parade park "
    "pebble pedal pencil pendant penny piano picnic pillow pilot pipe planet plank plaza plough pocket pond porch "
    "portrait pottery prairie prism puddle puppet puzzle pyramid quarry quill quilt radio raft railway rainbow ramp "
    "ranch razor reef ribbon riddle ridge ring river road robe rocket roof rope sail sand satchel scarf school "
    "scooter season shadow shelf shell shield ship shoe shore shovel shower signal sink sketch skirt sleigh slipper "
    "smoke snow sock soil sofa spade spark spire spoon spring stable stairs stamp star station steam stool storm "
    "stove straw stream street sugar suit summer sun swing table tailor target tavern temple tent theatre thimble "
    "thread thunder ticket tide tile timber tower toy trail train trumpet tunnel turnip twig umbrella valley vase "
    "velvet village violin volcano wagon wall watch water wave wheel whistle window winter wire wool yard"
).split()
PHRASE_WORDS = tuple(sorted({*COLOURS, *ANIMALS, *TREES, *FOODS, *_THINGS}))

"""Robots: minions that bring more minions."""

from basebash.engine import (
    DESTROY,
    MINION,
    PLAYED,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
)

ROBOTS = Faction(
    "Robots",
    set_name="Core Set",
    summary="One small minion after another",
    difficulty=1,
    tags=("swarm", "grow"),
    icon="vintage-robot",
    colours=("#3d5f80", "#9beaf5"),
    partner=("Zombies", "Many, and they come back."),
    intro=(
        "Hardly any actions, but a conveyor belt of minions: one Zapbot or Hoverbot leads to the next. "
        "A board full of Microbots looks harmless until Alpha and the Fixers add up. "
        "Your hand empties quickly, so time Tech Center for the base with the biggest swarm, "
        "and fear anything that wipes out small minions."
    ),
)


MICROBOT = "Microbot"


def is_first_minion(me: Card) -> bool:
    """Whether it is the first minion that its controller played this turn, played for the first time."""
    minions = [deed.card for deed in me.deeds(PLAYED, player=me.controller) if deed.value == MINION]
    return minions[:1] == [me.id] and minions.count(me.id) == 1


class Nukebot(Minion, of=ROBOTS):
    """Ongoing: After this minion is destroyed, destroy every minion that other players have here."""

    power = 5

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        await me.destroy(me.find_minions(at=event.base, yours=False))


class Warbot(Minion, of=ROBOTS, copies=2):
    """Ongoing: This minion can't be destroyed."""

    power = 4

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.how == DESTROY


class Hoverbot(Minion, of=ROBOTS, copies=3):
    """Reveal the top card of your deck. If it's a minion, you may play that card as an extra minion. If you don't, or
    it isn't a minion, it returns to the top.
    """

    power = 3
    rulings = ("Decide at once: the minion is played or returned right now, not later in the turn.",)

    async def on_play(self, me: Card) -> None:
        for card in me.reveal_top():
            if card.is_minion:
                await me.play_card(card, may=True, kind=MINION)


class Zapbot(Minion, of=ROBOTS, copies=4):
    """You may play an extra minion with power 2 or less."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(max_power=2)


class MicrobotAlpha(Minion, of=ROBOTS):
    """Ongoing: All your minions count as Microbots, and this minion has +1 power
    for each other Microbot of yours.
    """

    power = 1
    traits = ("Microbot",)
    rulings = (
        "Your other minions become Microbots on top of what they are: they keep everything of their own.",
        "Only minions in play become Microbots, not those in your hand or discard pile.",
        "The bonus goes up and down as your Microbots come and go.",
    )

    def also_named(self, me: Card, card: Card, name: str) -> bool:
        return name == MICROBOT and card.is_minion and card.in_play and card.controller == me.controller

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me:
            return 0
        # Also a Grimms' Blessing that has their names.
        by_name = [card for card in me.all_actions if card.controller == me.controller and card.is_a(MICROBOT)]
        out_of_time = [card for card in me.in_stasis if card.is_a(MICROBOT)]  # they are in play, too (Z11)
        return len(me.find_minions(yours=True, another=True) + by_name + out_of_time)


class MicrobotArchive(Minion, of=ROBOTS):
    """Ongoing: Draw a card after a Microbot of yours is destroyed, this one included."""

    power = 1
    traits = ("Microbot",)

    scope = YOURS
    lingers = True

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_a(MICROBOT)

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.draw()


class MicrobotFixer(Minion, of=ROBOTS, copies=2):
    """You may play an extra minion if this is your first minion this turn.
    Ongoing: All your Microbots have +1 power.
    """

    power = 1
    traits = ("Microbot",)
    rulings = ("Two Fixers add up: all your Microbots, the Fixers themselves too, have +2 power.",)

    async def on_play(self, me: Card) -> None:
        if is_first_minion(me):
            await me.extra_minion()

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion.controller == me.controller and minion.is_a(MICROBOT) else 0


class MicrobotGuard(Minion, of=ROBOTS, copies=2):
    """Destroy a minion here whose power is lower than your number of minions here."""

    power = 1
    traits = ("Microbot",)

    async def on_play(self, me: Card) -> None:
        crowd = len(me.find_minions(here=True, yours=True))
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=crowd - 1), "Destroy which minion?"))


class MicrobotReclaimer(Minion, of=ROBOTS, copies=2):
    """You may play an extra minion if this is your first minion this turn.
    Choose any number of Microbots in your discard pile and shuffle them into your deck.
    """

    power = 1
    traits = ("Microbot",)

    async def on_play(self, me: Card) -> None:
        you = me.controller  # the extra minion may send this one away
        if is_first_minion(me):
            await me.extra_minion()
        microbots = [card for card in me.discard_pile_of(you) if card.is_a(MICROBOT)]
        picked = await me.choose_some(microbots, "Shuffle which Microbots into your deck?", player=you)
        await me.shuffle_into_deck(picked, player=you)


class TechCenter(Action, of=ROBOTS, copies=2):
    """Choose a base and draw as many cards as you have minions there."""

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Draw for your minions at which base?")
        if base is not None:
            await me.draw(len(base.minions_of(me.controller)))

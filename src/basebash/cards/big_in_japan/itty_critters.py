"""Itty Critters: small creatures that come out for a moment, do their trick and go back under the deck."""

from collections.abc import Callable

from basebash.engine import (
    BESIDE,
    HERE,
    MINION,
    NEWCOMER,
    ON_BASE,
    PLAYED,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
    Scoring,
    Titan,
    is_minion,
)

ITTY_CRITTERS = Faction(
    "Itty Critters",
    set_name="Big in Japan",
    summary="Summon small helpers from deck",
    difficulty=4,
    tags=("swarm", "draw"),
    icon="ladybug",
    colours=("#024714", "#cfce6e"),
    intro=(
        "Your coaches fetch a small critter straight from the deck; it uses its ability and helps for this turn. "
        "Unless it leaves earlier, it goes back under your deck at the end of the turn, ready to be found again. "
        "Know your critters: one draws, one destroys, one moves, one strengthens, and you pick the one you need."
    ),
)

RAINBOROC = "Rainboroc"
SEARCHED = "The minion you find is shown to everyone, and your deck is shuffled afterwards."
GOES_BACK = "The minion goes back under the deck even if the card that fetched it has left play by then."


class BackUnderTheDeck(Lasting):
    """At the end of the turn the minion goes under the deck, if the player who fetched it still controls it."""

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        if me.host is not None and me.host.controller == me.controller:
            await me.place_on_deck(me.host, bottom=True)


def up_to(me: Card, power: int, at: Card | None = None) -> Callable[[Card], bool]:
    """Whether a card is a minion of at most this power that could be played (there)."""
    return lambda card: card.is_minion and card.power <= power and me.can_play(card, at=at, kind=MINION)


async def summon(me: Card, power: int, at: Card | None = None, *, may: bool = False) -> None:
    """Searches the deck (or may do so) for a minion and plays it; it goes back at the end of the turn."""
    wanted, prompt = up_to(me, power, at), "Play which minion?"
    minion = await (me.search(wanted, prompt, may=True) if may else me.search_to_play(wanted, prompt))
    if await me.play_card(minion, at=at, kind=MINION):
        await me.lay(BackUnderTheDeck, on=minion)


class CritterChampion(Minion, of=ITTY_CRITTERS):
    """Talent: Search your deck for a minion with power 2 or less. It is played here as an extra minion. When
    the turn ends, it goes to the bottom of your deck if you still control it.
    """

    power = 5
    rulings = (SEARCHED, GOES_BACK)

    async def talent(self, me: Card) -> None:
        await summon(me, 2, me.here)


class CritterCoach(Minion, of=ITTY_CRITTERS, copies=3):
    """You may search your deck for a minion with power 2 or less. It is played here as an extra minion. When
    the turn ends, it goes to the bottom of your deck if you still control it.
    """

    power = 4
    rulings = (SEARCHED, GOES_BACK)

    async def on_play(self, me: Card) -> None:
        await summon(me, 2, me.here, may=True)


class Calicoin(Minion, of=ITTY_CRITTERS):
    """You may put a +1 power counter on another minion here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        others = me.find_minions(here=True, another=True)
        await me.add_counters(await me.choose(others, "Place a +1 power counter on which minion?", may=True))


class Krakatoad(Minion, of=ITTY_CRITTERS):
    """You may give another minion here +2 power until the turn ends."""

    power = 2

    async def on_play(self, me: Card) -> None:
        others = me.find_minions(here=True, another=True)
        await me.add_power(await me.choose(others, "Which minion gets +2 power?", may=True), 2)


class Leafaroo(Minion, of=ITTY_CRITTERS):
    """You may choose a card in your discard pile and shuffle it into your deck."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck(await me.choose(me.discard_pile, "Shuffle which card into your deck?", may=True))


class Shellshock(Minion, of=ITTY_CRITTERS):
    """You may destroy another minion here with power 2 or less."""

    power = 2

    async def on_play(self, me: Card) -> None:
        small = me.find_minions(here=True, max_power=2, another=True)
        await me.destroy(await me.choose(small, "Destroy which minion?", may=True))


class Tadpour(Minion, of=ITTY_CRITTERS):
    """You may move another minion here to a different base."""

    power = 2

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(here=True, another=True), "Move which minion?", may=True)
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, f"Move {minion.name} where?"))


class Flooffairy(Minion, of=ITTY_CRITTERS):
    """You may draw a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if await me.may("Draw a card?"):
            await me.draw()


class CoachCombat(Action, of=ITTY_CRITTERS):
    """Choose one of your minions. At its base, destroy a minion that has less power."""

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power - 1)

    async def on_play(self, me: Card) -> None:
        fighter = await me.choose_hunter(self, "Choose one of your minions")
        if fighter is not None:
            await me.destroy(await me.choose(self.prey_of(me, fighter), "Destroy which minion?"))


class CritterCube(Action, of=ITTY_CRITTERS):
    """Choose a minion with power 3 or less, whoever owns it, and shuffle it into your deck."""

    targets = Minions(max_power=3)
    rulings = (
        (
            "Another player's minion is drawn, played and controlled by you like your own; when it leaves play it goes "
            "to its owner."
        ),
    )

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Shuffle which minion into your deck?")
        await me.shuffle_into_deck(minion, deck_of=me.controller)


class Evolution(Action, of=ITTY_CRITTERS, copies=2):
    """Choose one of your minions. Destroy it, either to play Rainboroc there, or to search your deck for a minion with
    at most 1 more power and play that there, as an extra minion.
    """

    targets = Minions(yours=True)
    mentions = (RAINBOROC,)
    rulings = (SEARCHED,)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Destroy which minion?")
        if minion is None:
            return
        there, power = minion.here, minion.power + 1
        if not await me.destroy(minion):
            return
        titan = me.titan(RAINBOROC)
        modes = ["Play Rainboroc there", "Search for a minion"]
        if titan is not None and me.can_play_titan(titan, there) and await me.choose_mode(modes, "Which one?") == 1:
            await me.play_titan(there, titan=titan, may=False)
        else:
            found = await me.search_to_play(up_to(me, power, there), "Play which minion?")
            await me.play_card(found, at=there, kind=MINION)


class GottaGetEmAll(Action, of=ITTY_CRITTERS):
    """From your discard pile, shuffle one minion of each different name into your deck."""

    name = "Gotta Get 'Em All"

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck({card.name: card for card in me.discard_pile if card.is_minion}.values())


class ISelectYou(Action, of=ITTY_CRITTERS):
    """Search your deck for a minion with power 3 or less. Play it as an extra minion. When the turn ends, it
    goes to the bottom of your deck if you still control it.
    """

    name = "I Select You!"
    targets = NEWCOMER
    rulings = (SEARCHED,)

    async def on_play(self, me: Card) -> None:
        await summon(me, 3)


class Ittypedia(Action, of=ITTY_CRITTERS, copies=2):
    """Play on a base. Ongoing: When you have played a minion here, it gets +1 power until the turn ends."""

    plays_on = ON_BASE
    scope = HERE + YOURS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_power(event.card, 1)


class RecallCritter(Action, of=ITTY_CRITTERS):
    """From your discard pile, play an extra minion with power 2 or less. When the turn ends, it goes to the
    bottom of your deck if you still control it.
    """

    targets = NEWCOMER

    async def on_play(self, me: Card) -> None:
        small = [card for card in filter(is_minion, me.discard_pile) if card.power <= 2]
        attempt = await me.play_one(small, kind=MINION)
        await me.lay(BackUnderTheDeck, on=attempt.played)


class SuperEffective(Action, of=ITTY_CRITTERS):
    """Destroy an action that is on a minion or on a base."""

    name = "Super Effective!"

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


class Rainboroc(Titan, of=ITTY_CRITTERS):
    """Special: After you win a base while this titan isn't in play, you may play it on the replacement base.
    Ongoing: After the first minion with power 2 or less that you play here each turn, this titan gets a +1
    power counter. Talent: From your discard pile, shuffle a minion with power 2 or less into your deck. If
    you do, this titan may move to another base.
    """

    speaks = {"after_scoring": BESIDE}
    scope = HERE + YOURS

    def in_window(self, me: Card, base: Card) -> bool:
        scoring = me.scoring
        return not me.in_play and scoring is not None and me.controller in scoring.winners

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        if await me.may("Play Rainboroc on the base that comes next?"):
            scoring.wait(self, me)

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        await me.play_titan(replacement, may=False, announced=True)

    def hears(self, me: Card, event: Event) -> bool:
        # Also of those that came here before this titan did. Their power was noted if anything heard of them.
        here = [deed for deed in me.deeds(PLAYED, player=me.controller, at=me.base) if deed.value == MINION]
        powers = [deed.other if deed.other >= 0 else me.card(deed.card).printed.power for deed in here]
        return event.card.power <= 2 and sum(power <= 2 for power in powers) == 1

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        small = [card for card in filter(is_minion, me.discard_pile) if card.power <= 2]
        if await me.shuffle_into_deck(await me.choose(small, "Shuffle which minion into your deck?")):
            await me.move(me, await me.choose(me.other_bases, "Move Rainboroc where?", may=True))

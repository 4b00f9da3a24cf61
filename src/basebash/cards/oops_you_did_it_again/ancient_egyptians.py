"""Ancient Egyptians: what they bury comes back."""

from basebash.engine import (
    ANOTHER,
    BEFORE_SCORING,
    BESIDE,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Penalty,
    Scoring,
    Titan,
)

ANCIENT_EGYPTIANS = Faction(
    "Ancient Egyptians",
    hyphenated="Ancient Egypt|ians",
    set_name="Oops, You Did It Again",
    intro=(
        "Bury cards face down at a base and dig one up when your turn starts: it is played as an extra card. "
        "Pyramid Engineer and Seal the Tomb put several away at once, Pharaoh turns each find into a fresh "
        "card. "
        "Tomb Trap and Blessing of Anubis only work from under the sand, so put them where the fight will be."
    ),
    summary="Bury cards, dig them up",
    difficulty=5,
    tags=("draw", "smash"),
    icon="anubis",
    colours=("#5f4600", "#a0cce8"),
)

BURIED_OPENLY = (
    "Everybody sees it when you play it, before it lies face down.",
    "Uncovered, it is played a second time, but it doesn't go back underground.",
)


async def bury_this(me: Card) -> None:
    """An action that was played buries itself on a base of its player's choice, unless another card keeps it."""
    if me.resolving is not None and me.resolving.kept:
        return
    await me.bury(me, at=await me.choose(me.bases, f"Bury {me.name} on which base?"))


def is_where_it_lay(me: Card, minion: Card) -> bool:
    """Whether a minion is on the base from which this action is being uncovered: from a hand it only buries itself."""
    return me.resolving is not None and me.resolving.buried_at is minion.base


class Pharaoh(Minion, of=ANCIENT_EGYPTIANS):
    """Ongoing: Each time somebody has uncovered another buried card, draw a card. Special: When this
    base is about to score, you may uncover one of your cards that lie buried here.
    """

    power = 5

    scope = ANOTHER

    async def after_uncovered(self, me: Card, event: Event) -> None:
        await me.draw()

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.uncover(await me.choose(me.buried(here=True, yours=True), "Uncover which card?", may=True))


class PriestOfAnubis(Minion, of=ANCIENT_EGYPTIANS, copies=2):
    """Ongoing: While a card of yours lies buried here, this minion has +2 power."""

    name = "Priest of Anubis"
    power = 4

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and me.buried(here=True, yours=True) else 0


class PyramidEngineer(Minion, of=ANCIENT_EGYPTIANS, copies=3):
    """You may uncover a card of yours that lies buried here. Talent: Bury a card here from your hand."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.uncover(await me.choose(me.buried(here=True, yours=True), "Uncover which card?", may=True))

    async def talent(self, me: Card) -> None:
        await me.bury(await me.choose(me.hand, "Bury which card?"), at=me.base)


class Mummy(Minion, of=ANCIENT_EGYPTIANS, copies=4):
    """Ongoing: Once this base has scored, you may bury this minion on a different one."""

    power = 2
    ongoing = True
    rulings = (
        "It must lie face up here while the base scores.",
        "It goes straight to the other base, by way of neither the discard pile nor a hand.",
    )

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        await me.bury(me, at=await me.choose(me.other_bases, f"Bury {me.name} on which base?", may=True))


class AncientCurse(Penalty, of=ANCIENT_EGYPTIANS, copies=2):
    """Play on a minion. You may remove one +1 power counter from that minion. Ongoing: It has -2 power."""

    bonus = -2

    async def on_play(self, me: Card) -> None:
        host = me.host
        if host is not None and host.counters and await me.may(f"Remove a +1 power counter from {host.name}?"):
            await me.remove_counters(host, 1)


class BlessingOfAnubis(Action, of=ANCIENT_EGYPTIANS):
    """Bury this card. Special: As it is uncovered, each of your minions here gets +2 power until the
    turn ends.
    """

    name = "Blessing of Anubis"
    boosts = Minions(is_where_it_lay, yours=True)
    rulings = BURIED_OPENLY

    async def on_play(self, me: Card) -> None:
        await bury_this(me)

    async def on_uncovered(self, me: Card, here: Card) -> None:
        await me.add_power(self.boosts(me, at=here), 2)


class LostKnowledge(Action, of=ANCIENT_EGYPTIANS):
    """Bury one card from your hand, OR uncover a buried card of yours. Special: You may also play this before
    a base scores.
    """

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Bury or uncover?"):
            if chosen("Bury a card from your hand", me.hand):
                card = await me.choose(me.hand, "Bury which card?")
                await me.bury(card, at=await me.choose(me.bases, "Bury it on which base?"))
            elif chosen("Uncover one of your buried cards", me.buried(yours=True)):
                await me.uncover(await me.choose(me.buried(yours=True), "Uncover which card?"))


class MummyStrength(Action, of=ANCIENT_EGYPTIANS):
    """Choose a minion of yours. Until the turn ends it gets +3 power if any card lies buried on its
    base, and +2 power if none does.
    """

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Strengthen which minion?")
        if minion is not None:
            await me.add_power(minion, 3 if me.buried(at=minion.base) else 2)


class PlagueOfLocusts(Action, of=ANCIENT_EGYPTIANS):
    """Choose a base. Until the turn ends each minion of another player there gets -1 power. Special:
    Can be played before a base scores.
    """

    name = "Plague of Locusts"
    targets = Minions(yours=False)
    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "The plague comes to which base?")
        if base is not None:
            await me.add_power(self.targets(me, at=base), -1)


class SealTheTomb(Action, of=ANCIENT_EGYPTIANS):
    """On one base, bury up to two cards from your hand, OR uncover up to two of your cards buried there."""

    name = "Seal the Tomb"

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Bury or uncover?"):
            if chosen("Bury up to two cards from your hand", me.hand):
                if cards := await me.choose_some(me.hand, "Bury up to two cards", high=2):
                    await me.bury(cards, at=await me.choose(me.bases, "Bury them on which base?"))
            elif chosen("Uncover up to two of your buried cards", me.buried(yours=True)):
                await uncover_some(me, 2)


async def uncover_some(me: Card, most: int) -> list[Card]:
    """Its controller uncovers up to so many of their buried cards on one base, one after the other (G42)."""
    bases = [base for base in me.bases if me.buried(at=base, yours=True)]
    base = await me.choose(bases, "Uncover cards on which base?")
    uncovered: list[Card] = []
    while len(uncovered) < most:
        card = await me.choose(me.buried(at=base, yours=True) if base else (), "Uncover which card?", may=True)
        if card is None:
            break
        uncovered.append(card)
        await me.uncover(card)
    return uncovered


class TombTrap(Action, of=ANCIENT_EGYPTIANS, copies=2):
    """Bury this card. Special: As it is uncovered, you may destroy a minion here with power 4 or less."""

    targets = Minions(is_where_it_lay, max_power=4)
    rulings = BURIED_OPENLY

    async def on_play(self, me: Card) -> None:
        await bury_this(me)

    async def on_uncovered(self, me: Card, here: Card) -> None:
        await me.destroy(await me.choose(self.targets(me, at=here), "Destroy which minion?", may=True))


class YouCanTakeItWithYou(Action, of=ANCIENT_EGYPTIANS):
    """Bury this card. Special: As it is uncovered, draw three cards."""

    name = "You Can Take It With You"
    rulings = BURIED_OPENLY

    async def on_play(self, me: Card) -> None:
        await bury_this(me)

    async def on_uncovered(self, me: Card, here: Card) -> None:
        await me.draw(3)


class Sphinx(Titan, of=ANCIENT_EGYPTIANS):
    """Special: When your turn starts, you may return a buried card of yours to your hand. If you do, play
    this titan on the base where it was buried. Special: Once a base has scored with this titan in play, you
    may return one of your cards buried there to your hand. Talent: Bury a card here from your hand.
    """

    rulings = ("A buried monster can't be taken back this way.",)
    speaks = {"start_of_turn": BESIDE}

    async def start_of_turn(self, me: Card, player: int) -> None:
        cards = [card for card in me.buried(yours=True) if not card.is_monster]
        if cards and me.titan_of(player) is None and await me.may(f"Take a buried card back to play {me.name}?"):
            card = await me.choose(cards, "Take which buried card back?")
            base = None if card is None else card.buried_at
            if base is not None and await me.place_in_hand(card, hand_of=player):
                await me.play_titan([base], may=False)

    def in_window(self, me: Card, base: Card) -> bool:
        return me.in_play

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        cards = [card for card in me.buried(at=scoring.base, yours=True) if not card.is_monster]
        card = await me.choose(cards, "Take which buried card back into your hand?", may=True)
        await me.place_in_hand(card, hand_of=me.controller)

    async def talent(self, me: Card) -> None:
        await me.bury(await me.choose(me.hand, "Bury which card?"), at=me.base)

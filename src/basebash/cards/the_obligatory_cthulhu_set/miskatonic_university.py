"""Miskatonic University: Madness is a tool, to be drawn, spent and put back."""

from basebash.cards.the_obligatory_cthulhu_set.madness import (
    NOT_LATER,
    TO_YOUR_PILE,
    discard_madness,
    draw_up_to,
    madness_in,
    takes_madness,
)
from basebash.engine import BEFORE_SCORING, MADNESS, ON_BASE, Action, Card, Faction, Minion, Minions

MISKATONIC_UNIVERSITY = Faction(
    "Miskatonic University",
    hyphenated="Miska|tonic Univer|sity",
    set_name="The Obligatory Cthulhu Set",
    summary="Study Madness, then return it",
    difficulty=3,
    tags=("draw", "grow"),
    icon="graduate-cap",
    colours=("#672b37", "#fdeac6"),
    intro=(
        "You draw Madness on purpose, for power in the last moment or to feed your Professor and Librarians. "
        "Psychologists and Jinkies! put it back into the Madness deck before it costs you anything. "
        "Keep one or two in hand as fuel and be rid of the rest when the end comes near."
    ),
)

UNTIL_THE_END = "The power stays until the turn ends."


class Professor(Minion, of=MISKATONIC_UNIVERSITY):
    """Talent: Discard a Madness card from your hand. If you do, you may play an extra minion, an extra action or both
    of them.
    """

    power = 5
    rulings = (TO_YOUR_PILE,)

    async def talent(self, me: Card) -> None:
        if await discard_madness(me):
            await me.extra_action()
            await me.extra_minion()


class Librarian(Minion, of=MISKATONIC_UNIVERSITY, copies=2):
    """Talent: Discard a Madness card from your hand. If you do, draw a card."""

    power = 4
    rulings = (TO_YOUR_PILE,)

    async def talent(self, me: Card) -> None:
        if await discard_madness(me):
            await me.draw()


class Psychologist(Minion, of=MISKATONIC_UNIVERSITY, copies=3):
    """You may put a Madness card from your hand or your discard pile back into the Madness deck."""

    power = 3

    async def on_play(self, me: Card) -> None:
        madness = madness_in(me.hand)[:1] + madness_in(me.discard_pile)[:1]
        await me.return_to_supply(await me.choose(madness, "Put back which Madness card?", may=True))


class Researcher(Minion, of=MISKATONIC_UNIVERSITY, copies=4):
    """You may draw a Madness card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await takes_madness(me, me.controller)


class OldManJenkins(Action, of=MISKATONIC_UNIVERSITY):
    """Special: When a base is about to score, destroy the highest-power minion there; if several are tied,
    choose one of them.
    """

    name = '"Old Man Jenkins!?"'
    targets = Minions()

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        most = max((minion.power for minion in self.targets(me, at=base)), default=0)
        highest = [minion for minion in self.targets(me, at=base) if minion.power == most]
        await me.destroy(await me.choose(highest, "Destroy which minion?"))


class ItJustMightWork(Action, of=MISKATONIC_UNIVERSITY):
    """Discard a Madness card. If you do, all your minions get +1 power each until the turn ends."""

    name = "... It Just Might Work"
    rulings = (NOT_LATER, TO_YOUR_PILE)
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        if await discard_madness(me):
            await me.add_power(self.boosts(me), 1)


class FieldTrip(Action, of=MISKATONIC_UNIVERSITY, copies=2):
    """Choose any number of cards in your hand and place them on the bottom of your deck. Draw as many."""

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.hand, "Place which cards on the bottom of your deck?")
        prompt = "In which order? The first is lowest."
        await me.draw(len(await me.put_back(cards, prompt, bottom=True, deck_of=me.controller)))


class GateToBeyond(Action, of=MISKATONIC_UNIVERSITY):
    """Play on a base. Talent: You draw a Madness card. Then you may play an extra minion here."""

    name = "Gate to Beyond"
    rulings = ("The talent makes you draw the Madness card even if you play no minion.",)

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        await me.draw(from_=MADNESS)
        await me.extra_minion(at=me.here)


class Jinkies(Action, of=MISKATONIC_UNIVERSITY, copies=2):
    """Put up to two Madness cards back into the Madness deck, from your hand, your discard pile, or one of each."""

    name = "Jinkies!"
    rulings = ("One may come from the hand and the other from the discard pile.",)

    async def on_play(self, me: Card) -> None:
        madness = madness_in(me.hand)[:2] + madness_in(me.discard_pile)[:2]
        await me.return_to_supply(await me.choose_some(madness, "Put back up to two Madness cards", high=2))


class ThatsSoCrazy(Action, of=MISKATONIC_UNIVERSITY):
    """Draw a Madness card. Until the turn ends, your minions each have +1 power. You may play an extra action."""

    name = "That's So Crazy..."
    rulings = (NOT_LATER,)
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.draw(from_=MADNESS)
        await me.add_power(self.boosts(me), 1)
        await me.extra_action()


class ThingsBestNotKnown(Action, of=MISKATONIC_UNIVERSITY):
    """Special: Before a base scores, choose one of the minions there and draw up to three Madness cards. The
    minion gets +2 power for each one you drew.
    """

    boosts = Minions()
    rulings = (UNTIL_THE_END,)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(self.boosts(me, at=base), "Which minion gets the power?")
        await me.add_power(minion, 2 * len(await draw_up_to(me, 3)))


class ThoseMeddlingKids(Action, of=MISKATONIC_UNIVERSITY):
    """Choose a base and destroy any number of the actions played on it."""

    async def on_play(self, me: Card) -> None:
        base = await me.choose([base for base in me.bases if base.actions], "Destroy actions on which base?")
        if base is not None:
            await me.destroy(await me.choose_some(base.actions, "Destroy which actions?"))

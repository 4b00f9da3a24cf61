"""Actions that are in no set: each does one thing to cards of its player's choice, so that others can respond to it."""

from __future__ import annotations

from basebash import FACTIONS
from basebash.engine import Action, Card
from basebash.engine.data.terms import MADNESS
from checks.metamorphic.blanks import add_printed


class Stimulus(Action):
    """A standard action whose player picks what it is done to."""

    def __init__(self) -> None:
        super().__init__()
        self.name = self.key = type(self).__name__
        self.faction = next(iter(FACTIONS.values()))
        add_printed(self)


async def some_minions(me: Card) -> list[Card]:
    """Up to three minions anywhere."""
    return await me.choose_some(me.game.minions(), "Which minions?", low=1, high=3)


class Destroy(Stimulus):
    """Destroy up to three minions."""

    async def on_play(self, me: Card) -> None:
        await me.destroy(await some_minions(me))


class Move(Stimulus):
    """Move up to three minions to a base."""

    async def on_play(self, me: Card) -> None:
        await me.move(await some_minions(me), await me.choose(me.game.bases, "Where?"))


class Return(Stimulus):
    """Return up to three minions to their owners' hands."""

    async def on_play(self, me: Card) -> None:
        await me.return_to_hand(await some_minions(me))


class Shuffle(Stimulus):
    """Shuffle up to three minions into their owners' decks."""

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck(await some_minions(me))


class Strengthen(Stimulus):
    """Up to three minions get +2 power; one of them gets a +1 power counter."""

    async def on_play(self, me: Card) -> None:
        minions = await some_minions(me)
        await me.add_power(minions, 2)
        await me.add_counters(minions[:1])


class Unmake(Stimulus):
    """Destroy up to two actions, or transfer one."""

    async def on_play(self, me: Card) -> None:
        actions = await me.choose_some(me.game.actions(), "Which actions?", low=0, high=2)
        if len(actions) == 1 and await me.may("Transfer it?"):
            same = me.game.bases if actions[0].is_base_action else me.game.minions()
            await me.transfer(actions[0], await me.choose(same, "Where?"))
        else:
            await me.destroy(actions)


class Perform(Stimulus):
    """Play an extra minion and an extra action."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(now=True)
        await me.extra_action(now=True)


class Browse(Stimulus):
    """Reveal the top of your deck, discard a card, draw one, gain 1 VP, draw a Madness card, flip a coin."""

    async def on_play(self, me: Card) -> None:
        me.reveal_top(1)
        await me.discard_cards(1, "Discard which card?")
        await me.draw(1)
        await me.gain_vp(1)
        await me.draw(1, from_=MADNESS)
        await me.flip()


class Bury(Stimulus):
    """Bury a minion, then uncover a buried card."""

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.game.minions(), "Bury which minion?")
        await me.bury(minion, at=await me.choose(me.game.bases, "Where?"))
        await me.uncover(await me.choose(me.buried(), "Uncover which card?", may=True))


class Charm(Stimulus):
    """Take control of a minion."""

    async def on_play(self, me: Card) -> None:
        await me.give_control(await me.choose(me.game.minions(), "Which minion?"), me.controller)


class Freeze(Stimulus):
    """Put a minion into stasis, and take a counter off a card there."""

    async def on_play(self, me: Card) -> None:
        minions = [minion for minion in me.game.minions() if not minion.printed.seat]  # others cannot go there
        await me.put_in_stasis(await me.choose(minions, "Which minion?"), 1)
        await me.thaw(await me.choose(me.game.cards_in_stasis(), "Thaw which card?", may=True))


class Duel(Stimulus):
    """One of your minions duels another player's."""

    async def on_play(self, me: Card) -> None:
        mine = await me.choose(me.find_minions(yours=True), "Which of yours?")
        await me.duel(mine, None if mine is None else await me.choose(me.rivals_of(mine), "Which of theirs?"))


class Rebuild(Stimulus):
    """Replace a base."""

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.game.bases, "Which base?")
        if base is not None and await me.replace_base(base) is not None:
            base.discard_base()


class Summon(Stimulus):
    """Play one of your titans, or move one."""

    async def on_play(self, me: Card) -> None:
        for titan in me.game.titans()[:1]:
            await me.move(titan, await me.choose(titan.other_bases, "Move it where?", may=True))
        rare = me.game.state.rare_zones
        beside = [] if rare is None else me.game.cards([i for pile in rare.beside for i in pile])
        for titan in [titan for titan in beside if titan.owner == me.controller][:1]:
            await me.play_titan(me.game.bases, titan=titan, may=True)


STIMULI: dict[str, type[Stimulus]] = {
    stimulus.__name__: stimulus
    for stimulus in (
        *(Destroy, Move, Return, Shuffle, Strengthen, Unmake, Perform, Browse),
        *(Bury, Charm, Freeze, Duel, Rebuild, Summon),
    )
}

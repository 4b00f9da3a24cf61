"""Samurai: an honourable end is worth something."""

from basebash.engine import (
    BEFORE_SCORING,
    HERE,
    ON_BASE,
    ON_YOUR_MINION,
    PLAYERS_MINIONS,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
)

SAMURAI = Faction(
    "Samurai",
    set_name="Oops, You Did It Again",
    intro=(
        "Your minions pay you when they go from play to the discard pile, destroyed or after a base has scored: with "
        "cards, VP and counters. "
        "So fight duels, score often and don't be afraid of losing somebody. "
        "Ronin is strongest alone, Bushi once he has grown to power 5."
    ),
    summary="Profit from minions that fall",
    difficulty=3,
    tags=("smash", "grow", "draw"),
    icon="samurai-helmet",
    colours=("#561b33", "#eecfb2"),
)

DISCARDED = "It counts both when a minion is destroyed and when it is discarded after its base scored."


class Shogun(Minion, of=SAMURAI):
    """Ongoing: Each time another minion of yours has gone from play to the discard pile, this minion gets a +1
    power counter.
    """

    power = 5
    rulings = (DISCARDED,)
    scope = YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Bushi(Minion, of=SAMURAI, copies=2):
    """Ongoing: When this minion goes from play to the discard pile with a power of 5 or more, you gain 1 VP."""

    power = 4
    rulings = (DISCARDED,)

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        if event.power >= 5:
            await me.gain_vp()


class Ronin(Minion, of=SAMURAI, copies=3):
    """This minion gets a +1 power counter if you have no other minion here."""

    power = 3

    async def on_play(self, me: Card) -> None:
        if not me.find_minions(here=True, yours=True, another=True):
            await me.add_counters(me)


class SamuraiChan(Minion, of=SAMURAI, copies=4):
    """Ongoing: When this minion goes from play to the discard pile, draw a card."""

    name = "Samurai-Chan"
    power = 2
    rulings = (DISCARDED,)

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        await me.draw()


class CodeOfBushido(Action, of=SAMURAI):
    """Three of your minions get a +1 power counter each."""

    name = "Code of Bushido"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minions = await me.choose_some(self.boosts(me), "Which three minions get a counter?", low=3, high=3)
        await me.add_counters(minions)


class FinalHaiku(Action, of=SAMURAI):
    """Play on one of your minions. Ongoing: After it goes from play to the discard pile, each of your minions
    gets +2 power until the turn ends.
    """

    plays_on = ON_YOUR_MINION
    lingers = True
    rulings = (DISCARDED, "The minion that has just gone gets nothing.")

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_on(event.card)

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.add_power(me.find_minions(yours=True), 2)


class HeartOfTheBattle(Action, of=SAMURAI):
    """Special: Play this before a base scores. A minion of yours there duels with another player's minion there;
    destroy the loser.
    """

    name = "Heart of the Battle"
    targets = PLAYERS_MINIONS
    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        fit = [minion for minion in self.targets(me, at=base, of=me.controller) if me.rivals_of(minion)]
        mine = await me.choose(fit, "Which of your minions duels?")
        theirs = await me.choose([] if mine is None else me.rivals_of(mine), "Duel with which minion?")
        duel = await me.duel(mine, theirs)
        await me.destroy(duel.losers)


class HonorTheAncestors(Action, of=SAMURAI):
    """A minion of yours gets a +1 power counter. You may shuffle minions from your discard pile into your deck, one
    for each other player.
    """

    name = "Honor the Ancestors"
    boosts = Minions(yours=True)
    rulings = ("That is one minion with two players, two with three, and three with four.",)

    async def on_play(self, me: Card) -> None:
        await me.add_counters(await me.choose(self.boosts(me), "Which minion gets a counter?"))
        minions = [card for card in me.discard_pile if card.is_minion]
        prompt = "Shuffle which minions into your deck?"
        await me.shuffle_into_deck(await me.choose_some(minions, prompt, high=len(me.others)))


class HonorTheFallen(Action, of=SAMURAI):
    """Play on a base. Ongoing: Each time a minion of yours has gone from here to the discard pile, draw a card."""

    name = "Honor the Fallen"
    plays_on = ON_BASE
    scope = HERE + YOURS
    lingers = True
    rulings = (DISCARDED,)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.draw()


class HonorableCombat(Action, of=SAMURAI):
    """Choose a base and another player who has more power there than you. A minion of yours there duels with one
    of that player's. Whoever controls the winner gains 1 VP.
    """

    async def on_play(self, me: Card) -> None:
        base = await me.choose([base for base in me.bases if self._stronger(me, base)], "At which base?")
        if base is None:
            return
        player = await me.choose_player(self._stronger(me, base), "Against which player?")
        fit = [minion for minion in me.find_minions(at=base, yours=True) if me.rivals_of(minion)]
        mine = await me.choose(fit, "Which of your minions duels?")
        rivals = [] if mine is None else me.rivals_of(mine)
        theirs = await me.choose([rival for rival in rivals if rival.controller == player], "Duel with which minion?")
        duel = await me.duel(mine, theirs)
        for winner in duel.winners:
            await me.gain_vp(player=winner.controller)

    def _stronger(self, me: Card, base: Card) -> list[int]:
        return [player for player in me.others if base.total(player) > base.total(me.controller)]


class Remembered(Lasting):
    """Its player draws a card when the minion has gone to the discard pile."""

    lingers = True

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_on(event.card)

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.draw()


class WayOfTheWarrior(Action, of=SAMURAI, copies=2):
    """A minion of yours has +3 power until the turn ends. If it goes from play to the discard pile before that, draw
    a card.
    """

    name = "Way of the Warrior"
    boosts = Minions(yours=True)
    rulings = (DISCARDED,)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets stronger?")
        await me.add_power(minion, 3)
        await me.lay(Remembered, on=minion)


class YokaiAttack(Action, of=SAMURAI, copies=2):
    """Destroy one of your minions. If you do, play an extra minion and an extra action."""

    name = "Yokai Attack!"
    targets = Minions(yours=True)
    rulings = ("Unless the minion is really destroyed there are no extra cards.",)

    async def on_play(self, me: Card) -> None:
        if await me.destroy(await me.choose(self.targets(me), "Destroy which minion?")):
            await me.extra_minion()
            await me.extra_action()

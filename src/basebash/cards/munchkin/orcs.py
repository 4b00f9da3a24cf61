"""Orcs: big, plain and hard to shove around."""

from basebash.engine import (
    ASIDE,
    BEFORE_SCORING,
    ON_BASE,
    ON_MINION,
    WHEN_SCORING,
    WHILE_IN_PLAY,
    Act,
    Action,
    Card,
    Faction,
    Lasting,
    Minion,
    Minions,
    Resolving,
    Who,
)

ORCS = Faction(
    "Orcs",
    set_name="Smash Up: Munchkin",
    summary="Brute power, hard to stop",
    difficulty=2,
    tags=("smash", "grow"),
    icon="orc-head",
    colours=("#575930", "#fecfcb"),
    intro=(
        "No tricks: your minions are bigger than other people's, and the Sword Lord makes them bigger still. "
        "Dork Orcs and Too Tough shrug off actions, and before a base scores And Stay Down! silences everybody else. "
        "Win by a wide margin and the Angry Pillagers bring 1 VP more."
    ),
)


class SwordLord(Minion, of=ORCS):
    """Ongoing: Your other minions each have +1 power."""

    power = 5

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion is not me and minion.controller == me.controller else 0


class TopperChopper(Minion, of=ORCS, copies=2):
    """Talent: Nothing happens."""

    power = 5
    rulings = ("It has more power than the second-best minions of other factions, in place of an ability of any use.",)

    async def talent(self, me: Card) -> None:
        """Does nothing, as it says."""


class HammerSlammer(Minion, of=ORCS, copies=3):
    """Destroy a minion with power 2 or less."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(max_power=2), "Destroy which minion?"))


class DorkOrc(Minion, of=ORCS, copies=4):
    """Ongoing: Other players' actions don't affect this minion."""

    power = 2
    rulings = ("An action that another player plays on it doesn't stick and is discarded.",)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.source.is_action and me.is_enemy(act.source)


class HeldDown(Lasting):
    """While the base scores, nobody but its player has Specials."""

    def forbids_specials(self, me: Card, player: Who, base: Card) -> bool:
        return me.is_on(base) and me.is_other_player(player)

    def forbids_special_abilities(self, me: Card, card: Card, base: Card) -> bool:
        return me.is_on(base) and me.is_enemy(card)


class AndStayDown(Action, of=ORCS):
    """Special: Before a base scores, if nobody has more power there than you, other players can neither play nor use
    Specials.
    """

    name = "And Stay Down!"
    rulings = (
        (
            "Specials that have resolved before stay resolved. Being tied for the most power is enough. It lasts until "
            "the base has been scored to the end."
        ),
    )

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        if base.total(me.controller) == max(base.total(player) for player in range(me.player_count)):
            await me.lay(HeldDown, on=base)


class AngryPillagers(Action, of=ORCS, copies=2):
    """Special: When a base scores where you have at least 3 power more than the runner-up, you gain 1 VP."""

    window = WHEN_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        scoring = me.scoring
        if scoring is not None and me.controller in scoring.winners:
            others = [scoring.totals[player] for player in me.others]
            if scoring.totals[me.controller] >= 3 + max(others):
                await me.gain_vp()


def is_outnumbered(me: Card, minion: Card) -> bool:
    """Whether a minion's player has fewer minions at its base than this card's controller."""
    return len(minion.here.minions_of(minion.controller)) < len(minion.here.minions_of(me.controller))


class Crush(Action, of=ORCS):
    """Choose a base, and a player with fewer minions there than you. Destroy a minion of theirs there."""

    targets = Minions(is_outnumbered, yours=False)

    async def on_play(self, me: Card) -> None:
        base = await me.choose([base for base in me.bases if self.targets(me, at=base)], "On which base?")
        if base is not None:
            players = [player for player in me.others if self.targets(me, at=base, of=player)]
            player = await me.choose_player(players, "A minion of which player?", whose=True)
            await me.destroy(await me.choose(self.targets(me, at=base, of=player), "Destroy which minion?"))


class DeathBreath(Action, of=ORCS):
    """Choose a minion with power 4 or less and put it on the bottom of its owner's deck."""

    targets = Minions(max_power=4)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Place which minion on the bottom of its owner's deck?")
        await me.place_on_deck(minion, bottom=True)


def piles(me: Card, minion: Card) -> list[Card]:
    """The other bases at which its controller has two or more minions."""
    return [base for base in minion.other_bases if len(base.minions_of(me.controller)) >= 2]


class Dogpile(Action, of=ORCS, copies=2):
    """Move one of your minions to a base that already has two or more of your minions. Special: You may also
    play this before a base scores.
    """

    targets = Minions(piles, yours=True)

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(piles(me, minion), "To which base?"))


def has_actions(_me: Card, minion: Card) -> bool:
    """Whether an action is on a minion."""
    return bool(minion.actions)


class Gimme(Action, of=ORCS):
    """Choose an action on a minion. Destroy the minion and transfer the action to one of yours."""

    name = "Gimme!"
    targets = Minions(has_actions)
    rulings = (
        (
            "You get one action, however many the minion carries. The transfer takes place even if the minion can't be "
            "destroyed."
        ),
    )

    async def on_play(self, me: Card) -> None:
        prey = me.must_affect
        hosts = self.targets(me) if prey is None else [prey]
        action = await me.choose([action for host in hosts for action in host.actions], "Take which action?")
        if action is None:
            return
        host, copies = action.host, action.copies
        await me.destroy(host, lifting=action)
        is_aside = action.zone == ASIDE
        yours = [minion for minion in me.find_minions(yours=True) if minion is not host]
        to = await me.choose(yours, "Transfer it to which minion?")
        if not await me.transfer(action, to):
            await me.discard(action if is_aside else None)
        elif is_aside:
            for printed in copies:
                action.copy_abilities(printed)  # it keeps what it copied, as it would on its way to any other minion


class ShutOut(Lasting):
    """A card, as it was played then, does not affect the minion; `amount` is its arrival."""

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and me.card(act.source.id).entered == me.amount


class Stalling(Action, of=ORCS):
    """Play on a base. Ongoing: Whenever another player plays a card, you may choose that it doesn't affect your
    minions here.
    """

    plays_on = ON_BASE

    async def when_played(self, me: Card, play: Resolving) -> None:
        yours = me.find_minions(here=True, yours=True)
        if play.player == me.controller or not yours:
            return
        if await me.may(f"Shall {play.card.name} not affect your minions here?"):
            await me.lay(ShutOut, on=yours, until=WHILE_IN_PLAY, amount=play.card.entered)
            if play.card.host in yours:
                await me.discard(play.card)


class TooTough(Action, of=ORCS):
    """Play on a minion. Ongoing: Other players' actions don't affect this minion."""

    rulings = ("On another player's minion, it shuts out that player's own actions but lets yours through.",)

    plays_on = ON_MINION

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.source.is_action and me.is_enemy(act.source)

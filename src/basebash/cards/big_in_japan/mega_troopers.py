"""Mega Troopers: a team that is at its best in the moment before a base scores."""

from collections.abc import Iterable

from basebash.engine import (
    AFTER_SCORING,
    BEFORE_SCORING,
    MINION,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Scoring,
    Titan,
    is_minion,
)

MEGA_TROOPERS = Faction(
    "Mega Troopers",
    set_name="Big in Japan",
    summary="Last-moment Specials and giant robot",
    difficulty=3,
    tags=("grow",),
    icon="full-motorcycle-helmet",
    colours=("#1a50ae", "#cccea7"),
    intro=(
        "Your troopers surge when a base is about to score: they grow, they jump in, they strike. "
        "Count what you will have in that moment rather than what lies there now, and let others break the base. "
        "Megabot is strong with many minions around it and may follow the fight from base to base."
    ),
)

MEGABOT = "Megabot"


class RedTrooper(Minion, of=MEGA_TROOPERS):
    """Talent: Play Megabot here, or move it here if it is in play."""

    power = 5
    mentions = (MEGABOT,)

    async def talent(self, me: Card) -> None:
        await me.bring(me.titan(MEGABOT), me.here)


class BlueTrooper(Minion, of=MEGA_TROOPERS):
    """Special: Before this base scores, this minion gets +2 power until the turn ends."""

    power = 4

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.add_power(me, 2)


class YellowTrooper(Minion, of=MEGA_TROOPERS):
    """Special: When this base is about to score, you may move another of your minions here from a different base."""

    power = 4

    async def before_scoring(self, me: Card, base: Card) -> None:
        others = me.find_minions(yours=True, elsewhere=True)
        await me.move(await me.choose(others, "Move which minion here?", may=True), base)


class Beta6(Minion, of=MEGA_TROOPERS, copies=4):
    """Special: Before this base scores, this minion gets +1 power until the turn ends."""

    power = 2

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.add_power(me, 1)


class BlackTrooper(Minion, of=MEGA_TROOPERS):
    """Ongoing: Each time a Special has been used, this minion gets +1 power until the turn ends."""

    power = 3
    rulings = ("Every player's Specials count, as often in a turn as they are used.",)

    async def after_special_used(self, me: Card, event: Event) -> None:
        await me.add_power(me, 1)


class GreenTrooper(Minion, of=MEGA_TROOPERS):
    """Special: When a base is about to score, you may play this minion at it as an extra minion."""

    power = 3
    window = BEFORE_SCORING


class PinkTrooper(Minion, of=MEGA_TROOPERS):
    """Special: After this base scores, one of your minions here with power 3 or less returns to your hand, so
    that it isn't discarded.
    """

    power = 3

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        small = me.find_minions(here=True, yours=True, max_power=3)
        await me.return_to_hand(await me.choose(small, "Return which minion to your hand?"))


class BlitzingSwordAttack(Action, of=MEGA_TROOPERS):
    """Special: Play when a base with a titan of yours is about to score. If you aren't winning there, destroy a
    minion there with power 4 or less.
    """

    targets = Minions(max_power=4)
    window = BEFORE_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return any(titan.controller == me.controller for titan in base.titans)

    async def on_special(self, me: Card, base: Card) -> None:
        if any(base.total(player) > base.total(me.controller) for player in me.others):
            await me.destroy(await me.choose(self.targets(me, at=base), "Destroy which minion?"))


class FormMegabot(Action, of=MEGA_TROOPERS, copies=2):
    """Choose a base with two or more of your minions. Play Megabot there, or move it there if it is in play."""

    name = "Form Megabot!"
    mentions = (MEGABOT,)

    async def on_play(self, me: Card) -> None:
        teams = [base for base in me.bases if len(base.minions_of(me.controller)) >= 2]
        await me.bring(me.titan(MEGABOT), teams)


class ItsBlitzinTime(Action, of=MEGA_TROOPERS, copies=2):
    """A minion of yours has +3 power until the turn ends."""

    name = "It's Blitzin' Time!"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)


class LightningCrystal(Action, of=MEGA_TROOPERS):
    """Destroy an action that is on a base or on a minion."""

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


class LightningRescue(Action, of=MEGA_TROOPERS):
    """Special: Before a base scores, play an extra action, whether it is a Special or not."""

    name = "Lightning Rescue!"
    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.extra_action(now=True)


class PlanForMore(Action, of=MEGA_TROOPERS):
    """Reveal your deck's top 3 cards. Draw every minion among them; you may play one of those, as an extra minion.
    Put the rest back on top in the order you like.
    """

    name = "Plan for More!"

    async def on_play(self, me: Card) -> None:
        cards = me.reveal_top(3)
        minions = await me.place_in_hand(filter(is_minion, cards), hand_of=me.controller)
        rest = [card for card in cards if card not in minions]
        for card in rest:
            card.lift()
        playable = [minion for minion in minions if me.can_play(minion, kind=MINION)]
        minion = await me.choose(playable, "Play which minion?", may=True)
        await me.play_card(minion, off_top=True, kind=MINION)
        await me.put_back(rest, "In which order? The first is uppermost.", deck_of=me.controller)


class PowerPose(Action, of=MEGA_TROOPERS):
    """Special: After a base scores that you won, draw 2 cards."""

    window = AFTER_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        scoring = me.scoring
        return scoring is not None and me.controller in scoring.winners

    async def on_special(self, me: Card, base: Card) -> None:
        await me.draw(2)


def is_overpowered(me: Card, minion: Card) -> bool:
    """Whether its controller's minions at a minion's base have more power together."""
    return minion.power < sum(yours.power for yours in minion.here.minions_of(me.controller))


class MegaAttack(Action, of=MEGA_TROOPERS):
    """Destroy a minion that has less power than your minions at its base have together."""

    targets = Minions(is_overpowered)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class Megabot(Titan, of=MEGA_TROOPERS):
    """Special: You may give up your regular minion play to play this titan at a base with three or more of
    your minions. Ongoing: Each of your minions here gives you +1 power here. Special: When another base is
    about to score, you may move this titan to it.
    """

    price = MINION
    rulings = ("You needn't have a minion in hand, and nothing that limits the play of minions limits this.",)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return (base for base in me.bases if len(base.minions_of(player)) >= 3)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return len(base.minions_of(player)) if base is me.base and player == me.controller else 0

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is not base

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.move(me, await me.choose([base], "Move Megabot to the base that scores?", may=True))

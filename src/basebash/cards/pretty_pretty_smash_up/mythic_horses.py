"""Mythic Horses: together they are strong."""

from basebash.engine import (
    BEFORE_SCORING,
    DECK,
    MINION,
    ON_BASE,
    ON_YOUR_MINION,
    PLAYED,
    TO_HAND,
    Action,
    Card,
    Faction,
    Minion,
    Minions,
)

MYTHIC_HORSES = Faction(
    "Mythic Horses",
    set_name="Pretty Pretty Smash Up",
    intro=(
        "Keep the herd together: nearly everything here is better with another minion of yours at the same base. "
        "Starlyte and Encouragement Power count the whole herd, and Adventure Power brings it to the base that "
        "matters. "
        "A lone horse is a weak horse, and one that clears a base hurts you most."
    ),
    summary="Many friends on one base",
    difficulty=1,
    tags=("grow", "move"),
    icon="unicorn",
    colours=("#66226c", "#f3c7de"),
)


def friends(me: Card, minion: Card) -> list[Card]:
    """The other minions of this card's controller at the minion's base."""
    return [friend for friend in me.find_minions(at=minion.base, yours=True) if friend is not minion]


class Starlyte(Minion, of=MYTHIC_HORSES):
    """Ongoing: Each other minion of yours here gives this one +1 power."""

    power = 5

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(friends(me, me)) if minion is me else 0


class Rainbow(Minion, of=MYTHIC_HORSES, copies=2):
    """Talent: Draw a card, provided you played another minion here this turn."""

    power = 4
    rulings = ("It must be a minion that you played in the very turn in which you use the talent.",)

    async def talent(self, me: Card) -> None:
        here = me.deeds(PLAYED, player=me.controller, at=me.base)
        if any(deed.value & MINION and deed.card != me.id for deed in here):
            await me.draw()


class Seastar(Minion, of=MYTHIC_HORSES, copies=3):
    """If another minion of yours is already on the base where you play this one, you may play an extra minion
    this turn. Just one of your Seastars does this each turn.
    """

    power = 3
    mentions = ("Seastar",)
    only_one = True

    async def on_play(self, me: Card) -> None:
        if friends(me, me) and not me.was_used(self):
            me.mark_used(self)
            await me.extra_minion()


class Pinkie(Minion, of=MYTHIC_HORSES, copies=4):
    """Ongoing: This minion has +1 power as long as you have another one here."""

    power = 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion is me and friends(me, me) else 0


class AdventurePower(Action, of=MYTHIC_HORSES):
    """Choose a base and move any number of your minions there."""

    targets = Minions(yours=True)
    calls_minions = True

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Move minions to which base?")
        elsewhere = [minion for minion in self.targets(me) if minion.base is not base]
        await me.move(await me.choose_some(elsewhere, "Move which minions?"), base)


class EncouragementPower(Action, of=MYTHIC_HORSES, copies=2):
    """Play on one of your minions. Ongoing: Each other minion of yours here gives it +1 power."""

    plays_on = ON_YOUR_MINION
    boosts = Minions(friends, yours=True)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(friends(me, minion)) if me.is_on(minion) else 0


class FreedomPower(Action, of=MYTHIC_HORSES):
    """Destroy an action that is on a minion or base."""

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


def has_friends_elsewhere(me: Card, minion: Card) -> bool:
    """Whether this card's controller has a minion at another base."""
    return any(me.has_minion_at(base) for base in minion.other_bases)


class FriendshipPower(Action, of=MYTHIC_HORSES):
    """Move a minion of yours to another base at which you have one. You may then return this card to your
    hand instead of discarding it.
    """

    targets = Minions(has_friends_elsewhere, yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            bases = [base for base in minion.other_bases if me.has_minion_at(base)]
            await me.move(minion, await me.choose(bases, "Move it to which base?"))
        if await me.may(f"Take {me.name} back into your hand?"):
            me.goes_to(TO_HAND)


class SharingPower(Action, of=MYTHIC_HORSES):
    """Play on a base. Ongoing: With two or more minions of yours here, draw a card when your turn starts."""

    plays_on = ON_BASE

    async def start_of_turn(self, me: Card, player: int) -> None:
        if len(me.find_minions(here=True, yours=True)) >= 2:
            await me.draw()


class SuperFutureSpaceArmorPower(Action, of=MYTHIC_HORSES):
    """Each of your minions with another one of yours at the same base gets +2 power until the turn ends."""

    boosts = Minions(friends, yours=True)
    rulings = ("Minions that arrive afterwards don't get the bonus.",)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 2)


class TeachingPower(Action, of=MYTHIC_HORSES):
    """Special: Before a base scores, reveal as many cards from the top of your deck as you have minions there. Play
    a minion among them there as an extra minion. The others go back on top in the order you like.
    """

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        cards = me.reveal_top(len(me.find_minions(at=base, yours=True)))
        attempt = await me.play_one((card for card in cards if card.is_minion), at=base)
        rest = [card for card in cards if card is not attempt.card and card.zone == DECK]
        await me.put_back(rest, "In which order on top? The first is uppermost.", deck_of=me.controller)


class TogethernessPower(Action, of=MYTHIC_HORSES, copies=2):
    """Play an extra minion. Where you play it, you must already have one."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and bool(target.minions_of(player))

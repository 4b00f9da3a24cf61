"""Halflings: small folk who come in crowds, and where nobody expects them."""

from basebash.engine import (
    BEFORE_SCORING,
    HERE,
    ON_BASE,
    ON_YOUR_MINION,
    PLACE,
    TO_TOP,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Who,
    is_minion,
)

HALFLINGS = Faction(
    "Halflings",
    set_name="Smash Up: Munchkin",
    summary="Small minions, many at once",
    difficulty=2,
    tags=("swarm", "grow"),
    icon="barefoot",
    colours=("#4f3c00", "#f2ba60"),
    intro=(
        "One halfling seldom comes alone: nearly all of them bring an extra minion along, best to a base where you are "
        "behind or where you have nobody yet. Your cards run out fast, so stock up with Lunch Run and Out of Nowhere. "
        "Last Call and Rude Awakening put whole crowds on the table, though their abilities sleep."
    ),
)

NO_RESTRICTIONS = "It cancels as well what a minion says about where it can be played, as Shoggoth does."


def is_behind(base: Card, player: Who) -> bool:
    """Whether another player has more power at the base than this one."""
    return any(base.total(other) > base.total(player) for other in range(base.player_count))


class ShireMarshal(Minion, of=HALFLINGS):
    """Talent: Choose a base where you have less power than another player and play an extra minion there."""

    power = 4

    async def talent(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and is_behind(target, player)


class Pestling(Minion, of=HALFLINGS, copies=2):
    """You may play an extra minion here."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(at=me.here)


class Bardling(Minion, of=HALFLINGS, copies=3):
    """If you have less power here than another player, you may play an extra minion here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if is_behind(me.here, me.controller):
            await me.extra_minion(at=me.here)


class Quarterling(Minion, of=HALFLINGS, copies=4):
    """If you have no other minion here, you may play an extra minion here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if not me.find_minions(here=True, yours=True, another=True):
            await me.extra_minion(at=me.here)


class LastCall(Action, of=HALFLINGS):
    """Special: Before a base scores, play an extra minion there. Its abilities are cancelled until the turn ends."""

    rulings = (NO_RESTRICTIONS,)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.extra_minion(at=base, now=True, silent=True)


class LunchRun(Action, of=HALFLINGS, copies=2):
    """Play on a base. Ongoing: Each time you have played a minion here, draw a card."""

    plays_on = ON_BASE
    scope = HERE + YOURS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.draw()


class OutOfNowhere(Action, of=HALFLINGS):
    """Reveal cards off the top of your deck until there are two minions among them. Those go to your hand, and the
    rest is shuffled into your deck.
    """

    name = "Out of Nowhere"

    async def on_play(self, me: Card) -> None:
        minions, rest = me.reveal_until(is_minion, count=2)
        await me.place_in_hand(minions)
        await me.shuffle_into_deck(rest)


class RudeAwakening(Action, of=HALFLINGS):
    """Choose a base. Reveal your hand, and play every minion in it there as an extra minion. Their abilities are
    cancelled until the turn ends.
    """

    rulings = (NO_RESTRICTIONS,)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Play your minions on which base?")
        me.reveal(me.hand)
        minions = [card for card in me.hand if card.is_minion]
        for minion in await me.arrange(minions, "In which order do they come?"):
            if minion in me.hand:  # unless it was played in place of another one, or discarded
                await me.play_card(minion, at=base, silent=True)


class SmallButTough(Action, of=HALFLINGS):
    """Play on one of your minions. Ongoing: When it would go to the discard pile, it goes on top of your deck
    instead.
    """

    name = "Small But Tough"

    plays_on = ON_YOUR_MINION

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card) and card.has_owner

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_TOP)


class Sneaksy(Action, of=HALFLINGS):
    """Play on a base. Ongoing: Other players' actions don't affect your minions here."""

    plays_on = ON_BASE

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours = card.is_minion and card.controller == me.controller and card.base is me.base
        return yours and act.source.is_action and me.is_enemy(act.source)


class SpoiledBrats(Action, of=HALFLINGS):
    """Choose any number of minions in your discard pile. Shuffle them and put them on top of your deck."""

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.put_shuffled(await me.choose_some(minions, "Place which minions on top of your deck?"))


class UnexpectedParty(Action, of=HALFLINGS, copies=2):
    """Play an extra minion on a base that has none of yours."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and not target.minions_of(player)

"""The bases of 10th Anniversary."""

from basebash.cards.tenth_anniversary.mermaids import MERMAIDS
from basebash.cards.tenth_anniversary.sheep import SHEEP
from basebash.cards.tenth_anniversary.skeletons import SKELETONS
from basebash.cards.tenth_anniversary.world_champs import WORLD_CHAMPS
from basebash.engine import DISCARD, HERE, MOVED, NOBODY, Base, Card, Event, Who


class MermaidPool(Base, of=MERMAIDS):
    """If you have a minion here, you may, on your turn, move a minion of another player here."""

    breakpoint = 23
    vp = (4, 2, 1)

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.minions_of(player)) and bool(strangers_elsewhere(me, player))

    async def use(self, me: Card, player: int) -> None:
        minion = await me.choose(strangers_elsewhere(me, player), "Move which minion here?", player=player)
        await me.move(minion, me, player=player)


def strangers_elsewhere(base: Card, player: int) -> list[Card]:
    """The minions of other players at other bases."""
    return [m for other in base.other_bases for m in other.minions if m.is_enemy_of(player)]


class MermaidReef(Base, of=MERMAIDS):
    """On your turn, each minion of another player here counts for 1 less in its controller's total."""

    breakpoint = 17
    vp = (3, 1, 1)

    def counted_bonus(self, me: Card, card: Card) -> int:
        is_theirs = card.is_minion and card.base is me and card.is_enemy_of(me.turn_player)
        return -1 if is_theirs else 0


class SheepShrine(Base, of=SHEEP):
    """After this base comes into play, each player may choose one of their minions and move it here. If it
    comes up during set-up, replace it and shuffle it back into the base deck.
    """

    breakpoint = 19
    vp = (4, 2, 1)
    not_at_setup = True

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me

    async def after_base_played(self, me: Card, event: Event) -> None:
        for player in me.clockwise():
            minions = [m for base in me.other_bases for m in base.minions_of(player)]
            minion = await me.choose(minions, f"Move which minion to {me.name}?", may=True, player=player)
            await me.move(minion, me, player=player)


class ThePasture(Base, of=SHEEP):
    """After you have moved a minion to this base for the first time in a turn, move another minion here
    from the base it came from.
    """

    breakpoint = 25
    vp = (5, 3, 2)

    scope = HERE
    once = ("after_moved",)

    def hears(self, me: Card, event: Event) -> bool:
        return event.by is not NOBODY and len(me.deeds(MOVED, player=event.by, at=me)) == len(event.batch)

    async def after_moved(self, me: Card, event: Event) -> None:
        player = event.by
        minions = [] if event.origin is None else event.origin.minions
        await me.move(await me.choose(minions, "Move which minion too?", player=player), me, player=player)


class Boneyard(Base, of=SKELETONS):
    """Once on your turn, when a minion that you own, with power 3 or less, has been put into the
    discard pile from a different base, you may bury it here.
    """

    breakpoint = 22
    vp = (4, 2, 1)

    once = ("after_discarded",)

    def hears(self, me: Card, event: Event) -> bool:
        card = event.card
        is_yours = card.is_minion and card.owner == me.turn_player
        return is_yours and event.power <= 3 and event.base is not me

    def user(self, me: Card, about: Event) -> Who | None:
        return about.card.owner

    def holds(self, me: Card, event: Event) -> bool:
        return event.card.zone == DISCARD

    async def after_discarded(self, me: Card, event: Event) -> None:
        card, player = event.card, event.card.owner
        if await me.may(f"Bury {card.name} at {me.name}?", player=player):
            await me.bury(card, at=me, player=player)


class Ossuary(Base, of=SKELETONS):
    """You may, on your turn, bury here a minion with power 3 or less from your discard pile."""

    breakpoint = 20
    vp = (3, 2, 1)

    def may_use(self, me: Card, player: int) -> bool:
        return bool(small_dead(me, player))

    async def use(self, me: Card, player: int) -> None:
        await me.bury(
            await me.choose(small_dead(me, player), "Bury which minion?", player=player), at=me, player=player
        )


def small_dead(me: Card, player: int) -> list[Card]:
    """The minions with power 3 or less in a player's discard pile."""
    return [card for card in me.discard_pile_of(player) if card.is_minion and card.power <= 3]


class Arena(Base, of=WORLD_CHAMPS):
    """After you play your first minion here on your turn, you may either play an extra action or draw a
    card.
    """

    breakpoint = 23
    vp = (4, 3, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.player == me.turn_player and me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        player = event.player
        mode = await me.choose_mode(["Play an extra action", "Draw a card"], "Which?", may=True, player=player)
        if mode == 1:
            await me.extra_action(player=player)
        elif mode == 2:
            await me.draw(player=player)


class HallOfFame(Base, of=WORLD_CHAMPS):
    """After you play your first minion here on your turn, it gets +2 power until the turn ends."""

    name = "Hall of Fame"
    breakpoint = 20
    vp = (4, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.player == me.turn_player and me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_power(event.card, 2, player=event.player)

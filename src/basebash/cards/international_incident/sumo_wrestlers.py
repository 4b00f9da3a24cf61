"""Sumo Wrestlers: push the others out of the ring and grow on what you throw away."""

from basebash.engine import MOVE, YOURS, Act, Action, Card, Event, Faction, Minion, Minions

SUMO_WRESTLERS = Faction(
    "Sumo Wrestlers",
    hyphenated="Sumo Wrest|lers",
    set_name="World Tour: International Incident",
    intro=(
        "Big minions that shove other players' minions off the bases you want. "
        "Cards you discard become +1 power counters, and Top Tier grows whenever you discard; the Prizes fill your "
        "hand again. "
        "Settle on a base early: most throws start from where you already have a minion."
    ),
    summary="Throw rivals out, discard for counters",
    difficulty=2,
    tags=("move", "grow"),
    icon="muscle-fat",
    colours=("#555187", "#fad0c0"),
)


async def throw(me: Card, minions: list[Card]) -> list[Card]:
    """Moves one of the minions to another base; who was moved."""
    minion = await me.choose(minions, "Move which minion?")
    return [] if minion is None else await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))


async def place_counters(me: Card, minions: Minions, count: int) -> None:
    """Places +1 power counters one by one, each on a minion of its controller's choice."""
    for _ in range(count):
        await me.add_counters(await me.choose(minions(me), "Place a +1 power counter on which minion?"))


async def choose_ring(me: Card) -> Card | None:
    """A base where its controller has a minion."""
    return await me.choose([base for base in me.bases if me.has_minion_at(base)], "Which base?")


class Yokozuna(Minion, of=SUMO_WRESTLERS):
    """Ongoing: Cards of other players can't move your minions. Talent: Either draw a card, or choose
    another player's minion here and move it to another base.
    """

    power = 6

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return act.how == MOVE and card.is_minion and card.controller == me.controller and me.is_enemy(act.source)

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw a card"):
                await me.draw()
            elif chosen("Move a minion away", enemies := me.find_minions(here=True, yours=False)):
                await throw(me, enemies)


class TopTier(Minion, of=SUMO_WRESTLERS, copies=2):
    """Ongoing: Each time you have discarded from your hand, this minion gets a +1 power counter."""

    power = 4
    rulings = ("Cards discarded together, as for Bulking Stew, bring one counter and not one each.",)

    scope = YOURS

    async def after_hand_discarded(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class ThirdTier(Minion, of=SUMO_WRESTLERS, copies=3):
    """You may move another player's minion here with power 3 or less to another base. If you do, draw a card."""

    power = 3

    async def on_play(self, me: Card) -> None:
        rival = await me.choose(me.find_minions(here=True, yours=False, max_power=3), "Move which minion?", may=True)
        if rival is not None and await me.move(rival, await me.choose(me.other_bases, "Move it where?")):
            await me.draw()


class RookieSumo(Minion, of=SUMO_WRESTLERS, copies=4):
    """You may discard a card. If you do, one of your minions gets a +1 power counter."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if await me.discard_cards(1, "Discard a card for a +1 power counter?", may=True):
            await place_counters(me, Minions(yours=True), 1)


class BodySlam(Action, of=SUMO_WRESTLERS):
    """Choose another player, and a base with a minion of yours. All that player's minions there move to one
    other base.
    """

    targets = Minions(yours=False, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Whose minions?", whose=True)
        ring = await choose_ring(me)
        if ring is not None and player is not None:
            to = await me.choose([base for base in me.bases if base is not ring], "Move them where?")
            await me.move(self.targets(me, at=ring, of=player), to)


class BulkingStew(Action, of=SUMO_WRESTLERS):
    """Discard as many cards as you like. For each of them place a +1 power counter on a minion of yours."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        discarded = await me.discard_cards(len(me.hand), "Discard which cards?", may=True)
        await place_counters(me, self.boosts, len(discarded))


class ChikaraMizu(Action, of=SUMO_WRESTLERS, copies=2):
    """One of your minions gets +2 power until the turn ends, or +4 power if you discard a card for it."""

    name = "Chikara-Mizu"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets stronger?")
        if minion is not None:
            paid = await me.discard_cards(1, "Discard a card for +4 power instead of +2?", may=True)
            await me.add_power(minion, 4 if paid else 2)


class FightingSpiritPrize(Action, of=SUMO_WRESTLERS):
    """Draw two cards. Your minions get two +1 power counters between them."""

    boosts = Minions(yours=True)
    rulings = ("Both counters may go on one minion, or one each on two minions.",)

    async def on_play(self, me: Card) -> None:
        await me.draw(2)
        await place_counters(me, self.boosts, 2)


class GraspTheBelt(Action, of=SUMO_WRESTLERS, copies=2):
    """Pick a base with a minion of yours and move any minion from there to another base."""

    name = "Grasp the Belt"
    targets = Minions(beside_yours=True)
    rulings = ("It may be your own minion, even your only one there.",)

    async def on_play(self, me: Card) -> None:
        ring = await choose_ring(me)
        await throw(me, [] if ring is None else self.targets(me, at=ring))


class HeadButt(Action, of=SUMO_WRESTLERS):
    """Choose a base with a minion of yours. Destroy an action of another player on that base or on a minion there."""

    async def on_play(self, me: Card) -> None:
        ring = await choose_ring(me)
        actions = [action for action in me.all_actions if action.base is ring and me.is_enemy(action)]
        await me.destroy(await me.choose(actions, "Destroy which action?"))


class PerformancePrize(Action, of=SUMO_WRESTLERS):
    """Draw three cards."""

    async def on_play(self, me: Card) -> None:
        await me.draw(3)


class TechniquePrize(Action, of=SUMO_WRESTLERS):
    """One of your minions gets three +1 power counters."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_counters(await me.choose(self.boosts(me), "Which minion gets the counters?"), 3)

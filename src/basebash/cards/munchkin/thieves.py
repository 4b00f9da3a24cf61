"""Thieves: they gather treasures by every way but the honest one, and turn them into VP."""

from basebash.cards.munchkin.treasures import treasures_in
from basebash.engine import AFTER_SCORING, ON_BASE, TREASURES, Action, Card, Faction, Minion, Minions

THIEVES = Faction(
    "Thieves",
    set_name="Smash Up: Munchkin",
    summary="Steal treasures, sell for VP",
    difficulty=5,
    tags=("draw", "smash"),
    icon="robber-mask",
    colours=("#514657", "#dcc3a4"),
    intro=(
        "You draw treasures where others must slay monsters, and take the ones that your rivals wear. "
        "Then choose: play them, show them off with a Cat Burglar, or hand two to the Fence for 1 VP. "
        "Secret Stash and Clever Distraction make scored bases worth it even when somebody else wins."
    ),
)

NOT_THE_MINION = "Taking an action off a minion doesn't affect the minion, so the protection of a Dork Orc is no help."


async def sell_two(me: Card) -> bool:
    """Its controller discards two treasures from their hand; whether they did."""
    treasures = treasures_in(me.hand)
    picked = await me.choose_some(
        treasures if len(treasures) >= 2 else [], "Discard which two treasures?", low=2, high=2
    )
    return bool(await me.discard(picked))


async def spend_treasure(me: Card) -> bool:
    """Its controller discards a treasure from their hand; whether they did."""
    return bool(await me.discard(await me.choose(treasures_in(me.hand), "Discard which treasure?")))


class MasterThief(Minion, of=THIEVES):
    """Talent: Draw a treasure."""

    power = 5

    async def talent(self, me: Card) -> None:
        await me.draw(from_=TREASURES)


class Fence(Minion, of=THIEVES, copies=2):
    """You may discard two treasures to gain 1 VP."""

    power = 3

    async def on_play(self, me: Card) -> None:
        two = treasures_in(me.hand) if len(treasures_in(me.hand)) >= 2 else []
        if await me.may("Discard two treasures for 1 VP?", having=two) and await sell_two(me):
            await me.gain_vp()


class CatBurglar(Minion, of=THIEVES, copies=3):
    """Reveal any number of treasures in your hand. This minion gets a +1 power counter for each of them."""

    power = 3

    async def on_play(self, me: Card) -> None:
        shown = await me.choose_some(treasures_in(me.hand), "Reveal which treasures?")
        me.reveal(shown)
        await me.add_counters(me, len(shown))


class Pickpocket(Minion, of=THIEVES, copies=4):
    """Draw a treasure if this is not the only Pickpocket here."""

    power = 2
    mentions = ("Pickpocket",)

    async def on_play(self, me: Card) -> None:
        if any(card is not me for card in me.named_here(self.name)):
            await me.draw(from_=TREASURES)


class Backstab(Action, of=THIEVES):
    """Discard a treasure to destroy a minion with power 3 or less."""

    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        if await spend_treasure(me):
            await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class CleverDistraction(Action, of=THIEVES):
    """Special: Once a base has scored where you have a minion, its winner loses 1 VP, and you gain one."""

    window = AFTER_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return me.has_minion_at(base)

    async def on_special(self, me: Card, base: Card) -> None:
        for player in me.scoring.winners if me.scoring is not None else []:
            await me.lose_vp(player=player)
        await me.gain_vp()


class Mugging(Action, of=THIEVES):
    """Choose an action on a minion and transfer it to one of yours."""

    rulings = (NOT_THE_MINION,)

    async def on_play(self, me: Card) -> None:
        action = await me.choose([card for m in me.find_minions() for card in m.actions], "Take which action?")
        if action is not None:
            yours = [minion for minion in me.find_minions(yours=True) if minion is not action.host]
            await me.transfer(action, await me.choose(yours, "Transfer it to which minion?"))


class PotionBandolier(Action, of=THIEVES, copies=2):
    """Choose a minion. Discard a treasure. If you do, the minion gets +3 power until the turn ends."""

    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets the power?")
        if await spend_treasure(me):
            await me.add_power(minion, 3)


class SecretStash(Action, of=THIEVES):
    """Play on a base. Ongoing: Its reward includes two more treasures when it scores."""

    plays_on = ON_BASE

    def treasures_bonus(self, me: Card, base: Card) -> int:
        return 2 if me.is_on(base) else 0


class Smuggling(Action, of=THIEVES):
    """Discard two treasures to gain 1 VP. Then shuffle your discard pile into your deck, and put this card on
    the bottom.
    """

    async def on_play(self, me: Card) -> None:
        if await sell_two(me):
            await me.gain_vp()
        await me.shuffle_into_deck(me.discard_pile)
        await me.place_on_deck(me, bottom=True)


def is_treasure(_me: Card, minion: Card) -> bool:
    """Whether a minion is a treasure."""
    return minion.is_treasure


class StripBare(Action, of=THIEVES):
    """Choose a treasure in play and place it into your hand."""

    targets = Minions(is_treasure)
    rulings = (NOT_THE_MINION,)

    async def on_play(self, me: Card) -> None:
        treasures = self.targets(me) + treasures_in(me.all_actions)
        treasure = await me.choose(treasures, "Place which treasure into your hand?")
        await me.place_in_hand(treasure, hand_of=me.controller)


class Swipe(Action, of=THIEVES, copies=2):
    """Draw a treasure."""

    async def on_play(self, me: Card) -> None:
        await me.draw(from_=TREASURES)

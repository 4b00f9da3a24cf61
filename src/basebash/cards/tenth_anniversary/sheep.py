"""Sheep: where one goes, all go."""

from basebash.engine import (
    ACTION,
    ANOTHER,
    HAND,
    HERE,
    MOVE,
    ON_BASE,
    ON_MINION,
    OTHERS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Penalty,
    is_action,
)

SHEEP = Faction(
    "Sheep",
    set_name="10th Anniversary",
    intro=(
        "Whenever somebody moves, your Flock moves along; whenever somebody plays a minion, a Black Sheep "
        "wanders off. "
        "Use that: one move shifts half your herd, and the power arrives where nobody counted on it. "
        "Hello, Dolly! and Wood for Sheep let you play what the others brought."
    ),
    summary="Follow moves, copy rivals' cards",
    difficulty=4,
    tags=("move",),
    icon="sheep",
    colours=("#545c4a", "#bad97a"),
)

ANOTHERS_CARD = "You control what you play, and it speaks of you; once it leaves play, it goes to its owner."


def leaves_your_base(me: Card, event: Event) -> bool:
    """Whether a minion moved away from this card's base, and not because the base has just scored."""
    scoring = me.scoring
    return event.origin is me.base and (scoring is None or scoring.base is not event.origin)


class LittleBoPeep(Minion, of=SHEEP):
    """Ongoing: No other player can move a minion to this base or away from it. Talent: Choose a minion
    of yours and move it here.
    """

    power = 5

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        if act.how != MOVE or not card.is_minion or not me.is_other_player(act.by):
            return False
        return card.base is me.base or act.to is me.base

    async def talent(self, me: Card) -> None:
        await me.move(await me.choose(me.find_minions(elsewhere=True, yours=True), "Move which minion here?"), me.base)


class Ram(Minion, of=SHEEP, copies=2):
    """Talent: This minion moves to another base. You may then return a minion there with power 2 or
    less to its owner's hand.
    """

    power = 4

    async def talent(self, me: Card) -> None:
        to = await me.choose(me.other_bases, "Move to which base?")
        await me.move(me, to)
        minions = me.find_minions(at=to, max_power=2) if to is not None else []
        await me.return_to_hand(await me.choose(minions, "Return which minion?", may=True))


class BlackSheep(Minion, of=SHEEP, copies=3):
    """Ongoing: Each time another minion has been played here, move this one to a different base."""

    power = 4
    rulings = (
        "Its controller moves it, so only another player's Little Bo Peep can hold it.",
        "Cards that guard it against other players, like Incorporeal, don't stop it.",
    )

    scope = HERE + ANOTHER

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.move(me, await me.choose(me.other_bases, f"Move {me.name} to which base?"))


class Flock(Minion, of=SHEEP, copies=4):
    """Ongoing: Each time another minion has moved from here to a different base, this one moves there
    too.
    """

    power = 2
    rulings = ("It stays when minions move away because the base has scored.",)

    scope = ANOTHER

    def hears(self, me: Card, event: Event) -> bool:
        return leaves_your_base(me, event)

    def holds(self, me: Card, event: Event) -> bool:
        return event.origin is me.base

    async def after_moved(self, me: Card, event: Event) -> None:
        await me.move(me, event.base)


class CountingSheep(Action, of=SHEEP):
    """Play on a base. Ongoing: Once a turn, after a minion of another player has gained power, each of
    your minions here gets +1 power until the turn ends.
    """

    plays_on = ON_BASE
    boosts = Minions(yours=True)
    rulings = (
        "Where that minion is doesn't matter.",
        "Minions that you play later get nothing from it.",
    )

    scope = OTHERS
    once = ("after_power_increased",)

    async def after_power_increased(self, me: Card, event: Event) -> None:
        await me.add_power(self.boosts(me, at=me.base), 1)


class EweShallPass(Action, of=SHEEP, copies=2):
    """Choose a minion of yours and move it to another base. Draw a card. Then you may play an extra action."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it to which base?"))
        await me.draw()
        await me.extra_action()


class HelloDolly(Action, of=SHEEP):
    """Special: Play after another player has played an action, and do what that action says."""

    name = "Hello, Dolly!"
    only_special = True
    rulings = (
        "It is as if the text of that action were printed here.",
        "If that action is played on a minion or base, so is this, though not necessarily on the same one.",
        "What has to be true for playing that action needn't be true for this one.",
    )
    speaks = {"after_action_played": HAND}

    scope = OTHERS

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_action and me.could_copy(event.card)

    async def after_action_played(self, me: Card, event: Event) -> None:
        # Of another Hello, Dolly! what that one copied, as if it were printed there.
        await me.play_copying((event.card.copies or [event.card.printed])[0])

    async def on_special(self, me: Card, base: Card) -> None:
        for copied in me.copies:
            await copied.on_special(me, base)


class InSheepsClothing(Action, of=SHEEP):
    """Play on a minion. Ongoing: Each time another minion has moved from here to a different base, you
    may move this one there too and destroy this action.
    """

    name = "In Sheep's Clothing"
    plays_on = ON_MINION

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is not me.host and leaves_your_base(me, event)

    def holds(self, me: Card, event: Event) -> bool:
        return event.origin is me.base

    async def after_moved(self, me: Card, event: Event) -> None:
        host = me.host
        if host is not None and event.base is not None and await me.may(f"Move {host.name} to {event.base.name}?"):
            await me.move(host, event.base)
            await me.destroy(me)


class OnTheLamb(Action, of=SHEEP):
    """Choose a minion of yours, and another player. It and all minions of that player at its base move
    together to another base.
    """

    name = "On the Lamb"
    rulings = ("You may choose a player without minions there; then only yours moves.", "They all go to the same base.")
    targets = Minions(yours=True) | Minions(yours=False, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(filter(me.has_minion_at, me.bases), "Move minions from which base?")
        if base is None:
            return
        minion = await me.choose(self.targets(me, at=base, of=me.controller), "Move which minion of yours?")
        player = await me.choose_player(me.others, "Whose minions there move too?", whose=True)
        moving = [m for m in self.targets(me, at=base) if m is minion or m.controller == player]
        await me.move(moving, await me.choose(base.other_bases, "Move them to which base?"))


class Shearing(Penalty, of=SHEEP):
    """Play on a minion. Draw a card. Ongoing: It has -2 power. When your turn starts, return this
    action to your hand.
    """

    bonus = -2
    rulings = ("If it has left play by then, it doesn't come back to your hand.",)

    async def on_play(self, me: Card) -> None:
        await me.draw()

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.return_to_hand(me)


class ToFollowOrNot(Action, of=SHEEP, copies=2):
    """Choose another player. Of the actions in their discard pile, one is picked at random: play it as
    an extra action, or leave it there. Draw a card.
    """

    name = "To Follow, or Not?"
    rulings = (ANOTHERS_CARD,)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "An action from whose discard pile?")
        if player is not None:
            for action in me.random_cards(list(filter(is_action, me.discard_pile_of(player))), 1):
                await me.play_card(action, may=True, kind=ACTION)
        await me.draw()


class WoodForSheep(Action, of=SHEEP):
    """Choose another player and reveal a random card of their hand. You may put a card from your hand into
    theirs. If you do, play the revealed card; if you don't, it stays with them and you play an extra action.
    """

    name = "Wood for Sheep"
    rulings = (ANOTHERS_CARD,)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "A card from whose hand?")
        if player is None:
            return
        shown = me.random_cards(me.hand_of(player), 1)
        me.reveal(shown, player=player)
        price = await me.choose(me.hand if shown else [], "Place which card into their hand to play it?", may=True)
        if price is None:
            await me.extra_action()
        elif await me.place_in_hand(price, hand_of=player):
            await me.play_card(shown[0])

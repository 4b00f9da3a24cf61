"""Slashers: five killers, each with a favourite tool."""

from basebash.engine import (
    DESTROYED,
    HAND,
    HERE,
    ON_MINION,
    ON_YOUR_MINION,
    TO_TOP,
    YOUR_TURN_START,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
    is_minion,
)

SLASHERS = Faction(
    "Slashers",
    set_name="Smash Up: Slashers",
    intro=(
        "Five minions of power 5, each of them only once, and for each a tool to be played on a minion. "
        "A Slasher fetches its own tool when it is played, and most tools grow with every minion that is destroyed. "
        "With so few minions in the deck, Origin Story is how you find the next one."
    ),
    summary="Hunt small minions with nasty tools",
    difficulty=3,
    tags=("smash", "grow"),
    icon="jason-mask",
    colours=("#573135", "#c8e983"),
)


def is_slasher(card: Card) -> bool:
    """Whether it is a minion with the label Slasher."""
    return card.is_minion and card.is_a("Slasher")


def is_play_on_minion(card: Card) -> bool:
    """Whether it is an action that is played on a minion."""
    return card.is_minion_action


class Slasher(Minion):
    """A killer with power 5 that may fetch its tool when it is played."""

    power = 5
    traits = ("Slasher",)
    tool = ""

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(
            await me.search(lambda card: card.name == self.tool, f"Draw {self.tool}?", discard=True, may=True)
        )


class Jonas(Slasher, of=SLASHERS):
    """You may search your deck or discard pile for Machete and draw it. Ongoing: Once per turn, when this minion has
    moved, you may destroy a minion there with power 3 or less. If you do, this minion gets +2 power until the turn
    ends.
    """

    tool = "Machete"
    once = ("after_moved",)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me

    async def after_moved(self, me: Card, event: Event) -> None:
        minion = await me.choose(me.find_minions(at=event.base, max_power=3), "Destroy a minion?", may=True)
        if await me.destroy(minion):
            await me.add_power(me, 2)


class BadDreams(Lasting):
    """Other players' minions at this base have -1 power."""

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if minion.is_minion and minion.base is me.host and me.is_enemy(minion) else 0


class Frederick(Slasher, of=SLASHERS):
    """You may search your deck or discard pile for Clawed Glove and draw it. Talent: Other players' minions
    here have -1 power until your next turn starts. You may destroy a minion here with power 1 or less.
    """

    tool = "Clawed Glove"

    async def talent(self, me: Card) -> None:
        await me.lay(BadDreams, on=me.here, until=YOUR_TURN_START)
        me.changes(me.find_minions(here=True, yours=False))
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=1), "Destroy a minion?", may=True))


class Mickey(Slasher, of=SLASHERS):
    """You may search your deck or discard pile for Austin Kirk Mask and draw it. Special: When this base is
    about to score, you may destroy a minion here whose printed power is 3 or less.
    """

    tool = "Austin Kirk Mask"

    async def before_scoring(self, me: Card, base: Card) -> None:
        small = [minion for minion in me.find_minions(here=True) if minion.printed_power <= 3]
        await me.destroy(await me.choose(small, "Destroy a minion?", may=True))


class Tackhead(Slasher, of=SLASHERS):
    """You may search your deck or discard pile for Puzzle Box and draw it. Talent: Transfer one of your
    actions from a minion to another one, OR destroy a minion that has Puzzle Box on it.
    """

    tool = "Puzzle Box"

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Transfer one of your actions", self.yours(me)):
                action = await me.choose(self.yours(me), "Transfer which action?")
                others = [minion for minion in me.find_minions() if action is not None and minion is not action.host]
                await me.transfer(action, await me.choose(others, "Transfer it to which minion?"))
            elif chosen("Destroy a minion with Puzzle Box", self.boxed(me)):
                await me.destroy(await me.choose(self.boxed(me), "Destroy which minion?"))

    def yours(self, me: Card) -> list[Card]:
        """The actions on minions that its controller controls."""
        return [
            action for minion in me.find_minions() for action in minion.actions if action.controller == me.controller
        ]

    def boxed(self, me: Card) -> list[Card]:
        """The minions with Puzzle Box on them."""
        return [minion for minion in me.find_minions() if any(action.is_a("Puzzle Box") for action in minion.actions)]


class Cedarface(Slasher, of=SLASHERS):
    """You may search your deck or discard pile for Chainsaw and draw it. Ongoing: Once per turn, when you have given
    this minion a +1 power counter, you may destroy a minion here with power 3 or less.
    """

    tool = "Chainsaw"
    once = ("after_counters",)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me and event.is_placing and event.by == me.controller

    async def after_counters(self, me: Card, event: Event) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=3), "Destroy a minion?", may=True))


def is_slashing(_me: Card, minion: Card) -> bool:
    """Whether a minion is a Slasher."""
    return is_slasher(minion)


class BrutalAttack(Action, of=SLASHERS):
    """Destroy a minion whose printed power is 3 or less at a base where you have a minion. Then you may
    choose a Slasher there; it gets +3 power until the turn ends.
    """

    hunters = Minions(beside_yours=True, max_printed=3)
    boosts = Minions(is_slashing)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *self.boosts(me, at=hunter.base)]

    async def on_play(self, me: Card) -> None:
        minion = await me.choose_hunter(self, "Destroy which minion?", is_affected=True)
        if minion is not None:
            there = minion.base
            await me.destroy(minion)
            await me.add_power(await me.choose(self.boosts(me, at=there), "Give a Slasher +3 power?", may=True), 3)


class ChChChHaHaHa(Action, of=SLASHERS):
    """Choose one of your minions and move it to another base. You may then place this card on top of your deck rather
    than discard it, OR play an extra action.
    """

    name = "Ch-Ch-Ch Ha-Ha-Ha"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))
        async for chosen in me.either(may=True):
            if chosen("Put this onto your deck"):
                me.goes_to(TO_TOP)
            elif chosen("Play an extra action"):
                await me.extra_action()


class HeWasAGoodBoy(Action, of=SLASHERS):
    """Choose a minion in your discard pile and place it into your hand. Play an extra action."""

    name = "He Was A Good Boy!"

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.place_in_hand(await me.choose(minions, "Take which minion?"))
        await me.extra_action()


class HideInTheLaundry(Action, of=SLASHERS):
    """Play on a minion of another player. Play an extra action. Ongoing: When a Slasher has been played or has moved
    here, you may destroy this minion; its controller can prevent that by discarding a card and moving it to a base
    without a Slasher.
    """

    name = "Hide in the Laundry"
    plays_on = ON_MINION
    scope = HERE

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return target.is_enemy_of(player)

    async def on_play(self, me: Card) -> None:
        await me.extra_action()

    def hears(self, me: Card, event: Event) -> bool:
        return is_slasher(event.card)

    async def after_arrived(self, me: Card, event: Event) -> None:
        minion = me.host
        if minion is not None and await me.may(f"Destroy {minion.name}?") and not await self.flee(me, minion):
            await me.destroy(minion)

    async def flee(self, me: Card, minion: Card) -> bool:
        """Let its controller save the minion: discard a card, and move it to a base without a Slasher."""
        you = minion.controller
        havens = [base for base in minion.other_bases if me.hand_of(you) and not any(map(is_slasher, base.minions))]
        to = await me.choose(havens, f"Discard a card to move {minion.name} where?", may=True, player=you)
        paid = to is not None and await me.discard_cards(1, "Discard which card?", player=you)
        return bool(paid and await me.move(minion, to, player=you))


class FallsApart(Lasting):
    """The action is destroyed when the turn ends."""

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me.host)


class ImprovisedWeapon(Action, of=SLASHERS):
    """Search your deck for an action that is played on a minion and draw it. You may play it as an extra
    action; then it is destroyed when the turn ends.
    """

    async def on_play(self, me: Card) -> None:
        action = await me.search(is_play_on_minion, "Draw which action?")
        await me.place_in_hand(action)
        if action is not None and await me.play_card(action, may=True) and action.in_play:
            await me.lay(FallsApart, on=action)


class OhNoooooo(Action, of=SLASHERS):
    """Until the turn ends, a minion of yours gets +3 power. Special: When you have destroyed another player's minion,
    you may play this as an extra action.
    """

    name = "Oh Noooooo!"
    boosts = Minions(yours=True)
    speaks = {"after_destroyed": HAND}

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and event.by == me.controller and me.is_other_player(event.player)

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.play_card(me)


class OriginStory(Action, of=SLASHERS, copies=2):
    """Reveal cards off your deck until a minion turns up (a Slasher, if you have none in play), draw it, and shuffle
    the others in. Play an extra action.
    """

    rulings = (
        "Any minion will do only while you have a Slasher in play; without one, reveal until you find a Slasher.",
    )

    async def on_play(self, me: Card) -> None:
        has_one = any(is_slasher(minion) for minion in me.minions_in_play(yours=True))
        found, rest = me.reveal_until(is_minion if has_one else is_slasher)
        await me.place_in_hand(found)
        await me.shuffle_into_deck(rest)
        await me.extra_action()


class TheEnd(Action, of=SLASHERS, copies=2):
    """From your discard pile, draw an action that is played on a minion. You may play it now as an extra action."""

    name = "The End?"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if is_play_on_minion(card)]
        action = await me.choose(actions, "Draw which action?")
        await me.place_in_hand(action)
        await me.play_card(action, may=True)


class AustinKirkMask(Action, of=SLASHERS):
    """Play on your minion. Ongoing: When one or more minions here have been destroyed, choose one of them: this minion
    gets as much power as that one had, until the turn ends.
    """

    plays_on = ON_YOUR_MINION
    scope = HERE

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        victim = await me.choose(event.batch, "Whose power does it take?")
        if victim is not None:
            await me.add_power(me.host, event.powers[victim])


class Chainsaw(Action, of=SLASHERS):
    """Play on your minion. Ongoing: When your turn starts, it gets a +1 power counter. When a minion has been
    destroyed, you may move this minion to that base or, if it is there, away from it.
    """

    plays_on = ON_YOUR_MINION

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.add_counters(me.host)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        bases = me.other_bases if event.base is me.base else [base for base in me.other_bases if base is event.base]
        await me.move(me.host, await me.choose(bases, "Move the minion with Chainsaw where?", may=True))


class ClawedGlove(Action, of=SLASHERS):
    """Play on your minion. Talent: A minion here gets -1 power until your next turn starts. Ongoing: When one or more
    minions here have been destroyed, this minion gets a +1 power counter.
    """

    plays_on = ON_YOUR_MINION
    scope = HERE

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(here=True), "Which minion gets -1 power?")
        await me.add_power(minion, -1, until=YOUR_TURN_START)

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me.host)


class Machete(Action, of=SLASHERS):
    """Play on your minion. Talent: Move it to a base where another player has a minion. Ongoing: When one or more
    minions here have been destroyed, each of your minions here gets +1 power until the turn ends. At the end of a turn
    in which this minion destroyed a minion, return this to your hand.
    """

    plays_on = ON_YOUR_MINION
    scope = HERE

    async def talent(self, me: Card) -> None:
        bases = [base for base in me.other_bases if any(me.is_enemy(minion) for minion in base.minions)]
        await me.move(me.host, await me.choose(bases, "Move the minion with Machete where?"))

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        await me.add_power(me.find_minions(here=True, yours=True), 1)

    def is_start_for(self, me: Card, player: int) -> bool:
        host = me.host
        if host is None:
            return False
        killed = [deed for deed in me.deeds(DESTROYED) if me.card(deed.card).is_minion]
        return any(deed.other == host.id and deed.other_arrival == host.entered for deed in killed)

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.return_to_hand(me)


class PuzzleBox(Action, of=SLASHERS):
    """Play on your minion. Ongoing: While you don't control that minion, its abilities are cancelled. When one or more
    minions have been destroyed anywhere, draw a card.
    """

    plays_on = ON_YOUR_MINION
    wavers = True

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card) and card.is_minion and not me.controls(card)

    def hears(self, me: Card, event: Event) -> bool:
        return next((card for card in event.batch if card.is_minion), None) is event.card

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.draw()

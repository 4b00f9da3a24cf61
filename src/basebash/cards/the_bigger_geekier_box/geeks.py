"""Geeks: they know the rules, and they know when to object."""

from basebash.engine import (
    ACTION,
    ANY_KIND,
    HAND,
    PLACE,
    TO_HAND,
    TURN_END,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Lasting,
    Minion,
    Minions,
    Resolving,
)

GEEKS = Faction(
    "Geeks",
    set_name="The Bigger Geekier Box",
    intro=(
        "You play on everybody's turn: Wil Wheaton and Force of Wil stop an action before it does anything, "
        "and Control Minion takes a minion over while it is being played. "
        "Keep those cards back and watch the others hesitate. "
        "A Fan that you don't need is a fresh card at any time of your turn."
    ),
    summary="Say no to other players' cards",
    difficulty=5,
    tags=("smash", "draw"),
    icon="dice-twenty-faces-twenty",
    colours=("#114242", "#feddbe"),
)

BEFORE_IT_WORKS = "The action has been played by then, but nothing of what it says has happened yet."
RIGHT_AWAY = "You play the action you chose right away; it can't wait for later in the turn."
NOT_THE_TIME = "An action for which it isn't the time, such as Cosplay, does nothing and stays in your hand."
THIS_TURN_ONLY = "Once the turn is over, an action that is still on a base or minion can't be taken back any more."


def is_theirs(me: Card, event: Event) -> bool:
    """Whether another player than this card's is playing an action."""
    return event.card.is_action and me.is_other_player(event.player)


class FeliciaDay(Minion, of=GEEKS):
    """Move all minions from the other bases to this base."""

    power = 4
    rulings = (
        "They all move at the same moment, as one group.",
        "A minion of that group, such as Cub Scout, doesn't react to others that move with it.",
        "It is you who moves them all, whoever controls them.",
    )

    async def on_play(self, me: Card) -> None:
        await me.move(me.find_minions(elsewhere=True), me.here)


class WilWheaton(Minion, of=GEEKS):
    """Special: When another player plays an action, you may play this minion. That action does nothing and is
    discarded.
    """

    power = 4
    speaks = {"when_played": HAND}
    rulings = (BEFORE_IT_WORKS,)

    def hears(self, me: Card, event: Event) -> bool:
        return is_theirs(me, event)

    async def when_played(self, me: Card, play: Resolving) -> None:
        play.countered = True


class GameGuru(Minion, of=GEEKS, copies=3):
    """Ongoing: Other players' abilities don't affect this minion."""

    power = 3

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and me.is_enemy(act.source)


class Fan(Minion, of=GEEKS, copies=4):
    """Special: On your turn, you may discard this from your hand to draw a card."""

    power = 2
    speaks = {"use": HAND}

    def may_use(self, me: Card, player: int) -> bool:
        return me.is_your_play_cards and me.current_duel is None  # in a duel, only what speaks of duels (D11)

    async def use(self, me: Card, player: int) -> None:
        if await me.discard(me, player=player):
            await me.draw(player=player)


class BannedList(Action, of=GEEKS, copies=2):
    """For each of the other players in turn, name a card, then look at their hand. They place all copies of that card
    from their hand at the bottom of their deck.
    """

    rulings = ("Who doesn't know what a card is called may describe it instead.",)

    async def on_play(self, me: Card) -> None:
        names = me.card_names(ANY_KIND)
        for player in me.others:
            name = await me.choose_name(names, f"Which card is banned from the hand of {me.player_name(player)}?")
            banned = [card for card in me.look_at_hand(player) if card.name == name]
            await me.place_on_deck(banned, bottom=True, player=player)


class ControlMinion(Action, of=GEEKS):
    """Choose a minion and take control of it until the turn ends. Special: Play this when another player plays a
    minion, and take control of that minion until the turn ends.
    """

    targets = Minions()
    speaks = {"when_played": HAND}
    rulings = ("A minion you take over while it is played stays at the base where it was played.",)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Control which minion?")
        await me.give_control(minion, me.controller, until=TURN_END)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and me.is_other_player(event.player)

    async def when_played(self, me: Card, play: Resolving) -> None:
        await me.give_control(play.card, me.controller, until=TURN_END)


class Cosplay(Action, of=GEEKS):
    """Special: Play this when you gain 1 VP or more. Gain 1 VP more."""

    only_special = True
    speaks = {"after_vp": HAND}

    async def on_play(self, me: Card) -> None:
        await me.gain_vp()

    def hears(self, me: Card, event: Event) -> bool:
        return event.player == me.controller and event.number > 0

    async def after_vp(self, me: Card, event: Event) -> None:
        await me.play_card(me)


class ForceOfWil(Action, of=GEEKS):
    """Special: Play this when another player plays an action. That action does nothing and is discarded."""

    name = "Force of Wil"
    only_special = True
    speaks = {"when_played": HAND}
    rulings = (BEFORE_IT_WORKS,)

    def hears(self, me: Card, event: Event) -> bool:
        return is_theirs(me, event)

    async def when_played(self, me: Card, play: Resolving) -> None:
        play.countered = True


class Griefer(Action, of=GEEKS):
    """Pick one of these for each of the other players: they discard a card at random; they destroy one of their
    minions; they shuffle their discard pile into their deck.
    """

    targets = Minions(yours=False)
    rulings = ("You may pick differently for different players.",)

    async def on_play(self, me: Card) -> None:
        ways = ["Discard a random card", "Destroy a minion of theirs", "Shuffle their discard pile in"]
        for player in me.others:
            prey = me.must_affect
            is_bound = prey is not None and prey.controller == player
            way = 2 if is_bound else await me.choose_mode(ways, f"What must {me.player_name(player)} do?")
            if way == 1:
                await me.discard_random(1, player=player)
            elif way == 2:
                minions = self.targets(me, of=player)
                await me.destroy(await me.choose(minions, "Destroy which minion?", player=player), player=player)
            else:
                await me.shuffle_into_deck(me.discard_pile_of(player), player=player)


class MinMaxing(Action, of=GEEKS):
    """Look at another player's hand. You may play an action from there as an extra action."""

    name = "Min-Maxing"

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Look at whose hand?")
        if player is not None:
            await me.play_one([card for card in me.look_at_hand(player) if card.is_action], secret=True, kind=ACTION)


class Mulligan(Action, of=GEEKS):
    """Look at your deck's top five cards. You may draw them and shuffle all other cards of your hand into your deck."""

    rulings = ("If you don't draw them, the five cards stay on top in their order.",)

    async def on_play(self, me: Card) -> None:
        cards = me.look_at_top(5)
        hand = me.hand
        if await me.may("Draw these cards and shuffle your hand into your deck?"):
            await me.draw(len(cards))
            await me.shuffle_into_deck(hand)


class BackToTheHand(Lasting):
    """The action `amount`, when it would be discarded, may go back to the hand, once."""

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.id == me.amount

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        if not await me.may(f"Put {card.name} back into your hand?"):
            return None
        me.end()
        return me.instead(card, PLACE, to=TO_HAND)


class NonInfiniteLoop(Action, of=GEEKS):
    """Choose an action in your hand and play it as an extra action. If it would go to the discard pile this turn, you
    may return it to your hand instead.
    """

    name = "Non-Infinite Loop"
    rulings: tuple[str, ...] = (RIGHT_AWAY, NOT_THE_TIME, THIS_TURN_ONLY)

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.hand if card.is_action]
        action = await me.choose(actions, "Play which action?", secret=True)
        if action is not None and me.can_play(action, kind=ACTION):
            me.lay_down(BackToTheHand, amount=action.id)
            await me.play_card(action, kind=ACTION)


class RulesLawyer(Action, of=GEEKS, copies=2):
    """Transfer an action on a base to another base, or an action on a minion to another minion."""

    async def on_play(self, me: Card) -> None:
        action = await me.choose(me.all_actions, "Transfer which action?")
        if action is not None and action.host is not None:
            places = me.bases if action.host.is_base else me.find_minions()
            others = [place for place in places if place is not action.host]
            await me.transfer(action, await me.choose(others, f"Transfer {action.name} where?"))

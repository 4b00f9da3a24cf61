"""Vikings: what belongs to others will soon be in your hand."""

from basebash.engine import DECK, DISCARD, ON_YOUR_MINION, Action, Card, Event, Faction, Minion, Minions

VIKINGS = Faction(
    "Vikings",
    set_name="Oops, You Did It Again",
    intro=(
        "You plunder: cards from other players' decks, hands and discard piles come into your hand, and you play them "
        "as your own. "
        "What you don't need now goes back on top of your deck for a burst of power. "
        "Choose whom to rob by what you need; every card you play goes back to its owner in the end."
    ),
    summary="Plunder decks, hands, discard piles",
    difficulty=3,
    tags=("draw", "grow"),
    icon="viking-head",
    colours=("#3a5567", "#f8d3b0"),
)

PLUNDER = (
    "You play cards of other players in your hand like your own and control them until they leave play; then, and "
    "whenever all can see them go elsewhere, they go to their owners."
)
UNSEEN = "It may be another player's card: nobody sees it, so it stays in your deck."


def is_loot(card: Card) -> bool:
    """Whether a Viking takes it: any action, and minions of power up to 3."""
    return card.is_action or (card.is_minion and card.power <= 3)


async def stash(me: Card, prompt: str, *, low: int = 1, high: int = 1, player: int | None = None) -> int:
    """Its controller (or `player`) places cards from hand on top of their deck, unseen; how many."""
    who = me.controller if player is None else player
    cards = await me.choose_some(me.hand_of(who), prompt, low=low, high=high, player=who)
    return len(await me.put_back(cards, "In which order? The first is uppermost.", deck_of=who, player=who))


class Valkyrie(Minion, of=VIKINGS):
    """Choose a minion in another player's discard pile and place it into your hand."""

    power = 5
    rulings = (PLUNDER,)

    async def on_play(self, me: Card) -> None:
        fallen = [card for player in me.others for card in me.discard_pile_of(player) if card.is_minion]
        await me.place_in_hand(await me.choose(fallen, "Take which minion?"), hand_of=me.controller)


class Raider(Minion, of=VIKINGS, copies=2):
    """Talent: Put up to three cards from your hand onto your deck. For each of them, this minion gets +1
    power until the turn ends.
    """

    power = 4
    rulings = (UNSEEN,)

    async def talent(self, me: Card) -> None:
        await me.add_power(me, await stash(me, "Place which cards on top of your deck?", low=0, high=3))


class ShieldMaiden(Minion, of=VIKINGS, copies=3):
    """Choose another player and reveal the top card of their deck. An action, or a minion with power 3 or
    less, goes into your hand.
    """

    power = 3
    rulings = (PLUNDER,)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Whose deck?")
        cards = [] if player is None else me.reveal_top(player=player)
        await me.place_in_hand([card for card in cards if is_loot(card)], hand_of=me.controller)


class Huscarl(Minion, of=VIKINGS, copies=4):
    """Talent: Put a card from your hand onto your deck. If you do, this minion gets +2 power until the turn ends."""

    power = 2
    rulings = (UNSEEN,)

    async def talent(self, me: Card) -> None:
        if await stash(me, "Place which card on top of your deck?"):
            await me.add_power(me, 2)


class Berserk(Action, of=VIKINGS, copies=2):
    """Put a card from your hand onto your deck. If you do, a minion of yours gets +3 power until the turn ends."""

    boosts = Minions(yours=True)
    rulings = (UNSEEN,)

    async def on_play(self, me: Card) -> None:
        if await stash(me, "Place which card on top of your deck?"):
            await me.add_power(await me.choose(self.boosts(me), "Which minion gets stronger?"), 3)


class CastTheRunes(Action, of=VIKINGS):
    """Look at another player's hand and at the top two cards of their deck, which you put back in any order. Play
    an extra action.
    """

    name = "Cast the Runes"

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Whose hand and deck?")
        if player is not None:
            me.look_at_hand(player)
            cards = me.look_at_top(2, player=player)
            await me.put_back(cards, "In which order? The first is uppermost.", deck_of=player)
        await me.extra_action()


class CombatTraining(Action, of=VIKINGS):
    """Your minions have +1 power each until the turn ends."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 1)


class Pillage(Action, of=VIKINGS):
    """Choose another player. A random card from their hand goes into yours."""

    rulings = (PLUNDER,)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "From whose hand?")
        if player is not None:
            await me.place_in_hand(me.random_cards(me.hand_of(player), 1), hand_of=me.controller)


class RaidingParty(Action, of=VIKINGS, copies=2):
    """Choose another player and reveal the top three cards of their deck. As an extra card, you may play one
    of them that is an action, or a minion with power 4 or less. The others go back in any order.
    """

    rulings = (PLUNDER, "You play the card right from among the revealed ones, not from your hand.")

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Whose deck?")
        if player is None:
            return
        cards = me.reveal_top(3, player=player)
        attempt = await me.play_one([card for card in cards if card.is_action or card.power <= 4])
        rest = [card for card in cards if card is not attempt.card and card.zone == DECK]
        await me.put_back(rest, "In which order? The first is uppermost.", deck_of=player)


class Ransack(Action, of=VIKINGS):
    """Choose an action on a minion or base, or a buried card. Put it into your hand."""

    rulings = (PLUNDER,)

    async def on_play(self, me: Card) -> None:
        loot = await me.choose([*me.all_actions, *me.buried()], "Take which card?")
        homeless = loot is not None and (loot.is_treasure or loot.is_monster)  # it goes to its own discard pile (MT44)
        await me.place_in_hand(loot, hand_of=None if homeless else me.controller)


class Tribute(Action, of=VIKINGS):
    """Draw three cards."""

    async def on_play(self, me: Card) -> None:
        await me.draw(3)


class VikingFuneral(Action, of=VIKINGS):
    """Play on a minion of yours that has power 5 or more. Ongoing: When this minion has gone to the discard pile,
    gain 1 VP, and put it back in the box if you own it.
    """

    plays_on = ON_YOUR_MINION
    lingers = True
    rulings = ("A card in the box is out of the game for good.",)

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return target.power >= 5

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_on(event.card)

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.gain_vp()
        if event.card.owner == me.controller and event.card.zone == DISCARD:
            await me.place_in_box(event.card)

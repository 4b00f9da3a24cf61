"""The bases of Science Fiction Double Feature."""

from basebash.cards.science_fiction_double_feature.cyborg_apes import CYBORG_APES
from basebash.cards.science_fiction_double_feature.shapeshifters import SHAPESHIFTERS
from basebash.cards.science_fiction_double_feature.super_spies import SUPER_SPIES
from basebash.cards.science_fiction_double_feature.time_travelers import TIME_TRAVELERS
from basebash.engine import HERE, Base, Card, Event, Scoring, Who, is_minion


class MonkeyLab(Base, of=CYBORG_APES):
    """Each minion here has +1 power per action on it."""

    breakpoint = 23
    vp = (4, 2, 1)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(minion.actions) if minion.is_on(me) else 0


class PrimatePark(Base, of=CYBORG_APES):
    """After this base scores, the winner may return to their hand any number of the actions they have on
    minions here.
    """

    breakpoint = 20
    vp = (3, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            actions = [a for minion in me.minions for a in minion.actions if a.controller == player]
            picked = await me.choose_some(actions, "Return which actions to your hand?", player=player)
            await me.return_to_hand(picked, player=player)


class FacelessCity(Base, of=SHAPESHIFTERS):
    """After you play a minion here, once per turn, you may search your deck for another copy of it. Reveal
    it, place it into your hand, and shuffle.
    """

    breakpoint = 20
    vp = (4, 2, 1)

    scope = HERE
    once = ("after_minion_played",)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you, minion = event.player, event.card
        if await me.may(f"Search for another {minion.name}?", player=you):
            copy = await me.search(minion.shares_name, "Take which copy?", player=you)
            await me.place_in_hand(copy, player=you)


class TheVats(Base, of=SHAPESHIFTERS):
    """A minion can't be played here while a minion of the same name is here."""

    breakpoint = 15
    vp = (3, 1, 1)

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return base is me and card.is_minion and any(minion.is_a(card.name) for minion in me.minions)


class IsisSwinginPad(Base, of=SUPER_SPIES):
    """After the first minion you play here each turn, you may look at the top cards of one player's deck, as
    many as that minion's printed power. Place them back in any order.
    """

    name = "ISI's Swingin' Pad"
    breakpoint = 21
    vp = (4, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        whose = await me.choose_player(me.clockwise(), "Look at whose deck?", may=True, player=you)
        if whose is not None:
            cards = me.look_at_top(event.card.printed_power, player=whose, seen_by=you)
            await me.put_back(cards, "In which order? The first is uppermost.", deck_of=whose, player=you)


class SecretVolcanoHeadquarters(Base, of=SUPER_SPIES):
    """Each player with a minion here, before this base scores, reveals the top card of their deck and plays
    it here if it is a minion.
    """

    breakpoint = 18
    vp = (4, 3, 2)

    async def before_scoring(self, me: Card, base: Card) -> None:
        for player in me.clockwise():
            if me.minions_of(player):
                for card in filter(is_minion, me.reveal_top(player=player)):
                    await me.play_card(card, at=me, player=player)


class PortalRoom(Base, of=TIME_TRAVELERS):
    """When the current turn is over, the winner takes an extra turn."""

    breakpoint = 22
    vp = (2, 3, 1)

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.take_extra_turn(player=player)


class TheNexus(Base, of=TIME_TRAVELERS):
    """After this base scores, before it is replaced, the winner may choose a base in the base discard pile
    and place it on top of the base deck.
    """

    breakpoint = 19
    vp = (3, 3, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            bases = me.base_discard
            await me.place_base_on_deck(await me.choose(bases, "Which base comes next?", may=True, player=player))

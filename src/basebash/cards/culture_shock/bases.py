"""The bases of World Tour: Culture Shock."""

from basebash.cards.culture_shock.anansi_tales import ANANSI_TALES
from basebash.cards.culture_shock.ancient_incas import ANCIENT_INCAS
from basebash.cards.culture_shock.grimms_fairy_tales import GRIMMS_FAIRY_TALES
from basebash.cards.culture_shock.polynesian_voyagers import MORE_BASES, POLYNESIAN_VOYAGERS
from basebash.cards.culture_shock.russian_fairy_tales import RUSSIAN_FAIRY_TALES
from basebash.engine import ACTION, ASIDE, HERE, ON_THIS_BASE, PLAYED, Allowance, Base, Card, Event, Scoring

THREE_BASES = "Polynesian Voyagers bring three bases instead of two, and all three are shuffled in."


class AnansisWeb(Base, of=ANANSI_TALES):
    """If you have a minion here after playing your first standard action of a turn, you may place that
    action into another player's hand, rather than the discard pile, to draw two cards.
    """

    name = "Anansi's Web"
    breakpoint = 17
    vp = (3, 2, 1)
    rulings = ("Actions that say themselves where they go afterwards, such as Ear of Corn, don't count.",)

    def hears(self, me: Card, event: Event) -> bool:
        played = [deed.card for deed in me.deeds(PLAYED, player=event.player)]
        standard = [card for card in played if me.card(card).is_standard]
        resolving = event.card.resolving
        return standard == [event.card.id] and not (resolving is not None and resolving.kept)

    async def after_action_played(self, me: Card, event: Event) -> None:
        you, action = event.player, event.card
        if action.zone != ASIDE or not me.minions_of(you):
            return
        others = [player for player in me.clockwise() if player != you]
        to = await me.choose_player(
            others, f"Give {action.name} to another player to draw two cards?", may=True, player=you
        )
        if to is not None and await me.place_in_hand(action, hand_of=to, player=you):
            await me.draw(2, player=you)


class StorytellersHut(Base, of=ANANSI_TALES):
    """Once on your turn, you may place a counter on this base by playing an extra action. Each of those
    counters lowers the breakpoint here by 2.
    """

    name = "Storyteller's Hut"
    breakpoint = 24
    vp = (4, 2, 1)
    rulings = ("These counters aren't +1 power counters, and neither kind counts as the other.",)

    def offers(self, me: Card, player: int) -> Allowance | None:
        return Allowance(ACTION)

    async def offer_used(self, me: Card, player: int, card: Card) -> None:
        me.tally(me)

    def breakpoint_bonus(self, me: Card, base: Card) -> int:
        return -2 * me.counters if base is me else 0


class Cuzcu(Base, of=ANCIENT_INCAS):
    """Each action on this base lowers its breakpoint by 3."""

    breakpoint = 30
    vp = (5, 3, 2)

    def breakpoint_bonus(self, me: Card, base: Card) -> int:
        return -3 * len(me.actions) if base is me else 0


class MachuPicchu(Base, of=ANCIENT_INCAS):
    """Each time you have played an action on this base, draw a card."""

    breakpoint = 20
    vp = (4, 2, 1)

    scope = ON_THIS_BASE

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class GingerbreadHouse(Base, of=GRIMMS_FAIRY_TALES):
    """Before this base scores, everybody may pick two of their own minions here that have equal power. Each
    of the two gets +2 power until the turn ends.
    """

    breakpoint = 21
    vp = (4, 2, 1)
    rulings = ("Pick two minions or none: a single one isn't possible.",)

    async def before_scoring(self, me: Card, base: Card) -> None:
        for player in me.clockwise():
            minions = me.minions_of(player)
            paired = [m for m in minions if any(o.power == m.power for o in minions if o is not m)]
            first = await me.choose(paired, "Choose the first of two minions", may=True, player=player)
            if first is not None:
                equals = [m for m in paired if m.power == first.power and m is not first]
                second = await me.choose(equals, "And the second?", player=player)
                await me.add_power([m for m in (first, second) if m is not None], 2, player=player)


class WoodlandCottage(Base, of=GRIMMS_FAIRY_TALES):
    """Once per turn, when you have played a minion here, you may take a minion with power 3 or less into your
    hand; search your deck for it.
    """

    breakpoint = 19
    vp = (3, 1, 1)

    scope = HERE
    once = ("after_minion_played",)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        if await me.may("Search your deck?", player=you):
            minion = await me.search(lambda card: card.is_minion and card.power <= 3, "Take which minion?", player=you)
            await me.place_in_hand(minion, player=you)


class IslandChain(Base, of=POLYNESIAN_VOYAGERS):
    """After this base scores, the base deck's top card is played as an extra base."""

    breakpoint = 17
    vp = (3, 1, 1)
    rulings = (
        *MORE_BASES,
        "If another ability offers a different way to choose the next base, the current player picks one of them.",
        THREE_BASES,
    )

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        if not scoring.replaces:  # Weird New Worlds of 2016 speaks of the replacement only
            await me.add_base()
            return
        scoring.offers_top = True

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        if scoring.took_top:
            await me.add_base()


class IslandPeak(Base, of=POLYNESIAN_VOYAGERS):
    """At the start of your turn, if a minion of yours is your only one here, it gets a +1 power counter."""

    breakpoint = 23
    vp = (4, 2, 1)
    rulings = (THREE_BASES,)

    async def start_of_turn(self, me: Card, player: int) -> None:
        minions = me.minions_of(player)
        if len(minions) == 1:
            await me.add_counters(minions, player=player)


class TropicalParadise(Base, of=POLYNESIAN_VOYAGERS):
    """While every player has at least one minion here, this base's starting breakpoint is 0."""

    breakpoint = 20
    vp = (3, 2, 1)
    rulings = (THREE_BASES,)

    def starting_breakpoint_of(self, me: Card, base: Card) -> int | None:
        players = range(me.player_count)
        return 0 if base is me and all(me.minions_of(player) for player in players) else None


class GiantTurnip(Base, of=RUSSIAN_FAIRY_TALES):
    """Each minion here lowers this base's breakpoint by 1."""

    breakpoint = 30
    vp = (5, 3, 3)

    def breakpoint_bonus(self, me: Card, base: Card) -> int:
        return -len(me.minions) if base is me else 0


class TransformationSpring(Base, of=RUSSIAN_FAIRY_TALES):
    """Once during your turn, after playing a minion here, you may place that minion at the bottom of its
    owner's deck, to play here, as an extra minion, one off the top of your deck.
    """

    breakpoint = 19
    vp = (4, 2, 1)
    rulings = ("This works in every phase of your turn.",)

    scope = HERE
    once = ("after_minion_played",)

    def holds(self, me: Card, event: Event) -> bool:
        return event.player == me.turn_player and event.card.base is me

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you, minion = event.player, event.card
        wants = await me.may(f"Transform {minion.name}?", player=you)
        if wants and await me.place_on_deck(minion, bottom=True, player=you):
            await me.play_off_top(at=me, player=you)

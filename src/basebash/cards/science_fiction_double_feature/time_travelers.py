"""Time Travelers: nothing is used only once."""

from basebash.engine import (
    ACTION,
    AFTER_SCORING,
    BESIDE,
    DISCARD,
    MINION,
    ON_BASE,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
    is_action,
    is_minion,
)

TIME_TRAVELERS = Faction(
    "Time Travelers",
    hyphenated="Time Trav|elers",
    set_name="Science Fiction Double Feature",
    summary="Play the same cards twice",
    difficulty=3,
    tags=("draw", "swarm"),
    icon="hourglass",
    colours=("#0f6c70", "#ffc2d1"),
    intro=(
        "Do it again: return a minion and replay its ability with Doctor When or Do Over!, "
        "and repeat an old action with It's Astounding. "
        "Repeater Perfect and Time Raider keep your best cards coming round, Jumpers never stay gone, "
        "and Stasis Field stops the clock at a base you aren't ready for. "
        "Pair them with minions that do something when played."
    ),
)


async def replay(me: Card, minion: Card | None) -> None:
    """Returns a minion to hand, from where its controller may play it again at once, if it is theirs."""
    for returned in await me.return_to_hand(minion):
        if returned in me.hand:
            await me.play_card(returned, may=True, kind=MINION)


class DoctorWhen(Minion, of=TIME_TRAVELERS):
    """You may return another of your minions to your hand. Then you may play it as an extra minion."""

    power = 5
    rulings = ("The extra minion is played right away or not at all.",)

    async def on_play(self, me: Card) -> None:
        minions = me.find_minions(yours=True, another=True)
        await replay(me, await me.choose(minions, "Return which minion?", may=True))


class RepeaterPerfect(Minion, of=TIME_TRAVELERS, copies=2):
    """Choose an action in your discard pile and place it on top of your deck."""

    power = 4

    async def on_play(self, me: Card) -> None:
        actions = filter(is_action, me.discard_pile)
        await me.place_on_deck(await me.choose(actions, "Place which action on top of your deck?"))


class TimeRaider(Minion, of=TIME_TRAVELERS, copies=3):
    """Talent: Choose a card in your discard pile and place it on the bottom of your deck."""

    power = 3

    async def talent(self, me: Card) -> None:
        card = await me.choose(me.discard_pile, "Place which card on the bottom of your deck?")
        await me.place_on_deck(card, bottom=True)


class Jumper(Minion, of=TIME_TRAVELERS, copies=4):
    """Ongoing: You may place this minion back into your hand when it goes from play to the discard pile."""

    power = 2

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        if me.zone == DISCARD and await me.may(f"Place {me.name} back into your hand?"):
            await me.place_in_hand(me)


class OnePointTwoOneGigawatts(Action, of=TIME_TRAVELERS):
    """Choose actions or minions, and shuffle all of that kind from your discard pile into your deck."""

    name = "1.21 Gigawatts"
    rulings = ("It is one kind or the other, never both.",)

    async def on_play(self, me: Card) -> None:
        pile = me.discard_pile
        if pile:
            kind = await me.choose_mode(["Actions", "Minions"], "Shuffle all of which kind in?")
            await me.shuffle_into_deck(filter(is_action if kind == 1 else is_minion, pile))


class DoOver(Action, of=TIME_TRAVELERS, copies=2):
    """Return one of your minions to your hand from its base. You may then play it as an extra minion."""

    name = "Do Over!"
    targets = Minions(yours=True)
    rulings = ("The extra minion is played right away or not at all.",)

    async def on_play(self, me: Card) -> None:
        await replay(me, await me.choose(self.targets(me), "Return which minion?"))


class IntoTheTimeSlip(Action, of=TIME_TRAVELERS, copies=2):
    """Return any card in play to its owner's hand."""

    name = "Into the Time Slip"
    targets = Minions()

    async def on_play(self, me: Card) -> None:
        cards = self.targets(me) + me.all_actions + me.all_titans + me.buried()
        await me.return_to_hand(await me.choose(cards, "Return which card?"))


class ItsAstounding(Action, of=TIME_TRAVELERS):
    """Choose an action in your discard pile and play it as an extra action."""

    name = "It's Astounding"
    rulings = ("Play it right away, while It's Astounding itself hasn't gone to the discard pile yet.",)

    async def on_play(self, me: Card) -> None:
        await me.play_one(filter(is_action, me.discard_pile), kind=ACTION)


class StasisField(Action, of=TIME_TRAVELERS):
    """Play on a base. Ongoing: It can't score. When your turn starts, destroy this action."""

    plays_on = ON_BASE

    def forbids_scoring(self, me: Card, base: Card) -> bool:
        return base is me.base

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me)


class TimeIsFleeting(Action, of=TIME_TRAVELERS):
    """Special: Play after a base scores, if the base discard pile isn't empty. Choose a base there as the
    replacement, instead of drawing one from the base deck.
    """

    name = "Time is Fleeting"
    rulings = (
        "The base that has just scored can't be the one.",
        "If Island Chain also lets somebody choose the new base, the current player picks one of the ways.",
    )

    window = AFTER_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return bool(me.base_discard)

    async def on_special(self, me: Card, base: Card) -> None:
        chosen = await me.choose(me.base_discard, "Which base comes next?")
        if chosen is not None and me.scoring is not None:
            me.scoring.next_bases.append(chosen)


class TimeWalk(Action, of=TIME_TRAVELERS):
    """This turn, you may play an extra minion, and also an extra action. Draw 2 cards. Instead of going to
    the discard pile, this card is placed on the bottom of your deck.
    """

    rulings = ("The extra cards may come after the draw, unless you play Time Walk outside Play Cards.",)

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()
        await me.extra_action()
        await me.draw(2)
        await me.place_on_deck(me, bottom=True)


class Wormhole(Action, of=TIME_TRAVELERS):
    """Special: Play after a base scores. Choose any number of your minions there and shuffle them into your
    deck.
    """

    targets = Minions(yours=True)
    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        minions = self.targets(me, at=base)
        await me.shuffle_into_deck(await me.choose_some(minions, "Shuffle which minions into your deck?"))


class TimeBox(Titan, of=TIME_TRAVELERS):
    """Special: While this titan isn't in play, it gets a counter when your turn starts and for each card that comes
    to your hand out of play or out of the discard pile. After the fifth counter, or any later one, you may remove
    them all and play this titan. Talent: Play here an extra minion with power 2 or less, an extra action, or both.
    """

    speaks = {"start_of_turn": BESIDE, "after_to_hand": BESIDE}
    rulings = (
        "These counters only count; they aren't +1 power counters, and until it is played nothing else touches them.",
    )

    async def start_of_turn(self, me: Card, player: int) -> None:
        await self.count_up(me, 5)

    def hears(self, me: Card, event: Event) -> bool:
        return event.hand == me.controller

    async def after_to_hand(self, me: Card, event: Event) -> None:
        await self.count_up(me, 5)

    async def talent(self, me: Card) -> None:
        await me.extra_minion(max_power=2, at=me.here)
        await me.extra_action()

"""Rulers of the Cosmos: heroes with talents, and arms that give them more."""

from basebash.engine import (
    BEFORE_SCORING,
    HAND,
    ON_MINION,
    ON_YOUR_MINION,
    PLACE,
    TO_BOTTOM,
    YOUR_TURN_START,
    Ability,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Lasting,
    Listener,
    Minion,
    Minions,
)

RULERS_OF_THE_COSMOS = Faction(
    "Rulers of the Cosmos",
    set_name="Half the Battle",
    summary="Arm heroes with talents",
    difficulty=5,
    tags=("grow", "move"),
    icon="sword-brandish",
    colours=("#463583", "#f0bb63"),
    intro=(
        "Your actions give talents to the minions they are on, and can wander from one minion to the next. "
        "An action that moves on can be used again by its new bearer in the same turn: plan the route. "
        "Let Young Noble carry a sword, and he comes back as the mightiest minion you have."
    ),
)

GIVEN = (
    "Transferred to another minion, the action gives its talent there, even if it was used this turn; back on the "
    "first minion it is new again. A minion that is swapped in has it too. The talent is its minion's: whoever "
    "controls the minion uses it. Two copies on one minion give it two talents."
)
COPIED = "A copied talent happens as if the copying card had it, this one time; it isn't that card's talent otherwise."
INSTEAD = "The Special is used in place of what the card does when it is played normally."


def has_sword(minion: Card) -> bool:
    """Whether a Sword card is on a minion."""
    return any("Sword" in action.name.split() for action in minion.actions)


async def move_on(me: Card, action: Card | None, minions: list[Card]) -> Card | None:
    """Transfers an action to another of these minions; the one that has it now."""
    others = [minion for minion in minions if action is not None and minion is not action.host]
    to = await me.choose(others, "Transfer it to which minion?")
    return to if await me.transfer(action, to) else None


# --------------------------------------------------------------------------------------------- what the actions give
class Fortifying(Ability):
    """What Armor of Battle gives."""

    async def talent(self, me: Card) -> None:
        armed = sum(bool(minion.actions) for minion in me.find_minions(here=True, yours=True))
        me.change_breakpoint(me.base, 2 * armed, until=YOUR_TURN_START)


class Riding(Ability):
    """What Fearless Friend gives."""

    async def talent(self, me: Card) -> None:
        await me.move(me, await me.choose(me.other_bases, "Move where?"))


class Channeling(Ability):
    """What Magic Weapon gives."""

    async def talent(self, me: Card) -> None:
        players = {minion.controller for minion in me.here.minions if minion.is_controlled}
        async for chosen in me.either():
            if chosen(f"Gain +{len(players)} power"):
                await me.add_power(me, len(players), until=YOUR_TURN_START)
            elif chosen("Draw a card", len(me.actions) == 1):
                await me.draw()


class Untouched(Lasting):
    """Other players' cards do not affect the minion."""

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and me.is_enemy(act.source)


class Warding(Ability):
    """What Powerful Sword gives."""

    async def talent(self, me: Card) -> None:
        await me.lay(Untouched, on=me, until=YOUR_TURN_START)


class Striking(Ability):
    """What Sword That's Powerful gives."""

    async def talent(self, me: Card) -> None:
        await me.add_counters(me)


FORTIFYING = Fortifying()
RIDING = Riding()
CHANNELING = Channeling()
WARDING = Warding()
STRIKING = Striking()


# --------------------------------------------------------------------------------------------- minions
class BackUnderItsDeck(Lasting):
    """When the turn ends, or when it leaves play before, the action goes to the bottom of its owner's deck."""

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.place_on_deck(me.host, bottom=True)

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card)

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_BOTTOM)

    async def instead_of_returned(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_BOTTOM)


class GalWoman(Minion, of=RULERS_OF_THE_COSMOS):
    """Talent: Play an extra action from any player's discard pile that is played on a minion. When the turn
    ends, or when it leaves play before, put it on the bottom of its owner's deck.
    """

    name = "Gal-Woman"
    power = 5

    async def talent(self, me: Card) -> None:
        piles = [card for player in me.clockwise() for card in me.discard_pile_of(player)]
        attempt = await me.play_one(card for card in piles if card.is_minion_action)
        await me.lay(BackUnderItsDeck, on=attempt.played)


class GuyMan(Minion, of=RULERS_OF_THE_COSMOS):
    """Talent: Copy the talent of another of your minions."""

    name = "Guy-Man"
    power = 5
    rulings = (
        "The talent may be printed on that minion or given to it by an action, but not an action's own talent.",
        COPIED,
    )

    def worth_copying(self, minion: Card) -> list[Listener]:
        """The talents of a minion but for this one, which would only ask once more, and for ever."""
        return [talent for talent in minion.talents_of(minion) if talent[0] is not self]

    async def talent(self, me: Card) -> None:
        others = [minion for minion in me.minions_in_play(yours=True) if minion is not me]
        able = [minion for minion in others if self.worth_copying(minion)]
        minion = await me.choose(able, "Copy the talent of which minion?")
        if minion is not None:
            await me.copy_talent(self.worth_copying(minion))


class Andko(Minion, of=RULERS_OF_THE_COSMOS, copies=2):
    """Talent: Play an extra action on a minion without any action on it."""

    power = 3

    async def talent(self, me: Card) -> None:
        await me.extra_action(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and target.is_minion and not target.actions


class ManWithArms(Minion, of=RULERS_OF_THE_COSMOS, copies=2):
    """Talent: With an action on it, this minion gets +2 power until your next turn starts. Ongoing: Once per
    turn, instead of a talent that an action gives it, this minion may use another of its talents once more.
    """

    name = "Man with Arms"
    power = 3

    async def talent(self, me: Card) -> None:
        if me.actions:
            await me.add_power(me, 2, until=YOUR_TURN_START)

    async def swaps_talent(self, me: Card, talent: Listener) -> Listener | None:
        others = [other for other in me.talents_of(me) if other != talent]
        return await me.choose_talent(others, "Use another talent instead?", may=True)


class Frogga(Minion, of=RULERS_OF_THE_COSMOS, copies=2):
    """Draw the first action off the top of your deck that is played on minions. Ongoing: When this minion
    leaves play, you may choose an action on it and shuffle that into your deck.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.draw_off_top(lambda card: card.is_minion_action)

    async def this_leaves(self, me: Card, event: Event) -> None:
        action = await me.choose(me.actions, "Shuffle which action into your deck?", may=True)
        await me.shuffle_into_deck(action)


class YoungNoble(Minion, of=RULERS_OF_THE_COSMOS, copies=2):
    """Talent: If this minion has a Sword card on it, swap it for a minion with power 5 or more, which may
    come from hand, deck or discard pile.
    """

    power = 2
    rulings = (
        (
            "A Sword card is an action played on a minion with 'Sword' in its name, whichever set it is from. Young "
            "Nobles with different pictures are the same card."
        ),
    )

    async def talent(self, me: Card) -> None:
        if has_sword(me):
            await me.swap_for(me, lambda card: card.is_minion and card.power >= 5, hand=True, deck=True, discard=True)


# --------------------------------------------------------------------------------------------- actions
class ArmorOfBattle(Action, of=RULERS_OF_THE_COSMOS):
    """Play on a minion. Ongoing: It has 'Talent: Count your minions here that have actions on them. Until your next
    turn starts, this base's breakpoint is higher by twice that number.'
    """

    name = "Armor of Battle"
    plays_on = ON_MINION
    rulings = ("The number is worked out once; it stays the same if minions or actions come or go.", GIVEN)

    def lends(self, me: Card) -> Ability | None:
        return FORTIFYING


def can_be_armed(me: Card, minion: Card) -> bool:
    """Whether an action is on another minion of its controller."""
    return any(other.actions for other in me.find_minions(yours=True) if other is not minion)


class DoltsHalfwitsFoolsMorons(Action, of=RULERS_OF_THE_COSMOS):
    """Choose any actions on your minions and transfer each to another minion of yours. Every minion that got one so
    also gets a +1 power counter.
    """

    name = "Dolts, Halfwits, Fools, Morons!"
    boosts = Minions(can_be_armed, yours=True)
    rulings = ("A minion that got several actions still gets one counter.",)

    async def on_play(self, me: Card) -> None:
        yours = me.find_minions(yours=True)
        prey = me.must_affect
        actions = [action for minion in yours if minion is not prey for action in minion.actions]
        got: list[Card] = []
        for action in await me.choose_some(actions, "Transfer which actions?", low=0 if prey is None else 1):
            minion = await move_on(me, action, yours)
            if minion is not None and minion not in got:
                got.append(minion)
        await me.add_counters(got)


class FearlessFriend(Action, of=RULERS_OF_THE_COSMOS, copies=2):
    """Play on one of your minions. Ongoing: It has 'Talent: Move this minion.'"""

    plays_on = ON_YOUR_MINION
    rulings = (GIVEN,)

    def lends(self, me: Card) -> Ability | None:
        return RIDING


class MagicWeapon(Action, of=RULERS_OF_THE_COSMOS):
    """Play on a minion. Ongoing: It has 'Talent: For each player with a minion here, this minion gets +1
    power until your next turn starts OR, if exactly one action is on this minion, draw a card.'
    """

    plays_on = ON_MINION
    rulings = (GIVEN,)

    def lends(self, me: Card) -> Ability | None:
        return CHANNELING


class Myaaah(Action, of=RULERS_OF_THE_COSMOS):
    """Choose an action that is played on minions: one on a minion of yours, or one of your discard pile. It goes to
    its owner's hand, and you may play it at once as an extra one.
    """

    name = "MYAAAH!"

    async def on_play(self, me: Card) -> None:
        worn = [action for minion in me.find_minions(yours=True) for action in minion.actions]
        found = [card for card in (*worn, *me.discard_pile) if card.is_minion_action]
        action = await me.choose(found, "Return which action?")
        if action is not None:
            await (me.return_to_hand(action) if action.in_play else me.place_in_hand(action))
            await me.play_card(action if action.zone == HAND else None, may=True)  # also out of another's hand


class MysticTransference(Action, of=RULERS_OF_THE_COSMOS):
    """Play on one of your minions. Ongoing: When another player's turn starts, pick a talent that is given by an
    action of yours in play: this minion may copy it right then. Talent: Transfer one of your actions from this
    minion to another of your minions, or the other way round.
    """

    plays_on = ON_YOUR_MINION
    rulings = (COPIED,)

    def is_start_for(self, me: Card, player: int) -> bool:
        return me.is_other_player(player)

    async def start_of_turn(self, me: Card, player: int) -> None:
        given = [talent for minion in me.all_minions for talent in me.talents_of(minion) if talent[2] != minion.id]
        yours = [talent for talent in given if me.card(talent[2]).controller == me.controller]
        if me.host is not None:
            await me.host.copy_talent(yours, may=True)

    async def talent(self, me: Card) -> None:
        bearer = me.host
        actions = [card for minion in me.find_minions(yours=True) for card in minion.own_actions]
        action = await me.choose(actions, "Transfer which action?")
        if action is not None and bearer is not None:
            await move_on(me, action, me.find_minions(yours=True) if action.host is bearer else [bearer])


class NowYouKnowToxicWaste(Action, of=RULERS_OF_THE_COSMOS):
    """Search your deck for an action that is played on a minion, and draw it. Special: When a base is about to
    score, you may play this card to transfer an action between two minions of yours; then the new bearer may use a
    talent.
    """

    name = "Now You Know: Toxic Waste"
    window = BEFORE_SCORING
    rulings = (INSTEAD, "The action goes to another minion of yours.")

    async def on_play(self, me: Card) -> None:
        action = await me.search(lambda card: card.is_minion_action, "Draw which action?")
        await me.place_in_hand(action, hand_of=me.controller)

    async def on_special(self, me: Card, base: Card) -> None:
        yours = me.find_minions(yours=True)
        action = await me.choose([card for minion in yours for card in minion.actions], "Transfer which action?")
        minion = await move_on(me, action, yours)
        if minion is not None:
            await me.use_talent(minion, counts=True, may=True)


class PowerfulSword(Action, of=RULERS_OF_THE_COSMOS):
    """Play on one of your minions. Ongoing: It has 'Talent: Until your next turn starts, other players' cards don't
    affect this minion.' Talent: Pass on a different action: from this minion to another one of yours.
    """

    plays_on = ON_YOUR_MINION
    rulings = (GIVEN,)

    def lends(self, me: Card) -> Ability | None:
        return WARDING

    async def talent(self, me: Card) -> None:
        others = [] if me.host is None else [action for action in me.host.actions if action is not me]
        await move_on(me, await me.choose(others, "Transfer which action?"), me.find_minions(yours=True))


class SwordThatsPowerful(Action, of=RULERS_OF_THE_COSMOS):
    """Play on one of your minions. Ongoing: It has 'Talent: Place a +1 power counter on this minion.' With a printed
    power of 5 or more it also has +2 power.
    """

    name = "Sword That's Powerful"
    plays_on = ON_YOUR_MINION
    boosts = Minions(min_printed=5)
    rulings = (GIVEN,)

    def lends(self, me: Card) -> Ability | None:
        return STRIKING

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if me.is_on(minion) and minion.printed_power >= 5 else 0

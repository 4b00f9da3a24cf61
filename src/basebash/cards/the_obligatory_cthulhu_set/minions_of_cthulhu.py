"""Minions of Cthulhu: power now, for Madness that is paid for at the end."""

from basebash.cards.the_obligatory_cthulhu_set.madness import madness_in, pass_madness, takes_madness
from basebash.engine import (
    ACTION,
    DESTROYED,
    HERE,
    MADNESS,
    ON_BASE,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
    is_action,
)

MINIONS_OF_CTHULHU = Faction(
    "Minions of Cthulhu",
    set_name="The Obligatory Cthulhu Set",
    summary="Strong actions, paid in Madness",
    difficulty=5,
    tags=("draw", "grow"),
    icon="tentacles-skull",
    colours=("#2e533c", "#7ce5b2"),
    intro=(
        "Your actions destroy, score and lead to more actions, and each of them adds a Madness card to your hand. "
        "The Servitors bring the best ones back, and the Chosen turn Madness into power whenever a base scores. "
        "Every two Madness cards cost 1 VP at the end, so pass them on with the Star-Spawn or win before it matters."
    ),
)


class StarSpawnOfCthulhu(Minion, of=MINIONS_OF_CTHULHU):
    """Talent: Choose another player and place a Madness card from your hand into theirs."""

    name = "Star-Spawn of Cthulhu"
    power = 5

    async def talent(self, me: Card) -> None:
        await pass_madness(me)


class CthulhusChosen(Minion, of=MINIONS_OF_CTHULHU, copies=3):
    """Special: Before any base scores, you may draw a Madness card. If you do, this minion gets +2 power
    until the turn ends.
    """

    name = "Cthulhu's Chosen"
    power = 3
    rulings = (
        (
            "It works for every base that scores, wherever this minion is, once each time; each of several Chosen "
            "wants a Madness card of its own."
        ),
    )

    def in_window(self, me: Card, base: Card) -> bool:
        return bool(me.supply(MADNESS))  # from an empty Madness deck nobody can draw (M11)

    async def before_scoring(self, me: Card, base: Card) -> None:
        if await takes_madness(me, me.controller):
            await me.add_power(me, 2)


class ServitorOfCthulhu(Minion, of=MINIONS_OF_CTHULHU, copies=4):
    """Talent: Destroy this minion, and place an action out of your discard pile on top of your deck."""

    name = "Servitor of Cthulhu"
    power = 2
    rulings = (
        (
            "The action is placed even if this minion can't be destroyed. Destroying it on R'lyeh is either this "
            "talent, for an action, or what that base allows when your turn starts, for 1 VP; it never is both."
        ),
    )

    async def talent(self, me: Card) -> None:
        you = me.controller
        await me.destroy(me)
        actions = [card for card in me.discard_pile_of(you) if card.is_action]
        action = await me.choose(actions, "Place which action on top of your deck?", player=you)
        await me.place_on_deck(action, player=you)


class AltarToCthulhu(Action, of=MINIONS_OF_CTHULHU):
    """Play on a base. Ongoing: You may play an extra action for each minion that you play here."""

    name = "Altar to Cthulhu"

    plays_on = ON_BASE
    scope = HERE + YOURS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.extra_action()


class CompleteTheRitual(Action, of=MINIONS_OF_CTHULHU):
    """Play on a base with a minion of yours. Ongoing: When your turn starts, every minion and action on this base goes
    to the bottom of its owner's deck, and you swap the base with the top one of the base deck.
    """

    name = "Complete the Ritual"
    rulings = (
        (
            "That takes along the actions on those minions, and your own cards no less than the others'. A card that "
            "can't be affected is discarded."
        ),
        (
            "What has no player's deck to go to, such as monsters and treasures, goes to its own discard pile, and a "
            "titan leaves play."
        ),
    )

    plays_on = ON_BASE

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return bool(target.minions_of(player))

    async def start_of_turn(self, me: Card, player: int) -> None:
        base = me.here
        there = [card for on_base in base.on_it for card in (on_base, *on_base.on_it)]
        sunk = [card for card in there if not card.has_owner or card.is_titan]
        for owner in me.clockwise():
            own = [card for card in there if card.owner == owner and card not in sunk]
            sunk += (await me.arrange(own, "In which order? The first is lowest.", player=owner))[::-1]
        await me.place_on_deck(sunk, bottom=True)
        await me.discard(base.on_it)
        new = await me.replace_base(base)
        if new is not None:
            await me.place_base_on_deck(base)


class Corruption(Action, of=MINIONS_OF_CTHULHU, copies=2):
    """Draw a Madness card. Choose a minion and destroy it."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        await me.draw(from_=MADNESS)
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class CthulhuFhtagn(Action, of=MINIONS_OF_CTHULHU):
    """Reveal cards off the top of your deck until there are two actions among them. Those go to your hand, and the
    rest to the bottom of your deck.
    """

    async def on_play(self, me: Card) -> None:
        actions, rest = me.reveal_until(is_action, count=2)
        await me.place_in_hand(actions)
        await me.put_back(rest, "In which order on the bottom? The first is lowest.", bottom=True)


class FurtheringTheCause(Action, of=MINIONS_OF_CTHULHU):
    """Play on a base. Ongoing: When any turn ends during which a minion of another player was destroyed here, you
    gain 1 VP.
    """

    name = "Furthering the Cause"
    rulings = ("It is 1 VP a turn, no matter how many minions were destroyed.",)

    plays_on = ON_BASE

    def is_start_for(self, me: Card, player: int) -> bool:
        fallen = me.deeds(DESTROYED, at=me.base)
        return any(me.card(deed.card).is_minion and me.is_other_player(deed.whose) for deed in fallen)

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.gain_vp()


class ItBeginsAgain(Action, of=MINIONS_OF_CTHULHU):
    """Choose any number of actions in your discard pile and shuffle them into your deck."""

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        await me.shuffle_into_deck(await me.choose_some(actions, "Shuffle which actions into your deck?"))


class MadnessUnleashed(Action, of=MINIONS_OF_CTHULHU):
    """Discard any number of Madness cards. For each of them, you may draw a card and you may play an extra action."""

    rulings = ("Finish discarding before you draw the first card; afterwards no more Madness cards may be discarded.",)

    async def on_play(self, me: Card) -> None:
        for _ in await me.discard(await me.choose_some(madness_in(me.hand), "Discard which Madness cards?")):
            if await me.may("A card and an extra action?"):
                await me.draw()
                await me.extra_action()


class RecruitByForce(Action, of=MINIONS_OF_CTHULHU):
    """Choose any number of minions with power 3 or less in your discard pile and place them on top of your deck."""

    name = "Recruit by Force"

    async def on_play(self, me: Card) -> None:
        small = [card for card in me.discard_pile if card.is_minion and card.power <= 3]
        picked = await me.choose_some(small, "Place which minions on top of your deck?")
        await me.put_back(picked, "In which order? The first is uppermost.")


class TheSealIsBroken(Action, of=MINIONS_OF_CTHULHU):
    """Draw a Madness card. You gain 1 VP."""

    name = "The Seal is Broken"

    async def on_play(self, me: Card) -> None:
        await me.draw(from_=MADNESS)
        await me.gain_vp()


class WhispersInDarkness(Action, of=MINIONS_OF_CTHULHU, copies=2):
    """Draw a Madness card. You may play up to two extra actions."""

    name = "Whispers in Darkness"

    async def on_play(self, me: Card) -> None:
        await me.draw(from_=MADNESS)
        for _ in range(2):
            await me.extra_action()


class Cthulhu(Titan, of=MINIONS_OF_CTHULHU):
    """Special: In place of your regular action, you may draw two Madness cards; then play it on a base with a
    minion of yours. Ongoing: After each Madness card you play or draw, this titan gets a +1 power counter.
    Talent: Draw a Madness card, OR place one from your hand into another player's hand.
    """

    rulings = ("The two Madness cards that bring it into play give it no counters.",)
    price = ACTION
    scope = YOURS

    def where(self, me: Card, player: int) -> list[Card]:
        return [base for base in me.bases if base.minions_of(player)]

    def may_use(self, me: Card, player: int) -> bool:
        return len(me.supply(MADNESS)) >= 2 and super().may_use(me, player)

    async def use(self, me: Card, player: int) -> None:
        await me.draw(2, from_=MADNESS)
        await super().use(me, player)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_madness

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def after_madness(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw a Madness card"):
                await me.draw(from_=MADNESS)
            elif chosen("Place one into another player's hand", madness_in(me.hand)):
                await pass_madness(me)

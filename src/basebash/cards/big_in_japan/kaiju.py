"""Kaiju: a few people, many footprints, and the monster that left them."""

from collections.abc import Iterable

from basebash.engine import (
    DESTROY,
    HERE,
    MINION,
    ON_BASE,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Titan,
)

KAIJU = Faction(
    "Kaiju",
    set_name="Big in Japan",
    summary="Trample bases with mighty actions",
    difficulty=3,
    tags=("grow", "smash"),
    icon="sea-dragon",
    colours=("#024537", "#f7b391"),
    intro=(
        "You have hardly any minions: your power lies in actions on bases, which also smash whatever stands there. "
        "Pile them up where Kaijookey and Gorgodzolla are, and break bases early with Stomp and Kaiju Alliance. "
        "Mind that others can destroy actions, and that The Folly of Men keeps yours safe."
    ),
)

GORGODZOLLA = "Gorgodzolla"
NO_COUNTER = "Bringing Gorgodzolla here this way places no counter on it: it wasn't here when the card was played."
ONLY_THE_BASE = "Only actions on the base itself count, not those on minions there."


class Footprint(Action):
    """An action on a base that gives its player power there."""

    plays_on = ON_BASE
    gain = 2

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return self.gain if base is me.base and player == me.controller else 0


class Kaijookey(Minion, of=KAIJU):
    """Ongoing: Each of your actions on this base gives this minion +1 power."""

    power = 4
    rulings = (ONLY_THE_BASE,)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return sum(card.controller == me.controller for card in me.here.actions) if minion is me else 0


class TinyPriestesses(Minion, of=KAIJU):
    """Play Gorgodzolla here, or move it here if it is in play."""

    power = 3
    mentions = (GORGODZOLLA,)
    rulings = (NO_COUNTER,)

    async def on_play(self, me: Card) -> None:
        await me.bring(me.titan(GORGODZOLLA), me.here)


class Johnny(Minion, of=KAIJU):
    """You may choose one of your actions on a base and return it to your hand. If you do, play it here at
    once as an extra action.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        here = me.here
        yours = [card for base in me.bases for card in base.actions if card.controller == me.controller]
        for action in await me.return_to_hand(await me.choose(yours, "Play which action here?", may=True)):
            await me.play_card(action if action in me.hand else None, at=here)


class KaijuAlliance(Action, of=KAIJU, copies=2):
    """Every base's breakpoint is 4 lower until the turn ends."""

    async def on_play(self, me: Card) -> None:
        for base in me.bases:
            me.change_breakpoint(base, -4)


class KaijuConflict(Action, of=KAIJU, copies=2):
    """Play 2 extra actions."""

    async def on_play(self, me: Card) -> None:
        await me.extra_action()
        await me.extra_action()


class OhNo(Footprint, of=KAIJU):
    """Play on a base. Play Gorgodzolla here, or move it here if it is in play. Ongoing: You have +2 power here."""

    name = "Oh, No!"
    mentions = (GORGODZOLLA,)
    rulings = (NO_COUNTER,)

    async def on_play(self, me: Card) -> None:
        await me.bring(me.titan(GORGODZOLLA), me.here)


class PickUpABus(Action, of=KAIJU, copies=2):
    """Place into your hand an action from your discard pile that is played on a base."""

    name = "Pick Up a Bus"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_base_action]
        await me.place_in_hand(await me.choose(actions, "Take which action?"))


class RadioactiveBreath(Footprint, of=KAIJU, copies=3):
    """Play on a base. Destroy every minion here with power 2 or less that isn't yours. Ongoing: You have +3 power
    here.
    """

    gain = 3

    async def on_play(self, me: Card) -> None:
        small = me.find_minions(here=True, max_power=2)
        await me.destroy(minion for minion in small if not me.controls(minion))


class Stomp(Footprint, of=KAIJU, copies=2):
    """Play on a base. Its breakpoint is 3 lower until the turn ends. Ongoing: You have +2 power here."""

    async def on_play(self, me: Card) -> None:
        me.change_breakpoint(me.base, -3)


class TailSmash(Footprint, of=KAIJU):
    """Play on a base. Destroy a minion here with power 3 or less that isn't yours. Ongoing: You have +4 power here."""

    gain = 4

    async def on_play(self, me: Card) -> None:
        small = [minion for minion in me.find_minions(here=True, max_power=3) if not me.controls(minion)]
        await me.destroy(await me.choose(small, "Destroy which minion?"))


class TheFollyOfMen(Footprint, of=KAIJU):
    """Play on a base. Ongoing: Other players' cards can't destroy your minions and actions here, this one among them.
    You have +2 power here.
    """

    name = "The Folly of Men"

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = (card.is_minion or card.is_action) and card.base is me.base and card.controller == me.controller
        return act.how == DESTROY and yours_here and me.is_enemy(act.source)


class ThereGoesTokyo(Action, of=KAIJU):
    """If Gorgodzolla is in play, destroy its base. Gorgodzolla moves to another base, and the destroyed one is
    replaced as usual.
    """

    name = "There Goes Tokyo"
    mentions = (GORGODZOLLA,)
    rulings = ("Cards there that can't be destroyed are discarded all the same, since their base is gone.",)

    async def on_play(self, me: Card) -> None:
        titan = await me.choose([t for t in me.all_titans if t.name == GORGODZOLLA], "Which Gorgodzolla?")
        if titan is not None:
            base = titan.here
            await me.move(titan, await me.choose(titan.other_bases, "Move Gorgodzolla where?"))
            await me.destroy_base(base, destroys=True)


class TheySayHesGotToGo(Action, of=KAIJU):
    """Move a titan to another base."""

    name = "They Say He's Got to Go"
    rulings = ("It may be any player's titan.",)

    async def on_play(self, me: Card) -> None:
        titan = await me.choose(me.all_titans, "Move which titan?")
        if titan is not None:
            await me.move(titan, await me.choose(titan.other_bases, f"Move {titan.name} where?"))


class WadeThroughTheBuildings(Footprint, of=KAIJU):
    """Play on a base. Destroy every action of another player on it. Ongoing: You have +4 power here."""

    name = "Wade Through the Buildings"
    gain = 4
    rulings = (ONLY_THE_BASE,)

    async def on_play(self, me: Card) -> None:
        await me.destroy(filter(me.is_enemy, me.here.actions))


class Gorgodzolla(Titan, of=KAIJU):
    """Special: You may give up your regular minion play to play this titan at a base with 2 or more actions of
    yours. Ongoing: It gets a +1 power counter each time you have played a minion here or an action on this base.
    After such an action, you may also draw a card.
    """

    price = MINION
    scope = HERE + YOURS
    rulings = (
        "You needn't have a minion in hand, and nothing that limits the play of minions limits this.",
        "To play it, your actions on minions there count too.",
    )

    def where(self, me: Card, player: int) -> Iterable[Card]:
        yours = [card.base for card in me.all_actions if card.controller == player]
        return (base for base in me.bases if yours.count(base) >= 2)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def after_action_played(self, me: Card, event: Event) -> None:
        if event.target is not None and event.target.is_base:
            await me.add_counters(me)
            if await me.may("Draw a card?"):
                await me.draw()

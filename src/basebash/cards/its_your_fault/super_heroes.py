"""Super Heroes: mild-mannered citizens who turn into something mightier."""

from basebash.engine import (
    BESIDE,
    DESTROY,
    ON_BASE,
    ON_MINION,
    YOUR_TURN_START,
    YOURS,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
    Who,
)

SUPER_HEROES = Faction(
    "Super Heroes",
    set_name="It's Your Fault!",
    intro=(
        "Four heroes of power 5, and five Mild Mannered Citizens who can change into one at the start of your turn. "
        "Your protection stops other players from destroying what you have, so the citizens live long enough to "
        "change. "
        "Bring the heroes back into the deck with Golden Age: a citizen without a hero to find is just a citizen."
    ),
    summary="Citizens change into mighty heroes",
    difficulty=2,
    tags=("grow", "swarm"),
    icon="wing-cloak",
    colours=("#a31320", "#7bd7fc"),
)


def is_rival(me: Card, act: Act) -> bool:
    """Whether another player destroys something."""
    return act.how == DESTROY and me.is_other_player(act.by)


class AwesomeGuy(Minion, of=SUPER_HEROES):
    """Ongoing: Other players can't destroy your minions here."""

    power = 5

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and is_rival(me, act)


class CaptainAmazing(Minion, of=SUPER_HEROES):
    """Talent: Your minions here have +1 power each until the turn ends."""

    power = 5
    rulings = ("Minions played after the talent was used get nothing from it.",)

    async def talent(self, me: Card) -> None:
        await me.add_power(me.find_minions(here=True, yours=True), 1)


class MindLady(Minion, of=SUPER_HEROES):
    """Talent: The abilities of another player's minion of your choice are cancelled until your next turn starts."""

    power = 5
    rulings = ("They stay cancelled even if Mind Lady leaves play.",)

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=False), "Cancel the abilities of which minion?")
        await me.cancel(minion, until=YOUR_TURN_START)


class TheBurst(Minion, of=SUPER_HEROES):
    """Ongoing: After a minion is played at a base, you may move this minion to that base."""

    power = 5

    def hears(self, me: Card, event: Event) -> bool:
        return event.base is not me.base

    def holds(self, me: Card, event: Event) -> bool:
        return event.base is not me.base and event.base is not None and event.base.in_play

    async def after_minion_played(self, me: Card, event: Event) -> None:
        if event.base is not None and await me.may(f"Move {me.name} to {event.base.name}?"):
            await me.move(me, event.base)


class MildManneredCitizen(Minion, of=SUPER_HEROES, copies=5):
    """Ongoing: When your turn starts, you may destroy this minion. If you do, search your deck for a minion with power
    5 or more and play it here as an extra minion. Your deck is shuffled.
    """

    power = 2

    async def start_of_turn(self, me: Card, player: int) -> None:
        here, you = me.base, me.controller
        if await me.may("Destroy Mild Mannered Citizen to play a hero here?") and await me.destroy(me):
            await self._change(me, here, you)

    async def _change(self, me: Card, here: Card | None, you: Who) -> None:
        hero = await me.search_to_play(
            lambda card: card.is_minion and card.power >= 5, "Play which minion?", player=you
        )
        await me.play_card(hero, at=here, player=you)


class ExpandedPower(Boost, of=SUPER_HEROES):
    """Play on a minion. Ongoing: It has +1 power, and other players can't destroy it."""

    bonus = 1

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and is_rival(me, act)


class GoldenAge(Action, of=SUPER_HEROES, copies=2):
    """Up to three minions go from your discard pile to the bottom of your deck."""

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        chosen = await me.choose_some(minions, "Place which minions on the bottom of your deck?", high=3)
        await me.put_back(chosen, "In which order on the bottom? The first is lowest.", bottom=True)


class JusticeFriends(Action, of=SUPER_HEROES, copies=2):
    """Each of your minions with power 5 or more gets +2 power until the turn ends."""

    boosts = Minions(yours=True, min_power=5)
    rulings = ("Minions played later get nothing from it.",)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 2)


class MyOnlyWeakness(Action, of=SUPER_HEROES):
    """Play on a minion. Ongoing: The minion's abilities are cancelled."""

    name = "My Only Weakness!"
    plays_on = ON_MINION

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class NotReallyDead(Action, of=SUPER_HEROES, copies=2):
    """Choose up to two minions in your discard pile with power 2 or less and place them into your hand."""

    async def on_play(self, me: Card) -> None:
        small = [card for card in me.discard_pile if card.is_minion and card.power <= 2]
        await me.place_in_hand(await me.choose_some(small, "Take which minions into your hand?", high=2))


class RadioactiveExposure(Action, of=SUPER_HEROES):
    """Destroy one of your minions. If you do, search your deck for a minion of more power, play it at that base as
    an extra minion, and shuffle your deck.
    """

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Destroy which minion?")
        if minion is None:
            return
        here, power = minion.base, minion.power
        if await me.destroy(minion):
            stronger = await me.search_to_play(lambda card: card.is_minion and card.power > power, "Play which minion?")
            await me.play_card(stronger, at=here)


class SecretBase(Action, of=SUPER_HEROES):
    """Play on a base. Ongoing: Other players can't destroy your minions with power 3 or less here."""

    plays_on = ON_BASE

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and is_rival(me, act) and card.power <= 3


class Sidekick(Action, of=SUPER_HEROES):
    """Choose a base where one of your minions has power 5 or more. Play an extra minion with power 2 or less there."""

    async def on_play(self, me: Card) -> None:
        bases = [minion.here for minion in me.find_minions(yours=True) if minion.power >= 5]
        base = await me.choose(dict.fromkeys(bases), "At which base?")
        if base is not None:
            await me.extra_minion(at=base, max_power=2)


class TheEverythingGlove(Titan, of=SUPER_HEROES):
    """Special: After a minion of yours is destroyed, you may play this titan at the base where it was. Ongoing: Other
    players' abilities don't affect your minions with power 3 or less here. Talent: Play an extra minion with power 2 or
    less here, OR draw a card.
    """

    power = 3
    scope = YOURS
    speaks = {"after_destroyed": BESIDE}

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.play_titan(event.base if event.base is not None and event.base.in_play else None)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and me.is_enemy(act.source) and card.power <= 3

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Play a small extra minion"):
                await me.extra_minion(at=me.base, max_power=2)
            elif chosen("Draw a card"):
                await me.draw()

"""Shapeshifters: whatever the others have, they can be it too."""

from basebash.engine import (
    DESTROY,
    MINION,
    ON_MINION,
    TURN_END,
    WHILE_IN_PLAY,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Printed,
    is_minion,
)

SHAPESHIFTERS = Faction(
    "Shapeshifters",
    hyphenated="Shape|shifters",
    set_name="Science Fiction Double Feature",
    summary="Copy the abilities of others",
    difficulty=4,
    tags=("draw", "swarm", "smash"),
    icon="duality-mask",
    colours=("#81307f", "#8ff5da"),
    intro=(
        "Borrow the best of the table: Mimic is as strong as the strongest printed minion in play, "
        "and Copycat does for a turn whatever a rival's minion does. "
        "Your own minions are clay, so melt one down with Transmogrify or G.E.L.F. "
        "and your deck hands you a better fit. "
        "It works best next to a faction with big minions or good abilities when they are played."
    ),
)


def note_increase(me: Card, ability: Printed) -> None:
    """An action that takes over a boost directly increases the power of its minion (Alien Guru)."""
    host, play = me.host, me.resolving
    if me.is_action and host is not None and play is not None and ability.would_increase(me, host):
        play.event.increase([host])


async def copy_one(me: Card, models: list[Card], prompt: str, until: int) -> None:
    """`me` gets the abilities of one of the cards, and does at once what they do on playing.

    A model that copies too lets it choose again, but not among its own kind: that would never end.
    """
    model = await me.choose(models, prompt)
    abilities = [] if model is None else me.abilities_of(model)
    for ability in [ability for ability, _, _ in abilities if isinstance(ability, Printed)]:
        if ability is me.printed:
            await copy_one(me, [card for card in models if card.printed is not ability], prompt, until)
        elif me.in_play:  # what it copied first may have removed it
            note_increase(me, ability)
            me.copy_abilities(ability, until=until)
            await ability.on_play(me)


class Doppelganger(Minion, of=SHAPESHIFTERS):
    """Ongoing: When this minion has gone from play to the discard pile, search your deck for a minion. Play
    that one as an extra minion.
    """

    name = "Doppelgänger"
    power = 5
    rulings = (
        (
            "When a base scores, the minions there are discarded before it is replaced, "
            "so the extra minion can't be played on the new base."
        ),
        "If Transmogrify destroys Doppelgänger, you get both extra minions.",
        "If something keeps you from playing the minion you found, discard it.",
    )

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        await me.play_card(await me.search_to_play(is_minion, "Play which minion?"), kind=MINION)


class Gelf(Minion, of=SHAPESHIFTERS, copies=2):
    """Talent: Search your deck for a minion other than G.E.L.F., with power 4 or less. This minion is shuffled into
    your deck, and you play the other here as an extra minion.
    """

    name = "G.E.L.F."
    power = 4
    mentions = ("G.E.L.F.",)

    async def talent(self, me: Card) -> None:
        you, here = me.controller, me.here
        found = await me.search_to_play(
            lambda card: card.is_minion and card.power <= 4 and not card.is_a("G.E.L.F."), "Play which minion?"
        )
        await me.shuffle_into_deck(me)
        await me.play_card(found, at=here, player=you)


class Mimic(Minion, of=SHAPESHIFTERS, copies=3):
    """Ongoing: Its power is the highest that is printed on any minion in play."""

    power = 0
    rulings = (
        (
            "This is its starting power, and it changes whenever the highest printed power does; "
            "abilities and +1 power counters change it further."
        ),
        "Outside play its power is 0, so G.E.L.F., ...Really? and Transmogrify can always play it.",
    )

    def starting_power_of(self, me: Card, minion: Card) -> int | None:
        if minion is not me:
            return None
        return max(card.printed_power for card in me.minions_in_play())


class Copycat(Minion, of=SHAPESHIFTERS, copies=4):
    """Choose a minion of another player. Until the turn ends, this one has the same ability."""

    power = 2
    rulings = (
        "All kinds of ability can be copied (on playing, Ongoing, Special, Talent), of use this turn or not.",
        "A minion that isn't affected by your cards can be copied all the same.",
        "If Copycat leaves play, the copied ability is gone.",
        "The name isn't copied: with War Raptor's ability it counts the War Raptors here, but not itself.",
        "What the other minion requires to be played doesn't matter, for Copycat is in play already.",
        "What a copied ability does beyond this turn ends as if the original had left play.",
    )

    async def on_play(self, me: Card) -> None:
        models = me.minions_in_play(yours=False)
        await copy_one(me, models, "Copy which minion?", TURN_END)


class Really(Action, of=SHAPESHIFTERS):
    """Destroy one of your minions. From your discard pile, play an extra minion of at most the same power."""

    name = "...Really?"
    targets = Minions(yours=True)
    rulings = ("The minion you destroyed may be the one you play.",)

    async def on_play(self, me: Card) -> None:
        target = await me.choose(self.targets(me), "Destroy which minion?")
        if target is None:
            return
        power = target.power
        await me.destroy(target)
        minions = [card for card in me.discard_pile if card.is_minion and card.power <= power]
        await me.play_one(minions, kind=MINION)


class BactaTheFuture(Action, of=SHAPESHIFTERS):
    """Destroy a minion. Its owner may play an extra minion, right away."""

    name = "Bacta the Future"
    targets = Minions()
    rulings = ("If the minion you choose can't be destroyed, its owner may still play one.",)

    async def on_play(self, me: Card) -> None:
        target = await me.choose(self.targets(me), "Destroy which minion?")
        if target is not None:
            await me.destroy(target)
            await me.extra_minion(now=True, player=target.owner)


class CellularBonding(Action, of=SHAPESHIFTERS):
    """Play on a minion, and choose an action that is on any minion. Ongoing: This action has the chosen one's
    abilities.
    """

    plays_on = ON_MINION
    rulings = (
        "It keeps the abilities as long as it is in play, even if the chosen action is gone.",
        "If no action is on a minion, Cellular Bonding is discarded and does nothing.",
        (
            "On another player's minion it may copy an action meant for one of your own: ignore that part, "
            "unless the ability requires it (Change Into A Gun), for then the requirement isn't met."
        ),
    )

    async def on_play(self, me: Card) -> None:
        minions = me.all_minions
        actions = [card for minion in minions for card in minion.actions if card is not me]
        if actions:
            await copy_one(me, actions, "Copy which action?", WHILE_IN_PLAY)
        else:
            await me.discard(me)


class GeneticShift(Action, of=SHAPESHIFTERS, copies=2):
    """Until the turn ends, either all your minions get +1 power each or one of them gets +3 power."""

    boosts = Minions(yours=True)
    rulings = ("The +1 power is for minions in play now, not for those you play later.",)

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Which until the turn ends?"):
            if chosen("All your minions get +1 power", self.boosts(me)):
                await me.add_power(self.boosts(me), 1)
            elif chosen("One of them gets +3 power", self.boosts(me)):
                await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)


class Mitosis(Action, of=SHAPESHIFTERS):
    """Choose one of your minions in play. From your hand, play another copy of it as an extra minion."""

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Copy which minion?")
        copies = [card for card in me.hand if minion is not None and card.shares_name(minion)]
        await me.play_one(copies, secret=True, kind=MINION)


class ShellGame(Action, of=SHAPESHIFTERS):
    """Play on a minion. Ongoing: It can't be destroyed."""

    plays_on = ON_MINION

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return act.how == DESTROY and me.is_on(card)


class SpliceAsNice(Boost, of=SHAPESHIFTERS):
    """Play on a minion. Ongoing: It has +2 power."""

    name = "Splice as Nice"
    bonus = 2


class Transmogrify(Action, of=SHAPESHIFTERS, copies=2):
    """Destroy one of your minions. Then search your deck for an extra minion of at most the same power to
    play, and shuffle.
    """

    targets = Minions(yours=True)
    rulings = ("If the minion you choose can't be destroyed, you still search and play.",)

    async def on_play(self, me: Card) -> None:
        target = await me.choose(self.targets(me), "Destroy which minion?")
        if target is None:
            return
        power = target.power
        await me.destroy(target)
        prompt = f"Play which minion of power {power} or less?"
        minion = await me.search_to_play(lambda card: card.is_minion and card.power <= power, prompt)
        await me.play_card(minion, kind=MINION)

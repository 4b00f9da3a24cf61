"""Score Bases: from the check of the breakpoints to the new base, in the order of the rulebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine.data.events import Scoring, Trigger, TriggerKey
from basebash.engine.data.terms import (
    AFTER_SCORING,
    BEFORE_SCORING,
    DRAW_CARDS,
    NO_WINDOW,
    NOBODY,
    TREASURES_SHOWN,
    WHEN_SCORING,
)
from basebash.engine.mechanics import monsters
from basebash.engine.rules import (
    asking,
    bases,
    breakpoints,
    decks,
    limits,
    play_options,
    plays,
    power,
    prohibitions,
    triggers,
    zones,
)
from basebash.engine.vocabulary.printed import Base

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


async def score_bases(game: Rules) -> None:
    """Score every base that is ready; the current player picks, and the rest is checked again after each (B1, B2)."""
    state = game.state
    while True:
        settles = "starting_breakpoint_of" in game.index
        if settles:
            game.mark_quiet()
            await breakpoints.settle_breakpoints(game)
        ready = ready_bases(game)
        if not ready:
            break
        if not settles:
            game.mark_quiet()
        base = await asking.choose(game, state.turn_player, ready, "Which base scores next?")
        assert base is not None
        await score(game, base)
    state.phase = DRAW_CARDS


def ready_bases(game: Rules) -> list[Card]:
    """Return the bases whose power has reached their breakpoint (B1), and that may score."""
    standings = zip(game.bases, power.standings(game), strict=True)
    ready = [base for base, standing in standings if standing.pressure >= standing.limit]
    for ability, me, _ in game.listeners("forbids_scoring") if ready else ():
        ready = [base for base in ready if not ability.forbids_scoring(me, base)]
    return ready


async def pay(game: Rules, base: Card) -> Scoring:
    """Award the VP of a base, and what else its scoring pays (B4, B6)."""
    triggers.open_frame(game)
    scoring = award(game, base)
    game.scoring = scoring
    await triggers.close_frame(game)
    if game.hears_of("when_scoring"):
        await _in_play(game, "when_scoring", scoring, [])
    return scoring


def would_gain(game: Rules, base: Card, places: list[int]) -> list[int]:
    """Return what each player would gain if the base scored now. It works on the given game: pass a copy."""
    game.state.scoring = base.id
    before = game.state.vp[:]
    paying = pay(game, base)
    try:
        paying.send(None)
    except StopIteration:
        return [after - vp for after, vp in zip(game.state.vp, before, strict=True)]
    paying.close()
    return prizes_for(base, places)


async def score(game: Rules, base: Card) -> None:
    """Score one base, whatever happens to its power meanwhile (B3)."""
    state = game.state
    state.scoring = base.id
    game.log("score", NOBODY, base=base)
    await _window(game, BEFORE_SCORING, None)
    # A base that leaves play ends its scoring, even if it comes straight back (N15): then no base scores.
    if state.scoring >= 0:
        scoring = await pay(game, game.card(state.scoring))
        await _window(game, WHEN_SCORING, scoring)
        await _treasures(game, scoring)
        await _window(game, AFTER_SCORING, scoring)
        if state.scoring >= 0:
            await _clear(game, game.card(state.scoring), scoring)
    zones.end_scoring(game)
    game.scoring = None


async def _treasures(game: Rules, scoring: Scoring) -> None:
    """Show the treasures of the base, then share them out (MT60)."""
    if game.state.rare_zones is None or game.state.scoring < 0:
        return
    monsters.reveal(game, game.card(game.state.scoring), scoring)
    if scoring.treasures:
        await _window(game, TREASURES_SHOWN, scoring)
        await monsters.share_out(game, scoring)


# ----------------------------------------------------------------------------------------------- Me First
async def _window(game: Rules, when: int, scoring: Scoring | None) -> None:
    """Me First: abilities in play, in the current player's order; then cards from hand, clockwise, until all pass.

    A card that comes into play meanwhile takes part (Finist the Falcon, played again). In 2013 the Specials of cards in
    play take turns with those in hand (E5).
    """
    hook = {BEFORE_SCORING: "before_scoring", AFTER_SCORING: "after_scoring"}.get(when, "")
    in_turns = game.edition == 2013
    done: list[TriggerKey] = []
    passes = 0
    seat = game.state.turn_player
    if game.state.scoring < 0:
        return
    game.window = when
    game.passed = []
    while passes < game.players:
        about: Any = game.card(game.state.scoring) if scoring is None else scoring
        if hook and game.hears_of(hook):
            await _in_play(game, hook, about, done, only_bases=in_turns)
            if game.state.scoring < 0:
                return
        used = _waiting(game, hook, about, done) if in_turns else []
        mine = [trigger for trigger in used if trigger.controller == seat]
        items: list[Any] = [*mine, *special_items(game, seat, when)]
        picked: Any = None
        if items or (game.setup.ask_everyone and _may_hold_special(game, seat, when)):
            prompt = "Play a Special before the base scores?" if scoring is None else "Play a Special now it scored?"
            source = game.card(game.state.scoring)
            answer = await asking.ask(
                game, seat, "special", prompt, items, low=0, high=1, source=source, always=True, secret=True
            )
            picked = items[answer[0]] if answer else None
            if picked is None and game.setup.ask_everyone:  # otherwise players with nothing to play are not asked
                game.log("pass", seat)
                game.passed.append(seat)
        if picked is None:
            passes += 1
        else:
            passes = 0
            game.passed = []
            if isinstance(picked, Trigger):
                done.append(picked.key)
                await triggers.happen(game, picked)
                await triggers.special_used(game, picked.ability, picked.card, picked.controller)
            else:
                await _play_special(game, seat, picked)
            if game.state.scoring < 0:
                return
        seat = (seat + 1) % game.players
    game.window = NO_WINDOW
    game.passed = []


def _waiting(game: Rules, hook: str, about: Any, done: list[TriggerKey], *, only_bases: bool = False) -> list[Trigger]:
    base = game.card(game.state.scoring)
    listeners = game.all_listeners(hook)
    return [
        Trigger(ability, me, hook, about, giver)
        for ability, me, giver in (triggers.undone(listeners, done) if done else listeners)
        if (me.is_base or not only_bases)
        and ability.in_window(me, base)
        and (me.is_base or ability.ongoing or not prohibitions.is_special_forbidden(game, me))
    ]


async def _in_play(game: Rules, hook: str, about: Any, done: list[TriggerKey], *, only_bases: bool = False) -> None:
    """Let abilities of cards in play happen in this window, one by one."""
    while game.state.scoring >= 0:
        if hook == "before_scoring":
            about = game.card(game.state.scoring)
        waiting = _waiting(game, hook, about, done, only_bases=only_bases)
        if not waiting:
            return
        trigger = await triggers.first_of(game, waiting)
        done.append(trigger.key)
        game.speaking = None if trigger.card.is_base else trigger.card
        game.declined = False
        await triggers.happen(game, trigger)
        if game.speaking is not None and not game.declined:
            await triggers.special_used(game, trigger.ability, trigger.card, trigger.controller)
        game.speaking = None


def special_items(game: Rules, player: int, when: int) -> list[PlayItem]:
    """Return the cards that a player may play from hand as Specials in the open window."""
    items: list[PlayItem] = []
    printed = game.state.printed
    for i in game.state.hands[player]:
        if printed[i].window & when:
            items += play_options.special_ways(game, player, game.card(i))
    openers = limits.unspent(game, "opens_discard", player)
    for card in game.discard_pile(player) if openers else ():
        if card.printed.window & when:
            items += [
                item
                for item in play_options.special_ways(game, player, card)
                if item[2] >= 0
                and any(a.opens_discard(me, player, card, game.card(item[2]), None) for a, me, _ in openers)
            ]
    return items


def _may_hold_special(game: Rules, player: int, when: int) -> bool:
    """Whether this player may hold a Special, as far as others know: of their factions, or another's card."""
    state = game.state
    if any(state.owner[i] != player for i in (*state.hands[player], *state.decks[player])):
        return True
    owned = zip(state.printed, state.owner, strict=True)
    return any(printed.window & when and owner == player for printed, owner in owned)


async def _play_special(game: Rules, player: int, item: PlayItem) -> None:
    """Play a Special from hand; it does not count as one of the player's free cards (T7)."""
    _, card_id, target_id, _ = item
    target = None if target_id < 0 else game.card(target_id)
    base = game.card(game.state.scoring)
    await plays.play(game, player, game.card(card_id), target, None, special_base=base)


# ----------------------------------------------------------------------------------------------- VP
def award(game: Rules, base: Card) -> Scoring:
    """Return the VP by power. Tied players all get the best place of the tie and use up those below (B4, B5)."""
    totals = power.all_totals(game, base)
    places = places_at(game, base, totals)
    gained = prizes_for(base, places)
    for ability, me, _ in game.listeners("award_bonus"):
        gained = [
            vp + ability.award_bonus(me, base, player, places[player]) if places[player] else vp
            for player, vp in enumerate(gained)
        ]
    gained = [max(0, vp) for vp in gained]  # what is subtracted from a place's VP stops at 0 (N18)
    for player in game.clockwise():
        if places[player]:
            parts = power.explain_total(game, base, player) if game.is_logging else ()
            game.log("award", player, base=base, number=places[player], contributions=parts)
        if gained[player]:
            decks.gain_vp(game, player, gained[player], base)
    return Scoring(base, totals, places, gained)


def prizes_for(base: Card, places: list[int]) -> list[int]:
    """Return the printed VP of a base for these places."""
    printed = base.printed
    assert isinstance(printed, Base)
    return [printed.vp[place - 1] if 1 <= place <= 3 else 0 for place in places]


def places_at(game: Rules, base: Card, totals: list[int]) -> list[int]:
    """Return each player's place at a base with these totals; 0 for none.

    A place requires a minion there; since 2019 power there is enough (E4), and with a titan there by the older books
    too (H20).
    """
    powerful = {titan.controller for titan in base.titans} if game.edition < 2019 else set(range(game.players))
    present = [
        any(minion.controller == player for minion in base.minions) or (player in powerful and totals[player] > 0)
        for player in range(game.players)
    ]
    return [
        1 + sum(present[other] and totals[other] > totals[player] for other in range(game.players))
        if present[player]
        else 0
        for player in range(game.players)
    ]


# ----------------------------------------------------------------------------------------------- afterwards
async def _clear(game: Rules, base: Card, scoring: Scoring) -> None:
    """Discard all cards there at once, then the base, then replace it (B8, B9).

    Triggers of discarding happen before the new base comes (Science Fiction Double Feature, Doppelgänger).
    """
    state = game.state
    for ability, me, _ in game.abilities_of(base):
        if "after_replaced" in ability.hooks:
            scoring.wait(ability, me)
    game.log("scored", NOBODY, base=base)
    triggers.open_frame(game)
    await bases.clear(game, base, by=NOBODY, source=None)
    at, is_there = len(state.bases), state.scoring >= 0
    if is_there:  # nothing that happened meanwhile has removed it
        at = state.bases.index(base.id)
        zones.discard_buried(game, base)
        bases.discard_base(game, base)
    await triggers.close_frame(game)
    if scoring.replaces and is_there:
        # Culture Shock, Island Chain: of several bases that abilities offer, the current player takes one. A base that
        # came into play meanwhile is no longer available.
        waiting = [new for new in scoring.next_bases if not new.in_play]
        top: list[Card] = []
        if scoring.offers_top:
            bases.refill_bases(game)
            top = [new for new in game.base_deck if new not in waiting][:1]
        chosen = await asking.choose(game, state.turn_player, waiting + top, "Which base comes next?")
        scoring.took_top = chosen is None or chosen in top
        new = await bases.add_base(game, at=min(at, len(state.bases)), base=chosen)
        if new is not None:
            for ability, me, player in scoring.waiting:
                await triggers.run_for(game, me, player, ability.after_replaced(me, scoring, new))

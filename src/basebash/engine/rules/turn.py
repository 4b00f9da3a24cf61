"""The game from set-up to the end, and the five phases of a turn, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Trigger, TriggerKey
from basebash.engine.data.terms import (
    ACTION,
    BASE_DECK,
    BESIDE,
    DECK,
    DRAW_CARDS,
    END_TURN,
    GAME_OVER,
    LEFT,
    MINION,
    NOBODY,
    OPENING,
    PLAY_CARDS,
    SCORE_BASES,
    SETUP,
    START_TURN,
)
from basebash.engine.data.values import Allowance
from basebash.engine.mechanics import face_down, stasis, supplies
from basebash.engine.rules import (
    asking,
    bases,
    decks,
    lasting,
    limits,
    play_options,
    plays,
    rights,
    scoring,
    talents,
    triggers,
    zones,
)
from basebash.engine.rules.ability_index import NOTHING
from basebash.engine.setup import DRAFT
from basebash.engine.vocabulary.printed import BASES, FACTIONS, Base

if TYPE_CHECKING:
    from basebash.engine.question import Answer, PlayItem, Question
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card

HAND_LIMIT: Final = 10
FREE_MINION: Final = Allowance(MINION, free=True)
FREE_ACTION: Final = Allowance(ACTION, free=True)


async def run(game: Rules) -> None:
    """Run the whole game, from whatever phase it is in, to its end."""
    state = game.state
    while state.phase != GAME_OVER:
        if game.phases is not None:
            game.phases.append(state.copy())
        await _PHASES[state.phase](game)


# ----------------------------------------------------------------------------------------------- set-up
async def set_up(game: Rules) -> None:
    """Deal factions, decks, bases and hands, and start the first turn."""
    state = game.state
    setup = game.setup
    state.first_player = state.random(game.players) if setup.first_player is None else setup.first_player
    state.turn_player = state.seat = state.first_player
    if setup.factions == DRAFT:
        await _draft(game)
    elif isinstance(setup.factions, str):
        _random_factions(game)
    else:
        state.factions = [list(pair) for pair in setup.factions]
    _build_decks(game)
    await _lay_out_bases(game)
    for player in game.clockwise():
        decks.draw(game, player, 5)
    state.phase = OPENING


async def _lay_out_bases(game: Rules) -> None:
    """Turn up one base more than there are players; some cannot be among the first."""
    later: list[Card] = []
    while len(game.state.bases) <= game.players:
        base = bases.top_base(game)
        if base is None:
            break
        if isinstance(base.printed, Base) and base.printed.not_at_setup:
            later.append(base)
        else:
            await bases.add_base(game, base=base)
    for base in later:
        bases.put_base_on_deck(game, base)
    if later:
        game.state.shuffle(game.state.base_deck)


async def open_hands(game: Rules) -> None:
    """Ask about opening hands without minions, then start the first turn."""
    game.mark_quiet()
    for player in game.clockwise():
        await _mulligan(game, player)
    await _pass_turn(game, game.state.turn_player)


async def _draft(game: Rules) -> None:
    """Draft as in Kickin' It Queensberry: one faction each, clockwise; then a second each, in reverse (S4, E10)."""
    state = game.state
    pool = game.setup.pool
    size = game.setup.draft_pool or (8 if game.edition == 2013 else len(pool))
    while len(pool) > max(size, (2 + game.setup.bans) * game.players):
        pool.pop(state.random(len(pool)))
    order = game.clockwise()
    for player in order * game.setup.bans:
        for i in await asking.ask(game, player, "faction", "Ban a faction?", pool, low=0, high=1):
            game.log("ban", player, text=pool.pop(i))
    for player in order + order[::-1]:
        open_to = [name for name in pool if name not in state.factions[player]]
        answer = await asking.ask(game, player, "faction", "Choose a faction", open_to, low=1, high=1)
        name = open_to[answer[0]]
        state.factions[player].append(name)
        game.log("draft", player, text=name)
        if not game.setup.duplicates:
            pool.remove(name)


def _random_factions(game: Rules) -> None:
    pool = game.setup.pool
    for player in range(game.players):
        mine = pool[:] if game.setup.duplicates else pool
        for _ in range(2):
            game.state.factions[player].append(mine.pop(game.state.random(len(mine))))


def _build_decks(game: Rules) -> None:
    """Make a deck of 40 from two factions; the base deck is of their sets, in 2013 of all sets of the game (E2)."""
    state = game.state
    for player, names in enumerate(state.factions):
        cards = [printed for name in names for printed in FACTIONS[name].deck]
        state.decks[player] += state.add_cards(cards, player, DECK, player)
    chosen = {FACTIONS[name].set_name for names in state.factions for name in names}
    sets = [name for name in game.setup.sets if game.edition == 2013 or name in chosen]
    found = [base for name in sets for base in BASES[name]]
    state.base_deck += state.add_cards(found, NOBODY, BASE_DECK)
    for deck in (*state.decks, state.base_deck):
        state.shuffle(deck)
    supplies.deal(game, sets)
    if game.setup.titans:
        _lay_out_titans(game)
    game.cards_were_dealt()


def _lay_out_titans(game: Rules) -> None:
    """Put the titans of the factions beside their players' decks, visible to everybody (H2, H3)."""
    state = game.state
    for player, names in enumerate(state.factions):
        for printed in (titan for name in names for titan in FACTIONS[name].titans):
            card = state.add_card(printed, player, BESIDE, player)
            state.known[card] = game.everyone
            zones.rare_zones_of(game).beside[player].append(card)


async def _mulligan(game: Rules, player: int) -> None:
    """An opening hand without minions may (in 2013: must) be exchanged once (E1)."""
    state = game.state
    hand = game.hand(player)
    has_minion = any(card.is_minion for card in hand)
    if has_minion and (game.edition == 2013 or not game.setup.ask_everyone):
        return
    if game.edition != 2013:
        prompt = "Keep this hand" if has_minion else "Your hand has no minion. Draw another?"
        items = [] if has_minion else ["yes"]
        if not await asking.ask(game, player, "yes", prompt, items, low=0, high=1, always=True, secret=True):
            return
    decks.reveal(game, hand, player)
    game.log("mulligan", player)
    if game.edition >= 2019:
        for card in hand:
            zones.take(game, card)
        decks.draw(game, player, 5)
        for card in hand:
            zones.put(game, card, DECK, player)
        state.shuffle(state.decks[player])
    else:
        decks.discard(game, hand, player)
        decks.draw(game, player, 5)


# ----------------------------------------------------------------------------------------------- the five phases
async def start_turn(game: Rules) -> None:
    """Start Turn: everything that happens now. What expires with the new turn has expired before (T2)."""
    state = game.state
    await happen_all(game, "start_of_turn", state.turn_player)
    state.plays = [FREE_MINION, FREE_ACTION, *state.plays]
    state.phase = PLAY_CARDS


async def _pass_turn(game: Rules, player: int) -> None:
    """Pass the turn to a player; what lasted until then is over (T2), and powers change with both."""
    state = game.state
    triggers.open_frame(game)
    state.turn_player = player
    state.turn += 1
    state.phase = START_TURN
    state.deeds = []
    state.once = []
    state.turn_start_serial = state.serial
    if state.effects:
        lasting.expire(game, lasting.over_at_start(game, player))
    game.log("turn", player, number=state.turn)
    await triggers.close_frame(game)


async def happen_all(game: Rules, hook: str, player: int) -> None:
    """Run the start or end of a turn in the current player's order, including abilities that come into play."""
    state = game.state
    done: list[TriggerKey] = []
    while True:
        listeners = game.all_listeners(hook)
        if hook == "end_of_turn" and state.deeds:
            listeners = listeners + _lingering(game)
        if done:
            listeners = triggers.undone(listeners, done)
        waiting = [
            Trigger(ability, me, hook, player, giver)
            for ability, me, giver in listeners
            if ability.is_start_for(me, player)
            and not (hook in ability.once and limits.is_spent(game, (ability, me, giver), me.controller))
        ]
        if state.rare_zones is not None:
            over = [key[0] for key in done]
            waiting += stasis.rules_of_turn(game, hook, player, over)
            waiting += face_down.rules_of_turn(game, hook, player, over)
        if not waiting:
            return
        trigger = await triggers.first_of(game, waiting)
        done.append(trigger.key)
        await triggers.happen(game, trigger)


def _lingering(game: Rules) -> list[Listener]:
    """Return bases that have left play this turn, if their ability applies all the same (Spikey Chair Room)."""
    gone = [deed.card for deed in game.state.deeds if deed.what == LEFT]
    if not gone:
        return NOTHING
    cards = [game.card(i) for i in dict.fromkeys(gone)]
    return [(card.printed, card, card.id) for card in cards if "end_of_turn" in card.printed.hooks and not card.in_play]


async def play_cards(game: Rules) -> None:
    """Play Cards: one minion and one action for free, extra cards, talents, in any order (T3)."""
    state = game.state
    player = state.turn_player
    while True:
        hint = game.hint
        if hint is None:
            game.rest()
        prompt = "Play a card, use a talent, or end the phase"
        question = asking.main_question(game, player, prompt, hint, main_items)
        picked = await question
        item: PlayItem = question.items[picked[0]]
        if item[0] == "end":
            break
        if item[0] == "talent":
            await talents.use_item(game, player, item)
        elif item[0] == "use":
            await plays.use(game, player, item)
        else:
            await plays.play_way(game, player, item)
    state.plays = []
    state.phase = SCORE_BASES


def main_items(game: Rules, player: int) -> list[PlayItem]:
    """Return everything that a player may do next in Play Cards."""
    items = play_options.options(game, player, rights.rights_of(game, player))
    items += talents.usable(game, player)
    if game.hears_of("use"):
        for ability, me, source in _usable(game, player):
            if "stands_in" not in ability.hooks and ability.may_use(me, player):
                items.append(("use", me.id, -1 if source == me.id else source, None))
    if game.state.rare_zones is not None:
        items += stasis.thawed_items(game, player)
    items.append(("end", -1, -1, None))
    return items


def _usable(game: Rules, player: int) -> list[Listener]:
    """Return the abilities that the player may use in Play Cards and can pay for."""
    here = [*game.listeners("use"), *game.listeners_elsewhere("use", in_hands=True)]
    return [
        listener
        for listener in here
        if (listener[1].is_base or listener[1].controller == player)
        and not limits.is_spent(game, listener, player, "use")
        and rights.regular_plays(game, listener[0].price) is not None
    ]


async def draw_cards(game: Rules) -> None:
    """Draw 2, then discard down to 10 (T8)."""
    state = game.state
    player = state.turn_player
    triggers.open_frame(game)
    decks.draw(game, player, 2)
    excess = len(state.hands[player]) - HAND_LIMIT
    if excess > 0:
        prompt = f"Discard down to {HAND_LIMIT} cards"
        cards = await asking.choose_some(game, player, game.hand(player), prompt, low=excess, high=excess)
        decks.discard(game, cards, player)
    frame = triggers.end_frame(game)
    if frame is not None:
        await triggers.settle(game, frame)
    state.phase = END_TURN


async def end_turn(game: Rules) -> None:
    """End Turn: what happens now, then what expires now, then the check for a winner (T10, E8)."""
    state = game.state
    await happen_all(game, "end_of_turn", state.turn_player)
    if state.effects:
        triggers.open_frame(game)
        lasting.expire(game, lasting.over_at_end(game, state.turn_player))
        await triggers.close_frame(game)
    if _somebody_won(game):
        state.phase = GAME_OVER
    elif state.extra_turns:
        await _pass_turn(game, state.extra_turns.pop(0))
    else:
        state.seat = (state.seat + 1) % game.players
        await _pass_turn(game, state.seat)


def _somebody_won(game: Rules) -> bool:
    """With 15 VP or more the most VP wins; with a tie for the most, play continues (W1, W2)."""
    state = game.state
    best = max(state.vp)
    if best < game.setup.target_vp:
        return False
    leaders = [player for player, vp in enumerate(state.vp) if vp == best]
    if len(leaders) > 1:
        game.log("tie", NOBODY)
        return False
    state.winners = supplies.reckon(game) or leaders
    for player in state.winners:
        game.log("win", player, number=state.vp[player])
    return True


_PHASES: Final[dict[int, Callable[[Rules], Coroutine[Question, Answer, None]]]] = {
    SETUP: set_up,
    OPENING: open_hands,
    START_TURN: start_turn,
    PLAY_CARDS: play_cards,
    SCORE_BASES: scoring.score_bases,
    DRAW_CARDS: draw_cards,
    END_TURN: end_turn,
}

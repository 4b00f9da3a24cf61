"""Starts each kind of step: what `play`, `talent`, `special` and the others do before their decisions follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine import Option, Question
from basebash.engine.data.terms import BESIDE, PHASE_NAMES, UNDER
from basebash.scenario.answers import answers
from basebash.scenario.errors import Refused
from basebash.scenario.files import Map, ScenarioError
from basebash.scenario.options import is_asking_one, is_played_as, offers
from basebash.scenario.questions import describe, first, show

if TYPE_CHECKING:
    from basebash.scenario.attempt import Attempt

MAX_ANSWERS = 2000


def _player(attempt: Attempt) -> int | None:
    if "player" not in attempt.step:
        return None
    return attempt.run.position.player(attempt.step["player"], attempt.step.line)


def _main(attempt: Attempt) -> Question:
    if attempt.game.is_over:
        raise Refused("the game is over")
    question = attempt.game.question
    if question.kind != "main":
        raise Refused(f"an open decision comes first: {question.prompt}")
    player = _player(attempt)
    if player is not None and player != question.player:
        raise Refused(f"it is not {attempt.step['player']}'s turn to play cards")
    return question


def _pick(attempt: Attempt, options: list[Option], what: str) -> None:
    if not options:
        raise Refused(f"{what} is not possible now")
    attempt.answer((options[0].index,))


def start_play(attempt: Attempt) -> None:
    question = _main(attempt)
    step, names, game = attempt.step, attempt.names, attempt.game
    options = [
        option
        for option in question.options
        if option.kind == "play"
        and names.is_card(game.rules, step["play"], option.card)
        and names.from_zone(game.rules, option, step.get("from"), question.player, step.line)
    ]
    if "as" in step:
        options = [option for option in options if is_played_as(question, option, step["as"])]
    if "on" in step:
        options = [option for option in options if names.is_card(game.rules, step["on"], option.target)]
    elif any(option.target < 0 or game.rules.card(option.card).is_fusion for option in options):
        options = [option for option in options if option.target < 0]  # a fusion without `on` is an action
    elif len({option.target for option in options}) > 1 and not attempt.only_start:
        places = sorted({game.rules.card(option.target).name for option in options})
        raise ScenarioError(f"Play {step['play']} on what? `on:` one of {', '.join(places)}.", step.line)
    # The same play with different rights.
    options = [o for o in options if (o.card, o.target) == (options[0].card, options[0].target)]
    attempt.run.rights = len(options)
    where = f" on {step['on']}" if "on" in step else ""
    _pick(attempt, options[attempt.run.right :], f"playing {step['play']}{where}")


def start_talent(attempt: Attempt) -> None:
    question = _main(attempt)
    options = [
        option
        for option in question.options
        if option.kind == "talent" and attempt.names.is_card(attempt.game.rules, attempt.step["talent"], option.card)
    ]
    if not options:  # it may be named by the action that lends it
        named = [option for option in question.options if option.kind == "talent"]
        options = [
            option
            for option in named
            if attempt.names.is_card(attempt.game.rules, attempt.step["talent"], option.using)
        ]
        options = options or [option for option in named if _is_on_named(attempt, option)]
    options.sort(key=_granted_last)
    number = attempt.step.get("ability")
    if number is not None:
        options = options[number - 1 : number]
    _pick(attempt, options, f"the talent of {attempt.step['talent']}")


def _is_on_named(attempt: Attempt, option: Option) -> bool:
    """Whether a talent is that of an action on the named minion, which has none itself (Ocean Tattoo)."""
    host = attempt.game.rules.card(option.card).host
    if (
        host is None
        or not host.is_minion
        or not attempt.names.is_card(attempt.game.rules, attempt.step["talent"], host.id)
    ):
        return False
    own = [
        host.printed,
        *(ability for ability, _, _ in attempt.game.rules.abilities_of(host)),
    ]  # also if it is cancelled
    return not any("talent" in ability.hooks for ability in own)


def start_use(attempt: Attempt) -> None:
    _use(attempt, attempt.step["use"])


def _uses(attempt: Attempt, question: Question, card: Any) -> list[Option]:
    return [o for o in question.options if o.kind == "use" and attempt.names.is_card(question.game, card, o.card)]


def _use(attempt: Attempt, card: Any) -> None:
    _pick(attempt, _uses(attempt, _main(attempt), card), f"using {card}")
    if "on" in attempt.step:
        attempt.pool.insert(0, attempt.step["on"])
        attempt.only_start = False


def start_titan(attempt: Attempt) -> None:
    """Play a titan that is set aside, in Play Cards or as the open decision offers it."""
    step, game = attempt.step, attempt.game
    if not game.is_over and game.question.kind != "main":
        _accept_titan(attempt, game.question)
        return
    question = _main(attempt)
    options = [
        option
        for option in question.options
        if option.kind == "use"
        and game.rules.card(option.card).zone == BESIDE
        and attempt.names.is_card(game.rules, step["titan"], option.card)
    ]
    _pick(attempt, options, f"playing {step['titan']}")
    if "on" in step:
        if not game.is_over and game.question.kind == "play" and not offers(attempt.names, game.question, step["on"]):
            raise Refused(f"{step['titan']} cannot be played on {show(step['on'])}")
        attempt.pool.insert(0, step["on"])
        attempt.only_start = False
    elif not attempt.game.is_over and is_asking_one(attempt.names, attempt.game.question, step["titan"]):
        attempt.answer((0,))


def _accept_titan(attempt: Attempt, question: Question) -> None:
    player = _player(attempt)
    if player is not None and player != question.player:
        raise Refused(f"the open decision is not {attempt.step['player']}'s")
    for entry in (attempt.step.get("on", attempt.step["titan"]), attempt.step["titan"]):
        for answer, _ in answers(attempt.names, question, [entry]):
            if answer:
                if "on" in attempt.step and entry is not attempt.step["on"]:
                    attempt.pool.insert(0, attempt.step["on"])
                    attempt.only_start = False
                picked = question.options[answer[0]]
                attempt.ordered = picked.card if picked.kind == "trigger" else None
                attempt.answer(answer)
                return
    if not attempt.pool or not attempt.names.is_card(attempt.game.rules, attempt.step["titan"], question.source):
        raise Refused(f"{attempt.step['titan']} cannot be played by {describe(question)}")
    if "on" in attempt.step:  # it asks immediately for its targets, which are in `choose` (The Bride)
        attempt.pool.append(attempt.step["on"])


def start_uncover(attempt: Attempt) -> None:
    game = attempt.game
    options = [
        option
        for option in _main(attempt).options
        if option.card >= 0
        and game.rules.card(option.card).zone == UNDER
        and attempt.names.is_card(game.rules, attempt.step["uncover"], option.card)
    ]
    if "on" in attempt.step:
        options = [option for option in options if attempt.names.is_card(game.rules, attempt.step["on"], option.target)]
    _pick(attempt, options, f"uncovering {attempt.step['uncover']}")


def start_end(attempt: Attempt) -> None:
    if attempt.step["end"] != "play":
        raise ScenarioError("`end: play` is the only phase that a step can end.", attempt.step.line)
    question = _main(attempt)
    _pick(attempt, [option for option in question.options if option.kind == "end"], "ending Play Cards")


def start_answer(attempt: Attempt) -> None:
    if attempt.game.is_over:
        raise Refused("there is no open decision")
    player = _player(attempt)
    if player is not None and player != attempt.game.question.player:
        raise Refused(f"the open decision is not {attempt.step['player']}'s")
    while True:
        for answer, rest in answers(attempt.names, attempt.game.question, [attempt.step["answer"]]):
            if not rest:
                picked = attempt.game.question.options[answer[0]] if answer else None
                attempt.ordered = picked.card if picked is not None and picked.kind == "trigger" else None
                attempt.answer(answer)
                return
        if attempt.game.question.kind != "order":
            break
        attempt.answer(first(attempt.game.question))  # of the very first phase: elsewhere the order is settled by now
    question = attempt.game.question
    if (
        attempt.pool
        and question.can_decline
        and attempt.names.is_yes(attempt.game.rules, attempt.step["answer"], question.source)
    ):
        return  # a yes to a card that asks immediately for its targets, which are in `choose` (The Bride)
    raise Refused(f"{attempt.step['answer']!r} is not an answer to {describe(question)}")


def start_until(attempt: Attempt) -> None:
    condition = attempt.step["until"]
    if not isinstance(condition, Map) or not condition or not set(condition) <= {"turn", "phase"}:
        raise ScenarioError("`until` is written {turn: PLAYER, phase: PHASE}.", attempt.step.line)
    if "phase" in condition and condition["phase"] not in PHASE_NAMES:
        raise ScenarioError(f"There is no phase {condition['phase']!r}.", attempt.step.line)
    if "turn" in condition:
        attempt.run.position.player(condition["turn"], attempt.step.line)


def start_pass(attempt: Attempt) -> None:
    """Advance to what follows when everyone has passed."""


def start_special(attempt: Attempt) -> None:
    """Advance to the decision about this Special, passing for the players asked before."""
    step, names = attempt.step, attempt.names
    player = _player(attempt)
    if not attempt.game.is_over and attempt.game.question.kind == "main":  # a Special of your own turn (Deputy)
        _use(attempt, step["special"])
        return
    _put_first(attempt)
    window = (attempt.game.rules.window, attempt.game.state.scoring)
    for _ in range(MAX_ANSWERS):
        game = attempt.game
        if game.is_over or (game.rules.window, game.state.scoring) != window:
            break
        question = game.question
        if question.kind == "order":
            wanted = [o for o in question.options if names.is_card(game.rules, step["special"], o.card)]
            attempt.answer((wanted[0].index,) if wanted else (0,))
            continue
        if not question.window:
            break
        if player is None or player == question.player:
            if question.kind == "special":
                options = _special_options(attempt, question)
                if options:
                    if "on" in step and options[0].target < 0:
                        attempt.pool.insert(0, step["on"])
                        attempt.only_start = False
                    attempt.answer((options[0].index,))
                    _accept_own(attempt, options[0])
                    return
            elif names.is_card(game.rules, step["special"], question.source):
                _accept(attempt, question)
                return
        attempt.answer(())
    raise Refused(f"{step['special']} cannot be used or played in a window that is open now")


def _put_first(attempt: Attempt) -> None:
    """Let the named one respond first among cards in play whose order nobody has chosen yet."""
    before = attempt.run.reorder
    if before is None:
        return
    for option in before.question.options:
        if attempt.names.is_card(before.rules, attempt.step["special"], option.card):
            attempt.game = before.clone()
            attempt.game.rules.forced = []
            attempt.answer((option.index,))
            return


def _special_options(attempt: Attempt, question: Question) -> list[Option]:
    """Return the ways to play this Special; one that asks for its target later has none yet."""
    names, step = attempt.names, attempt.step
    options = [o for o in question.options if names.is_card(question.game, step["special"], o.card)]
    if "on" not in step:
        return options
    there = [o for o in options if names.is_card(question.game, step["on"], o.target)]
    return there or [o for o in options if o.target < 0]


def _accept_own(attempt: Attempt, option: Option) -> None:
    """Pick a card in play in the window, as in 2013, before it asks for a target."""
    if option.kind == "trigger" and not attempt.game.is_over:
        question = attempt.game.question
        if question.can_decline and attempt.names.is_card(attempt.game.rules, attempt.step["special"], question.source):
            _accept(attempt, question)


def _accept(attempt: Attempt, question: Question) -> None:
    """Use the ability of a card in play that a window offers."""
    attempt.accepted.append(question.source)
    if "on" in attempt.step and attempt.step["on"] not in attempt.pool:
        attempt.pool.insert(0, attempt.step["on"])
    if question.kind == "yes":
        attempt.answer((0,))
        return
    for answer, rest in answers(attempt.names, question, attempt.pool):
        if answer:
            attempt.pool = rest
            attempt.answer(answer)
            return
    if len(question.items) == 1:
        attempt.answer((0,))
        return
    raise ScenarioError(f"What for {attempt.step['special']}? {describe(question)}", attempt.step.line)


def _granted_last(option: Option) -> bool:
    return option.using >= 0


STARTS = {
    "play": start_play,
    "talent": start_talent,
    "use": start_use,
    "titan": start_titan,
    "uncover": start_uncover,
    "end": start_end,
    "answer": start_answer,
    "until": start_until,
    "pass": start_pass,
    "special": start_special,
}

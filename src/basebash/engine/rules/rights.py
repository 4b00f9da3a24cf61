"""Rights to play cards: what may be played with which, on what, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.terms import (
    ACTION,
    ANY_KIND,
    BARRED,
    BASE,
    FUSION,
    MINION,
    NO_ACTIONS,
    ON_BASE,
    ON_NOTHING,
    ON_YOUR_MINION,
    PLAY,
    PLAY_CARDS,
    Who,
)
from basebash.engine.data.values import Allowance
from basebash.engine.rules import ability_index, limits, zones
from basebash.engine.vocabulary.printed import CARDS, way_of

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card

# How cards are played (`Printed.way`).
_MINION: Final = way_of(MINION, ON_NOTHING)
_STANDARD: Final = way_of(ACTION, ON_NOTHING)
_ON_BASE: Final = way_of(ACTION, ON_BASE)


def rights_of(game: Rules, player: int) -> list[Allowance]:
    """Every right to play a card that a player has now in Play Cards: free, extra, and offered by cards."""
    state = game.state
    rights = state.plays[:]
    for listener in (game._index or game.index).get("offers", ()):
        _add_offer(rights, listener, player)
    if game.plays_from_discard:
        for i in state.discards[player]:
            if state.printed[i].from_discard:
                _add_offer(rights, (state.printed[i], game.card(i), i), player)
    return rights


def _add_offer(rights: list[Allowance], listener: Listener, player: int) -> None:
    """Adds the right that a card gives on each of the player's turns, unless they have used it (T4)."""
    ability, me, _ = listener
    right = ability.offers(me, player)
    if right is not None and not limits.is_spent(me.game, listener, player, "offers"):
        right.source = me.id
        right.offer = 2 + ability.number
        rights.append(right)


def _covers(narrow: Allowance, wide: Allowance) -> bool:
    """Whether all that may be played with the first right may be played with the second as well."""
    return (
        wide.kind & narrow.kind == narrow.kind
        and (wide.max_power < 0 or 0 <= narrow.max_power <= wide.max_power)
        and wide.base in (-1, narrow.base)
        and wide.card in (-1, narrow.card)
        and wide.name in ("", narrow.name)
        and wide.affecting in (-1, narrow.affecting)
        and (wide.rule < 0 or (wide.rule == narrow.rule and wide.source == narrow.source))
    )


def _has_consequence(game: Rules, right: Allowance) -> bool:
    return right.offer > 0 and any(
        "offer_used" in ability.hooks for ability, _, _ in game.abilities_of(game.card(right.source))
    )


def _decides_more(right: Allowance) -> bool:
    """Whether it matters that a card is played with this right: what it may be aimed at, or what follows."""
    return right.rule >= 0 or right.name == "*"


def _worth_spending(game: Rules, rights: list[Allowance]) -> list[Allowance]:
    """Of several rights that fit, those between which there is something to choose, the narrowest first.

    A right is never spent while a narrower one would do (pitfall 17). One that has a consequence (Storyteller's
    Hut), or a say in what follows (Space Prince, The Gray Wolf), is another thing to do and hides no other. A regular
    play hides no extra one, because it may be worth keeping (H11); an extra play hides the regular one unless the
    number of extra cards is limited (Eliza).
    """
    if len(rights) < 2:
        return rights
    limited = "forbids_extra" in (game._index or game.index)
    plain = [r for r in rights if not _has_consequence(game, r)]
    # Of equal rights, one that a play may end is spent first (Subterranean Lair).
    plain.sort(key=lambda r: (_narrowness(r), not (r.offer and offering(game, r)[0].offer_may_end)))
    kept: list[Allowance] = []
    for right in plain:
        for narrower in kept:
            same = right.free == narrower.free or (right.free and not limited)
            if same and _covers(narrower, right) and not _decides_more(narrower):
                break
        else:
            kept.append(right)
    return [r for r in rights if _has_consequence(game, r)] + kept


def _narrowness(right: Allowance) -> int:
    return right.free - 2 * right.narrowness


def spend(game: Rules, player: Who, right: Allowance | None, card: Card) -> None:
    """A right is used up by a player who plays a card."""
    if right is None:
        return
    if right.offer:
        limits.spend(game, offering(game, right), player, "offers")
    elif right in game.state.plays:
        game.state.plays.remove(right)
        if right.name == "*":
            _settle_on_name(game, right, card.name)


def offering(game: Rules, right: Allowance) -> Listener:
    """The ability that offers a right each turn, and the card that has it; or what is left of that, if it lasts."""
    source = game.card(right.source)
    lasting = [(a, me, i) for a, me, i in game.listeners("offers") if me.controller == game.state.turn_player]
    for ability, me, giver in [*game.abilities_of(source), *lasting]:
        if "offers" in ability.hooks and ability.number == right.offer - 2 and me.id == source.id:
            return ability, me, giver
    return source.printed, source, source.id


def _settle_on_name(game: Rules, right: Allowance, name: str) -> None:
    """Rights to play several cards of one name (`name` "*", Blossom): the first one played decides which."""
    for i, other in enumerate(game.state.plays):
        if other.name == "*" and other.source == right.source:
            game.state.plays[i] = Allowance(other.kind, name=name, source=other.source)


def options(game: Rules, player: int, rights: list[Allowance]) -> list[PlayItem]:
    """Every card that a player may play with these rights, and on what."""
    found: list[PlayItem] = []
    if not rights:
        return found
    state = game.state
    kinds = 0
    for right in rights:
        kinds |= right.kind
    plain = _plain_rights(game, rights)
    is_open = _is_open(game)
    anywhere = _anywhere(game, plain) if plain and is_open else {}
    stand_in = "stands_in" in game.moments
    alike: dict[tuple[int, int], list[PlayItem]] = {}  # what a copy of a card may do, another of its owner may too
    for i in state.hands[player]:
        printed = state.printed[i]
        ways = anywhere.get(printed.way)
        if ways is not None:
            for target, right in ways:
                found.append(("play", i, target, right))
            continue
        kind = printed.kind
        stands = stand_in and "stands_in" in printed.hooks
        if not kind & kinds and not stands:
            continue
        copy = printed.number, state.owner[i]
        mine = alike.get(copy)
        if mine is not None:
            for what, _, target, used in mine:
                found.append((what, i, target, used))
            continue
        mine = alike[copy] = []
        if kind not in plain or printed.only_special or stands:
            options_for(game, player, game.card(i), rights, mine, None)
        else:
            _plain_options(game, player, game.card(i), plain[kind], mine, is_open=is_open)
        found += mine
    openers = limits.unspent(game, "opens_discard", player)
    if openers or game.plays_from_discard:
        _options_in_discard(game, player, rights, found, openers)
    if stand_in and game.hears_of("stands_in"):
        found += _stand_ins(game, player, rights)
    return found


def _anywhere(game: Rules, plain: dict[int, list[Allowance]]) -> dict[int, list[tuple[int, Allowance]]]:
    """The ways to play a card that no right and nothing else limits, by what is printed on it (`Printed.way`)."""
    state = game.state
    ways = {_MINION: _on_bases(state.bases, plain[MINION])}
    if not state.effects and game.edition >= 2019:  # a copied ability or an older printing may say otherwise
        ways[_STANDARD] = [(-1, right) for right in plain[ACTION]]
        ways[_ON_BASE] = _on_bases(state.bases, plain[ACTION])
    return ways


def _on_bases(bases: list[int], spent: list[Allowance]) -> list[tuple[int, Allowance]]:
    return [(base, right) for base in bases for right in spent]


def _options_in_discard(
    game: Rules,
    player: int,
    rights: list[Allowance],
    found: list[PlayItem],
    openers: list[Listener],
) -> None:
    """Adds what may be played out of the discard pile."""
    state = game.state
    generic = [right for right in rights if right.card < 0]
    for i in state.discards[player]:
        printed = state.printed[i]
        if not openers and not printed.from_discard:
            continue
        card = game.card(i)
        if printed.from_discard:
            own = [right for right in rights if right.card == i]
            options_for(game, player, card, own, found, None)
        if printed.from_discard and printed.may_play_from_discard(card, player):
            options_for(game, player, card, rights, found, None)
        elif openers:
            options_for(game, player, card, generic, found, openers)


def _plain_options(
    game: Rules, player: int, card: Card, spent: list[Allowance], found: list[PlayItem], *, is_open: bool
) -> None:
    """Adds the ways to play a card with rights that hold anywhere."""
    targets = targets_of(game, player, card)
    if not is_open:
        targets = where_allowed(game, player, card, targets)
    i = card.id
    for target in targets:
        target_id = -1 if target is None else target.id
        for right in spent:
            found.append(("play", i, target_id, right))


def _is_open(game: Rules) -> bool:
    """Whether nothing in play forbids to play anything or charges for it."""
    index = game._index or game.index
    if "forbids_play" in index or "asks_toll" in index:
        return False
    effects = game.state.effects
    return not effects or not any([effect.kind in (BARRED, NO_ACTIONS) for effect in effects])


def _plain_rights(game: Rules, rights: list[Allowance]) -> dict[int, list[Allowance]]:
    """Where no right is limited, what is spent is the same for all cards of a kind."""
    for right in rights:
        if not right.is_general:
            return {}
    if "forbids_extra" in (game._index or game.index):
        return {}
    for_minions = [right for right in rights if right.kind & MINION]
    for_actions = [right for right in rights if right.kind & ACTION]
    return {MINION: _worth_spending(game, for_minions), ACTION: _worth_spending(game, for_actions)}


def _stand_ins(game: Rules, player: int, rights: list[Allowance]) -> list[PlayItem]:
    """What may be used, by cards in play or in stasis, in place of a play that the player has (Monet)."""
    found: list[PlayItem] = []
    if cannot_play_actions(game, player):
        return found
    for ability, me, source in game.voices("stands_in"):
        if me.controller == player and "use" in ability.hooks:
            fitting = [
                right
                for right in rights
                if ability.stands_in(me, player, right)
                and (right.free or not is_forbidden_extra(game, player, me, None))
            ]
            giver = -1 if source == me.id else source
            found += [("use", me.id, giver, right) for right in _worth_spending(game, fitting)]
    return found


def options_for(
    game: Rules,
    player: int,
    card: Card,
    rights: list[Allowance],
    found: list[PlayItem],
    openers: list[Listener] | None,
    *,
    answers: bool = False,
) -> None:
    """Adds the ways to play one card with these rights; `answers`: also one that is only a Special."""
    printed = card.printed
    kind = card.kind
    # A card that may be played whenever an action could stands in for none if the player cannot play actions.
    stands = "stands_in" in game.moments and "stands_in" in printed.hooks and not cannot_play_actions(game, player)
    fitting = [
        right
        for right in rights
        if (right.kind & kind or (stands and printed.stands_in(card, player, right)))
        and (right.is_general or _fits(right, card))
    ]
    if not fitting:
        return
    if printed.only_special and not answers:
        found += _as_special(game, player, card, fitting) if openers is None else []
        return
    # Most rights hold anywhere: then which one is spent does not depend on the target.
    anywhere = (
        kind != FUSION
        and openers is None
        and "forbids_extra" not in (game._index or game.index)
        and all([right.base < 0 and right.rule < 0 and right.affecting < 0 for right in fitting])
    )
    spent = _worth_spending(game, fitting) if anywhere else fitting
    targets = targets_of(game, player, card, silent=fitting[0].silent)
    if not _is_open(game):
        targets = where_allowed(game, player, card, targets)
    for target in targets:
        if not anywhere:
            spent = _rights_there(game, player, card, target, fitting, openers)
        for right in spent:
            found.append(("play", card.id, -1 if target is None else target.id, right))


def _rights_there(
    game: Rules,
    player: int,
    card: Card,
    target: Card | None,
    rights: list[Allowance],
    openers: list[Listener] | None,
) -> list[Allowance]:
    """Of the rights that fit a card, those with which it may be played on this target."""
    base = _base_of(target)
    base_id = -1 if base is None else base.id
    is_fusion = card.kind == FUSION
    usable: list[Allowance] = []
    for right in rights:
        if (
            (right.base < 0 or right.base == base_id)
            and (not is_fusion or right.kind & (ACTION if target is None else MINION))
            and (right.rule < 0 or CARDS[right.rule].allows(game.card(right.source), player, card, target))
            and (right.affecting < 0 or _affects(card, target, right))
            and (openers is None or _is_opened(openers, player, card, target, right))
            and (right.free or not is_forbidden_extra(game, player, card, target))
        ):
            usable.append(right)
    return _worth_spending(game, usable)


def _as_special(game: Rules, player: int, card: Card, fitting: list[Allowance]) -> list[PlayItem]:
    """A right to play an action in a scoring window is one to play an action that is only a Special, too (Mole)."""
    if not card.printed.window & game.window:
        return []
    found: list[PlayItem] = []
    for what, card_id, target_id, _ in special_ways(game, player, card):
        target = None if target_id < 0 else game.card(target_id)
        for right in fitting:
            if right.rule < 0 or CARDS[right.rule].allows(game.card(right.source), player, card, target):
                found.append((what, card_id, target_id, right))
                break
    return found


def _affects(action: Card, target: Card | None, right: Allowance) -> bool:
    """Whether an action, played there, can directly affect the minion that the right is about (A3, A4).

    A minion that has left play and come back is another one.
    """
    minion = action.game.card(right.affecting)
    if minion.entered != right.arrival:
        return False
    if target is not None and target is not minion.base:
        return target is minion
    return minion.in_play and action.printed.would_affect(action, minion)


def _is_opened(openers: list[Listener], player: int, card: Card, target: Card | None, right: Allowance) -> bool:
    """Whether something lets a player play a card of their discard pile there with this right."""
    for ability, me, _ in openers:
        if ability.opens_discard(me, player, card, target, right):
            return True
    return False


def _fits(right: Allowance, card: Card) -> bool:
    """Whether a right that is limited is one to play this card, wherever."""
    return (
        (right.card < 0 or right.card == card.id)
        and (right.max_power < 0 or card.printed.power <= right.max_power)
        and (not right.name or _has_name(card, right.name))
    )


def _has_name(card: Card, name: str) -> bool:
    """Whether a card has the name an allowance asks for: any yet, a certain one, or (with "!") any other."""
    if name == "*":
        return True
    return card.name != name[1:] if name[0] == "!" else card.is_a(name)


def targets_of(game: Rules, player: int, card: Card, *, silent: bool = False) -> list[Any]:
    """What a card could be played on: bases, minions, or [None] for a standard action.

    A card that will be `silent` has no say in where it is played.
    """
    printed = card.printed
    if card.kind & MINION:
        bases = game.bases
        if printed.is_choosy and not silent:
            bases = [base for base in bases if printed.can_be_played_on(card, player, base)]
        return bases if card.kind == MINION else [*bases, None]
    plays_on = card.plays_on
    targets: list[Any] = [None] if plays_on == ON_NOTHING else _places(game, player, plays_on)
    if printed.is_choosy:
        targets = [target for target in targets if printed.can_be_played_on(card, player, target)]
    return targets


def _places(game: Rules, player: int, plays_on: int) -> list[Any]:
    """What an action that is played on such things could be played on; [None] for a standard action."""
    if plays_on == ON_NOTHING:
        return [None]
    if plays_on != ON_YOUR_MINION:
        return game.bases if plays_on == ON_BASE else game.minions()
    controllers = game.state.controller
    return [minion for minion in game.minions() if controllers[minion.id] == player]


def could_copy(card: Card, action: Card, player: int) -> bool:
    """Whether a player could play this card, as an extra card, as if it said what another action says."""
    game = card.game
    targets = where_allowed(game, player, card, _places(game, player, action.plays_on))
    return any(not is_forbidden_extra(game, player, card, target) for target in targets)


def cannot_play_actions(game: Rules, player: Who) -> bool:
    """Whether the player cannot play any action this turn (Mark of Sleep)."""
    state = game.state
    return any(
        effect.kind == NO_ACTIONS
        and effect.target == player
        and state.turn_player == player
        and state.turn > effect.turn
        for effect in state.effects
    )


def is_forbidden_extra(game: Rules, player: Who, card: Card, target: Card | None) -> bool:
    """Whether something says that the player cannot play the card there as an extra card."""
    forbidding = game.listeners("forbids_extra")
    base = _base_of(target) if forbidding else None
    return any([ability.forbids_extra(me, player, card, base) for ability, me, _ in forbidding])


def is_forbidden(game: Rules, player: Who, card: Card, target: Card | None, *, extra: bool = False) -> bool:
    """Whether something says that the player cannot play the card there; `extra`: it would be an extra card."""
    if extra and is_forbidden_extra(game, player, card, target):
        return True
    return not where_allowed(game, player, card, [target])


def _base_of(target: Card | None) -> Card | None:
    """The base where a card is that is played on this."""
    return target if target is None or target.kind == BASE else target.base


def where_allowed(game: Rules, player: Who, card: Card, targets: list[Any]) -> list[Any]:
    """Those of the targets on which nothing says that the player cannot play the card ("cannot" beats "can", P5)."""
    state = game.state
    if state.effects:
        if any([e.kind == BARRED and e.target == player and e.amount == card.printed.number for e in state.effects]):
            return []
        if card.kind & ACTION and cannot_play_actions(game, player):
            targets = [] if card.kind == ACTION else [target for target in targets if target is not None]
    index = game._index or game.index
    if "asks_toll" in index:
        targets = [target for target in targets if target is None or _can_pay_tolls(game, player, card, target)]
    if "forbids_play" not in index:
        return targets
    allowed: list[Any] = []
    for target in targets:
        base = _base_of(target)
        on = target if card.kind == ACTION else None
        for ability, me, _ in index["forbids_play"]:
            if ability.forbids_play(me, player, card, base, on):
                break
        else:
            allowed.append(target)
    return allowed


def _can_pay_tolls(game: Rules, player: Who, card: Card, target: Card) -> bool:
    """Whether the player has as many other cards as playing the card there costs."""
    base = target.base
    if base is None:
        return True
    tolls = [me for ability, me, _ in game.listeners("asks_toll") if ability.asks_toll(me, player, card, base)]
    return len(tolls) <= len([other for other in game.hand(player) if other is not card])


def why_not(game: Rules, player: int, card: Card, rights: list[Allowance]) -> str:
    """Why a card in hand that cannot be played now cannot, in a few words."""
    state = game.state
    if state.phase != PLAY_CARDS or state.turn_player != player:
        return "Not your turn to play cards"
    if card.printed.only_special:
        return "Only as a Special while a base scores"
    if not any(right.kind & card.kind for right in rights):
        return "No minion play left" if card.is_minion else "No action play left"
    targets = targets_of(game, player, card)
    if not targets:
        return "Nothing to play it on"
    if all(is_forbidden(game, player, card, target) for target in targets):
        return "Another card forbids it"
    return "Your extra plays don't allow this card"


def where_not(game: Rules, player: int, card: Card, offered: set[int]) -> dict[str, str]:
    """For a card that may be played at some bases: why not at the others, by the id of the base."""
    if card.kind == ACTION and card.plays_on != ON_BASE:
        return {}
    reasons: dict[str, str] = {}
    for base in game.bases:
        if base.id in offered:
            continue
        on = base if card.kind == ACTION else None
        forbidding = [
            me.name
            for ability, me, _ in game.listeners("forbids_play")
            if ability.forbids_play(me, player, card, base, on)
        ]
        if card.printed.is_choosy and not card.printed.can_be_played_on(card, player, base):
            forbidding.append(card.name)
        reasons[str(base.id)] = f"{forbidding[0]} forbids it" if forbidding else "Not with the plays you have left"
    return reasons


def are_specials_forbidden(game: Rules, player: Who) -> bool:
    """Whether a player cannot play Specials, because of the base that is scoring (Mindraker)."""
    if game.state.scoring < 0 or "forbids_specials" not in (game._index or game.index):
        return False
    base = game.card(game.state.scoring)
    return any(ability.forbids_specials(me, player, base) for ability, me, _ in game.listeners("forbids_specials"))


def is_special_forbidden(game: Rules, card: Card) -> bool:
    """Return whether the Specials of a card cannot be used, because of the base that is scoring (And Stay Down!)."""
    silencing = game.listeners("forbids_special_abilities") if game.state.scoring >= 0 else ()
    return any(
        ability.forbids_special_abilities(me, card, game.card(game.state.scoring)) for ability, me, _ in silencing
    )


def special_ways(game: Rules, player: int, card: Card) -> list[PlayItem]:
    """How a card could be played as a Special while a base scores."""
    printed = card.printed
    base = game.card(game.state.scoring)
    if are_specials_forbidden(game, player) or not printed.can_be_special(card, base):
        return []
    targets = printed.special_targets(card, base)
    ways: list[Card | None] = [*targets] if targets is not None else [base if card.is_minion else None]
    return [
        ("special", card.id, -1 if target is None else target.id, None)
        for target in ways
        if not is_forbidden(game, player, card, target, extra=True)
    ]


def ways_to_play(
    source: Card, card: Card, at: list[Card] | None, player: int, kind: int = ANY_KIND, *, silent: bool = False
) -> list[PlayItem]:
    """How a player could play this very card now, as an extra card (a fusion: as a card of this kind, F9).

    A `silent` card has no say in where it is played.
    """
    game = source.game
    items: list[PlayItem] = []
    if card.zone == PLAY:  # it was played meanwhile
        return items
    right = Allowance(card.kind & kind, card=card.id, source=source.id, silent=silent)
    options_for(game, player, card, [right], items, None, answers=source is card)
    if card.printed.window & game.window and card.buried_at is not None:
        items = special_ways(game, player, card)  # what is uncovered is played the way the moment allows (G37)
    if at is None:
        return items
    return [
        item
        for item in items
        if (item[2] < 0 and (not card.is_fusion or card.buried_at is not None))
        or (item[2] >= 0 and (game.card(item[2]).base in at or game.card(item[2]) in at))
    ]


def playable(game: Rules, player: int, right: Allowance, returned: list[Card]) -> list[Card]:
    """The cards that a player could play with this right, if `returned` had gone from play to their owners' hands."""
    now = game.state
    if returned:  # tried on a copy: hand sizes and what is in play decide what may be played
        game.state = now.copy()
        for card in returned:
            zones.return_silently(game, card)
    items = options(game, player, [right])
    if returned:
        game.state = now
        ability_index.invalidate(game)
    return [game.card(i) for i in dict.fromkeys(item[1] for item in items)]


def regular_plays(game: Rules, price: int) -> list[Allowance] | None:
    """The regular plays of these kinds, where all of them are still there; None if one is not."""
    found: list[Allowance] = []
    for kind in (MINION, ACTION):
        if price & kind:
            left = [right for right in game.state.plays if right.free and right.kind == kind]
            if not left:
                return None
            found.append(left[0])
    return found

// Written by `make protocol` from src/basebash/server/messages. Do not edit.

export type Against = "adaptive" | "easy" | "hard" | "normal" | "people";

export type CardKind = "action" | "base" | "card" | "minion" | "titan";

export type ErrorCode = "already_started" | "bad_message" | "bad_request" | "bad_token" | "busy" | "damaged" | "full" | "halted" | "hello_first" | "illegal" | "no_table" | "no_undo_asked" | "not_allowed" | "not_asked" | "not_found" | "not_in_play" | "not_over" | "not_started" | "not_your_seat" | "nothing_to_undo" | "over" | "stale" | "too_big" | "too_fast" | "too_many";

export type Level = "adaptive" | "easy" | "hard" | "normal";

export type LogKind = "award" | "ban" | "base revealed" | "base to bottom" | "base to top" | "box" | "breakpoint" | "breakpoint set" | "bury" | "cancel" | "carry" | "chose" | "clash" | "clash power" | "control" | "counters" | "counters moved" | "counters off" | "destroy" | "destroy base" | "discard" | "discard buried" | "draft" | "draw" | "draw from" | "duel" | "duel bare" | "duel laid" | "duel power" | "duel shown" | "duel stopped" | "duel won" | "extra turn" | "find" | "flip" | "look" | "look at hand" | "monster" | "move" | "mulligan" | "new base" | "no effect" | "pass" | "phase" | "play" | "power" | "put back" | "put back bottom" | "reckon" | "replace base" | "reshuffle" | "return" | "reveal" | "score" | "scored" | "shuffle" | "shuffle in" | "spared" | "stasis" | "store" | "supply shuffled" | "swap" | "take treasure" | "talent" | "thaw" | "tie" | "to bottom" | "to hand" | "to supply" | "to top" | "transfer" | "treasures" | "turn" | "turn coin" | "uncover" | "use" | "vp" | "win";

export type OptionKind = "card" | "end" | "faction" | "mode" | "name" | "number" | "play" | "player" | "special" | "talent" | "trigger" | "use" | "yes";

export type Phase = "draw" | "end" | "opening" | "over" | "play" | "score" | "setup" | "start";

export type PhraseName = "good_game" | "good_luck" | "nice_move" | "one_moment" | "oops" | "rematch" | "thanks" | "your_turn";

export type QuestionKind = "arrange" | "bottom" | "card" | "faction" | "main" | "mode" | "name" | "number" | "order" | "play" | "player" | "special" | "yes";

export type SeatKind = "bot" | "open" | "person";

export type Unrated = "device" | "packs" | "person" | "target";

export type Zone = "aside" | "base deck" | "base discard" | "beside" | "box" | "deck" | "discard" | "hand" | "held" | "play" | "stasis" | "supply";

/** A part of a sum. `sets`: it replaces what came before instead of adding to it. */
export interface Addend {
  text: string;
  amount: number;
  sets: boolean;
}

/** Tell me by e-mail, once I have confirmed the address. */
export interface AddressRequest {
  address: string;
}

/** An analysis as far as it has come: the first decision of each turn, and the end. `seat`: in a game under way, only this seat's own past turns. */
export interface Analysis {
  seat: number | null;
  state: "done" | "none" | "running" | "stopped";
  done: number;
  of: number;
  moments: AnalysisMoment[];
}

/** A past decision: everybody's chance to win as its player could judge it, and a bot's best moves. */
export interface AnalysisMoment {
  step: number;
  turn: number;
  player: number;
  chances: number[];
  moves: BotMove[];
}

/** The answer to the open question. `number` is the `answers` of the state that showed the question. */
export interface Answer {
  type: "answer";
  number: number;
  picks: number[];
}

/** Ask what a bot would do at my open question. Only where `State.hints` says so. */
export interface AskHint {
  type: "hint";
  number: number;
}

/** Ask what each option of my open question would lead to. */
export interface AskPreview {
  type: "preview";
  number: number;
}

/** A base in play. `totals`, `places` (0: none) and `gains` (VP) are by player, as if it scored now. `pressure` is the power that counts towards the breakpoint. */
export interface BaseInPlay {
  id: number;
  name: string;
  breakpoint: number;
  printed_breakpoint: number;
  vp: number[];
  totals: number[];
  places: number[];
  gains: number[];
  counters: number;
  cards: CardInPlay[];
  pressure: number;
  buried: HeldCard[];
}

/** A move that a bot considered: the answer, its line step by step, and how often it was tried. `chance`: its chance to win; null if it was not tried. `why`: what it leads to at once, in words, and `totals` as totals by player at the bases that change (by id). `played`: it is the move that was played. `error`: the standard error of the chance. */
export interface BotMove {
  picks: number[];
  text: string;
  line: string[];
  chance: number | null;
  tries: number;
  why: string;
  played?: boolean;
  totals?: Record<string, number[]>;
  error?: number | null;
}

/** A titan beside its deck, or a card in stasis, with its counters and the cards under it and on it. */
export interface CardBeside {
  id: number;
  name: string;
  counters: number;
  held: HeldCard[];
  cards?: Named[];
}

/** A printed card. The kind `card` is both a minion and an action, as its player likes. `power`, `plays_on`, `breakpoint` and `vp` mean something only for kinds that have them. `key` is its name, with the faction if another faction's card has the same name. */
export interface CardEntry {
  key: string;
  name: string;
  kind: CardKind;
  power: number;
  copies: number;
  text: string;
  rulings: string[];
  faction: string;
  set: string;
  plays_on: "" | "base" | "minion" | "your minion";
  breakpoint: number;
  vp: number[];
  talent: boolean;
  special: boolean;
  ongoing: boolean;
}

/** A card in the viewer's hand. `why_not` says why it cannot be played now; it is empty or null if it can. `where_not` says for bases, by id, why it cannot be played there, if it can be played elsewhere. */
export interface CardInHand {
  id: number;
  name: string;
  kind: CardKind;
  power: number;
  owner: number;
  why_not: string | null;
  where_not: Record<string, string>;
}

/** A minion, titan or action in play, with the cards on it. `named`: what was named for it (a faction), or empty. `controller` is -1 for a monster that nobody controls. `counts`: whether its power counts, towards its controller's total or, for a monster, towards the breakpoint. */
export interface CardInPlay {
  id: number;
  name: string;
  kind: CardKind;
  owner: number;
  controller: number;
  power: number;
  printed_power: number;
  counters: number;
  talents_used: boolean[];
  cards: CardInPlay[];
  named?: string;
  held?: HeldCard[];
  counts?: boolean;
}

/** All factions and cards. `supplies` are the decks that belong to nobody, `tags` what factions may do. */
export interface Catalogue {
  version: string;
  factions: FactionEntry[];
  supplies: FactionEntry[];
  difficulties: string[];
  tags: string[];
  cards: Record<string, CardEntry>;
  sets: string[];
  editions: number[];
  levels: Level[];
}

/** The creator changes the settings before the start. */
export interface Change {
  type: "change";
  settings: TableSettings;
}

/** Say something to everyone at the table. */
export interface Chat {
  type: "chat";
  text: string;
}

/** A line of the chat, counted from 0 at each table; `at` is seconds since 1970. `kind`: own words (`talk`) or a `phrase`; a `notice` is about the seat; a `nudge` is addressed to the seat. */
export interface ChatLine {
  type: "chat";
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  kind?: "notice" | "nudge" | "phrase" | "talk";
}

/** Who must answer, and within how many seconds; after that a bot answers for them once. `over_days`: the time is for everything until somebody else is asked. */
export interface ClockView {
  seat: number;
  seconds_left: number;
  over_days?: boolean;
}

/** Say before the start which sets you have; none stands for all. */
export interface Collect {
  type: "collect";
  collection: string[];
}

/** Agree or disagree to the undo that another player asked for. */
export interface Consent {
  type: "consent";
  yes: boolean;
}

/** The new table, and what the creator needs to sit there. `seat` is null if only bots play. */
export interface Created {
  table: string;
  seat: number | null;
  token: string | null;
  seats: SeatToken[];
}

/** This device belongs to me now: its secret. */
export interface Device {
  secret: string;
  name: string;
}

/** What to type on another device, once, within this many seconds. */
export interface DeviceCode {
  code: string;
  seconds: number;
}

/** The code that another of my devices shows. */
export interface DeviceRequest {
  code: string;
}

/** A duel under way: the minions, the challenger's first, their controllers, and the cards laid for it. */
export interface DuelView {
  challenger: number;
  base: number;
  minions: Named[];
  sides: number[];
  cards: HeldCard[];
}

/** Ask why a number is what it is. `card` is a minion or, for breakpoint and total, a base in play. */
export interface Explain {
  type: "explain";
  what: "breakpoint" | "power" | "total";
  card: number;
  player?: number | null;
}

/** Why a number is what it is. */
export interface Explanation {
  type: "explanation";
  what: "breakpoint" | "power" | "total";
  card: number;
  player: number | null;
  parts: ExplanationPart[];
  total: number;
}

/** A reason: it adds `amount` to the number, or sets it. `source` is a card, or -1. */
export interface ExplanationPart {
  amount: number;
  sets: boolean;
  text: string;
  source: number;
}

/** A faction with the names of its cards, bases and titans. `summary` says what it does in a few words, `difficulty` counts from 1 in the catalogue's `difficulties`. `ink` and `pop` are its colours, readable on each other. `icon` is the name of a glyph of game-icons.net, the path of a picture that a pack brings (which begins with /), or empty. `hyphenated` is the name with a | where a long word may be divided. `pack` is the name and version of the pack that it comes from, empty if it is built in. */
export interface FactionEntry {
  name: string;
  set: string;
  intro: string;
  summary: string;
  difficulty: number;
  tags: string[];
  icon: string;
  ink: string;
  pop: string;
  hyphenated: string;
  partner: Partner | null;
  pack: string;
  cards: string[];
  bases: string[];
  titans: string[];
}

/** My record with one faction. `last`: the last games, oldest first, true for won. */
export interface FactionRecord {
  faction: string;
  played: number;
  won: number;
  last: boolean[];
}

/** Somebody I follow, or who follows me. `table`: where they are now, if we follow each other. */
export interface Friend {
  id: string;
  name: string;
  public: boolean;
  followed: boolean;
  follows: boolean;
  table?: TableEntry | null;
}

/** Whom I follow and who follows me, and whom I have met lately. */
export interface FriendList {
  friends: Friend[];
  met: Met[];
}

/** Something that happened, for animation, in order. `cards` are those that the viewer may know, the source first. `number` is how much or how many, as in the log line. `from` is where a played card came from, if not the hand. `power`: for a place at a base that scores, the player's total there. */
export interface GameEvent {
  kind: LogKind;
  player: number;
  cards: number[];
  base: number | null;
  number: number;
  from: Zone | null;
  power?: number;
}

/** The game as one viewer sees it. `asked` is the player who must answer. `passed`: who has passed in the open scoring window since the last Special. */
export interface GameView {
  viewer: number | null;
  turn: number;
  phase: Phase;
  turn_player: number;
  first_player: number;
  target_vp: number;
  edition: number;
  scoring: number;
  players: PlayerView[];
  bases: BaseInPlay[];
  base_deck_size: number;
  base_deck_top: Named | null;
  base_discard: Named[];
  supplies: Record<string, SupplyView>;
  box: Named[];
  plays: PlayRight[];
  asked: number | null;
  question: QuestionView | null;
  winner: number | null;
  winners: number[];
  duel?: DuelView | null;
  has_paid?: boolean;
  passed?: number[];
}

/** Older games of mine. */
export interface Games {
  games: PlayedGame[];
}

/** Delete my data. The name confirms it. */
export interface Goodbye {
  name: string;
}

/** The game was played with other rules (`rules` is their digest): only `fits` of its `of` answers fit these. Nothing is lost: the view shows the game after those answers, and the players decide what becomes of it (`settle`). `settled` is their decision, if the game is still halted. A game that cannot be replayed at all has a `reason`: it has no view unless its result was stored, and can only be kept or wait. A game that ended because a card of a pack failed has a `reason` too, and keeps its view. */
export interface HaltedView {
  fits: number;
  of: number;
  rules: string | null;
  settled: "keep" | "older" | null;
  reason?: string | null;
}

/** A face-down card: buried at a base, or stored under a card. Viewers who do not know it get no id and name. */
export interface HeldCard {
  controller: number;
  place: number;
  id?: number;
  name?: string;
}

/** The first message. Without a token one watches. `since`: how many log lines the client still has. */
export interface Hello {
  type: "hello";
  table: string;
  token?: string | null;
  since?: number | null;
}

/** What a bot would do at your question, best first. It knows only what you know. */
export interface Hint {
  type: "hint";
  number: number;
  moves: BotMove[];
}

/** A table to which somebody invites me. */
export interface Invitation {
  by: string;
  table: TableEntry;
}

/** Invite somebody who follows me to a table at which I sit. */
export interface InvitationRequest {
  person: string;
}

/** The tables to which I am invited, newest first. */
export interface Invitations {
  invitations: Invitation[];
}

/** Take an open seat. `collection`: the sets that this person has. */
export interface JoinRequest {
  name: string;
  collection?: string[];
}

/** The seat that was taken, with its secret token. */
export interface Joined {
  table: string;
  seat: number;
  token: string;
}

/** A card in a deck that the viewer knows, and its place from the top (0). */
export interface KnownPlace {
  place: number;
  id: number;
  name: string;
}

/** A league. `you` is my number in it; who made it can start it and settle games. `has_maker`: false once whoever made it has deleted their data. Then every member can do both. */
export interface League {
  league: string;
  name: string;
  status: "open" | "over" | "playing";
  round: number;
  rounds: number;
  rules: LeagueRules;
  members: LeagueMember[];
  standings: LeagueLine[];
  games: LeagueRound[];
  you?: number | null;
  is_maker?: boolean;
  has_maker?: boolean;
}

/** The new league. */
export interface LeagueCreated {
  league: string;
}

/** A league in the list. `round` is the current one, 0 before the start. */
export interface LeagueEntry {
  league: string;
  name: string;
  kind: "round_robin" | "swiss";
  status: "open" | "over" | "playing";
  members: number;
  round: number;
  rounds: number;
  is_mine?: boolean;
}

/** A pair of members, by their numbers. Without the second, the first has a bye. `points`: what the first one got, null until the game is over. `vp`: the victory points of both. */
export interface LeagueGame {
  board: number;
  one: number;
  two: number | null;
  table: string | null;
  points: number | null;
  vp?: number[];
}

/** Join a league. `factions`: what I play in all games, if the league wants that. */
export interface LeagueJoin {
  name: string;
  factions?: string[];
}

/** A member's line in the standings; see `leagues.standings`. */
export interface LeagueLine {
  rank: number;
  number: number;
  points: number;
  buchholz: number;
  sonneborn: number;
  margin: number;
  won: number;
  shared: number;
  lost: number;
}

/** The leagues that are listed or mine, newest first. */
export interface LeagueList {
  leagues: LeagueEntry[];
}

/** Somebody in a league; a bot has a level. `left`: they are not paired any more. */
export interface LeagueMember {
  number: number;
  name: string;
  rating: number;
  level: Level | null;
  left: boolean;
  factions?: string[];
}

/** A new league. */
export interface LeagueRequest {
  kind?: "round_robin" | "swiss";
  rounds?: number;
  factions?: "draft" | "fixed" | "random";
  odd?: "bye" | Level;
  target_vp?: number;
  edition?: number;
  clock?: number | null;
  absent?: number | null;
  listed?: boolean;
  name: string;
}

/** One round. */
export interface LeagueRound {
  number: number;
  games: LeagueGame[];
}

/** How a league is played. `rounds`: 0 for as many as usual: in a round robin until everybody has met. `factions`: drafted in each game, chosen by each member for the whole league, or dealt. `odd`: who plays whoever is left over: nobody, which is a bye, or a bot of this level. `clock`, `absent`, `target_vp` and `edition` are those of its tables. `listed`: the list of leagues shows it, and the lobby its games. */
export interface LeagueRules {
  kind?: "round_robin" | "swiss";
  rounds?: number;
  factions?: "draft" | "fixed" | "random";
  odd?: "bye" | Level;
  target_vp?: number;
  edition?: number;
  clock?: number | null;
  absent?: number | null;
  listed?: boolean;
}

/** Decide a game that is not played to its end: the `winner` is a member, or null if both share the win. */
export interface LeagueSettle {
  round: number;
  board: number;
  winner: number | null;
}

/** A part of a log line that names a card, a base or a player. */
export interface Link {
  name: string;
  card?: number;
  base?: number;
  player?: number;
}

/** A line of the log as the viewer may read it. `after`: how many answers had been given. `number`, `detail` and `contributions` say as data what the text says in words: how many or how much, a name or place or side of a coin, and what a power adds up from. Lines without such a thing, and old ones, lack them. */
export interface LogLineView {
  kind: LogKind;
  player: number;
  turn: number;
  after: number;
  text: string;
  parts: (string | Link)[];
  number?: number;
  detail?: string;
  contributions?: Addend[];
}

/** My page. `games` are the newest. */
export interface Me {
  id: string;
  name: string;
  played: number;
  ratings: RatingView[];
  factions: FactionRecord[];
  public: boolean;
  created: number;
  tables: MyTable[];
  games: PlayedGame[];
  vacation?: Vacation;
}

/** Somebody I have played with and do not follow. */
export interface Met {
  id: string;
  name: string;
}

/** Tokens for my seats at a table, for this device. */
export interface MySeats {
  table: string;
  name: string;
  seats: SeatToken[];
}

/** A table at which I sit, and my seat. */
export interface MyTable {
  seat: number;
  table: TableEntry;
}

/** A card or base that the viewer may know. */
export interface Named {
  id: number;
  name: string;
}

/** Remind this player that everybody is waiting for them. */
export interface Nudge {
  type: "nudge";
  seat: number;
}

/** What an option would lead to, in words, and as totals by player at the bases that change (by id). `idle`: the card would be played, and nothing else would change. */
export interface OptionPreview {
  text: string;
  totals?: Record<string, number[]>;
  idle?: boolean;
}

/** One thing that can be picked. `kind` says what the other fields mean; `text` is the label of a button. */
export interface OptionView {
  index: number;
  kind: OptionKind;
  text: string;
  card?: number;
  target?: number;
  player?: number;
  value?: number;
  using?: number;
  name?: string;
}

/** How the game ended. `winners` are several if they share the win, and `winner` is the first of them. `replay` is the path of the replay, `rematch` the table of the rematch, and `wants` the seats that asked for one. */
export interface OverView {
  winner: number;
  winners: number[];
  standings: [number, number][];
  replay: string;
  rematch: string | null;
  wants?: number[];
}

/** Where I am told by e-mail that it is my turn. `possible`: the server sends e-mail. */
export interface OwnAddress {
  possible: boolean;
  address: string;
  confirmed: boolean;
}

/** One of my devices: a browser and a system as far as they are known, and when it was last used (within an hour). `is_this`: the one that asks. */
export interface OwnDevice {
  id: string;
  label: string;
  created: number;
  seen: number;
  is_this: boolean;
}

/** My devices, this one first. */
export interface OwnDevices {
  devices: OwnDevice[];
}

/** My ways back if all devices are lost: when my recovery phrase was made, if I have one, and my passkeys. */
export interface OwnKeys {
  phrase_since: number | null;
  passkeys: OwnPasskey[];
}

/** One of my passkeys, named after the browser and system that made it. */
export interface OwnPasskey {
  id: string;
  label: string;
  created: number;
}

/** A faction to try another one with, and what the two do together. */
export interface Partner {
  faction: string;
  together: string;
}

/** What the browser needs to make or to ask for a passkey: WebAuthn's options, as JSON. */
export interface PasskeyOptions {
  options: string;
}

/** What the browser has responded: a WebAuthn credential, as JSON. */
export interface PasskeyRequest {
  credential: string;
}

/** A person's page, as others may see it. */
export interface Person {
  id: string;
  name: string;
  played: number;
  ratings: RatingView[];
  factions: FactionRecord[];
}

/** Who I am. `public`: others may see my page. */
export interface PersonRequest {
  name: string;
  public?: boolean;
}

/** Say one of the ready-made phrases, which is possible even where chat is switched off. */
export interface Phrase {
  type: "phrase";
  phrase: PhraseName;
}

/** Pick factions before the start, where players choose: two, or fewer to think again. `seat`: a bot that the creator picks for; null for your own seat. */
export interface Pick {
  type: "pick";
  factions: string[];
  seat?: number | null;
}

/** Ask whether the server is there. */
export interface Ping {
  type: "ping";
}

/** A new game against bots that continues a finished one from a moment on, at this seat. */
export interface PlayOn {
  step: number;
  seat: number;
  name?: string;
  level?: Level;
}

/** A card that the current player may still play, with its restrictions and the card that allows it. */
export interface PlayRight {
  kind: CardKind;
  free: boolean;
  unrestricted: boolean;
  max_power?: number;
  base?: Named;
  card?: Named;
  source?: Named;
  name?: string;
}

/** A game that I have finished: my place, all points from the best down, and whom I played against. `changes`: how it moved my ratings. `unrated`: why it did not. */
export interface PlayedGame {
  table: string;
  name: string;
  at: number;
  place: number;
  points: number[];
  factions: string[];
  against: Against[];
  changes?: RatingChange[];
  unrated?: Unrated | null;
}

/** The new table. `step`: the decision in Play Cards at which it starts, at or before the one asked for. */
export interface PlayedOn {
  table: string;
  seat: number | null;
  token: string | null;
  seats: SeatToken[];
  step: number;
}

/** A player as the viewer sees them; `hand` is null for everybody but the viewer. `madness`: how many Madness cards they have, wherever those are; `madness_cost`: the VP that these cost at the end. Both are null in a game without them. */
export interface PlayerView {
  name: string;
  vp: number;
  factions: string[];
  hand_size: number;
  hand: CardInHand[] | null;
  known_hand: Named[];
  deck_size: number;
  known_deck: KnownPlace[];
  discard: Named[];
  titans: CardBeside[];
  stasis: CardBeside[];
  madness?: number | null;
  madness_cost?: number | null;
}

/** The reply to a ping. */
export interface Pong {
  type: "pong";
}

/** The previews of options, by index. Options whose outcome depends on hidden cards have none. */
export interface Preview {
  type: "preview";
  number: number;
  options: Record<string, OptionPreview>;
}

/** The server's public key for `PushManager.subscribe`, as base64url; empty if there is no web push. */
export interface PushKey {
  key: string;
}

/** Where this device wants to be told that it is my turn: the parts of the browser's `PushSubscription`. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A puzzle in the list; `level` from 1 to 5. `goal`: win this turn, stop rivals from gaining anything, or gain at least `target` VP more than a rival. `vp`: the player's points, of `target_vp`. `base`: the one with most power, its `breakpoint`, and everybody's power there, the player's first. `share`: how many percent solved it at the first attempt, once enough people have tried. `rating`: from those attempts, before the first one by the level. */
export interface PuzzleEntry {
  id: string;
  title: string;
  goal: "gain" | "stop" | "win";
  level: number;
  target: number;
  themes: string[];
  factions: string[];
  hand: string[];
  vp: number;
  target_vp: number;
  base: string;
  breakpoint: number;
  totals: number[];
  rating: number;
  share?: number | null;
}

/** A question that helps, and the line that solves the puzzle. */
export interface PuzzleHelp {
  hint: string;
  line: string[];
}

/** All puzzles, in order. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
}

/** What a failed attempt has missed. `gained`: what each player gained. `step`: the number of the answer after which the goal was out of reach, and `text`, what it was; null if that is not known. `found` of `needed` answers of the solution were given. */
export interface PuzzleMiss {
  gained: number[];
  step: number | null;
  text: string;
  found: number;
  needed: number;
}

/** My progress, or what a device adds to it. `days`: those whose daily puzzle was solved on the day. `rating`: mine, which devices do not change. */
export interface PuzzleProgress {
  tried?: TriedPuzzle[];
  days?: string[];
  rating?: PuzzleRating | null;
}

/** The rating of a puzzle or of somebody who solves puzzles, and how uncertain it is. */
export interface PuzzleRating {
  value: number;
  deviation: number;
}

/** An attempt: the answers so far. `helped`: with a hint it does not count as solved at the first attempt. `rating`: of somebody without a page of their own, at a first attempt; the device keeps it. */
export interface PuzzleRequest {
  answers: number[][];
  helped?: boolean;
  rating?: PuzzleRating | null;
}

/** The position after an attempt's answers; once the turn is over its `result`, and `share` as in the list. `rated`: at the end of a first attempt, if it is known whose it is. */
export interface PuzzleTry {
  view: GameView;
  log: LogLineView[];
  events: GameEvent[];
  previews: Record<string, OptionPreview>;
  result: "failed" | "solved" | null;
  share: number | null;
  missed: PuzzleMiss | null;
  rated?: RatedTry | null;
}

/** The question to the viewer: pick `low` to `high` of the options. `source` is the card that asks, or -1. */
export interface QuestionView {
  player: number;
  kind: QuestionKind;
  prompt: string;
  source: number;
  low: number;
  high: number;
  options: OptionView[];
}

/** Play someone now: under which name. */
export interface QueueRequest {
  name: string;
}

/** How it stands: for how many seconds I have waited, how many others do, and the table as soon as there is one. `bot`: nobody has come for so long that a bot is offered. */
export interface QueueView {
  waited: number;
  waiting: number;
  table: string | null;
  bot?: boolean;
}

/** What a first attempt did to my rating; `puzzle`: the rating of the puzzle before it. */
export interface RatedTry {
  before: PuzzleRating;
  after: PuzzleRating;
  puzzle: number;
}

/** How a game moved one of my ratings, and why. `place`: mine among these opponents, whose ratings were `opponents`. `weight`: how much the game counted; less than 1 after recent games against the same person. `provisional`: the rating was still a guess, so it moved further. */
export interface RatingChange {
  against: Against;
  before: number;
  after: number;
  place: number;
  opponents: number[];
  weight?: number;
  provisional?: boolean;
}

/** My rating against people or bots of one level, and its value after each of the last games. A new player and every bot have 1200; whoever has 200 more wins about two games of three. `uncertainty`: the standard deviation. `provisional`: there are too few games for more than a guess. */
export interface RatingView {
  against: Against;
  rating: number;
  won: number;
  lost: number;
  course: number[];
  uncertainty?: number;
  provisional?: boolean;
}

/** My new recovery phrase. It cannot be shown again, and earlier ones are no longer valid. */
export interface RecoveryPhrase {
  phrase: string;
}

/** A recovery phrase, which makes this device mine. */
export interface RecoveryRequest {
  phrase: string;
}

/** A request was refused; `message` says what to do instead. */
export interface Refusal {
  type: "error";
  code: ErrorCode;
  message: string;
}

/** After the end: play again at a new table, where the same tokens are valid. `factions`: chosen `again` as the settings say, the `same`, or `other` ones, in which case the new table waits for its creator, who may change the settings first. */
export interface Rematch {
  type: "rematch";
  factions?: "again" | "other" | "same";
}

/** A game after `state.answers` of `steps` answers, as one viewer saw it or (once over) with all hands open. */
export interface Replay {
  steps: number;
  names: string[];
  state: State;
}

/** Report a line of the chat to whoever runs the server. */
export interface Report {
  type: "report";
  number: number;
}

/** Give up; a bot plays on. */
export interface Resign {
  type: "resign";
}

/** A seat in the lobby. `factions`: what it will play, as far as that is known and not hidden. */
export interface SeatEntry {
  name: string;
  kind: SeatKind;
  taken: boolean;
  factions?: string[];
}

/** A seat of a new table. The creator sits on `me` and on all `hotseat` seats. `factions`: what it plays, where players choose in the room; the creator may also choose for bots. */
export interface SeatRequest {
  kind: "bot" | "hotseat" | "me" | "open";
  level?: Level;
  name?: string;
  factions?: string[];
}

/** A seat, and its secret token if it is the creator's. */
export interface SeatToken {
  seat: number;
  token: string | null;
}

/** A seat. A bot has a level; an `open` seat is free; `connected` says whether the person is here now. `away`: for how many seconds the person has been away. `stand_in`: a bot plays until they are back. `votes`: the seats that voted for a stand-in. `factions`: what it plays; before the start what is known of that. `picked`: it has picked its factions, which may still be hidden. `vacation`: in a game over days, until when the person is on vacation. */
export interface SeatView {
  name: string;
  kind: SeatKind;
  level: Level | null;
  connected: boolean;
  resigned: boolean;
  factions: string[];
  away?: number | null;
  stand_in?: boolean;
  votes?: number[];
  picked?: boolean;
  vacation?: number | null;
}

/** A series of at most `of` games: how many each seat has won, and the number of this game, from 1. `decided`: the series has a winner; the next game starts a new one. */
export interface SeriesView {
  of: number;
  game: number;
  wins: number[];
  decided: boolean;
}

/** Say what should become of a game that does not fit the current rules (`State.halted`); the others must agree. `go_on` from where it still fits, `keep` it as a replay, or wait until the server has the `older` rules again. */
export interface Settle {
  type: "settle";
  way: "go_on" | "keep" | "older";
}

/** Say whether a bot may play for this seat until its player is back. For your own seat it takes effect at once. For a player who is away it is a vote: a majority of the others who are here must agree. */
export interface StandIn {
  type: "stand_in";
  seat: number;
  yes: boolean;
}

/** The creator starts before every seat is taken; bots take the open ones. */
export interface Start {
  type: "start";
}

/** The table as one viewer sees it. Sent after hello and after every change. `answers` counts the moves at this table, undos included: an answer names it, so that none counts twice or reaches another question. `log` has the lines from number `log_from` on: keep the lines before it, and drop those after. `view` is null until the game starts. `chat` has the newest lines in the first state of a connection; later lines are messages of their own. `late` is the seat of a bot that is waiting because the server is busy. `hints`: you may ask what a bot would do. `played_on`: the game continues another one. `settings`: what will be played, until the start. `talk`: free chat is allowed. `away_after`: a bot may stand in for a player after this many seconds. `packs`: names and versions of the packs that the game uses; such games are not rated. `pool`: the factions that may be dealt, drafted or picked; empty once the game has started. `league`: whose game it is, if any. */
export interface State {
  type: "state";
  table: string;
  name: string;
  you: number | null;
  creator: boolean;
  started: boolean;
  answers: number;
  question_id: string;
  view: GameView | null;
  log: LogLineView[];
  log_from: number;
  events: GameEvent[];
  undo: UndoView;
  seats: SeatView[];
  spectators: number;
  over: OverView | null;
  clock: ClockView | null;
  chat?: ChatLine[];
  late?: number | null;
  halted?: HaltedView | null;
  hints?: boolean;
  played_on?: boolean;
  settings?: TableSettings | null;
  series?: SeriesView | null;
  talk?: boolean;
  away_after?: number;
  packs?: string[];
  pool?: string[];
  league?: string;
}

/** How a finished game came about. `sources`: each player's VP from 1st, 2nd and 3rd places, and from the rest. `seconds`: from the first answer to the last. `biggest`: the turn in which somebody gained most. `quickest`: the shortest turn in which a person played something. */
export interface Story {
  names: string[];
  factions: string[][];
  winners: number[];
  standings: [number, number][];
  target_vp: number;
  turns: number;
  steps: number;
  seconds: number | null;
  gains: StoryGain[];
  sources: number[][];
  scored: number;
  played: number;
  destroyed: number;
  card: StoryCard | null;
  closest: StoryBase | null;
  biggest: StoryTurn | null;
  quickest: StoryTurn | null;
}

/** A base that was decided by little power: the two players with their power and VP. */
export interface StoryBase {
  base: string;
  turn: number;
  step: number;
  rows: [number, number, number][];
}

/** The card that gained its player most: the VP with it minus the VP without it. */
export interface StoryCard {
  name: string;
  player: number;
  vp: number;
  scorings: StoryScoring[];
}

/** Victory points that a player gained or lost: in which turn, after how many answers, and from what. */
export interface StoryGain {
  turn: number;
  step: number;
  player: number;
  vp: number;
  source: string;
}

/** A moment at which a card gained VP: at a base that scored, or by its own ability. */
export interface StoryScoring {
  turn: number;
  step: number;
  base: string;
  vp: number;
}

/** A turn, a moment of it, what a player gained in it, and how long it took, if that is known. */
export interface StoryTurn {
  turn: number;
  step: number;
  player: number;
  vp: number;
  seconds: number | null;
}

/** A deck that belongs to no player, with its discard pile: Madness, monsters, treasures. */
export interface SupplyView {
  deck_size: number;
  discard: Named[];
}

/** A table in the lobby. `created` is seconds since 1970. For a game under way `asked` is the player who must answer, and `wants` is what for: their turn, an answer, or one about a base that scores. `seconds_left`: until when, if there is a limit. `turn` and `vp`: the state of the game. `packs`: names and versions of the packs that are used; such games are not rated. `pool`: how many factions may be dealt, drafted or picked. `clock`: as in the settings. */
export interface TableEntry {
  table: string;
  name: string;
  seats: SeatEntry[];
  edition: number;
  target_vp: number;
  started: boolean;
  over: boolean;
  listed: boolean;
  spectators: number;
  created: number;
  factions: "choose" | "chosen" | "draft" | "random";
  hints?: boolean;
  asked?: number | null;
  wants?: "answer" | "score" | "turn";
  seconds_left?: number | null;
  turn?: number;
  vp?: number[];
  packs?: string[];
  pool?: number;
  clock?: number | null;
}

/** The lobby: listed tables that are not over, newest first. */
export interface TableList {
  tables: TableEntry[];
}

/** A new table: who sits there, and what is played. `collection`: the sets that its creator has. `league`: whose game it is; clients cannot set it. */
export interface TableRequest {
  name?: string;
  factions?: "choose" | "draft" | "random" | (string[] | null)[];
  edition?: number;
  target_vp?: number;
  duplicates?: boolean;
  listed?: boolean;
  titans?: boolean | null;
  clock?: number | null;
  banned?: string[];
  bans?: number;
  hints?: boolean;
  first?: number | null;
  absent?: number | null;
  talk?: boolean;
  series?: 1 | 3 | 5 | 7;
  waits?: boolean;
  packs?: string[];
  hidden_picks?: boolean;
  collections?: "all" | "intersection" | "union";
  seats: SeatRequest[];
  collection?: string[];
  league?: string;
}

/** What is played. `factions`: "random", "draft", "choose" (each player picks in the room), or for each seat two names or null. `hidden_picks`: nobody sees what the others pick until the game starts, so two players may pick the same. `titans`: null for what the edition says. `clock`: seconds per answer; from a day on, for everything that is asked until somebody else is. `banned`: factions that are neither drawn nor drafted; `bans`: how many factions each player may ban before a draft. `hints`: players may ask what a bot would do, even in a game with other people, who agree by joining. `first`: the first player; null for a random one. `absent`: after this many seconds a bot stands in for an asked player who is away. `talk`: free chat is allowed. `series`: the most wins of this many games decide. `waits`: the creator starts the game, even if every seat is taken. `packs`: the names of packs whose factions may be drawn and drafted, too; a chosen faction of a pack needs no entry. `collections`: factions come from `all` sets, or only from those that somebody (`union`) or everybody (`intersection`) at the table has. */
export interface TableSettings {
  name?: string;
  factions?: "choose" | "draft" | "random" | (string[] | null)[];
  edition?: number;
  target_vp?: number;
  duplicates?: boolean;
  listed?: boolean;
  titans?: boolean | null;
  clock?: number | null;
  banned?: string[];
  bans?: number;
  hints?: boolean;
  first?: number | null;
  absent?: number | null;
  talk?: boolean;
  series?: 1 | 3 | 5 | 7;
  waits?: boolean;
  packs?: string[];
  hidden_picks?: boolean;
  collections?: "all" | "intersection" | "union";
}

/** What I have tried. `helped`: with a hint, or after seeing the solution. */
export interface TriedPuzzle {
  puzzle: string;
  solved: boolean;
  tries: number;
  helped: boolean;
}

/** Take back my last answer and everything after it. */
export interface Undo {
  type: "undo";
}

/** `free`: your undo would take effect at once. `asked_by` waits for the consent of the seats `waiting_for`. `way`: what is asked for, an undo or a way to `settle`. `keep`: how many answers would remain; log lines after more answers than that would be taken back. */
export interface UndoView {
  free: boolean;
  asked_by: number | null;
  waiting_for: number[];
  way?: "go_on" | "keep" | "undo";
  keep?: number | null;
}

/** Until when I am on vacation, if I am, and how many days of it I have left this year. */
export interface Vacation {
  until: number | null;
  days_left: number;
}

/** Stop my clocks in games over days for some days. */
export interface VacationRequest {
  days: number;
}

export type ClientMessage = Hello | Answer | Undo | Consent | Resign | Rematch | Start | Change | Pick | Collect | StandIn | Nudge | Chat | Phrase | Report | Explain | Settle | AskPreview | AskHint | Ping;

export type ServerMessage = State | Preview | Explanation | Refusal | Pong | ChatLine | Hint;

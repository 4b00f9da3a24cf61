// Written by `make protocol` from src/basebash/server/messages. Do not edit.

/** How far the analysis of a game is, and what it has found: the first decision of each turn, and the end. `seat`: of a game under way, only this seat's own past turns. */
export interface Analysis {
  seat: number | null;
  state: "done" | "none" | "running" | "stopped";
  done: number;
  of: number;
  moments: AnalysisMoment[];
}

/** A past decision in a game: everybody's chance to win as its player could judge it, and a bot's best moves. */
export interface AnalysisMoment {
  step: number;
  turn: number;
  player: number;
  chances: number[];
  moves: BotMove[];
}

/** The answer to the open question. `number` is the `answers` of the state that showed it. */
export interface Answer {
  type: "answer";
  number: number;
  picks: number[];
}

/** What would a bot do at my open question? Only where `State.hints` says so. */
export interface AskHint {
  type: "hint";
  number: number;
}

/** What would each option of my open question lead to? */
export interface AskPreview {
  type: "preview";
  number: number;
}

/** A base in play: `totals`, `places` (0: none) and `gains` (VP) are by player, as if it scored now. `pressure` is the power that counts towards the breakpoint. */
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

/** A move that a bot considered: the answer, its line step by step, its chance to win (null if it did not try it), how often it was tried, and what it would lead to at once. `played`: it is what was played. */
export interface BotMove {
  picks: number[];
  text: string;
  line: string[];
  chance: number | null;
  tries: number;
  why: string;
  played?: boolean;
}

/** A titan beside its deck, or a card in stasis, with its counters, what is stored under it and what is on it. */
export interface CardBeside {
  id: number;
  name: string;
  counters: number;
  held: HeldCard[];
  cards?: Named[];
}

/** What is printed. A `card` is a minion or an action, as one likes. `power`, `plays_on`, `breakpoint` and `vp` mean something for the kinds that have them. `key` is how it is looked up: its name, with the faction for a reprint of another faction's card. */
export interface CardEntry {
  key: string;
  name: string;
  kind: "action" | "base" | "card" | "minion" | "titan";
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

/** A card in the viewer's own hand; `why_not` says why it cannot be played now, or is empty or null; `where_not` why not at a base (by id), if it can be played at another. */
export interface CardInHand {
  id: number;
  name: string;
  kind: string;
  power: number;
  owner: number;
  why_not: string | null;
  where_not: Record<string, string>;
}

/** A minion, titan or action in play, with the cards on it. `named`: what was named for it (a faction), or empty. `controller` is -1 for a monster that nobody controls. */
export interface CardInPlay {
  id: number;
  name: string;
  kind: string;
  owner: number;
  controller: number;
  power: number;
  printed_power: number;
  counters: number;
  talents_used: boolean[];
  cards: CardInPlay[];
  named?: string;
  held?: HeldCard[];
}

/** All that can be looked up. */
export interface Catalogue {
  version: string;
  factions: FactionEntry[];
  cards: Record<string, CardEntry>;
  sets: string[];
  editions: number[];
  levels: ("easy" | "hard" | "normal")[];
}

/** The creator changes what is to be played, before the start. */
export interface Change {
  type: "change";
  settings: TableSettings;
}

/** A word to everyone at the table. */
export interface Chat {
  type: "chat";
  text: string;
}

/** A word from a seat, counted from 0 at this table; `at` is seconds since 1970. `kind`: in own words, or a phrase; a `notice` is about the seat and nobody's words; a `nudge` is for the seat. */
export interface ChatLine {
  type: "chat";
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  kind?: "notice" | "nudge" | "phrase" | "talk";
}

/** Who must answer, and in how many seconds; then a bot answers for them, once. */
export interface ClockView {
  seat: number;
  seconds_left: number;
}

/** Yes or no to the undo that another player asked for. */
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

/** This device is mine now: its secret, which no other has. */
export interface Device {
  secret: string;
  name: string;
}

/** What to type on another device, once, within so many seconds. */
export interface DeviceCode {
  code: string;
  seconds: number;
}

/** The code that another of my devices shows. */
export interface DeviceRequest {
  code: string;
}

/** A duel that is being fought: the minions, the challenger's first, whose they are, and the cards laid for it. */
export interface DuelView {
  challenger: number;
  base: number;
  minions: Named[];
  sides: number[];
  cards: HeldCard[];
}

/** Why is this number what it is? `card` is a minion or, for breakpoint and total, a base in play. */
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

/** A reason: it adds `amount`, or sets the number to it. `source` is a card, or -1. */
export interface ExplanationPart {
  amount: number;
  sets: boolean;
  text: string;
  source: number;
}

/** A faction with the names of its cards, bases and titans, and what it does in a few words. */
export interface FactionEntry {
  name: string;
  set: string;
  intro: string;
  words: string;
  cards: string[];
  bases: string[];
  titans: string[];
}

/** How I do with one faction. `last`: the last games, oldest first, true for won. */
export interface FactionRecord {
  faction: string;
  played: number;
  won: number;
  last: boolean[];
}

/** Something that happened, for animation, in order. `cards` are those that the viewer may know, the source first. `number` is as in the log line: how much, how many. `from` is where a played card came from, if not the hand. */
export interface GameEvent {
  kind: string;
  player: number;
  cards: number[];
  base: number | null;
  number: number;
  from: string | null;
}

/** The table through one pair of eyes. `asked` is whom the table waits for. */
export interface GameView {
  viewer: number | null;
  turn: number;
  phase: string;
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
}

/** Older games of mine. */
export interface Games {
  games: PlayedGame[];
}

/** Delete my data. The name says that it is meant. */
export interface Goodbye {
  name: string;
}

/** The game was played by other rules (`rules` is their digest) and does not fit these: `fits` of `of` answers do. Nothing is lost: the view shows it after those answers, and the players say what is to become of it (`settle`). `settled` is what they said, if it is still halted. */
export interface HaltedView {
  fits: number;
  of: number;
  rules: string | null;
  settled: "keep" | "older" | null;
}

/** A card that lies face down: buried at a base, stored under a card. Who does not know it gets no id and name. */
export interface HeldCard {
  controller: number;
  place: number;
  id?: number;
  name?: string;
}

/** The first message. Without a token one watches. `since`: how many log entries the client still has. */
export interface Hello {
  type: "hello";
  table: string;
  token?: string | null;
  since?: number | null;
}

/** What a bot would do at your question, best first; it saw only what you see. */
export interface Hint {
  type: "hint";
  number: number;
  moves: BotMove[];
}

/** Take an open seat. */
export interface JoinRequest {
  name: string;
}

/** The seat taken, with its secret token. */
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

/** A piece of a log line that names a card, a base or a player. */
export interface Link {
  name: string;
  card?: number;
  base?: number;
  player?: number;
}

/** A line of the log as the viewer may read it. `after`: how many answers had been given. */
export interface LogLineView {
  kind: string;
  player: number;
  turn: number;
  after: number;
  text: string;
  parts: (string | Link)[];
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
}

/** Tokens for my seats at a table, for this device. */
export interface MySeats {
  table: string;
  name: string;
  seats: SeatToken[];
}

/** A table at which I sit, and where. */
export interface MyTable {
  seat: number;
  table: TableEntry;
}

/** A card or base that the viewer may know. */
export interface Named {
  id: number;
  name: string;
}

/** Everybody waits for this player: tell them. */
export interface Nudge {
  type: "nudge";
  seat: number;
}

/** What an option would lead to, in words and as totals by player at the bases that change (by id of the base). `idle`: the card would be played and nothing else would change. */
export interface OptionPreview {
  text: string;
  totals?: Record<string, number[]>;
  idle?: boolean;
}

/** One thing that can be picked. `kind` says what the other fields mean; `text` is what a button would say. */
export interface OptionView {
  index: number;
  kind: string;
  text: string;
  card?: number;
  target?: number;
  player?: number;
  value?: number;
  using?: number;
  name?: string;
}

/** How it ended. `winners` are several if they share the win, and `winner` the first of them. `replay` is the path of the replay; `rematch` the table where it goes on, `wants` who wants it. */
export interface OverView {
  winner: number;
  winners: number[];
  standings: [number, number][];
  replay: string;
  rematch: string | null;
  wants?: number[];
}

/** A page about somebody, as its owner lets others see it. */
export interface Person {
  id: string;
  name: string;
  played: number;
  ratings: RatingView[];
  factions: FactionRecord[];
}

/** Who I am. `public`: whether others may see my page. */
export interface PersonRequest {
  name: string;
  public?: boolean;
}

/** One of the quick phrases to everyone at the table; they can be said where free talk is switched off, too. */
export interface Phrase {
  type: "phrase";
  phrase: "good_game" | "good_luck" | "nice_move" | "one_moment" | "oops" | "rematch" | "thanks" | "your_turn";
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** A new game against bots of a level, from a moment of a finished one on, at this seat. */
export interface PlayOn {
  step: number;
  seat: number;
  name?: string;
  level?: "easy" | "hard" | "normal";
}

/** A card that the current player may still play, with its restriction and the card that gives it. */
export interface PlayRight {
  kind: string;
  free: boolean;
  unrestricted: boolean;
  max_power?: number;
  base?: Named;
  card?: Named;
  source?: Named;
  name?: string;
}

/** A game that I have finished: my place, all points from the best on, and whom I played against. */
export interface PlayedGame {
  table: string;
  name: string;
  at: number;
  place: number;
  points: number[];
  factions: string[];
  against: ("easy" | "hard" | "normal" | "people")[];
}

/** The new table; `step`: the decision in Play Cards, at or before the one asked for, that it begins with. */
export interface PlayedOn {
  table: string;
  seat: number | null;
  token: string | null;
  seats: SeatToken[];
  step: number;
}

/** A player as the viewer sees them; `hand` only of the viewer. */
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
}

/** I am here. */
export interface Pong {
  type: "pong";
}

/** The previews of options by index; those that hidden cards decide are left out. */
export interface Preview {
  type: "preview";
  number: number;
  options: Record<string, OptionPreview>;
}

/** A puzzle in the list: win this turn, or stop a rival from gaining anything; `level` from 1. `vp`: what the player has, of `target_vp`. `base`: the one with most power, its `breakpoint`, and everybody's power there, the player's first. `share`: how many in a hundred solved it at their first try, once a handful have tried. */
export interface PuzzleEntry {
  id: string;
  title: string;
  goal: "stop" | "win";
  level: number;
  factions: string[];
  hand: string[];
  vp: number;
  target_vp: number;
  base: string;
  breakpoint: number;
  totals: number[];
  share?: number | null;
}

/** A question that leads on, and the line that solves it. */
export interface PuzzleHelp {
  hint: string;
  line: string[];
}

/** All puzzles, in their order. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
}

/** A try: the answers that were given so far. `helped`: with a hint it counts as not solved at the first try. */
export interface PuzzleRequest {
  answers: number[][];
  helped?: boolean;
}

/** The position after a try's answers; when the turn is over `result`, and `share` as in the list. */
export interface PuzzleTry {
  view: GameView;
  log: LogLineView[];
  events: GameEvent[];
  previews: Record<string, OptionPreview>;
  result: "failed" | "solved" | null;
  share: number | null;
}

/** The question to the viewer: pick `low` to `high` of the options. `source` is the card that asks, or -1. */
export interface QuestionView {
  player: number;
  kind: string;
  prompt: string;
  source: number;
  low: number;
  high: number;
  options: OptionView[];
}

/** How I do against bots of one level, or people: the rating, and what it was after each of the last games. */
export interface RatingView {
  against: "easy" | "hard" | "normal" | "people";
  rating: number;
  won: number;
  lost: number;
  course: number[];
}

/** Something was not done; `message` says what to do. */
export interface Refusal {
  type: "error";
  code: "already_started" | "bad_message" | "bad_request" | "bad_token" | "busy" | "damaged" | "full" | "halted" | "hello_first" | "illegal" | "no_table" | "no_undo_asked" | "not_allowed" | "not_asked" | "not_found" | "not_in_play" | "not_over" | "not_started" | "not_your_seat" | "nothing_to_undo" | "over" | "stale" | "too_big" | "too_fast" | "too_many";
  message: string;
}

/** After the end: the same players again, at a new table where the same tokens count. `factions`: chosen again as the table says, the `same`, or `other` ones: then the new table waits for its creator, who may change its settings first. */
export interface Rematch {
  type: "rematch";
  factions?: "again" | "other" | "same";
}

/** A game after `state.answers` of `steps` answers, through one pair of eyes or (once over) with all hands open. */
export interface Replay {
  steps: number;
  names: string[];
  state: State;
}

/** Give up; a bot plays on. */
export interface Resign {
  type: "resign";
}

/** A seat in the lobby. */
export interface SeatEntry {
  name: string;
  kind: "bot" | "open" | "person";
  taken: boolean;
}

/** A seat of a new table. The creator sits on `me` and on all `hotseat` seats. */
export interface SeatRequest {
  kind: "bot" | "hotseat" | "me" | "open";
  level?: "easy" | "hard" | "normal";
  name?: string;
}

/** A seat; its secret token, if it is the creator's. */
export interface SeatToken {
  seat: number;
  token: string | null;
}

/** A seat. A bot has a level; an open seat waits for somebody; `connected` is whether the person is there now. `away`: for how many seconds the person has not been. `stand_in`: a bot plays until they are back. `votes`: the seats that have said that one may. */
export interface SeatView {
  name: string;
  kind: "bot" | "open" | "person";
  level: "easy" | "hard" | "normal" | null;
  connected: boolean;
  resigned: boolean;
  factions: string[];
  away?: number | null;
  stand_in?: boolean;
  votes?: number[];
}

/** A series of at most `of` games: how many each seat has won, and the number of this one, from 1. `decided`: nobody can win it any more but who has; the next game begins a new series. */
export interface SeriesView {
  of: number;
  game: number;
  wins: number[];
  decided: boolean;
}

/** What becomes of a game that does not fit these rules (`State.halted`); the other people are asked to agree. `go_on` from where it still fits, `keep` it as a replay, or wait until the server has the `older` rules again. */
export interface Settle {
  type: "settle";
  way: "go_on" | "keep" | "older";
}

/** A bot may play for this seat until its player is back, or may not (any more). For one's own seat it counts at once. For a player who is away most of the others who are here must say so. */
export interface StandIn {
  type: "stand_in";
  seat: number;
  yes: boolean;
}

/** The creator starts before all seats are taken; bots take the open ones. */
export interface Start {
  type: "start";
}

/** Where the table stands, for one viewer. Sent after hello and after every change. `answers` counts what has been written down at this table (an undo counts too and takes nothing off): an answer names it, so that none can count twice or meet another question. `log` are the lines from number `log_from` on: keep the lines before it, forget those after. `view` is null until the game has started. `chat` has what was said before you came, in the first state of a connection; later lines come as messages of their own. `late` is the seat of a bot that waits for its turn to think because the server is busy. `halted`: see there. `hints`: whether you may ask what a bot would do. `settings`: what will be played, until it starts. `talk`: whether more than phrases may be said. `away_after`: a player who has been away for so many seconds may be stood in for. */
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
}

/** How a finished game came about. `sources`: by player the VP of 1st, 2nd and 3rd places, and of all else. `seconds`: from the first answer to the last. `fastest`: the turn in which somebody gained most. `quickest`: the turn of a person that took least time, of those in which they played something. */
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
  fastest: StoryTurn | null;
  quickest: StoryTurn | null;
}

/** A base at which little power decided: the two players with their power and VP. */
export interface StoryBase {
  base: string;
  turn: number;
  step: number;
  rows: [number, number, number][];
}

/** The card that brought its player most: VP with it less VP without it. */
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

/** A moment at which a card brought VP: at a base that scored, or by itself. */
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

/** A table in the lobby. `created` is seconds since 1970. Of a game under way `asked` is whom it waits for and `wants` for what: their turn, an answer, or one about a base that scores; `seconds_left`: if there is a limit; `turn` and `vp` how it stands. */
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
  factions: "chosen" | "draft" | "random";
  hints?: boolean;
  asked?: number | null;
  wants?: "answer" | "score" | "turn";
  seconds_left?: number | null;
  turn?: number;
  vp?: number[];
}

/** The lobby: listed tables that are not over, newest first. */
export interface TableList {
  tables: TableEntry[];
}

/** A new table: who sits there, and what is played. */
export interface TableRequest {
  name?: string;
  factions?: "draft" | "random" | (string[] | null)[];
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
  seats: SeatRequest[];
}

/** What is played. `factions`: "random", "draft", or for each seat two names or null; `clock`: seconds an answer. `titans`: whether they are played with; null for what the edition says. `banned`: factions that nobody gets by lot or in the draft; `bans`: how many each player may ban before a draft. `hints`: players may ask what a bot would do, also in a game with other people, who agree to it by sitting down. `first`: who starts; null for by lot. `absent`: after so many seconds a bot plays for who is asked and away, until they are back. `talk`: whether more than phrases may be said. `series`: who wins most of so many games. `waits`: the game starts when its creator says so, even if all seats are taken. */
export interface TableSettings {
  name?: string;
  factions?: "draft" | "random" | (string[] | null)[];
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
}

/** Take my last answer back, and all that came after it. */
export interface Undo {
  type: "undo";
}

/** `free`: your undo would count at once. Else `asked_by` waits for the consent of the seats `waiting_for`. `way`: what is asked for, an undo or one of the ways of `settle`. `keep`: how many answers would be left; the lines of the log that came after more are what is taken back. */
export interface UndoView {
  free: boolean;
  asked_by: number | null;
  waiting_for: number[];
  way?: "go_on" | "keep" | "undo";
  keep?: number | null;
}

export type ClientMessage = Hello | Answer | Undo | Consent | Resign | Rematch | Start | Change | StandIn | Nudge | Chat | Phrase | Explain | Settle | AskPreview | AskHint | Ping;

export type ServerMessage = State | Preview | Explanation | Refusal | Pong | ChatLine | Hint;

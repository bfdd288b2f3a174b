import type { Estimates } from '../estimate/publish.ts'
import type { Live } from '../game/index.ts'
import type { Message } from '../messages/message.ts'
import type { Rows, Table } from '../schema/rows.ts'
import type { Changes } from './changes.ts'
export type { OverlayFrame, OverlayState } from './overlay.ts'
import type { CabinetId, MatchId, TournamentId } from '../ids.ts'

/**
 * Messages from the projector through the fanout to the console. A change with `version + 1` is
 * applied and an older one is ignored. After a newer one the console resumes from its own version
 * (P5, P10).
 */
export type Frame = Snapshot | Change | Here
export type Snapshot = {
  type: 'snapshot'
  tournament: TournamentId
  version: number
  /** the form of the rows: a viewer of another form needs them anew */
  form: string
  rows: { [T in Table]: Rows[T][] }
  /** the latest commits, newest first, so that a device finds its own steps */
  recent: Recent[]
}
export type Recent = Pick<Change, 'version' | 'at' | 'commit'>
export type Change = {
  type: 'change'
  tournament: TournamentId
  version: number
  /** ISO in UTC, by the desk's clock */
  at: string
  commit: CommitLine
  rows: Changes
}
/** A game that ended, and the commit that counted it; null: it counts for no match. */
export type GameVerdict = { cabinet: CabinetId; game: string; counted: CountedGame | null }
export type CountedGame = { tournament: TournamentId; match: MatchId; version: number }
/** The heartbeat, with the version that a viewer should have by now. */
type Here = { type: 'here'; tournament: TournamentId; version: number }
/** The response to `{type: 'time', sent}`, with the time of the server's clock (ISO in UTC). */
export type TimeAnswer = { type: 'time'; sent: number; at: string }

/** A commit in one line, for the last-action bar; without names of persons (P19). */
export type CommitLine = {
  /** derived from the command's id, so that the console finds its own pending press */
  id: string
  by: 'person' | 'key' | 'service'
  device: string | null
  /** `+1 Gold in M12` */
  text: string
  /** the same as data, to be put into the words of any language */
  message: Message
  /** the version that an undo names */
  undoes: number | null
  /** all versions that an undo reverted, if there are several */
  undone?: number[]
  /** only admins may undo it; officials otherwise */
  needs?: 'admin'
  /** the changed matches and the cabinets they are or were on, for the bar of each cabinet */
  matches: MatchId[]
  cabinets: CabinetId[]
}

/** The current state of a cabinet. It has no version and is not queued: the latest one counts. */
export type LiveFrame = { type: 'live'; cabinet: LiveCabinet }
export type LiveCabinet = {
  id: number
  clientStatus: 'online' | 'offline'
  /** ISO in UTC: when the client came or went */
  since: string | null
  /** the running game, null between games */
  game: LiveGame | null
}
/** `gameTime` and the other fields are as of `asOf`, by the log's clock. */
export type LiveGame = Live & { gameID: string; asOf: string }

/** The active matches of other tournaments on the cabinets of this one. The latest frame counts. */
export type ActiveMatchesFrame = { type: 'inUse'; inUse: readonly ActiveMatch[] }
/** An active match of any tournament, with the names that people see. */
export type ActiveMatch = {
  cabinet: CabinetId
  tournament: TournamentId
  tournamentName: string
  match: MatchId
  /** `M3 (Bees v Wasps)`, `M3 of Finals (Bees v Wasps)` if its tournament has several stages */
  matchName: string
}

/**
 * The latest estimates. They have no version and are not queued. Unless it is `whole`, a frame has
 * only the matches that were published again since the previous frame, and those that are `gone`.
 */
export type EstimatesFrame = Estimates & { type: 'estimates'; whole: boolean; gone: number[] }

import type { Estimates } from '../estimate/publish.ts'
import type { Live } from '../game/index.ts'
import type { Rows, Table } from '../schema/rows.ts'
import type { Changes } from './changes.ts'
export type { OverlayFrame, OverlayState } from './overlay.ts'
import type { CabinetId, MatchId, TournamentId } from '../ids.ts'

/**
 * What travels from the projector over the fan-out to the console. `version + 1` applies, an older
 * one is ignored, a newer one means: ask again with the version you have (P5, P10).
 */
export type Frame = Snapshot | Change | Here
export type Snapshot = {
  type: 'snapshot'
  tournament: TournamentId
  version: number
  rows: { [T in Table]: Rows[T][] }
  /** the latest commits, newest first: a device finds its own steps among them */
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
/** A game that ended, and the commit that counted it; null: it counts in no match. */
export type GameVerdict = { cabinet: CabinetId; game: string; counted: CountedGame | null }
export type CountedGame = { tournament: TournamentId; match: MatchId; version: number }
/** The heartbeat: what a viewer should have by now. */
type Here = { type: 'here'; tournament: TournamentId; version: number }
/** The answer to `{type: 'time', sent}`: the server's clock (ISO in UTC) at that moment. */
export type TimeAnswer = { type: 'time'; sent: number; at: string }

/** A commit in one line, for the last-action bar; without names of persons (P19). */
export type CommitLine = {
  /** derived from the command's id: the console finds its own pending press by it */
  id: string
  by: 'person' | 'key' | 'service'
  device: string | null
  /** `+1 Gold in M12` */
  text: string
  /** an undo of another version */
  undoes: number | null
  /** with all that rested on it: every one of them */
  undone?: number[]
  /** the matches it changed, and the cabinets they are or were on: each cabinet's bar shows its own */
  matches: MatchId[]
  cabinets: CabinetId[]
}

/** A cabinet as it is now: never versioned, never queued, the latest replaces the one before. */
export type LiveFrame = { type: 'live'; cabinet: LiveCabinet }
export type LiveCabinet = {
  id: number
  clientStatus: 'online' | 'offline'
  /** ISO in UTC: when the client came or went */
  since: string | null
  /** the running game, null between games */
  game: LiveGame | null
}
/** `gameTime` and the rest are as of `asOf`, by the log's clock; per-position numbers by stat. */
export type LiveGame = Live & { gameID: string; asOf: string }

/** The matches of other tournaments on the cabinets of this one: all of them, the latest stands. */
export type InUseFrame = { type: 'inUse'; inUse: readonly InUse[] }
/** A match of another tournament of the scene that is being played on a cabinet. */
export type InUse = {
  cabinet: CabinetId
  tournament: TournamentId
  tournamentName: string
  match: MatchId
  /** `M3 (Bees v Wasps)` */
  matchName: string
}

/**
 * The latest estimate: no version, never queued. Unless it is `whole` it holds the matches that were
 * published anew since the one before, and those that are `gone`.
 */
export type EstimatesFrame = Estimates & { type: 'estimates'; whole: boolean; gone: number[] }

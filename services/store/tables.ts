import type { ColumnType, Generated } from 'kysely'
import type { Commit } from '../../events/commit.ts'
import type { Change, LiveCabinet } from '../../events/frame.ts'
import type { Rows } from '../../events/view/rows.ts'

/** Row types of both schemas; camelCase here, snake_case in the database. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, string | Date | undefined, string | Date>

export type Scene = {
  id: number
  name: string
  displayName: string
  description: Generated<string>
  backgroundColor: Generated<string>
  createdAt: Time
}
export type Cabinet = {
  id: number
  scene: number
  name: string
  displayName: string
  description: Generated<string>
  timeZone: Generated<string>
  tokenHash: string
  createdAt: Time
}
export type Person = { id: number; name: string; isOwner: Generated<boolean>; createdAt: Time }
export type Role = { person: number; scene: number; role: 'admin' | 'tournament' }
export type Session = {
  tokenHash: string
  person: number
  createdAt: Time
  lastSeenAt: Time
  expiresAt: ColumnType<Date, string | Date, string | Date>
}
export type SignIn = { codeHash: string; person: number; createdAt: Time }
export type ApiKey = { hash: string; name: string; createdAt: Time }
export type Answered = {
  id: string
  contentHash: string
  status: number
  body: Json<unknown>
  createdAt: Time
}
export type TournamentSettings = {
  id: number
  description: Generated<string>
  allowRegistration: Generated<boolean>
  registrationCloseDate: string | null
  registrationBanner: string | null
  registrationMessage: Generated<string>
  tidbitPrompt: Generated<string>
  acceptPayments: Generated<boolean>
  paymentMessage: Generated<string>
  requirePlayerPhoto: Generated<boolean>
  createdAt: Time
}
export type Witness = {
  seq: number
  tournament: number
  version: number
  chain: string
  commit: Json<Commit>
}

/** A game, folded from its cabinet's events alone; which match it counted for is in `played`. */
export type GameRow = {
  /** position of its gamestart in the log of cabinet facts */
  id: number
  gameId: string
  cabinet: number
  mapName: string
  cabinetMap: string
  goldOnLeft: boolean | null
  startTime: string
  endTime: string | null
  seconds: number | null
  status: string
  winCondition: string | null
  winningTeam: string | null
  playerCount: number
  berriesUsed: number
  cabinetVersion: string
  stats: Json<unknown>
}
export type CabinetRow = {
  id: number
  clientStatus: 'online' | 'offline'
  since: string | null
  live: Json<LiveCabinet>
  /** time of the newest event, by the cabinet's own clock; empty: none yet */
  newest: string
  /** the client's gameID of the game last begun */
  game: string | null
}
export type CabinetEventRow = {
  eventId: string
  cabinet: number
  gameId: string | null
  time: string
  type: string
  values: Json<string[]>
  /** position of its message in the log of cabinet facts, and what that message says of `after` */
  seq: number
  after: number
}

type Kept = {
  scene: Scene
  cabinet: Cabinet
  person: Person
  role: Role
  session: Session
  signIn: SignIn
  apiKey: ApiKey
  answered: Answered
  tournament: TournamentSettings
  witness: Witness
}
type View = Rows & {
  game: GameRow
  cabinet: CabinetRow
  cabinetEvent: CabinetEventRow
  change: { tournament: number; version: number; frame: Json<Change> }
  checkpoint: { name: string; seq: number }
  tournamentVersion: { tournament: number; version: number }
}
export type Tables = { [T in keyof Kept as `kept.${T & string}`]: Kept[T] } & {
  [T in keyof View as `view.${T & string}`]: View[T]
}

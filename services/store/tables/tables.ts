import type { ColumnType, Generated } from 'kysely'
import type { Commit } from '#events/schema/commit.ts'
import type { Published } from '#events/estimate/publish.ts'
import type { Change, LiveCabinet } from '#events/view/frames.ts'
import type { Rows } from '#events/schema/rows.ts'
import type * as account from './account-tables.ts'
import type { Balance, Checkout, LedgerEntry, PaymentAccount, StripeEvent } from './money-tables.ts'
import type { BackupTaken, Snapshot } from './log-tables.ts'
import type { Delivery, ShownStart, Subscription } from './notify-tables.ts'
import type * as registration from './registration-tables.ts'
import type {
  CabinetCode,
  Card,
  CardRegistration,
  Display,
  Guest,
  PickupLine,
  PickupPlace,
  Practice,
  Overlay,
  OverlayPage,
  Scene,
  SignInDevice,
  VideoClip,
} from './venue-tables.ts'
import type { CabinetId, MatchId, PersonId, SceneId, StageId, TournamentId } from '#events/ids.ts'
import type { Json, Time } from './columns.ts'

/** Row types of both schemas; camelCase here, snake_case in the database. */

type Cabinet = {
  id: CabinetId
  scene: SceneId
  name: string
  displayName: string
  description: Generated<string>
  timeZone: Generated<string>
  tokenHash: string
  createdAt: Time
}
type IdempotencyKey = {
  id: string
  contentHash: string
  status: number
  body: Json<unknown>
  /** the person who got the response; null for the operator's key */
  person: PersonId | null
  /**
   * the caller: a person, a tablet paired by them in a scene, or a key; null from older releases
   */
  asker: string | null
  createdAt: Time
}
type TournamentSettings = {
  id: TournamentId
  scene: SceneId | null
  /** last part of its URL; does not change with the name */
  slug: string | null
  /** the account that receives the players' payments */
  paymentAccount: number | null
  description: Generated<string>
  allowRegistration: Generated<boolean>
  registrationCloseDate: string | null
  registrationBanner: string | null
  registrationMessage: Generated<string>
  tidbitPrompt: Generated<string>
  acceptPayments: Generated<boolean>
  paymentMessage: Generated<string>
  requirePlayerPhoto: Generated<boolean>
  /** null: any number */
  places: number | null
  offerHours: Generated<number>
  createdAt: Time
}
type Template = {
  id: Generated<number>
  scene: SceneId
  name: string
  data: Json<unknown>
  createdAt: Time
}
type CabinetGroup = {
  id: Generated<number>
  scene: SceneId
  name: string
  /** cabinet ids, in the order of assignment */
  cabinets: Json<number[]>
  createdAt: Time
}
/** A link of a tournament's page. */
type PageLink = {
  id: Generated<number>
  tournament: TournamentId
  url: string
  title: string
  image: string | null
  /** 1, 2, 3 … without gaps within a tournament */
  position: number
  createdAt: Time
}
/** A recording of a cabinet's screen. */
type Video = {
  id: Generated<number>
  tournament: TournamentId
  /** the id at the video service */
  videoId: string
  cabinet: CabinetId
  /** seconds */
  length: number
  createdAt: Time
}
/** A moment of a game and its position in the video. */
type VideoReference = {
  video: number
  /** the client's gameID */
  game: string
  referencePoint: 'start' | 'end' | 'postgame'
  seconds: number
}
type Estimate = { tournament: TournamentId; asOf: Time; published: Json<Published> }
/** The encrypted token for a stage's external bracket. */
type SealedToken = {
  stage: StageId
  tournament: TournamentId
  sealed: string
  updatedAt: Time
}
/** A job of the Challonge service; jobs with the same key are the same job (P8). */
type ChallongeJob = {
  match: MatchId
  kind: 'result' | 'live' | 'mark'
  tournament: TournamentId
  stage: StageId
  key: string
  content: Json<unknown>
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  reason: string | null
  /** null if the job is done or is not retried automatically */
  dueAt: ColumnType<Date | null, string | null, string | null>
  /** the outcome is recorded in the log */
  noted: boolean
}
type Witness = {
  seq: number
  tournament: TournamentId
  version: number
  chain: string
  commit: Json<Commit>
}

/** A game, folded only from its cabinet's events; `played` has the match it counted for. */
type GameRow = {
  /** position of its gamestart in the log of cabinet facts */
  id: number
  gameId: string
  cabinet: CabinetId
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
type CabinetRow = {
  id: CabinetId
  clientStatus: 'online' | 'offline'
  since: string | null
  live: Json<LiveCabinet>
  /** time of the newest event by the cabinet's clock; empty before the first */
  newest: string
  /** the client's gameID of the last game that began */
  game: string | null
  /** when the log stored its last message; empty before the first */
  heard: string
}
/** The person signed in on a position; only ids (P19). */
type SignInRow = { cabinet: CabinetId; position: number; person: PersonId }
/** A person who was signed in during a game. */
type GameUserRow = { game: number; position: number; person: PersonId }
type CabinetEventRow = {
  eventId: string
  cabinet: CabinetId
  gameId: string | null
  time: string
  type: string
  values: Json<string[]>
  /** position of its message in the log of cabinet facts, and that message's `after` */
  seq: number
  after: number
}

/** The commit that completed a stage, and the hash chain of the log at that commit. */
type StageEndRow = {
  bracket: StageId
  tournament: TournamentId
  version: number
  chain: string
}

/** The text of a protest, or the public sentence of a ruling. */
type ProtestText = {
  id: number
  tournament: TournamentId
  /** null for the operator's key */
  person: PersonId | null
  text: string
  createdAt: Time
}

type KeptTables = {
  scene: Scene
  cabinet: Cabinet
  person: account.Person
  role: account.Role
  session: account.Session
  readOnly: account.ReadOnly
  knownDevice: account.KnownDevice
  pairing: account.Pairing
  signIn: account.SignIn
  apiKey: account.ApiKey
  credential: account.Credential
  verification: account.Verification
  invitation: account.Invitation
  resetNotice: account.ResetNotice
  attempt: account.AttemptCount
  idempotencyKey: IdempotencyKey
  tournament: TournamentSettings
  question: registration.Question
  paymentOption: registration.PaymentOption
  template: Template
  cabinetGroup: CabinetGroup
  link: PageLink
  video: Video
  videoReference: VideoReference
  videoClip: VideoClip
  player: registration.Player
  paymentAccount: PaymentAccount
  checkout: Checkout
  ledger: LedgerEntry
  balance: Balance
  stripeEvent: StripeEvent
  team: registration.TeamLook
  door: registration.Door
  doorPlayer: registration.DoorPlayer
  waiting: registration.Waiting
  removedQuestion: registration.RemovedQuestion
  image: registration.Image
  imageKey: { one: Generated<boolean>; key: string }
  linkToken: SealedToken
  challongeJob: ChallongeJob
  checkpoint: { name: string; seq: number }
  witness: Witness
  estimate: Estimate
  snapshot: Snapshot
  backupTaken: BackupTaken
  display: Display
  overlay: Overlay
  overlayPage: OverlayPage
  signInDevice: SignInDevice
  card: Card
  cardRegistration: CardRegistration
  guest: Guest
  cabinetCode: CabinetCode
  pickup: PickupLine
  pickupEntry: PickupPlace
  practice: Practice
  protestText: ProtestText
  subscription: Subscription
  delivery: Delivery
  shownStart: ShownStart
}
type View = Rows & {
  game: GameRow
  cabinet: CabinetRow
  cabinetEvent: CabinetEventRow
  signIn: SignInRow
  gameUser: GameUserRow
  change: { tournament: TournamentId; version: number; frame: Json<Change> }
  checkpoint: { name: string; seq: number; form: string }
  tournamentVersion: { tournament: TournamentId; version: number }
  stageEnd: StageEndRow
}
export type Tables = { [T in keyof KeptTables as `kept.${T & string}`]: KeptTables[T] } & {
  [T in keyof View as `view.${T & string}`]: View[T]
}

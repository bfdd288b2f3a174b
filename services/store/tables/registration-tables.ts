import type { ColumnType, Generated } from 'kysely'
import type { PlayerId, SceneId, TeamId, TournamentId } from '#events/ids.ts'
import type { Json, Time } from './columns.ts'

/** Tables of registration: the form, the registered players, and pictures. */

type Choice = { value: string; label: string }
/** A question of the registration form; answers are stored under its `fieldName`. */
export type Question = {
  id: Generated<number>
  tournament: TournamentId
  fieldName: ColumnType<string, never, never>
  fieldSlug: string | null
  fieldDescription: string
  fieldType: 'text' | 'multi_choice' | 'single_choice' | 'checkbox'
  isRequired: boolean
  choices: Json<Choice[]>
  /** 1, 2, 3 … without gaps within a tournament */
  position: number
  createdAt: Time
}
export type PaymentOption = {
  id: Generated<number>
  tournament: TournamentId
  name: string
  priceCents: number
  /** players may choose to pay more than the price */
  allowCustomPrice: boolean
  createdAt: Time
}
/** A player registered for a tournament; the player's team is in the log. */
export type Player = {
  id: PlayerId
  tournament: TournamentId
  scene: SceneId
  name: string
  pronouns: Generated<string>
  /** the player's home scene as entered; `scene` is the tournament's */
  homeScene: Generated<string>
  tidbit: Generated<string>
  image: string | null
  doNotDisplay: Generated<boolean>
  email: string | null
  /** cents */
  price: Generated<number>
  registrationTime: Time
  checkInTime: ColumnType<Date | null, string | Date | null | undefined, string | Date | null>
  selectedPaymentOptions: ColumnType<PaymentChoice[], string | undefined, string>
  /** answers by the question's `fieldName` */
  answers: ColumnType<Answers, string | undefined, string>
  user: number | null
}
type PaymentChoice = {
  paymentOption: { id?: number | undefined; name: string; price: string }
  quantity: number
  /** in dollars, if the payer chose to pay more */
  customPrice: string | null
}
type Answers = Record<string, string | boolean | string[] | null>
/** The code that opens the sign-up at the door; without a row the door is closed. */
export type Door = { tournament: TournamentId; code: string }
/** A player's own rating of how they play, for drawing the teams. */
export type DoorPlayer = { player: PlayerId; level: number; isQueen: boolean }
/** Somebody who waits for a place; `offeredUntil` while one is offered to them. */
export type Waiting = {
  id: Generated<number>
  tournament: TournamentId
  user: number
  /** of the mail that offers a place */
  language: string
  joinedAt: Time
  offeredUntil: ColumnType<Date | null, Date | null | undefined, Date | null>
  toldAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
/** A question that was removed; the answers to it stay. */
export type RemovedQuestion = {
  tournament: TournamentId
  fieldName: string
  fieldDescription: string
  choices: Json<Choice[]>
}
/** A picture as it is served; its id is a keyed hash. */
export type Image = { id: string; type: string; body: Buffer; createdAt: Time }
export type TeamLook = {
  id: TeamId
  image: string | null
  /** of its current code; earlier codes are invalid */
  codeNumber: Generated<number>
}

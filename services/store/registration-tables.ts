import type { ColumnType, Generated } from 'kysely'
import type { PlayerId, SceneId, TeamId, TournamentId } from '../../events/ids.ts'

/** What is kept of registration: the form, who filled it in, and pictures. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, string | Date | undefined, string | Date>

type Choice = { value: string; label: string }
/** A question of the registration form; answers are kept by its `fieldName`. */
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
  /** whoever pays may choose to pay more than the price */
  allowCustomPrice: boolean
  createdAt: Time
}
/** Who registered for a tournament; which team they are in is in the log. */
export type Player = {
  id: PlayerId
  tournament: TournamentId
  scene: SceneId
  name: string
  pronouns: Generated<string>
  /** where they say they are from; `scene` is that of the tournament */
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
  /** by the question's `fieldName` */
  answers: ColumnType<Answers, string | undefined, string>
  user: number | null
}
type PaymentChoice = {
  paymentOption: { id?: number | undefined; name: string; price: string }
  quantity: number
  /** in dollars, where the payer chose to pay more */
  customPrice: string | null
}
type Answers = Record<string, string | boolean | string[] | null>
/** What opens the sign-up at the door; without a row it is closed. */
export type Door = { tournament: TournamentId; code: string }
/** What somebody says of how they play, for the draw of the teams. */
export type DoorPlayer = { player: PlayerId; level: number; isQueen: boolean }
/** A picture as it is served, under a keyed hash. */
export type Image = { id: string; type: string; body: Buffer; createdAt: Time }
export type TeamLook = { id: TeamId; image: string | null }

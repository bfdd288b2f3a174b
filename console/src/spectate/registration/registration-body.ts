import type { TournamentBody } from '../../core/rest.ts'

export const questionUrl = '/api/tournament/player-info-field/'
export const optionUrl = '/api/tournament/payment-option/'
export const playerUrl = '/api/tournament/player/'

/** What organisers set about registration. */
export type RegistrationSettings = {
  allowRegistration: boolean
  registrationCloseDate: string | null
  registrationBanner: string | null
  registrationMessage: string
  tidbitPrompt: string
  acceptPayments: boolean
  paymentMessage: string
  requirePlayerPhoto: boolean
}
export type RegistrationBody = TournamentBody & RegistrationSettings & { stripeConfigured: boolean }

export type FieldType = 'text' | 'multi_choice' | 'single_choice' | 'checkbox'
export type Choice = { value: string; label: string }
export type Question = {
  id: number
  fieldName: string
  fieldSlug: string | null
  fieldDescription: string
  fieldType: FieldType
  isRequired: boolean
  choices: Choice[]
}
/** `price` in dollars, as `12.50` */
export type PaymentOption = { id: number; name: string; price: string; allowCustomPrice: boolean }
export type Answer = string | boolean | string[] | null
export type Chosen = {
  paymentOption: { id?: number; name: string; price: string }
  quantity: number
  customPrice: string | null
}

/** A player as the player and the organisers see them. */
export type Player = {
  id: number
  name: string
  pronouns: string
  tidbit: string
  image: string | null
  team: number | null
  doNotDisplay: boolean
  checkInTime: string | null
  email: string | null
  /** cents */
  price: number
  paid: boolean
  registrationTime: string
  selectedPaymentOptions: Chosen[]
  user: number | null
  answers: Record<string, Answer>
}
export type Mine = { closed: string | null; canCheckIn: boolean; player: Player | null }

export function mineUrl(tournament: number): string {
  return `/api/tournament/tournament/${tournament}/registration/`
}

export function listOf(url: string, tournament: number): string {
  return `${url}?tournamentId=${tournament}&rowsPerPage=1000`
}

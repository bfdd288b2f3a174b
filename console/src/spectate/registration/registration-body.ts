import type { Answer as AnswerAt, Row } from '../../core/rest.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'

/** The registration settings of a tournament. */
export type RegistrationSettings = Pick<
  TournamentBody,
  | 'allowRegistration'
  | 'registrationCloseDate'
  | 'registrationBanner'
  | 'registrationMessage'
  | 'tidbitPrompt'
  | 'acceptPayments'
  | 'paymentMessage'
  | 'requirePlayerPhoto'
  | 'places'
  | 'offerHours'
>
export type RegistrationBody = TournamentBody
type Closing = Pick<TournamentBody, 'isActive' | 'allowRegistration' | 'registrationCloseDate'>

export type Question = Row<'/api/tournament/player-info-field/'>
export type FieldType = Question['fieldType']
/** `price` in dollars, as `12.50` */
export type PaymentOption = Row<'/api/tournament/payment-option/'>
export type OwnRegistrationBody = AnswerAt<'/api/tournament/tournament/:id/registration/'>
/** A player, with the fields that only the player and the organisers see. */
export type Player = NonNullable<OwnRegistrationBody['player']>
export type Answer = NonNullable<Player['answers']>[string]
export type ChosenOption = NonNullable<Player['selectedPaymentOptions']>[number]

export function questionsOf(tournamentId: number) {
  return rest.get('/api/tournament/player-info-field/', { tournamentId, rowsPerPage })
}

export function optionsOf(tournamentId: number) {
  return rest.get('/api/tournament/payment-option/', { tournamentId, rowsPerPage })
}

export function playersOf(tournamentId: number) {
  return rest.get('/api/tournament/player/', { tournamentId, rowsPerPage })
}

/** Whether registration is open: until the end of its last day, or until the tournament is over. */
export function isRegistrationOpen(settings: Closing, today: string): boolean {
  const { isActive, allowRegistration, registrationCloseDate: lastDay } = settings
  return isActive && allowRegistration && (lastDay === null || today <= lastDay)
}

/** Whether the form can be sent: a place is free, or offered to this person. */
export function hasPlace({ places, waiting }: OwnRegistrationBody): boolean {
  return !places || typeof waiting?.offeredUntil === 'string' || places.taken < places.total
}

import type { FastifyRequest } from 'fastify'
import type { Command } from '#events/schema/command.ts'
import { Rejection, may, notAuthorized, told } from '../../web/index.ts'
import { priceChoices } from '../player/payment-choice.ts'
import type { Chooser } from '../player/payment-choice.ts'
import type { Tx } from '../http/context.ts'
import { omitUndefined } from '../http/omit-undefined.ts'
import { registrationOf } from '../player/player-rows.ts'
import { closedReason } from './rules.ts'
import type { Rules } from './rules.ts'
import type { Form } from '../schema/player/registration.ts'
import type { PlayerId, TournamentId } from '#events/ids.ts'

export type Registration = { tournament: TournamentId; player: PlayerId }

/** The signed-in person. Keys of the server, which have no person, cannot register. */
export function personOf({ person }: FastifyRequest): number {
  if (!person || person.id === null) throw notAuthorized()
  return person.id
}

export async function expectRegistered(
  db: Tx,
  tournament: TournamentId,
  user: number,
): Promise<number> {
  const player = await registrationOf(db, tournament, user)
  if (player === null) throw notRegistered()
  return player
}

export function notRegistered(): Rejection {
  return new Rejection(404, { code: 'NOT_REGISTERED' })
}

/** After registration has closed, only organisers may change anything (R-PE-2). */
export function expectOpen({ person }: FastifyRequest, rules: Rules): void {
  const reason = closedReason(rules)
  if (reason === null || may(person, 'editPlayers', rules.scene)) return
  throw new Rejection(409, { ...told(reason), code: 'REGISTRATION_CLOSED' })
}

export function alreadyPaid(action: string): Rejection {
  const detail = `You have already paid. Ask an organiser to ${action}.`
  return new Rejection(409, { detail, code: 'ALREADY_PAID' })
}

export function teamCommand({ team, newTeam }: Form, player: PlayerId): Command | null {
  if (newTeam !== undefined) return { type: 'FoundTeam', name: newTeam, player }
  return team === undefined ? null : { type: 'MovePlayers', moves: [{ player, team }] }
}

export function columnsOf({ name, pronouns, scene, tidbit, doNotDisplay }: Form) {
  return omitUndefined({ name, pronouns, homeScene: scene, tidbit, doNotDisplay })
}

/** The chosen options and their price, by the tournament's prices. */
export async function pricedOptions(tx: Tx, { options }: Form, chooser: Chooser) {
  if (!options) return {}
  const { items, kept } = await priceChoices(tx, chooser, options)
  const price = items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  return { selectedPaymentOptions: kept, price }
}

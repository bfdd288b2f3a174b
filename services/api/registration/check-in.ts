import { say } from '#events/messages/message.ts'
import type { FastifyRequest } from 'fastify'
import { Rejection, told } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { readPlayer } from '../player/player-rows.ts'
import { mayCheckIn, rulesOf } from './rules.ts'
import type { TournamentId } from '#events/ids.ts'
import { personOf, expectRegistered } from './player.ts'

/** If a player checks in twice, the first time stays. */
export async function checkIn(
  { store }: Context,
  request: FastifyRequest,
  tournament: TournamentId,
) {
  const rules = await rulesOf(store.db, tournament)
  const player = await expectRegistered(store.db, tournament, personOf(request))
  if (!mayCheckIn(rules)) {
    const why = told(say('checkInOn', { day: rules.date }))
    throw new Rejection(409, { ...why, code: 'CHECK_IN_CLOSED' })
  }
  await store.db
    .updateTable('kept.player')
    .set({ checkInTime: new Date() })
    .where('id', '=', player)
    .where('checkInTime', 'is', null)
    .execute()
  return readPlayer(store, request.person, player)
}

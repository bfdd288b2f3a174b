import type { Message } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import type { Tx } from '../http/context.ts'
import { dateInZone } from '#events/text/venue-zone.ts'
import { zoneOf } from '../venue/local-date.ts'
import { noTournament } from '../tournament/tournament-removal.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'

/** The data which decides whether players may register now. */
export type Rules = {
  scene: SceneId
  /** of the tournament, as `2026-03-01` */
  date: string
  /** false: the tournament is over */
  isActive: boolean
  allowRegistration: boolean
  registrationCloseDate: string | null
  requirePlayerPhoto: boolean
  /** the date at the venue */
  today: string
}

export async function rulesOf(db: Tx, tournament: TournamentId): Promise<Rules> {
  const row = await db
    .selectFrom('view.tournament')
    .leftJoin('kept.tournament', 'kept.tournament.id', 'view.tournament.id')
    .select([
      'view.tournament.scene',
      'view.tournament.date',
      'view.tournament.isActive',
      'allowRegistration',
      'registrationCloseDate',
      'requirePlayerPhoto',
    ])
    .where('view.tournament.id', '=', tournament)
    .executeTakeFirst()
  if (!row) throw await noTournament(db, tournament)
  const { scene, date, isActive, registrationCloseDate } = row
  return {
    scene,
    date,
    isActive,
    registrationCloseDate,
    allowRegistration: row.allowRegistration ?? false,
    requirePlayerPhoto: row.requirePlayerPhoto ?? false,
    today: dateInZone(await zoneOf(db, scene), new Date()),
  }
}

type Closing = Pick<Rules, 'isActive' | 'allowRegistration' | 'registrationCloseDate' | 'today'>

/**
 * Why registration is closed, for players; null if open, which includes the last day.
 */
export function closedReason({
  isActive,
  allowRegistration,
  registrationCloseDate,
  today,
}: Closing): Message | null {
  if (!allowRegistration) return say('registrationClosed')
  if (!isActive) return say('registrationOver')
  if (registrationCloseDate === null || today <= registrationCloseDate) return null
  return say('registrationClosedOn', { day: registrationCloseDate })
}

/**
 * Players may check themselves in on the day of the tournament, and after midnight while it is
 * still being played.
 */
export function mayCheckIn({ date, today, isActive }: Pick<Rules, 'date' | 'today' | 'isActive'>) {
  return date === today || (isActive && date < today)
}

// Every noun of the event language; how its events change the state is in its file of
// `events/state`.
import { announcementSchema } from './announcement.ts'
import { cabinetSchema } from './cabinet.ts'
import { draftSchema } from './draft.ts'
import { gameSchema } from './game.ts'
import { linkSchema } from './external-bracket.ts'
import { matchSchema } from './match.ts'
import { onSiteSchema } from './on-site.ts'
import { protestSchema } from './protest.ts'
import { queueSchema, timerSchema } from './queue.ts'
import { rosterSchema, teamSchema } from './team.ts'
import { stageSchema } from './stage.ts'
import { tournamentSchema } from './tournament.ts'

/** Its events, commands, records and rows. The order is that of the steps of an undo. */
export const schemas = {
  tournament: tournamentSchema,
  team: teamSchema,
  stage: stageSchema,
  match: matchSchema,
  queue: queueSchema,
  timer: timerSchema,
  game: gameSchema,
  cabinet: cabinetSchema,
  roster: rosterSchema,
  draft: draftSchema,
  protest: protestSchema,
  announcement: announcementSchema,
  onSite: onSiteSchema,
  link: linkSchema,
}

/**
 * By table of the read models: the columns that identify a row within its tournament, in the
 * database, the frames and the console.
 */
export const rowKeys = {
  tournament: ['id'],
  team: ['id'],
  bracket: ['id'],
  match: ['id'],
  queue: ['id'],
  timer: ['cabinet'],
  standing: ['bracket', 'team'],
  played: ['game'],
  member: ['player'],
  draft: ['tournament'],
  protest: ['id'],
  announcement: ['num'],
  attendance: ['team'],
  officialCall: ['num'],
} as const

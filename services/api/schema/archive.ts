import { z } from 'zod'
import { ImportedParts as known } from '../../../events/schema/imported-tournament.ts'
import { LinkType } from '../../../events/schema/stage-settings.ts'
import { TournamentBody } from './bodies.ts'
import { ById } from './common.ts'

/** What the tables of a ZIP do not say of a tournament: `tournament.json` beside them. */
export const ArchivedTournament = z.object({
  format: z.literal('waggle-tournament'),
  formatVersion: z.literal(1),
  name: z.string().trim().min(1).max(200),
  date: z.iso.date(),
  linkType: LinkType,
  teams: known.teams,
  /** dice stay here: which teams they put one above the other is told instead (R-TB-7) */
  stages: z.array(
    known.stages.element
      .omit({ dice: true })
      .extend({ rolled: z.array(z.tuple([z.int(), z.int()])).max(1_024) }),
  ),
  matches: known.matches,
  /** ids as in `game.csv`, and which slot was on blue */
  games: z.array(known.games.element.pick({ match: true, blue: true }).extend({ id: z.string() })),
})
export type ArchivedTournament = z.infer<typeof ArchivedTournament>

const Imported = TournamentBody.extend({
  imported: z.object({ matches: z.int(), games: z.int(), events: z.int() }),
})
/** Of what the ZIP itself does not say: left out, by its games. */
const About = z.object({
  name: z.string().trim().min(1).max(200, 'Too long').optional(),
})

export const archiveApi = {
  'GET /api/tournament/tournament/:id/export/': { params: ById },
  'POST /api/game/scene/:id/import-tournament/': {
    params: ById,
    querystring: About,
    response: { 201: Imported },
  },
}

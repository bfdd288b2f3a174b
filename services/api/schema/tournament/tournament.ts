import { z } from 'zod'
import { ById, Id, paging, IdFilter, cached, toOne, listBy, nameOf, byId } from '../http/common.ts'
import {
  TournamentBody,
  Matches,
  CallBody,
  ForcedRemoval,
  StandingBody,
  Settings,
} from '../http/bodies.ts'
import { Live } from './stage.ts'
import type { Estimates } from '#events/estimate/publish.ts'
import { LinkType } from '#events/schema/parts/stage-settings.ts'
import { ProtestDeadline, RulingSigners } from '#events/schema/parts/ruling.ts'

const AssignedGroup = z.object({ group: Id })

/** The format of the packages brackets-manager and brackets-viewer. */
const InBrackets = z.object({ id: z.int(), stage_id: z.int(), number: z.int() })
const InTournament = z.object({ id: z.int(), tournament_id: z.int(), name: z.string() })
/** null is a bye; an `id` of null is a team that is not known yet. */
const Opponent = z
  .object({
    id: z.int().nullable(),
    /** its seed, or the number of the match from which it comes */
    position: z.int().optional(),
    score: z.int().optional(),
    result: z.enum(['win', 'loss', 'draw']).optional(),
    forfeit: z.literal(true).optional(),
  })
  .nullable()
const Brackets = z.object({
  participant: z.array(InTournament),
  stage: z.array(
    InTournament.extend({
      type: z.enum(['round_robin', 'single_elimination', 'double_elimination']),
      number: z.int(),
      settings: z.object({
        size: z.int(),
        grandFinal: z.enum(['none', 'simple', 'double']).optional(),
        consolationFinal: z.boolean().optional(),
        groupCount: z.int().optional(),
        roundRobinMode: z.enum(['simple', 'double']).optional(),
      }),
    }),
  ),
  group: z.array(InBrackets),
  round: z.array(InBrackets.extend({ group_id: z.int() })),
  match: z.array(
    InBrackets.extend({
      group_id: z.int(),
      round_id: z.int(),
      child_count: z.int(),
      status: z.int(),
      opponent1: Opponent,
      opponent2: Opponent,
    }),
  ),
  match_game: z.array(z.never()),
})

const time = z.string()
const measure = z.object({
  seconds: z.number(),
  /** how many were measured today; from eight on, their median is used */
  seen: z.int(),
  from: z.enum(['today', 'prior']),
})
const Basis = z.object({
  game: measure,
  gap: measure,
  /** the prior does not include the stage's queue timer */
  changeOver: measure,
})
const EstimatesBody = z.object({
  tournament: z.int(),
  /** null if nothing is published yet */
  asOf: time.nullable(),
  /** false if play has not begun; then times assume a start at `asOf` */
  begun: z.boolean(),
  /** minutes behind the first published plan; negative if ahead of it */
  lateBy: z.int().nullable(),
  end: z.object({ from: time, to: time, plan: time.nullable() }).nullable(),
  basis: Basis.nullable(),
  /** estimated starts of the matches that are not on a cabinet */
  matches: z.array(
    z.object({
      match: z.int(),
      from: time,
      to: time,
      publishedAt: time,
      /** the first start that was published after play began */
      plan: time.nullable(),
    }),
  ),
  /** the current calls, even if there are no estimates yet */
  calls: z.array(CallBody),
}) satisfies z.ZodType<Estimates>

const Filters = z.object({
  ...paging,
  sceneId: IdFilter,
  /** id or name */
  scene: z.string().max(100).optional(),
  slug: z.string().max(220).optional(),
  isActive: z.stringbool().optional(),
})
export type TournamentFilters = Partial<z.infer<typeof Filters>>
const Tiebreakers = z.object({ tiebreakerTypes: z.array(z.string()) })
const TournamentStandings = z.object({
  brackets: z.array(z.object({ id: z.int(), name: z.string(), standings: z.array(StandingBody) })),
})

const missingName = 'Tournament name is required'
const Fields = z.object({
  name: nameOf(200, missingName),
  date: z.iso.date('Tournament date is required'),
  linkType: LinkType,
  isActive: z.boolean(),
  assignedCabinets: z.array(Id).max(200),
  protestDeadline: ProtestDeadline,
  rulingSigners: RulingSigners,
  ...Settings.shape,
})
export const Change = Fields.partial()
export type Change = z.infer<typeof Change>
export const NewTournament = Change.extend({
  scene: Id,
  name: Fields.shape.name,
  date: Fields.shape.date,
  linkType: LinkType.default('hivemind'),
})
export type NewTournament = z.infer<typeof NewTournament>
const Replacement = Change.extend({ name: Fields.shape.name, date: Fields.shape.date })

export const tournamentApi = {
  'PUT /api/tournament/tournament/:id/assign-group/': toOne(AssignedGroup, TournamentBody),
  'GET /api/tournament/tournament/:id/estimates/': byId(EstimatesBody),
  'GET /api/tournament/tournament/': listBy(Filters, TournamentBody),
  'GET /api/tournament/tournament/:id/': byId(TournamentBody),
  'GET /api/tournament/tournament/tiebreaker-types/': { response: { 200: Tiebreakers } },
  'GET /api/tournament/tournament/:id/standings/': cached({
    params: ById,
    querystring: Live,
    response: { 200: TournamentStandings },
  }),
  'GET /api/tournament/tournament/:id/available-matches/': cached({
    params: ById,
    response: { 200: Matches },
  }),
  'GET /api/tournament/tournament/:id/brackets-viewer/': byId(Brackets),
  'POST /api/tournament/tournament/': { body: NewTournament, response: { 201: TournamentBody } },
  /** `force` deletes even with a match on a cabinet, and with money that was not given back. */
  'DELETE /api/tournament/tournament/:id/': ForcedRemoval,
  'PUT /api/tournament/tournament/:id/': toOne(Replacement, TournamentBody),
  'PATCH /api/tournament/tournament/:id/': toOne(Change, TournamentBody),
}

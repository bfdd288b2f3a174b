import { z } from 'zod'
import { refusalCodes } from '../../../events/refusals.ts'
import { ById, listOf, IdText, paging, IdFilter, toOne } from './common.ts'
import { Instead, Command } from '../../../events/schema/command.ts'
import { Commit, By } from '../../../events/schema/commit.ts'

export const marks = [
  'mapstart',
  'gamestart',
  'gameend',
  'victory',
  'clientOnline',
  'clientOffline',
] as const

/** Something a cabinet said, or how much was told of a game in between. */
export const TimelineEvent = z.object({
  kind: z.enum([...marks, 'play']),
  cabinet: z.int(),
  /** by the cabinet's own clock; what was told in between, from here on */
  at: z.string(),
  /** when the log took it; null where that cannot be said any more */
  takenAt: z.string().nullable(),
  /** the game's id, for `/game/{id}` */
  game: z.number().nullable(),
  mapName: z.string().nullable(),
  winningTeam: z.string().nullable(),
  winCondition: z.string().nullable(),
  kills: z.int(),
  berries: z.int(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** A commit for officials: as the log has it, in words, and by whom. */
export const Line = z.object({
  ...Commit.shape,
  command: z.unknown(),
  events: z.array(z.unknown()),
  /** `+1 Bees in M12, 1-0 → 2-0` */
  text: z.string(),
  byName: z.string().nullable(),
  /** matches and cabinets that it changed or names */
  matches: z.array(z.int()),
  cabinets: z.array(z.int()),
  /**
   * false: the dice of a stage that is not complete is left out, so that `chain`, which is that of
   * the whole commit, cannot be worked out from this line (R-TB-7)
   */
  isWhole: z.boolean(),
})
export type Line = z.infer<typeof Line>

const largest = 2 ** 31 - 1
const Version = z.coerce.number().int().min(1).max(largest)
const types = Command.options.map((option) => option.shape.type.value)
export const HistoryFilters = z.object({
  ...paging,
  from: Version.optional(),
  to: Version.optional(),
  order: z.enum(['oldest', 'newest']).default('oldest'),
  match: IdFilter,
  cabinet: IdFilter,
  /** a person's id */
  person: IdFilter,
  by: z.enum(By.options.map((option) => option.shape.kind.value)).optional(),
  device: z.string().max(100).optional(),
  type: z.enum(types).optional(),
  /** words of the sentence, in any case */
  search: z.string().max(200).optional(),
})
export type HistoryFilters = z.infer<typeof HistoryFilters>
const DependentStep = z.object({
  version: z.int(),
  at: z.string(),
  text: z.string(),
  byName: z.string().nullable(),
  device: z.string().nullable(),
})
const LineDetail = Line.extend({
  undoable: z.boolean(),
  /** why not, as the undo itself would be refused */
  refusal: z.looseObject({ code: z.enum(refusalCodes), detail: z.string() }).nullable(),
  /** later commits that rest on this one, newest first: undone in this order, they free it */
  dependents: z.array(DependentStep),
  /** `cascade` undoes them with it, in one commit; where matches were played on it, for a `reason` */
  together: z.object({ isPlayedOn: z.boolean() }).nullable(),
  /** the team that won the game it counts, as it stands now */
  wonBy: z.int().nullable(),
})
const StepVersion = z.object({ version: z.int().min(1).max(largest) })
const Correction = StepVersion.extend({
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
  displace: z.boolean().optional(),
})
const StepDone = z.object({ success: z.literal(true), version: z.int() })

/** `after`: from the version that follows it, for whoever has the others. */
const LogAfter = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(0),
})
const id = z.int()
const Rolls = z.object({ rolls: z.array(z.object({ bracket: id, team: id, roll: z.string() })) })

const TimelineEntry = Line.extend({
  /** what the cabinets said between this commit and the one listed above it, the latest first */
  moments: z.array(TimelineEvent),
  /** how many more there were */
  leftOut: z.int(),
})

/** Beside the page, for the whole tournament: how far its log was read, and who did something from what. */
const TimelinePage = listOf(TimelineEntry).extend({
  version: z.int(),
  people: z.array(z.object({ id: z.int(), name: z.string() })),
  devices: z.array(z.string()),
})

export const historyApi = {
  'PUT /api/tournament/tournament/:id/undo/': toOne(Correction, StepDone),
  'PUT /api/tournament/tournament/:id/replace/': toOne(
    Correction.extend({ by: Instead }),
    StepDone,
  ),
  'GET /api/tournament/tournament/:id/history/': {
    params: ById,
    querystring: HistoryFilters,
    response: { 200: listOf(Line) },
  },
  'GET /api/tournament/tournament/:id/history/:version/': {
    params: ById.extend({ version: IdText }),
    response: { 200: LineDetail },
  },
  'GET /api/tournament/tournament/:id/log/': {
    params: ById,
    querystring: LogAfter,
    response: { 200: z.custom<AsyncIterable<string>>() },
  },
  'GET /api/tournament/tournament/:id/log/rolls/': { params: ById, response: { 200: Rolls } },
  'GET /api/tournament/tournament/:id/timeline/': {
    params: ById,
    querystring: HistoryFilters.omit({ order: true }),
    response: { 200: TimelinePage },
  },
}

import { Message } from '#events/schema/parts/message.ts'
import { z } from 'zod'
import { maxDeviceCharacters, maxInteger, maxSearchCharacters } from '#events/rules/limits.ts'
import { refusalCodes } from '#events/refusals.ts'
import { ById, listOf, textOf, IdText, paging, IdFilter, toOne, byId } from '../http/common.ts'
import { StepReplacement, Command } from '#events/schema/command.ts'
import { Commit, By } from '#events/schema/commit.ts'

export const markedEvents = [
  'mapstart',
  'gamestart',
  'gameend',
  'victory',
  'clientOnline',
  'clientOffline',
] as const

/** An event of a cabinet, or (`play`) the kills and berries of a game between two such events. */
export const TimelineEvent = z.object({
  kind: z.enum([...markedEvents, 'play']),
  cabinet: z.int(),
  /** by the cabinet's own clock; for `play` the time of the first counted event */
  at: z.string(),
  /** when the log stored it; null if that is no longer known */
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

/** A commit for officials, with a sentence about it and the name of its author. */
export const HistoryEntry = z
  .object({
    ...Commit.shape,
    command: z.unknown(),
    events: z.array(z.unknown()),
    answer: z.record(z.string(), z.unknown()).optional(),
    /** `+1 Bees in M12, 1-0 → 2-0` */
    text: z.string(),
    message: Message,
    byName: z.string().nullable(),
    /** matches and cabinets that it changes or names */
    matches: z.array(z.int()),
    cabinets: z.array(z.int()),
    /**
     * false if the dice of an incomplete stage are left out; then `chain`, the hash of the whole
     * commit, cannot be verified from this line (R-TB-7)
     */
    isWhole: z.boolean(),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

const Version = z.coerce.number().int().min(1).max(maxInteger)
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
  device: z.string().max(maxDeviceCharacters).optional(),
  type: z.enum(types).optional(),
  /** part of the sentence, in any case */
  search: z.string().max(maxSearchCharacters).optional(),
})
export type HistoryFilters = z.infer<typeof HistoryFilters>
const DependentStep = z.object({
  version: z.int(),
  at: z.string(),
  text: z.string(),
  message: Message,
  byName: z.string().nullable(),
  device: z.string().nullable(),
})
const LineDetail = HistoryEntry.extend({
  undoable: z.boolean(),
  /** the refusal that an undo would get */
  refusal: z
    .looseObject({ code: z.enum(refusalCodes), detail: z.string(), message: Message })
    .nullable(),
  /** later commits that depend on this one, in the order in which they have to be undone */
  dependents: z.array(DependentStep),
  /**
   * whether `cascade` can undo them together; needs a `reason` if matches were played on the result
   */
  together: z.object({ isPlayedOn: z.boolean() }).nullable(),
  /** the winner of the game that this commit counts, by the current state */
  wonBy: z.int().nullable(),
})
const StepVersion = z.object({ version: z.int().min(1).max(maxInteger) })
const Correction = StepVersion.extend({
  cascade: z.boolean().optional(),
  reason: z.string().trim().max(200).optional(),
  displace: z.boolean().optional(),
})
const StepResult = z.object({ success: z.literal(true), version: z.int() })

/** Only commits after this version. */
const LogAfter = z.object({
  after: z.coerce.number().int().min(0).max(maxInteger).default(0),
})
const id = z.int()
const Rolls = z.object({ rolls: z.array(z.object({ bracket: id, team: id, roll: z.string() })) })

const TimelineEntry = HistoryEntry.extend({
  /** events of cabinets between this commit and the one listed above it, the latest first */
  moments: z.array(TimelineEvent),
  /** how many more events are not listed */
  leftOut: z.int(),
})

/** The page has also, for the whole tournament, the version of its log, its people and devices. */
const TimelinePage = listOf(TimelineEntry).extend({
  version: z.int(),
  people: z.array(z.object({ id: z.int(), name: z.string() })),
  devices: z.array(z.string()),
})

export const historyApi = {
  'PUT /api/tournament/tournament/:id/undo/': toOne(Correction, StepResult),
  'PUT /api/tournament/tournament/:id/replace/': toOne(
    Correction.extend({ by: StepReplacement }),
    StepResult,
  ),
  'GET /api/tournament/tournament/:id/history/': {
    params: ById,
    querystring: HistoryFilters,
    response: { 200: listOf(HistoryEntry) },
  },
  'GET /api/tournament/tournament/:id/history/:version/': {
    params: ById.extend({ version: IdText }),
    response: { 200: LineDetail },
  },
  'GET /api/tournament/tournament/:id/log/': {
    params: ById,
    querystring: LogAfter,
    response: { 200: textOf('application/jsonl') },
  },
  'GET /api/tournament/tournament/:id/log/rolls/': byId(Rolls),
  'GET /api/tournament/tournament/:id/timeline/': {
    params: ById,
    querystring: HistoryFilters.omit({ order: true }),
    response: { 200: TimelinePage },
  },
}

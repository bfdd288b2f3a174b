import { z } from 'zod'
import { ById, Id, IdFilter, listBy, InTournament, paging, byId } from '../http/common.ts'
import { Removal } from '../http/bodies.ts'

export const ReferencePoint = z.enum(['start', 'end', 'postgame'])
const ReferenceBody = z.object({
  /** a game's id */
  game: z.int(),
  referencePoint: ReferencePoint,
  /** its position in the video, in seconds */
  gameEndTime: z.number(),
  /** deviation from the fit of all references, in seconds */
  differsBy: z.number(),
})
export const VideoBody = z
  .object({
    id: z.int(),
    tournament: z.int(),
    service: z.literal('youtube'),
    videoId: z.string(),
    cabinet: z.int(),
    cabinetName: z.string(),
    /** by the cabinet's clock; null without any reference */
    startTime: z.string().nullable(),
    /** `HH:MM:SS` */
    length: z.string(),
    references: z.array(ReferenceBody),
    /** set if the references contradict each other (R-VI-1) */
    warning: z.string().nullable(),
  })
  .meta({ id: 'Video' })

/** Parses seconds from a number, `h:mm:ss` or `m:ss`; null if invalid. */
export function secondsOf(input: number | string): number | null {
  if (typeof input === 'number') return Number.isFinite(input) && input >= 0 ? input : null
  if (!/^(?:\d{1,4}:){0,2}\d{1,6}(?:\.\d{1,6})?$/.test(input.trim())) return null
  const [first = 0, ...rest] = input.split(':').map(Number)
  if (rest.some((part) => part >= 60)) return null
  return rest.reduce((sum, part) => sum * 60 + part, first)
}

export const TimestampsQuery = z.object({
  format: z.enum(['chapters', 'links']).default('chapters'),
  /** with results, which are spoilers and so only on request (R-VI-4) */
  scores: z.stringbool().default(false),
})
export type TimestampsQuery = z.infer<typeof TimestampsQuery>
const Timestamps = z.object({
  /** text to be copied */
  timestamps: z.string(),
  /** why there are none, or a warning */
  notice: z.string().nullable(),
})

const maxSeconds = 100 * 3_600
const invalidTime = 'Seconds, or a time such as 1:02:03'
const afterEnd = 'This is after the end of the video'
/** A position in a video. */
export const VideoSeconds = z.number().min(0, invalidTime).lt(maxSeconds, invalidTime)
export const VideoLength = VideoSeconds.min(1, 'A video must be at least one second long')
const Time = z
  .union([z.number(), z.string().max(20)], invalidTime)
  .transform((input) => secondsOf(input) ?? -1)
  .pipe(VideoSeconds)
export const VideoId = z
  .string('The id of a video is required')
  .trim()
  .regex(/^[\w-]{1,64}$/, 'A video id has only letters, digits, - and _')
export const NewVideo = z
  .object({
    tournament: Id,
    game: z.int().positive(),
    videoId: VideoId,
    /** the position in the video of the moment that `referencePoint` names */
    gameEndTime: Time,
    length: Time.pipe(VideoLength),
    referencePoint: ReferencePoint.default('end'),
  })
  .refine(({ gameEndTime, length }) => gameEndTime <= length, {
    path: ['gameEndTime'],
    message: afterEnd,
  })
export type NewVideo = z.infer<typeof NewVideo>

/** The fields of a device's form. */
const NewClip = z.object({
  cabinet: z.union([Id, z.string().regex(/^[1-9]\d{0,8}$/)]),
  token: z.string().max(200),
  createdBy: z.union([z.int(), z.string().max(20)]).nullish(),
})
const ClipBody = z.object({
  id: z.int(),
  cabinet: z.int(),
  game: z.int().nullable(),
  /** by the cabinet's clock */
  createdAt: z.string(),
  createdBy: z.int().nullable(),
  /** a link into a recording, else to the page of the game */
  link: z.string().nullable(),
})
const ClipResult = z.object({ success: z.boolean(), detail: z.string().optional() })
const ClipFilters = z.object({ ...paging, cabinetId: IdFilter, cabinet: IdFilter })

export const videoApi = {
  'POST /api/video/video-clip/': {
    body: NewClip,
    response: { 200: ClipResult.extend(ClipBody.partial().shape) },
  },
  'GET /api/video/video-clip/': listBy(ClipFilters, ClipBody),
  'GET /api/tournament/video/:id/timestamps/': {
    params: ById,
    querystring: TimestampsQuery,
    response: { 200: Timestamps },
  },
  'GET /api/tournament/video/': listBy(InTournament, VideoBody),
  'GET /api/tournament/video/:id/': byId(VideoBody),
  'POST /api/tournament/video/add/': { body: NewVideo, response: { 201: VideoBody } },
  'DELETE /api/tournament/video/:id/': Removal,
}

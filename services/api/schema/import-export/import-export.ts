import { z } from 'zod'
import { maxEntrants } from '#events/rules/stage-settings.ts'
import { ImportedParts as parts } from '#events/schema/parts/imported-tournament.ts'
import { LinkType } from '#events/schema/parts/stage-settings.ts'
import { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { slugPattern } from '#events/text/slug.ts'
import { Settings, TournamentBody } from '../http/bodies.ts'
import { ById, Id, bytesOf, nameOf, byId } from '../http/common.ts'
import { LinkFields, LinkOrder, maxLinks } from '../tournament/page-link.ts'
import { Fields as PlayerFields } from '../player/player.ts'
import { ProtestText } from '../match/protest.ts'
import { CabinetSettings } from '../venue/venue.ts'
import { ReferencePoint, VideoId, VideoLength, VideoSeconds } from '../match/video.ts'

/** `tournament.json`: what the tables of a ZIP do not contain. */
export const TournamentFile = z.object({
  format: z.literal('waggle-tournament'),
  formatVersion: z.literal(1),
  name: z.string().trim().min(1).max(200),
  date: z.iso.date(),
  linkType: LinkType,
  teams: parts.teams,
  /**
   * without dice, which stay secret; `rolled` has the pairs of teams that the dice ordered (R-TB-7)
   */
  stages: z.array(
    parts.stages.element
      .omit({ dice: true })
      .extend({ rolled: z.array(z.tuple([z.int(), z.int()])).max(maxEntrants) }),
  ),
  matches: parts.matches,
  /** with ids of `game.csv`, and the slot that was on blue */
  games: z.array(parts.games.element.pick({ match: true, blue: true }).extend({ id: z.string() })),
})
export type TournamentFile = z.infer<typeof TournamentFile>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/**
 * The last file of a ZIP with a tournament's history: number of commits and hashes of the files.
 */
export const HistoryManifest = z.object({
  format: z.literal('waggle-history'),
  formatVersion: z.literal(1),
  commits: z.int().positive(),
  sha256: z.object({ commits: sha256, facts: sha256, beside: sha256 }),
})
export type HistoryManifest = z.infer<typeof HistoryManifest>

/** A line of `facts.jsonl`: the events of one game. */
export const GameFacts = z.object({
  cabinet: z.int().positive(),
  events: z.array(CabinetEvent).max(20_000),
})
const { description, registrationMessage, tidbitPrompt } = Settings.shape
const { url, title } = LinkFields.shape
const { name, pronouns, scene: homeScene, tidbit } = PlayerFields.shape
/**
 * `beside.json`: rows that are not in the log, with the limits of the calls that write them. It has
 * no accounts or payments, and only public fields of players.
 */
export const RowsOutsideLog = z.strictObject({
  cabinets: z
    .array(
      z.strictObject({
        id: Id,
        name: z.string().regex(slugPattern),
        displayName: CabinetSettings.shape.displayName,
      }),
    )
    .max(200),
  settings: z.strictObject({ description, registrationMessage, tidbitPrompt }),
  links: z.array(z.strictObject({ url, title, position: LinkOrder })).max(maxLinks),
  videos: z
    .array(
      z.strictObject({
        videoId: VideoId,
        cabinet: Id,
        length: z.int().pipe(VideoLength),
        references: z
          .array(
            z.strictObject({
              game: z.string().max(64),
              referencePoint: ReferencePoint,
              seconds: VideoSeconds,
            }),
          )
          .max(20_000),
      }),
    )
    .max(500),
  texts: z.array(z.strictObject({ id: Id, text: ProtestText })).max(20_000),
  players: z.array(z.strictObject({ id: Id, name, pronouns, homeScene, tidbit })).max(20_000),
})
export type RowsOutsideLog = z.infer<typeof RowsOutsideLog>

/** The summary of a ZIP before its import. */
const ImportPreview = z.object({
  name: z.string(),
  date: z.string(),
  teams: z.int(),
  matches: z.int(),
  games: z.int(),
  events: z.int(),
  /** null if the ZIP has no history */
  commits: z.int().nullable(),
  players: z.int(),
  cabinets: z.array(z.object({ name: z.string(), isNew: z.boolean() })),
})

const Imported = TournamentBody.extend({
  imported: z.object({ matches: z.int(), games: z.int(), events: z.int() }),
})
/** The name, for a ZIP without one. */
const ImportOptions = z.object({
  name: nameOf(200).optional(),
})

const Exported = byId(bytesOf('application/zip'))

export const importExportApi = {
  'GET /api/tournament/tournament/:id/export/': Exported,
  'GET /api/tournament/tournament/:id/export-history/': Exported,
  'POST /api/game/scene/:id/preview-tournament/': byId(ImportPreview),
  'POST /api/game/scene/:id/import-tournament/': {
    params: ById,
    querystring: ImportOptions,
    response: { 201: Imported },
  },
}

import { z } from 'zod'
import { ImportedParts as known } from '../../../events/schema/imported-tournament.ts'
import { LinkType } from '../../../events/schema/stage-settings.ts'
import { CabinetEvent } from '../../../events/schema/cabinet-facts.ts'
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

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Last in a ZIP with the history of a tournament: what the other files of it have to be. */
export const HistoryManifest = z.object({
  format: z.literal('waggle-history'),
  formatVersion: z.literal(1),
  commits: z.int().positive(),
  sha256: z.object({ commits: sha256, facts: sha256, beside: sha256 }),
})
export type HistoryManifest = z.infer<typeof HistoryManifest>

const text = z.string().max(20_000)
/** `facts.jsonl`: what was said of a game, a game a line. */
export const GameFacts = z.object({
  cabinet: z.int().positive(),
  events: z.array(CabinetEvent).max(20_000),
})
/** `beside.json`: what is not in the log. No accounts, no money, and of players what everybody may read. */
export const KeptBeside = z.strictObject({
  cabinets: z
    .array(
      z.strictObject({
        id: z.int(),
        name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/),
        displayName: text,
      }),
    )
    .max(200),
  settings: z.strictObject({ description: text, registrationMessage: text, tidbitPrompt: text }),
  links: z
    .array(z.strictObject({ url: z.url({ protocol: /^https?$/ }), title: text, position: z.int() }))
    .max(200),
  videos: z
    .array(
      z.strictObject({
        videoId: z.string().max(20),
        cabinet: z.int(),
        length: z.int(),
        references: z
          .array(
            z.strictObject({
              game: z.string().max(64),
              referencePoint: z.enum(['start', 'end', 'postgame']),
              seconds: z.number(),
            }),
          )
          .max(20_000),
      }),
    )
    .max(500),
  texts: z.array(z.strictObject({ id: z.int(), text })).max(20_000),
  players: z
    .array(
      z.strictObject({ id: z.int(), name: text, pronouns: text, homeScene: text, tidbit: text }),
    )
    .max(20_000),
})
export type KeptBeside = z.infer<typeof KeptBeside>

/** What was understood of a ZIP. Nothing is written. */
const ArchivePreview = z.object({
  name: z.string(),
  date: z.string(),
  teams: z.int(),
  matches: z.int(),
  games: z.int(),
  events: z.int(),
  /** null: it comes without its history */
  commits: z.int().nullable(),
  players: z.int(),
  cabinets: z.array(z.object({ name: z.string(), isNew: z.boolean() })),
})

const Imported = TournamentBody.extend({
  imported: z.object({ matches: z.int(), games: z.int(), events: z.int() }),
})
/** Of what the ZIP itself does not say: left out, by its games. */
const About = z.object({
  name: z.string().trim().min(1).max(200, 'Too long').optional(),
})

export const archiveApi = {
  'GET /api/tournament/tournament/:id/export/': { params: ById },
  'GET /api/tournament/tournament/:id/export-history/': { params: ById },
  'POST /api/game/scene/:id/preview-tournament/': {
    params: ById,
    response: { 200: ArchivePreview },
  },
  'POST /api/game/scene/:id/import-tournament/': {
    params: ById,
    querystring: About,
    response: { 201: Imported },
  },
}

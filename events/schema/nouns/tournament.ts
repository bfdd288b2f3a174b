import { z } from 'zod'
import { ImportHeader, idsOf } from '../parts/ids.ts'
import { ImportedParts } from '../parts/imported-tournament.ts'
import { ProtestDeadline, RulingSigners } from '../parts/ruling.ts'
import { command, event } from '../parts/shapes.ts'
import { LinkType, StageSettings, templateStage } from '../parts/stage-settings.ts'
import { AssignedCabinets, HeldCabinet } from './cabinet.ts'
import type { NounSchema } from './noun.ts'

const { scene } = idsOf(z.int().positive())
const of = idsOf(z.int())
const IsoDate = z.iso.date('Tournament date is required')

export const maxTemplateStages = 100

const RulingChoices = z
  .object({ protestDeadline: ProtestDeadline, rulingSigners: RulingSigners })
  .partial().shape

/** The fields of every new tournament. */
const tournamentFields = {
  scene,
  name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long'),
  slug: z.string().max(220),
  date: IsoDate,
  linkType: LinkType,
  cabinets: AssignedCabinets,
}

const TournamentRow = z.object({
  id: of.tournament,
  scene: of.scene,
  name: z.string(),
  slug: z.string(),
  date: z.string(),
  /** the version at which name, date or slug last changed */
  detailsVersion: z.int(),
  linkType: LinkType,
  isActive: z.boolean(),
  assignedCabinets: z.array(of.cabinet),
  /** no match starts by itself on these until they are released (R-QT-2) */
  heldCabinets: z.array(HeldCabinet),
  protestDeadline: ProtestDeadline,
  rulingSigners: RulingSigners,
})

export const tournamentSchema = {
  events: [
    event('TournamentCreated', 1, {
      scene,
      name: z.string(),
      slug: z.string(),
      date: z.string(),
      linkType: LinkType,
    }),
    event('TournamentChanged', 1, {
      name: z.string().optional(),
      date: z.string().optional(),
      linkType: LinkType.optional(),
      isActive: z.boolean().optional(),
      protestDeadline: ProtestDeadline.optional(),
      rulingSigners: RulingSigners.optional(),
    }),
    event('TournamentDeleted', 1, {}),
    /** the tournament was imported with its history; the first event of its first commit (R-IM-1) */
    event('TournamentImported', 1, ImportHeader.shape),
  ],
  commands: [
    command('CreateTournament', { ...tournamentFields, ...RulingChoices }),
    /** a complete tournament that was played elsewhere, with its new ids */
    command('ImportTournament', { ...tournamentFields, ...ImportedParts }),
    command('ChangeTournament', {
      name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long').optional(),
      date: IsoDate.optional(),
      linkType: LinkType.optional(),
      isActive: z.boolean().optional(),
      ...RulingChoices,
    }),
    command('DeleteTournament', { force: z.boolean().optional() }),
    command('LoadTemplate', {
      cabinets: AssignedCabinets,
      ...RulingChoices,
      stages: z.array(templateStage(StageSettings)).max(maxTemplateStages),
    }),
  ],
  records: {},
  rows: { tournament: TournamentRow },
} satisfies NounSchema

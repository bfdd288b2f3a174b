import { z } from 'zod'
import { LinkType, StageSettings } from './stage.ts'

/** What people and the referee may ask of a tournament. Texts are those of the specification. */
const id = z.int().positive()
const TeamName = z.string().trim().min(1, 'Team name is required').max(100, 'Too long')
const IsoDate = z.iso.date('Tournament date is required')
const Score = z.int().min(0).max(999)

const command = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape })

export const Cabinet = z.object({ id, name: z.string().max(200) })

export const Command = z.discriminatedUnion('type', [
  command('CreateTournament', {
    scene: id,
    name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long'),
    slug: z.string().max(220),
    date: IsoDate,
    linkType: LinkType,
    cabinets: z.array(Cabinet).max(200),
  }),
  command('ChangeTournament', {
    name: z.string().trim().min(1, 'Tournament name is required').max(200, 'Too long').optional(),
    date: IsoDate.optional(),
    linkType: LinkType.optional(),
    isActive: z.boolean().optional(),
  }),
  command('DeleteTournament', {}),
  command('AssignCabinets', { cabinets: z.array(Cabinet).max(200) }),

  command('AddTeam', { name: TeamName }),
  command('RenameTeam', { team: id, name: TeamName }),
  command('RemoveTeam', { team: id }),

  command('CreateStage', { settings: StageSettings, numGroups: z.int().min(1).max(26).default(1) }),
  command('ChangeStage', { stage: id, settings: StageSettings }),
  command('DeleteStage', { stage: id }),
  command('SeedStage', { stage: id, teams: z.array(id).max(1024) }),
  command('CreateMatches', { stage: id }),

  command('SetTeams', {
    match: id,
    blueTeam: id.nullable().optional(),
    goldTeam: id.nullable().optional(),
  }),
  command('StartMatch', { match: id, cabinet: id, force: z.boolean().default(false) }),
  command('StopMatch', { match: id }),
  command('AddScore', { match: id, team: id, by: z.int().min(-1).max(1) }),
  command('SetScore', { match: id, blueScore: Score.optional(), goldScore: Score.optional() }),
  command('SetSides', { match: id, isFlipped: z.boolean() }),
  command('SetWarmup', { match: id, on: z.boolean() }),
  command('CompleteMatch', { match: id, force: z.boolean().default(false) }),
  command('ReopenMatch', { match: id }),

  command('BeginGame', {
    game: z.string().max(64),
    cabinet: id,
    match: id,
    isFlipped: z.boolean(),
  }),
  command('FinishGame', {
    game: z.string().max(64),
    cabinet: id,
    winningTeam: z.enum(['blue', 'gold']),
    winCondition: z.string().max(20),
    mapName: z.string().max(60),
    seconds: z.number().min(0).max(86_400),
    /** how much further than usual the upload ran behind, in seconds; null: in time (R-GE-4) */
    lateBy: z.number().nullable(),
  }),

  command('CreateQueues', {}),
  command('CreateQueue', {
    name: z.string().trim().min(1).max(100),
    cabinets: z.array(id).max(200),
  }),
  command('SetQueue', {
    queue: id,
    matches: z.array(id).max(5000),
    /** the order the sender saw; another order now means a rival was first (R-QU-1) */
    expected: z.array(id).max(5000).optional(),
  }),
  command('SetQueueCabinets', { queue: id, cabinets: z.array(id).max(200) }),
  command('EnableQueue', { queue: id, on: z.boolean() }),
  command('DeleteQueue', { queue: id }),
  command('SelectNext', { cabinet: id }),
  command('HoldTimer', { cabinet: id, reason: z.string().max(100).default('held') }),
  command('FireTimer', { cabinet: id, dueAt: z.string() }),

  command('Undo', { version: z.int().positive() }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>

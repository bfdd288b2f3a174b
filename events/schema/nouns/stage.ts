import { z } from 'zod'
import { maxEntrants } from '../../rules/stage-settings.ts'
import { decidingRules } from '../../rules/tiebreakers.ts'
import { idsOf } from '../parts/ids.ts'
import { MatchPlan, command, event } from '../parts/shapes.ts'
import {
  FullStageSettings,
  PlaceOf,
  Seed,
  StageChange,
  StageGroups,
  StageSettings,
} from '../parts/stage-settings.ts'
import type { NounSchema } from './noun.ts'

const id = z.int().positive()
const { match, stage, team } = idsOf(id)
const of = idsOf(z.int())

/** Gives a seed of a stage to a team or to a place of another stage. */
const Placement = z.union([
  z.object({ place: id, team }),
  z.object({ place: id, placeOf: PlaceOf }),
])
/** The source of a team of a match that is created by hand (R-CU-1). */
const Source = z.union([
  z.object({ team }),
  z.object({ winnerOf: match }),
  z.object({ loserOf: match }),
  z.object({ open: z.literal(true) }),
])
/** the sender has seen and accepted what is lost */
const confirm = z.boolean().optional()

const BracketRow = z.object({
  id: of.stage,
  tournament: of.tournament,
  ...FullStageSettings.shape,
  name: z.string(),
  linkedOrg: z.string().nullable(),
  linkedBracketId: z.string().nullable(),
  /** team ids, best seed first */
  teams: z.array(of.team),
  /** all seeds, including those that places of other stages take */
  seeds: z.array(Seed),
  /** matches exist */
  isCreated: z.boolean(),
  isValid: z.boolean(),
  isComplete: z.boolean(),
  /** its table or places depend on a match under protest (R-DI-1) */
  isProvisional: z.boolean(),
  /** the same for all groups of a set */
  groupSet: of.stage.nullable(),
  /** its matches decide places of another stage, from place `from` on */
  decides: z.object({ bracket: of.stage, from: z.int() }).nullable(),
  /** teams that left; their results stay */
  withdrawn: z.array(of.team),
  /** sha256 of the dice, once it has matches; the dice themselves once it is complete (R-TB-7) */
  diceHash: z.string().nullable(),
  dice: z.string().nullable(),
})

/** Without the rank, which is computed when rows are read (`inRankOrder`). */
const StandingRow = z.object({
  tournament: of.tournament,
  bracket: of.stage,
  team: of.team,
  matchesPlayed: z.int(),
  matchesWon: z.int(),
  matchesTied: z.int(),
  matchesLost: z.int(),
  gamesWon: z.int(),
  gamesLost: z.int(),
  gameWinPct: z.number().nullable(),
  matchWinPct: z.number().nullable(),
  /** mean seconds */
  gameTimeInLosses: z.number().nullable(),
  /** final place, if the bracket gives it; `5-6` if it is shared (R-BR-8) */
  place: z.int().nullable(),
  sharedPlace: z.string().nullable(),
  /** why it is below the team above (R-TB-8); null for the first */
  decidedBy: z
    .object({
      rule: z.enum(decidingRules),
      over: of.team,
      values: z.tuple([z.string(), z.string()]),
      skipped: z.string().optional(),
    })
    .nullable(),
})

export const stageSchema = {
  events: [
    event('StageCreated', 1, { stage, settings: StageSettings, dice: z.string() }),
    event('StageChanged', 1, { stage, settings: StageSettings }),
    event('StageDeleted', 1, { stage }),
    event('StageSeeded', 1, { stage, teams: z.array(team) }),
    event('StagePlaced', 1, { stage, seeds: z.array(Seed) }),
    event('MatchesDropped', 1, { stage }),
    event('MatchesCreated', 1, { stage, matches: z.array(MatchPlan) }),
    /** the stage has exactly these matches; existing matches keep their games (R-BR-10) */
    event('MatchesReplanned', 1, { stage, matches: z.array(MatchPlan) }),
    event('MatchesRemoved', 1, { stage, matches: z.array(match) }),
    /** these stages are groups of one round robin (R-RR-2) */
    event('GroupsLinked', 1, { set: stage, stages: z.array(stage) }),
    /** the stage decides the places of its teams in the stage `of`, from place `from` on */
    event('TiebreakLinked', 1, { stage, of: stage, from: z.int().positive() }),
    /** its results stay, but it plays no more matches (R-RR-5) */
    event('TeamWithdrawn', 1, { stage, team }),
  ],
  commands: [
    command('CreateStage', { settings: StageSettings, numGroups: StageGroups.count }),
    /** settings that are left out stay, so that concurrent changes of different settings both hold */
    command('ChangeStage', { stage, settings: StageChange, confirm }),
    command('DeleteStage', { stage, confirm }),
    command('SeedStage', { stage, teams: z.array(team).max(maxEntrants), confirm }),
    command('CreateMatches', { stage, confirm }),
    command('PlaceStage', {
      stage,
      placements: z.array(Placement).max(maxEntrants),
      confirm,
      /** the other places stay as they are instead of being removed */
      merge: z.boolean().optional(),
    }),
    command('PlaceByDefault', {
      stage,
      from: StageGroups.ids,
      top: z.int().min(1).max(64),
      confirm,
    }),
    /** creates matches that decide these places of a complete stage */
    command('CreateTiebreaks', { stage, from: id, to: id }),
    command('AddLateTeam', { stage, team }),
    command('WithdrawTeam', { stage, team, how: z.enum(['forfeit', 'drop', 'void']) }),
    command('AddMatch', { stage, blue: Source, gold: Source, roundName: z.string().max(100) }),
  ],
  records: {
    stages: {
      label: 'The stage',
      key: 'stage',
      record: FullStageSettings.partial().extend({
        id: stage,
        teams: z.array(team),
        seeds: z.array(Seed).optional(),
        groupSet: stage.optional(),
        decides: z.object({ stage: PlaceOf.shape.stage, from: z.int() }).optional(),
        withdrawn: z.array(team).optional(),
        created: z.boolean(),
        dice: z.string(),
        /** computed again when the tournament is imported */
        rollsAs: z.record(z.string(), z.int()).optional(),
      }),
    },
  },
  rows: { bracket: BracketRow, standing: StandingRow },
} satisfies NounSchema

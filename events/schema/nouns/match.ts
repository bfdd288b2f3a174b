import { z } from 'zod'
import { colours } from '../../game/map/colour.ts'
import { maxScore } from '../../rules/limits.ts'
import { idsOf } from '../parts/ids.ts'
import { Message } from '../parts/message.ts'
import {
  MatchPlan,
  Score,
  SlotIndex,
  command,
  correctionFields,
  displaceField,
  event,
  force,
} from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'
import { ProtestMark } from './protest.ts'

const { cabinet, match, stage, team, tournament } = idsOf(z.int().positive())
const of = idsOf(z.int())
const at = z.string()
const Colour = z.enum(colours)
const TypedScore = z.int().min(0).max(maxScore)

const Result = z.object({
  winner: SlotIndex.nullable(),
  score: Score,
  at,
  forfeit: z.boolean(),
})
const Attempt = z.object({
  attempt: z.int(),
  teams: z.tuple([team.nullable(), team.nullable()]),
  score: Score,
  result: Result.nullable(),
  isFlipped: z.boolean(),
  startedAt: at.nullable(),
  note: z.string().nullable(),
  reason: z.string(),
  at,
})
const PlayedParts = z.object({
  games: z.array(z.object({ game: z.string(), winner: SlotIndex, seconds: z.number() })),
  adjusted: Score,
  result: Result.nullable(),
  attempt: z.int(),
  attempts: z.array(Attempt),
  note: z.string().nullable(),
})
const { match: _, ...plan } = MatchPlan.shape

export const AttemptRow = z.object({
  attempt: z.int(),
  blueTeam: of.team.nullable(),
  goldTeam: of.team.nullable(),
  blueScore: z.int(),
  goldScore: z.int(),
  isComplete: z.boolean(),
  forfeit: z.boolean(),
  /** team id */
  winner: of.team.nullable(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  note: z.string().nullable(),
  /** why and when it was archived */
  reason: z.string(),
  archivedAt: z.string(),
})

/** A match of an external bracket, and the state of its report (R-CMD-5). */
const LinkRow = z.object({
  /** its id in the external bracket */
  id: z.string(),
  identifier: z.string(),
  playOrder: z.int().nullable(),
  state: z.enum(['pending', 'open', 'complete']),
  isUnderway: z.boolean(),
  /** null: there is nothing to report */
  report: z.enum(['pending', 'sent', 'failed']).nullable(),
  /** why the report failed, as a sentence */
  reason: z.string().nullable(),
  /** the external bracket has a different winner */
  differs: z.boolean(),
  /** marking it as under way, or no longer so, has failed and is retried (R-CL-8) */
  markFailed: z.boolean(),
})

const MatchRow = z.object({
  id: of.match,
  tournament: of.tournament,
  bracket: of.stage,
  stageName: z.string(),
  matchType: z.string().nullable(),
  matchNum: z.int(),
  roundNum: z.int().nullable(),
  roundName: z.string(),
  /** null: the name was typed, or comes from another site */
  roundMessage: Message.nullable(),
  blueTeam: of.team.nullable(),
  goldTeam: of.team.nullable(),
  /** `Winner of M7` while the team is not known */
  blueFrom: z.string().nullable(),
  goldFrom: z.string().nullable(),
  blueFromMessage: Message.nullable(),
  goldFromMessage: Message.nullable(),
  blueScore: z.int(),
  goldScore: z.int(),
  /** the points of each score that no game gave */
  blueByHand: z.int(),
  goldByHand: z.int(),
  isComplete: z.boolean(),
  /** decided without play; with no winner both teams forfeited */
  forfeit: z.boolean(),
  isFlipped: z.boolean(),
  isWarmup: z.boolean(),
  activeCabinet: of.cabinet.nullable(),
  /** team id; null while open and for a draw */
  winner: of.team.nullable(),
  winnerToMatch: of.match.nullable(),
  winnerToTeam: Colour.nullable(),
  loserToMatch: of.match.nullable(),
  loserToTeam: Colour.nullable(),
  winnerPlace: z.int().nullable(),
  loserPlace: z.int().nullable(),
  /** ISO in UTC, by the desk's clock */
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** 1, 2, 3 …; scores and games are those of this attempt (R-ST-9) */
  attempt: z.int(),
  /** earlier attempts, which no longer count */
  attempts: z.array(AttemptRow),
  /** a known error that is not corrected (R-ED-6) */
  note: z.string().nullable(),
  /** scores and result are those from before the review (R-CMD-4) */
  underReview: z.boolean(),
  /** its open protest, else the last one with a ruling (R-DI-1) */
  protest: ProtestMark.nullable(),
  /** a team is here because of a result that is under protest */
  isProvisional: z.boolean(),
  /** null: not a match of an external bracket */
  link: LinkRow.nullable(),
})

export const matchSchema = {
  events: [
    event('SlotFilled', 1, { match, slot: SlotIndex, team: team.nullable() }),
    event('MatchStarted', 1, {
      match,
      cabinet,
      isWarmup: z.boolean(),
      isFlipped: z.boolean(),
      at: z.string(),
    }),
    event('MatchStopped', 1, { match, reason: z.enum(['stopped', 'displaced']) }),
    event('SidesSet', 1, { match, isFlipped: z.boolean() }),
    event('WarmupSet', 1, { match, on: z.boolean() }),
    event('ScoreAdjusted', 1, { match, slot: SlotIndex, by: z.int() }),
    event('MatchCompleted', 1, {
      match,
      winner: SlotIndex.nullable(),
      score: Score,
      at: z.string(),
    }),
    event('MatchReopened', 1, { match }),
    /** `winner` null: both teams forfeited, nobody advances (R-ST-10) */
    event('MatchForfeited', 1, {
      match,
      winner: SlotIndex.nullable(),
      score: Score,
      at: z.string(),
    }),
    /** the games so far are archived as an attempt, and the match starts again (R-ST-9) */
    event('MatchVoided', 1, {
      match,
      teams: z.tuple([team.nullable(), team.nullable()]),
      score: Score,
      reason: z.string(),
      at: z.string(),
    }),
    event('ReviewSet', 1, { match, on: z.boolean() }),
    event('MatchAnnotated', 1, { match, note: z.string().nullable() }),
  ],
  commands: [
    command('RemoveMatch', { match }),
    command('SetTeams', {
      match,
      blueTeam: team.nullable().optional(),
      goldTeam: team.nullable().optional(),
    }),
    command('StartMatch', { match, cabinet, force: z.boolean().default(false), ...displaceField }),
    command('StopMatch', {
      match,
      /** the tournament whose match replaced it, and the cabinet */
      displacedBy: z.object({ tournament, cabinet }).optional(),
    }),
    /** `force`: the sender was asked about a point that is repeated or too many (R-CMD-2, R-GM-5) */
    command('AddScore', { match, team, by: z.int().min(-1).max(1), ...force, ...correctionFields }),
    command('SetScore', {
      match,
      blueScore: TypedScore.optional(),
      goldScore: TypedScore.optional(),
      /** the match is completed with this score, so an undecided one has to be confirmed */
      ends: z.boolean().optional(),
      ...force,
      ...correctionFields,
    }),
    command('SetSides', { match, isFlipped: z.boolean() }),
    command('SetWarmup', { match, on: z.boolean() }),
    command('CompleteMatch', { match, force: z.boolean().default(false) }),
    command('ReopenMatch', { match, ...correctionFields }),
    command('ForfeitMatch', { match, teams: z.array(team).min(1).max(2), ...correctionFields }),
    command('ReplayMatch', { match, ...correctionFields }),
    command('ReviewMatch', { match, on: z.boolean() }),
    command('AnnotateMatch', { match, note: z.string().trim().max(500) }),
    command('ReplaceMatch', { match, by: match, ...displaceField }),
  ],
  records: {
    matches: {
      label: 'The match',
      key: 'match',
      record: PlayedParts.extend({
        ...plan,
        id: match,
        stage,
        isWarmup: z.boolean(),
        cabinet: cabinet.nullable(),
        startedAt: at.nullable(),
        startedOn: z.array(cabinet),
        review: PlayedParts.nullable(),
      }),
    },
  },
  rows: { match: MatchRow },
} satisfies NounSchema

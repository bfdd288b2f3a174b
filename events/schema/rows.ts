import { z } from 'zod'
import { Announcement } from './announcement.ts'
import { Attendance, OfficialCall } from './on-site.ts'
import { idsOf } from './ids.ts'
import { FullStageSettings, LinkType, Seed } from './stage-settings.ts'
import { ProtestDeadline, RulingSigners } from './ruling.ts'
import { pickOrders } from '../rules/pick-order.ts'
import { tiebreakers } from '../rules/tiebreakers.ts'
import { HeldCabinet, ProtestMark, ProtestRow } from './protest-rows.ts'

/** The rows of the read models, as REST and the sockets show them. Everything here is public. */
const { cabinet, match, player, queue, scene, stage, team, tournament } = idsOf(z.int())
const Colour = z.enum(['blue', 'gold'])

export const TournamentRow = z.object({
  id: tournament,
  scene,
  name: z.string(),
  slug: z.string(),
  date: z.string(),
  linkType: LinkType,
  isActive: z.boolean(),
  assignedCabinets: z.array(cabinet),
  /** nothing starts on these by itself until they are released (R-QT-2) */
  heldCabinets: z.array(HeldCabinet),
  protestDeadline: ProtestDeadline,
  rulingSigners: RulingSigners,
})

export const TeamRow = z.object({ id: team, tournament, name: z.string() })

export const BracketRow = z.object({
  id: stage,
  tournament,
  ...FullStageSettings.shape,
  name: z.string(),
  linkedOrg: z.string().nullable(),
  linkedBracketId: z.string().nullable(),
  /** team ids, best seed first */
  teams: z.array(team),
  /** all seeds, also those that places of other stages take */
  seeds: z.array(Seed),
  /** matches exist */
  isCreated: z.boolean(),
  isValid: z.boolean(),
  isComplete: z.boolean(),
  /** a match that its table or its places rest on is under protest (R-DI-1) */
  isProvisional: z.boolean(),
  /** the same for all groups of a set */
  groupSet: stage.nullable(),
  /** its matches decide who takes which place of another stage, from that place on */
  decides: z.object({ bracket: stage, from: z.int() }).nullable(),
  /** teams that left, though their results stay */
  withdrawn: z.array(team),
  /** sha256 of the stage's dice, from when it has matches; the dice when it is complete (R-TB-7) */
  diceHash: z.string().nullable(),
  dice: z.string().nullable(),
})

export const AttemptRow = z.object({
  attempt: z.int(),
  blueTeam: team.nullable(),
  goldTeam: team.nullable(),
  blueScore: z.int(),
  goldScore: z.int(),
  isComplete: z.boolean(),
  forfeit: z.boolean(),
  /** team id */
  winner: team.nullable(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  note: z.string().nullable(),
  /** why and when it was archived */
  reason: z.string(),
  archivedAt: z.string(),
})

/** A match of a bracket outside, and how far its report has come (R-CMD-5). */
const LinkRow = z.object({
  /** the outside's own */
  id: z.string(),
  identifier: z.string(),
  playOrder: z.int().nullable(),
  state: z.enum(['pending', 'open', 'complete']),
  isUnderway: z.boolean(),
  /** null: there is nothing to tell */
  report: z.enum(['pending', 'sent', 'failed']).nullable(),
  /** why the report failed, in words */
  reason: z.string().nullable(),
  /** the outside has another winner than here */
  differs: z.boolean(),
  /** it could not be marked as under way, or as no longer; tried again (R-CL-8) */
  markFailed: z.boolean(),
})

export const MatchRow = z.object({
  id: match,
  tournament,
  bracket: stage,
  stageName: z.string(),
  matchType: z.string().nullable(),
  matchNum: z.int(),
  roundNum: z.int().nullable(),
  roundName: z.string(),
  blueTeam: team.nullable(),
  goldTeam: team.nullable(),
  /** `Winner of M7` where the team is not known yet */
  blueFrom: z.string().nullable(),
  goldFrom: z.string().nullable(),
  blueScore: z.int(),
  goldScore: z.int(),
  isComplete: z.boolean(),
  /** decided without play; with no winner both teams forfeited */
  forfeit: z.boolean(),
  isFlipped: z.boolean(),
  isWarmup: z.boolean(),
  activeCabinet: cabinet.nullable(),
  /** team id; null while open and for a draw */
  winner: team.nullable(),
  winnerToMatch: match.nullable(),
  winnerToTeam: Colour.nullable(),
  loserToMatch: match.nullable(),
  loserToTeam: Colour.nullable(),
  winnerPlace: z.int().nullable(),
  loserPlace: z.int().nullable(),
  /** ISO in UTC, by the desk's clock */
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** 1, 2, 3 …; the scores and games are those of this one (R-ST-9) */
  attempt: z.int(),
  /** earlier ones, which count no longer */
  attempts: z.array(AttemptRow),
  /** an error that was let stand (R-ED-6) */
  note: z.string().nullable(),
  /** scores and result are those the public last saw (R-CMD-4) */
  underReview: z.boolean(),
  /** its open protest, else the last one that was ruled on (R-DI-1) */
  protest: ProtestMark.nullable(),
  /** a team is here by a result that is under protest */
  isProvisional: z.boolean(),
  /** null: its bracket is our own */
  link: LinkRow.nullable(),
})

export const QueueRow = z.object({
  id: queue,
  tournament,
  name: z.string(),
  cabinets: z.array(cabinet),
  autoCreated: z.boolean(),
  enabled: z.boolean(),
  /** match ids, next first */
  matches: z.array(match),
})

export const TimerRow = z.object({
  cabinet,
  tournament,
  /** ISO in UTC, by the desk's clock */
  dueAt: z.string(),
  /** the match whose end armed it */
  after: match,
  /** due, but nothing could be started yet: why */
  waits: z.string().nullable(),
})

/** Without its rank, which is counted where rows are read (`inRankOrder`). */
export const StandingRow = z.object({
  tournament,
  bracket: stage,
  team,
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
  /** final place where the bracket gives it; `5-6` where it is shared (R-BR-8) */
  place: z.int().nullable(),
  sharedPlace: z.string().nullable(),
  /** what put it below the team above (R-TB-8); null for the first */
  decidedBy: z
    .object({
      rule: z.enum([...tiebreakers, 'seed', 'place', 'tiebreak_match']),
      over: team,
      values: z.tuple([z.string(), z.string()]),
      skipped: z.string().optional(),
    })
    .nullable(),
})

/** A cabinet's game as a tournament counted it. */
export const PlayedRow = z.object({
  /** the client's gameID */
  game: z.string(),
  tournament,
  match,
  cabinet,
  status: z.enum([
    'running',
    'counted',
    'warmup',
    'proposed',
    'unfinished',
    /** taken off by a person */
    'detached',
    /** of an attempt that counts no longer */
    'void',
  ]),
  /** why a proposed game did not count by itself */
  reason: z.string().nullable(),
  winningTeam: Colour.nullable(),
  winCondition: z.string().nullable(),
  mapName: z.string().nullable(),
  seconds: z.number().nullable(),
})

/** Who plays for which team. Ids alone: whether and how a player is shown is said elsewhere (P19). */
export const MemberRow = z.object({ player, tournament, team })

export const DraftRow = z.object({
  tournament,
  draftOrder: z.enum(pickOrders),
  /** in the order of the first picks; players by rounds, null where nobody was picked yet */
  teams: z.array(z.object({ name: z.string(), players: z.array(player.nullable()) })),
  /** whose turn it is in the round: as many as there are teams when all have picked */
  currentIdx: z.int(),
  /** 0: the captains */
  selectedRound: z.int(),
  lastRound: z.int(),
  /** as they were made, the last one last; `team` counts from 0 */
  picks: z.array(z.object({ round: z.int(), index: z.int(), team: z.int(), player })),
  pickSeconds: z.int().nullable(),
  /** ISO in UTC, by the desk's clock: when the time of this pick ends */
  dueAt: z.string().nullable(),
  /** ids of the teams made of it; null while it goes on */
  createdTeams: z.array(team).nullable(),
  /** names this state of the draft: sent back with a change, it tells what the sender saw */
  version: z.string(),
})

/** Who took it is told to officials elsewhere: here is the name of a tablet alone (P19). */
export const OfficialCallRow = OfficialCall.extend({
  tournament,
  takenAt: z.string().nullable(),
  takenOn: z.string().nullable(),
})

export const tables = {
  tournament: TournamentRow,
  team: TeamRow,
  bracket: BracketRow,
  match: MatchRow,
  queue: QueueRow,
  timer: TimerRow,
  standing: StandingRow,
  played: PlayedRow,
  member: MemberRow,
  draft: DraftRow,
  protest: ProtestRow,
  announcement: Announcement.extend({ tournament }),
  attendance: Attendance.extend({ tournament }),
  officialCall: OfficialCallRow,
}
export type Table = keyof typeof tables
export type Rows = { [T in Table]: z.infer<(typeof tables)[T]> }
export type TournamentRow = Rows['tournament']
export type TeamRow = Rows['team']
export type BracketRow = Rows['bracket']
export type MatchRow = Rows['match']
export type AttemptRow = z.infer<typeof AttemptRow>
export type QueueRow = Rows['queue']
export type TimerRow = Rows['timer']
export type StandingRow = Rows['standing']
export type PlayedRow = Rows['played']
export type MemberRow = Rows['member']
export type DraftRow = Rows['draft']
export type ProtestRow = Rows['protest']
export type AnnouncementRow = Rows['announcement']
export type OfficialCallRow = Rows['officialCall']

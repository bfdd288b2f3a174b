import { z } from 'zod'
import { colours } from '../game/map/colour.ts'
import { Announcement } from './announcement.ts'
import { Attendance, OfficialCall } from './on-site.ts'
import { idsOf } from './ids.ts'
import { FullStageSettings, LinkType, Seed } from './stage-settings.ts'
import { ProtestDeadline, RulingSigners } from './ruling.ts'
import { pickOrders } from '../rules/pick-order.ts'
import { decidingRules } from '../rules/tiebreakers.ts'
import { Message } from './message.ts'
import { HeldCabinet, ProtestMark, ProtestRow } from './protest-rows.ts'

/** The rows of the read models, as REST and the sockets send them. Everything here is public. */
const { cabinet, match, player, queue, scene, stage, team, tournament } = idsOf(z.int())
const Colour = z.enum(colours)

export const TournamentRow = z.object({
  id: tournament,
  scene,
  name: z.string(),
  slug: z.string(),
  date: z.string(),
  /** the version at which name, date or slug last changed */
  detailsVersion: z.int(),
  linkType: LinkType,
  isActive: z.boolean(),
  assignedCabinets: z.array(cabinet),
  /** no match starts by itself on these until they are released (R-QT-2) */
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
  /** all seeds, including those that places of other stages take */
  seeds: z.array(Seed),
  /** matches exist */
  isCreated: z.boolean(),
  isValid: z.boolean(),
  isComplete: z.boolean(),
  /** its table or places depend on a match under protest (R-DI-1) */
  isProvisional: z.boolean(),
  /** the same for all groups of a set */
  groupSet: stage.nullable(),
  /** its matches decide places of another stage, from place `from` on */
  decides: z.object({ bracket: stage, from: z.int() }).nullable(),
  /** teams that left; their results stay */
  withdrawn: z.array(team),
  /** sha256 of the dice, once it has matches; the dice themselves once it is complete (R-TB-7) */
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

export const MatchRow = z.object({
  id: match,
  tournament,
  bracket: stage,
  stageName: z.string(),
  matchType: z.string().nullable(),
  matchNum: z.int(),
  roundNum: z.int().nullable(),
  roundName: z.string(),
  /** null: the name was typed, or comes from another site */
  roundMessage: Message.nullable(),
  blueTeam: team.nullable(),
  goldTeam: team.nullable(),
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
  /** why nothing could be started although the timer is due; null: running */
  waits: z.string().nullable(),
})

/** Without the rank, which is computed when rows are read (`inRankOrder`). */
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
  /** final place, if the bracket gives it; `5-6` if it is shared (R-BR-8) */
  place: z.int().nullable(),
  sharedPlace: z.string().nullable(),
  /** why it is below the team above (R-TB-8); null for the first */
  decidedBy: z
    .object({
      rule: z.enum(decidingRules),
      over: team,
      values: z.tuple([z.string(), z.string()]),
      skipped: z.string().optional(),
    })
    .nullable(),
})

/** A game of a cabinet as the tournament counts it. */
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
    /** removed by an official */
    'detached',
    /** of an attempt that no longer counts */
    'void',
  ]),
  /** why a proposed game did not count by itself */
  reason: z.string().nullable(),
  reasonMessage: Message.nullable(),
  /** the slot that played blue when it began; a match that is not flipped has slot 0 on blue */
  blueSlot: z.int(),
  winningTeam: Colour.nullable(),
  winCondition: z.string().nullable(),
  mapName: z.string().nullable(),
  seconds: z.number().nullable(),
})

/** A player of a team, as ids only: names and visibility of players are kept elsewhere (P19). */
export const MemberRow = z.object({ player, tournament, team })

export const DraftRow = z.object({
  tournament,
  draftOrder: z.enum(pickOrders),
  /** in the order of the first picks; players by round, null where nobody has been picked yet */
  teams: z.array(z.object({ name: z.string(), players: z.array(player.nullable()) })),
  /** the current turn of the round; the number of teams once all have picked */
  currentIdx: z.int(),
  /** 0: the captains */
  selectedRound: z.int(),
  lastRound: z.int(),
  /** in chronological order; `team` counts from 0 */
  picks: z.array(z.object({ round: z.int(), index: z.int(), team: z.int(), player })),
  pickSeconds: z.int().nullable(),
  /** ISO in UTC, by the desk's clock: when the time of this pick ends */
  dueAt: z.string().nullable(),
  /** ids of the teams created from it; null while it is open */
  createdTeams: z.array(team).nullable(),
  /** identifies this state of the draft; a change sends it back as `expected` */
  version: z.string(),
})

/** Has only the name of a tablet: the person who took the call is shown only to officials (P19). */
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

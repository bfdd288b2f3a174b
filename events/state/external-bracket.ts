import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../canonical-json.ts'
import type { SlotIndex } from '../schema/parts/shapes.ts'
import type { Match } from './match.ts'
import type { ExternalMatch, linkSchema } from '../schema/nouns/external-bracket.ts'
import { lengthOf } from '../rules/match-length.ts'
import type { MatchLength } from '../rules/match-length.ts'
import type { LinkType, Stage } from '../schema/parts/stage-settings.ts'
import type { NounState } from './noun.ts'
import type { MatchId, Records, StageId, TeamId } from '../ids.ts'

/**
 * The link of a stage to its external bracket. It is separate from the records of the stage and its
 * matches, so that a note of the Challonge service cannot block an undo (R-UN-1).
 */
export type BracketLink = {
  /** the bracket that was checked last, and whether it can be played */
  checked: { org: string | null; bracket: string; isValid: boolean } | null
  /** teams by each of their external ids */
  teams: Record<string, TeamId>
  matches: Records<MatchId, LinkedMatch>
}
type LinkedMatch = ExternalMatch & {
  /** how often an official asked for a report, and whether the last request insists (R-CL-6) */
  asked: number
  insist: boolean
  /** the last report that was tried; `theirs`: the result came from the external bracket */
  noted: { key: string; status: 'sent' | 'failed'; reason: string | null; theirs: boolean } | null
  /** the last result that was reported to the external bracket or taken from it */
  told: { winner: SlotIndex | null } | null
  markFailed: boolean
}
type Links = Records<StageId, BracketLink>
type Linked = { links: Links }

const emptyLink: BracketLink = { checked: null, teams: {}, matches: {} }
const notReported = { asked: 0, insist: false, noted: null, told: null, markFailed: false }

export const linkState: NounState<typeof linkSchema, { links: Links }> = {
  empty: { links: {} },
  on: {
    StageChecked: ({ links }, { stage, org, bracket, isValid }) => {
      return withLink(links, stage, () => ({ checked: { org, bracket, isValid } }))
    },
    TeamsMatched: ({ links }, { stage, teams }) => {
      const byId = teams.flatMap(({ team, ids }) => ids.map((id) => [id, team] as const))
      return withLink(links, stage, (link) => {
        return { teams: { ...link.teams, ...Object.fromEntries(byId) } }
      })
    },
    MatchesLinked: ({ links }, { stage, matches }) => {
      return withLink(links, stage, (link) => {
        const linked = matches.map(({ match, ...external }) => {
          return [match, { ...notReported, ...link.matches[match], ...external }] as const
        })
        return { matches: { ...link.matches, ...Object.fromEntries(linked) } }
      })
    },
    ReportAsked: ({ links }, event) => {
      return withLinkedMatch(links, event, ({ asked }) => {
        return { asked: asked + 1, insist: event.insist }
      })
    },
    ReportNoted: ({ links }, event) => {
      const { key, status, reason, told, theirs = false } = event
      return withLinkedMatch(links, event, (match) => {
        const noted = { key, status, reason, theirs }
        return { noted, told: status === 'sent' ? told : match.told }
      })
    },
    MarkNoted: ({ links }, event) => {
      return withLinkedMatch(links, event, () => ({ markFailed: event.failed }))
    },
  },
}

function withLink(
  links: Links,
  stage: StageId,
  change: (link: BracketLink) => Partial<BracketLink>,
): { links: Links } {
  const link = links[stage] ?? emptyLink
  return { links: { ...links, [stage]: { ...link, ...change(link) } } }
}

function withLinkedMatch(
  links: Links,
  { stage, match: id }: { stage: StageId; match: MatchId },
  change: (match: LinkedMatch) => Partial<LinkedMatch>,
): { links?: Links } {
  const match = links[stage]?.matches[id]
  if (!match) return {}
  return withLink(links, stage, ({ matches }) => {
    return { matches: { ...matches, [id]: { ...match, ...change(match) } } }
  })
}

/** Whether the bracket of a stage is an external one. */
export function isLinked(t: { linkType: LinkType }, stage: Stage): boolean {
  return t.linkType === 'challonge' && Boolean(stage.linkedBracketId)
}

/** Whether the linked bracket, by its current name, was checked and can be played (R-CL-7). */
export function isChecked(t: Linked, stage: Stage): boolean {
  const checked = t.links[stage.id]?.checked
  if (!checked?.isValid || checked.bracket !== stage.linkedBracketId) return false
  return checked.org === (stage.linkedOrg || null)
}

export function linkOf(t: Linked, match: Match): LinkedMatch | undefined {
  return t.links[match.stage]?.matches[match.id]
}

/** The length of a match. The external bracket decides whether draws are allowed. */
export function lengthByExternalBracket(t: Linked, stage: Stage, match: Match): MatchLength {
  const length = lengthOf(stage, match)
  const link = linkOf(t, match)
  return link ? { ...length, drawAllowed: link.drawAllowed } : length
}

/** The report of a match to the external bracket. Reports with the same key are the same (P8). */
type Report = {
  key: string
  what: 'result' | 'reopen'
  /** one pair per game, or one total: slot 0 first, whatever its colour (R-CL-4) */
  scores: [number, number][]
  winner: SlotIndex | null
}

export function reportOf(
  t: Linked & { stages: Records<StageId, Stage> },
  match: Match,
): Report | null {
  const link = linkOf(t, match)
  if (!link) return null
  if (!match.result) {
    if (!link.told) return null
    // A match that is reopened a second time gets a different key.
    const key = keyOf(['reopen', link.id, link.asked, link.told])
    return { key, what: 'reopen', scores: [], winner: null }
  }
  const { winner, score, forfeit } = match.result
  const scores = setsOf(t.stages[match.stage], match, score)
  // Sides do not matter to the external bracket, but a swap sends the result again (R-ST-7).
  const { isFlipped, attempt } = match
  const key = keyOf(['result', link.id, scores, winner, forfeit, isFlipped, attempt, link.asked])
  return { key, what: 'result', scores, winner }
}

/** One pair per game in the order of play, or one total. */
export function setsOf(
  stage: Stage | undefined,
  match: Match,
  [first, second]: [number, number],
): [number, number][] {
  if (!stage?.reportAsSets) return [[first, second]]
  const left: [number, number] = [first, second]
  const winners: SlotIndex[] = []
  for (const { winner } of match.games) {
    if (left[winner] === 0) continue // removed by hand
    left[winner]--
    winners.push(winner)
  }
  // Points given by hand follow, those of the loser first, so that the last game decides the match.
  const order: SlotIndex[] = first > second ? [1, 0] : [0, 1]
  for (const slot of order) while (left[slot]-- > 0) winners.push(slot)
  return winners.map((winner) => (winner === 0 ? [1, 0] : [0, 1]))
}

type ReportState = 'pending' | 'sent' | 'failed'

/** The state of the report of a match, for its row (R-CMD-5). */
export function reportState(
  t: Linked & { stages: Records<StageId, Stage> },
  match: Match,
): { report: ReportState | null; reason: string | null } {
  const noted = linkOf(t, match)?.noted
  const report = reportOf(t, match)
  if (!report) return { report: null, reason: null }
  if (noted?.key !== report.key) return { report: 'pending', reason: null }
  return { report: noted.status, reason: noted.reason }
}

function keyOf(content: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(content)))).slice(0, 24)
}

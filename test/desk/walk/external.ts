// Random commands on a stage that is linked to an external bracket.
import type { Command } from '#events/schema/command.ts'
import { reportOf } from '#events/state/external-bracket.ts'
import type { ImportedMatch } from '#events/schema/nouns/external-bracket.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { stageId } from '../story.ts'
import type { Dice } from '../../support/random.ts'

type Choice = (t: Tournament, dice: Dice) => unknown

const linkedStage: Choice = (t, { random }) => {
  const linked = Object.values(t.stages).find((stage) => stage.linkedBracketId)
  return linked && random() < 0.9 ? linked.id : stageId
}
const linkedMatch: Choice = (t, { among }) => {
  const all = Object.values(t.links).flatMap((link) => Object.keys(link.matches))
  return all.length > 0 ? Number(among(all)) : 999
}

const anyEntrants: Choice = (_, { upTo }) =>
  ['Bees', 'Wasps', 'Outsiders', 'Others', 'Late 3'].slice(0, 2 + upTo(3)).map((name, index) => {
    return { ids: [`p${index}`, `g${index}`], name }
  })

/** Up to four imported matches with random players and results. */
const anyMatches: Choice = (_, luck) =>
  ['A', 'B', 'C', 'D'].slice(0, 1 + luck.upTo(3)).map((identifier, index): ImportedMatch => {
    const players = [`p${luck.upTo(1)}`, luck.random() < 0.8 ? `g${2 + luck.upTo(2)}` : null]
    const isOver = luck.random() < 0.4 && players[1] !== null
    const winner = isOver ? luck.among([0, 1] as const) : null
    return {
      id: `m${identifier}`,
      identifier,
      playOrder: luck.random() < 0.9 ? index + 1 : null,
      state: isOver ? 'complete' : players[1] ? 'open' : 'pending',
      isUnderway: luck.random() < 0.3,
      drawAllowed: false,
      winner,
      players: players as [string, string | null],
      roundNum: 1 + (index >> 1),
      roundName: `Round ${1 + (index >> 1)}`,
      score: winner === null ? null : luck.random() < 0.2 ? [0, 0] : winner === 0 ? [2, 1] : [1, 2],
    }
  })

/** Mostly the key of the report that is due. */
const anyReportKey: Choice = (t, { random }) => {
  const all = Object.values(t.matches).flatMap((match) => reportOf(t, match) ?? [])
  return all.length > 0 && random() < 0.9 ? all[0]?.key : 'another'
}
const anyReportedMatch: Choice = (t, luck) => {
  const match = Object.values(t.matches).find((one) => reportOf(t, one))
  return match && luck.random() < 0.9 ? match.id : linkedMatch(t, luck)
}

type Names = 'NoteCheck' | 'ImportTeams' | 'ImportMatches' | 'AskReport' | 'NoteReport' | 'NoteMark'

export const linkRepertoire: {
  [T in Names & Command['type']]: [weight: number, fields: Record<string, Choice>]
} = {
  NoteCheck: [
    0.5,
    {
      stage: linkedStage,
      org: () => null,
      bracket: (_, { among }) => among(['open', 'open', 'closed']),
      isValid: (_, { random }) => random() < 0.8,
    },
  ],
  ImportTeams: [2, { stage: linkedStage, entrants: anyEntrants }],
  ImportMatches: [5, { stage: linkedStage, matches: anyMatches }],
  AskReport: [
    4,
    {
      match: anyReportedMatch,
      cascade: (_, { random }) => random() < 0.3,
      reason: (_, { random }) => (random() < 0.8 ? 'typed wrong' : undefined),
    },
  ],
  NoteReport: [
    2,
    {
      match: anyReportedMatch,
      key: anyReportKey,
      status: (_, { among }) => among(['sent', 'failed']),
      reason: (_, { among }) => among([null, 'Challonge is not responding.']),
      told: (_, { among }) => among([null, { winner: 0 }, { winner: 1 }]),
    },
  ],
  NoteMark: [1, { match: linkedMatch, failed: (_, { random }) => random() < 0.5 }],
}

import { englishOfRows } from '../messages/english-of-rows.ts'
import { say } from '../messages/message.ts'
import type { Message } from '../messages/message.ts'
import type { Match } from '../state/match.ts'

type Round = Pick<Match, 'type' | 'roundNum' | 'roundName'>

/**
 * The name of a round as data; null for a name that somebody typed, or that comes from another
 * site. The log has names in English: one counts as generated if the layout of such a match gives
 * it, with the numbers that are in it.
 */
export function roundMessage(match: Round): Message | null {
  const numbers = (match.roundName.match(/\d+/g) ?? []).map(Number)
  return candidates(match, numbers).find((each) => englishOfRows(each) === match.roundName) ?? null
}

function candidates({ type, roundNum }: Round, [round, rounds]: number[]): Message[] {
  if (roundNum === null) return []
  switch (type) {
    case 'first_final':
      return [say('firstGrandFinals'), say('grandFinals')]
    case 'second_final':
      return [say('secondGrandFinals')]
    case 'third_place':
      return [say('thirdPlaceMatch')]
    case 'winners':
    case 'losers':
      if (round === undefined || rounds === undefined) return []
      return [say(type === 'winners' ? 'championshipRound' : 'eliminationRound', { round, rounds })]
    case null: {
      const late = lateRounds[roundNum - 1]
      return [
        ...(late ? [say(late)] : []),
        ...(round === undefined ? [] : [say('round', { round })]),
      ]
    }
  }
}

/** The last rounds of an elimination, from the end. */
const lateRounds = ['finals', 'semifinals', 'quarterfinals', 'octofinals'] as const

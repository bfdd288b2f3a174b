import type { Message } from '#events/messages/message.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { RefusalCode } from '#events/refusals.ts'
import { said } from './catalogue.ts'

// What the server says, in the language of the page.

type Round = Pick<MatchRow, 'roundName'> & { roundMessage?: Message | null }

/** Empty for a round without a name. */
export function roundNameOf({ roundName, roundMessage }: Round): string {
  return said(roundMessage, roundName)
}

type Origins = Pick<MatchRow, 'blueFrom' | 'goldFrom' | 'blueFromMessage' | 'goldFromMessage'>

/** `Winner of M9`: where the team of a side will come from; null if that is not known. */
export function originOf(match: Origins, colour: 'blue' | 'gold'): string | null {
  const english = match[`${colour}From`]
  return english === null ? null : said(match[`${colour}FromMessage`], english)
}

/** A position, a way to win or a map. */
export function gameWordOf(word: string): string {
  // The key of `gameWord` (events/messages), which would bring all of that file here.
  return said({ key: `game ${word}` }, word)
}

export type Refusal = { code?: RefusalCode; detail: string; message?: Message }

export function refusalText({ code, detail, message }: Refusal): string {
  return said(message, said(code && { key: code }, detail))
}

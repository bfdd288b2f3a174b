import type { Pins } from '../../display/overlay.ts'

/** The pins as they are typed: an empty field is not pinned. */
export type Draft = { [Field in keyof Pins]-?: string } & { sides: '' | NonNullable<Pins['sides']> }
type Change = { [Field in keyof Pins]: Pins[Field] | null }

export const noDraft: Draft = {
  blueName: '',
  goldName: '',
  blueScore: '',
  goldScore: '',
  sides: '',
  map: '',
}

export function drafted(pins: Pins): Draft {
  const { blueScore, goldScore, ...rest } = pins
  return {
    ...noDraft,
    ...rest,
    blueScore: `${blueScore ?? ''}`,
    goldScore: `${goldScore ?? ''}`,
  }
}

/** Only what was changed here: what somebody else pinned meanwhile stays. */
export function changed(before: Pins, draft: Draft): Change {
  const known = drafted(before)
  const fields = Object.keys(noDraft) as (keyof Pins)[]
  const own = fields.filter((field) => draft[field].trim() !== known[field])
  return Object.fromEntries(own.map((field) => [field, valueOf(field, draft[field].trim())]))
}

/** What the server says now, but for fields that were typed in since `sent`. */
export function settled(now: Draft, sent: Draft, pins: Pins): Draft {
  const next = drafted(pins)
  const typed = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof Pins])
  return { ...next, ...Object.fromEntries(typed) }
}

function valueOf(field: keyof Pins, typed: string): string | number | null {
  if (typed === '') return null
  const isScore = field === 'blueScore' || field === 'goldScore'
  return isScore && /^\d+$/.test(typed) ? Number(typed) : typed
}

import type { Pins } from '#events/view/overlay.ts'

/** The pins as they are typed: an empty field is not pinned. */
export type PinFields = { [Field in keyof Pins]-?: string } & {
  sides: '' | NonNullable<Pins['sides']>
}
type Change = { [Field in keyof Pins]: Pins[Field] | null }

export const noPins: PinFields = {
  blueName: '',
  goldName: '',
  blueScore: '',
  goldScore: '',
  sides: '',
  map: '',
}

export function fieldsOf(pins: Pins): PinFields {
  const { blueScore, goldScore, ...rest } = pins
  return {
    ...noPins,
    ...rest,
    blueScore: `${blueScore ?? ''}`,
    goldScore: `${goldScore ?? ''}`,
  }
}

/** The pins to send for the changed fields; null unpins an emptied field. */
export function pinsOf(changes: Partial<PinFields>): Change {
  const fields = Object.keys(changes) as (keyof Pins)[]
  return Object.fromEntries(fields.map((field) => [field, valueOf(field, changes[field] ?? '')]))
}

function valueOf(field: keyof Pins, text: string): string | number | null {
  const typed = text.trim()
  if (typed === '') return null
  const isScore = field === 'blueScore' || field === 'goldScore'
  return isScore && /^\d+$/.test(typed) ? Number(typed) : typed
}

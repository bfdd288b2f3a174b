// How long people take for what a test does on a screen, by the keystroke-level model: S. K. Card,
// T. P. Moran, A. Newell, "The keystroke-level model for user performance time with interactive
// systems", Communications of the ACM 23(7), 1980. No clock is read: the same work takes the same.

/** What was done by one person: counted by `counting`. */
export type Work = { presses: number; fields: number; keys: number }

/** Seconds an operator takes. `key`: of an average typist, on glass of somebody who types letters one by one. */
const operator = { key: 0.28, keyOnPhone: 0.5, point: 1.1, press: 0.2, mental: 1.35, home: 0.4 }
/** The model leaves the system's answer to who uses it; screens answer well below this (ux 11, ux 13). */
const answer = 1
/** Not of the model: one steps up to the code when the one before has it. */
const stepUp = 4

/** Each press is thought of first, aimed at and answered; to type, one aims at the field, and moves hands to the keys and back. */
export function secondsOf({ presses, fields, keys }: Work, on: 'desk' | 'phone'): number {
  const { mental, point, press, home } = operator
  const key = on === 'phone' ? operator.keyOnPhone : operator.key
  const onScreen = (presses + fields) * (mental + point + press)
  return onScreen + presses * answer + fields * 2 * home + keys * key
}

/**
 * Until the last of a line has done its own work. All scan one code, one after another: a step up, the
 * camera raised and aimed, the link tapped, the page there. What follows each does beside the others.
 */
export function secondsAtDoor(line: Work[]): number {
  const { mental, home, point, press } = operator
  const scan = stepUp + mental + home + point + press + answer
  return Math.max(...line.map((work, before) => (before + 1) * scan + secondsOf(work, 'phone')))
}

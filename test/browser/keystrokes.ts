// Estimates the time people take for the actions of a test, by the keystroke-level model: S. K.
// Card, T. P. Moran, A. Newell, "The keystroke-level model for user performance time with
// interactive systems", Communications of the ACM 23(7), 1980. It reads no clock, so the
// estimate is reproducible.

/** The actions of one person, as counted by `countActions`. */
export type Work = { presses: number; fields: number; keys: number }

/** Seconds by operator of the model. `key`: an average typist; on a phone, letter by letter. */
const operator = { key: 0.28, keyOnPhone: 0.5, point: 1.1, press: 0.2, mental: 1.35, home: 0.4 }
/** The model leaves the response time open; screens respond well within this (ux 11, ux 13). */
const responseSeconds = 1
/** Not part of the model: a person steps up to the code once the previous one has scanned it. */
const stepUpSeconds = 4

/** A press takes preparation, pointing and a response; a field also moving to the keys and back. */
export function secondsOf({ presses, fields, keys }: Work, on: 'desk' | 'phone'): number {
  const { mental, point, press, home } = operator
  const key = on === 'phone' ? operator.keyOnPhone : operator.key
  const onScreen = (presses + fields) * (mental + point + press)
  return onScreen + presses * responseSeconds + fields * 2 * home + keys * key
}

/**
 * Time until the last person in a line at the door is done. They scan one code one after another:
 * step up, raise and aim the camera, tap the link, wait for the page. The rest happens in parallel.
 */
export function secondsAtDoor(line: Work[]): number {
  const { mental, home, point, press } = operator
  const scan = stepUpSeconds + mental + home + point + press + responseSeconds
  return Math.max(...line.map((work, ahead) => (ahead + 1) * scan + secondsOf(work, 'phone')))
}

/**
 * Draws are addressed: the same seed, run, match and turn give the same number, whatever else is
 * drawn. So adding a match to an estimate does not change the draws of other matches.
 */
type DrawPosition = { run: number; match: number; turn: number }

/** A number from 0 up to 1, 1 excluded. */
export function draw(seed: number, { run, match, turn }: DrawPosition): number {
  let bits = mixed(seed ^ Math.imul(run + 1, 0x9e3779b1))
  bits = mixed(bits ^ Math.imul(match + 1, 0xc2b2ae35))
  bits = mixed(bits ^ Math.imul(turn + 1, 0x165667b1))
  return (bits >>> 0) / 2 ** 32
}

export function seedOf(...numbers: number[]): number {
  return numbers.reduce((bits, number) => mixed(bits ^ Math.imul(number + 1, 0x27d4eb2f)), 0x51ed27)
}

function mixed(bits: number): number {
  let next = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35)
  return next ^ (next >>> 16)
}

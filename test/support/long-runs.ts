/**
 * Random runs and kills are short in `npm test`, and as long as is worth a night in
 * `npm run check-long`, which finds what is rare. Both begin with the same seeds.
 */
export const isLong = process.env['LONG'] === '1'

/** How often something is done: `short` times, or `long` times in a long run. */
export const times = (short: number, long: number): number => (isLong ? long : short)

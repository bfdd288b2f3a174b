export type Point = readonly [x: number, y: number]

/** Parses a list of points such as `560,260 960,500`. */
export function parsePoints(list: string): Point[] {
  return list.split(' ').map((point): Point => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return [x, y]
  })
}

// Where berries go in the left hive, as cabinets report it. The right hive is its mirror image.
export const holes = {
  day: parsePoints(
    '772,923 772,950 801,908 801,936 801,964 830,923 ' +
      '830,950 859,908 859,936 859,964 888,923 888,950',
  ),
  dusk: parsePoints(
    '738,648 738,722 769,610 769,685 769,760 800,648 ' +
      '800,722 831,610 831,685 831,760 862,648 862,722',
  ),
  twilight: parsePoints(
    '158,224 158,289 158,354 158,419 226,188 226,257 ' +
      '226,322 226,387 226,452 90,257 90,322 90,387',
  ),
  night: parsePoints(
    '112,110 112,83 141,124 141,68 141,96 170,110 170,83 199,124 199,68 199,96 228,110 228,83',
  ),
}

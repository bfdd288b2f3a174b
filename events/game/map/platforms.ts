/** A platform from `left` to `right` at height `y`. */
export type Floor = readonly [y: number, left: number, right: number]

/** Parses a list of platforms such as `1015:95-897`: height, left end and right end. */
function parseFloors(list: string): Floor[] {
  return list.split(' ').map((floor): Floor => {
    const [y = 0, left = 0, right = 0] = floor.split(/[:-]/).map(Number)
    return [y, left, right]
  })
}

// Where bees stand in the left half of a map. No list of the platforms is public: these are the
// heights at which bees often met in recorded games, with the range of positions recorded there.
// They are good enough to recognise a map. Twilight has the fewest recordings.
export const floors = {
  day: parseFloors(
    '1015:95-897 860:342-493 860:628-923 775:662-960 740:491-641 ' +
      '620:327-477 620:630-806 500:356-619 500:895-960 415:236-672 ' +
      '380:692-832 260:454-671 140:362-447 140:701-881 20:67-960',
  ),
  night: parseFloors(
    '775:631-958 740:104-264 740:534-664 700:874-960 620:731-808 ' +
      '500:196-868 415:154-908 360:903-960 260:76-363 260:596-797 ' +
      '175:40-366 140:412-519 20:59-366',
  ),
  dusk: parseFloors(
    '1015:0-402 1015:534-906 860:571-690 740:447-503 620:247-350 ' +
      '415:130-534 260:31-150 155:372-577 155:698-942 140:298-383 ' +
      '140:589-681 140:889-960 20:0-960',
  ),
  twilight: parseFloors('860:378-560 535:41-237 535:377-427 515:290-415 380:338-448 260:514-589'),
}

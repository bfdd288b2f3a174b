import type { Fixture, Model } from './model.ts'

/** Where fixtures wait: the same for all runs of a simulation. */
export type FixtureIndex = {
  /** by fixture: its list and its index there; -1: in no list */
  list: number[]
  indexInList: number[]
  /** by list: its fixtures, and the indexes of those that can be started */
  at: number[][]
  ready: number[][]
}

export function fixtureIndexOf({ fixtures, queues }: Model): FixtureIndex {
  const indexOf = new Map(fixtures.map(({ match }, index) => [match, index]))
  const at = queues.lists.map((list) => list.flatMap((match) => indexOf.get(match) ?? []))
  const list = fixtures.map(() => -1)
  const indexInList = fixtures.map(() => -1)
  for (const [number, own] of at.entries()) {
    for (const [index, fixture] of own.entries()) {
      list[fixture] = number
      indexInList[fixture] = index
    }
  }
  const ready = at.map((own) =>
    own.flatMap((fixture, index) => (isReady(fixtures[fixture]!) ? [index] : [])),
  )
  return { list, indexInList, at, ready }
}

function isReady({ waits, cabinet }: Fixture): boolean {
  return waits === 0 && cabinet === null
}

import { useLoaderData } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { MarkTarget } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import { compared, inTable, onCabinet } from '../../core/history/differences.ts'
import type { Difference, Part } from '../../core/history/differences.ts'
import { here } from '../../core/history/read-commits.ts'

type Compared = { changes: Difference[]; old: Tables; now: Tables }
type ShownDifferences = {
  changes: readonly Difference[]
  /** of another moment still */
  isStale: boolean
  partsOf: (marked: MarkTarget) => readonly Part[]
}
const sliceMs = 8
const none: readonly Part[] = []

/**
 * What is no longer as it was, as a list and for the signs on cards and rows. It is looked for when
 * the moment itself has been drawn; until then signs stand where both sides still say the same.
 */
export function useDifferences(old: Tables, now: Tables): ShownDifferences {
  const { cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const [found, setFound] = useState<Compared>({ changes: [], old, now: old })
  useEffect(() => {
    const nameOf = (id: number) =>
      cabinets.find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
    const going = { isOver: false }
    void slowly(compared(old, now, nameOf), going).then((changes) => {
      if (changes) setFound({ changes, old, now })
    })
    return () => {
      going.isOver = true
    }
  }, [old, now, cabinets])
  const partsOf = useMemo(() => {
    const known = new Map(found.changes.map(({ match, parts }) => [match, parts]))
    const table = inTable(old, now)
    const ofMatch = (match: number) => {
      const isSame = ({ match: rows }: Tables, { match: others }: Tables) =>
        rows[match] === others[match]
      return isSame(found.old, old) && isSame(found.now, now) ? (known.get(match) ?? none) : none
    }
    return ({ match, cabinet, standing }: MarkTarget) => {
      if (match !== undefined) return ofMatch(match)
      if (standing !== undefined) return table(standing)
      if (cabinet === undefined) return none
      const other = onCabinet(old, now, cabinet)
      if (other.parts.length > 0 || other.match === null) return other.parts
      return ofMatch(other.match)
    }
  }, [found, old, now])
  return { changes: found.changes, isStale: found.old !== old || found.now !== now, partsOf }
}

/** After the page was drawn, a slice at a time; null: something else is looked at by now. */
async function slowly<T>(
  work: Generator<void, T, void>,
  going: { isOver: boolean },
): Promise<T | null> {
  await here.breathe()
  for (let begun = here.now(); !going.isOver;) {
    const { done, value } = work.next()
    if (done) return value
    if (here.now() - begun < sliceMs) continue
    await here.breathe()
    begun = here.now()
  }
  return null
}

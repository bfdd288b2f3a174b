import { useLoaderData } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { SignTarget } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import {
  differencesInPieces,
  standingDifferences,
  onCabinet,
} from '../../core/history/differences.ts'
import type { Difference, Part } from '../../core/history/differences.ts'
import { browserPorts } from '../../core/history/read-commits.ts'

type Compared = { changes: Difference[]; old: Tables; now: Tables }
type ShownDifferences = {
  changes: readonly Difference[]
  /** the differences belong to an earlier moment */
  isStale: boolean
  partsOf: (target: SignTarget) => readonly Part[]
}
const sliceMs = 8
const none: readonly Part[] = []

/**
 * The differences between two states, as a list and for the signs on cards and rows. They are
 * computed after the moment has been rendered. Until then a match keeps its signs only if its
 * rows are the same as in the last comparison.
 */
export function useDifferences(old: Tables, now: Tables): ShownDifferences {
  const { cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const [result, setResult] = useState<Compared>({ changes: [], old, now: old })
  useEffect(() => {
    const findName = (id: number) => cabinets.find((cabinet) => cabinet.id === id)?.displayName
    const cancellation = { isCancelled: false }
    void runInSlices(differencesInPieces(old, now, findName), cancellation).then((changes) => {
      if (changes) setResult({ changes, old, now })
    })
    return () => {
      cancellation.isCancelled = true
    }
  }, [old, now, cabinets])
  const partsOf = useMemo(() => {
    const partsByMatch = new Map(result.changes.map(({ match, parts }) => [match, parts]))
    const table = standingDifferences(old, now)
    const ofMatch = (match: number) => {
      const isSame = ({ match: rows }: Tables, { match: others }: Tables) =>
        rows[match] === others[match]
      return isSame(result.old, old) && isSame(result.now, now)
        ? (partsByMatch.get(match) ?? none)
        : none
    }
    return ({ match, cabinet, standing }: SignTarget) => {
      if (match !== undefined) return ofMatch(match)
      if (standing !== undefined) return table(standing)
      if (cabinet === undefined) return none
      const other = onCabinet(old, now, cabinet)
      if (other.parts.length > 0 || other.match === null) return other.parts
      return ofMatch(other.match)
    }
  }, [result, old, now])
  return { changes: result.changes, isStale: result.old !== old || result.now !== now, partsOf }
}

/** Runs a generator in time slices after rendering; null if it was cancelled. */
async function runInSlices<T>(
  work: Generator<void, T, void>,
  cancellation: { isCancelled: boolean },
): Promise<T | null> {
  await browserPorts.breathe()
  for (let sliceStart = browserPorts.now(); !cancellation.isCancelled;) {
    const { done, value } = work.next()
    if (done) return value
    if (browserPorts.now() - sliceStart < sliceMs) continue
    await browserPorts.breathe()
    sliceStart = browserPorts.now()
  }
  return null
}

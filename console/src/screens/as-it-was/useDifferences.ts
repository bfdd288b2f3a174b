import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Marked } from '../../live/context.ts'
import type { Tables } from '../../live/rows.ts'
import { differences, inTable, onCabinet } from '../../past/differences.ts'
import type { Difference, Part } from '../../past/differences.ts'

type Found = { changes: Difference[]; partsOf: (marked: Marked) => readonly Part[] }

/** What is no longer as it was, as a list and for the signs on cards and rows. */
export function useDifferences(then: Tables, now: Tables): Found {
  const { cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  return useMemo(() => {
    const nameOf = (id: number) =>
      cabinets.find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
    const changes = differences(then, now, nameOf)
    const matches = new Map(changes.map(({ match, parts }) => [match, parts]))
    const table = inTable(then, now)
    return {
      changes,
      partsOf({ match, cabinet, standing }) {
        if (match !== undefined) return matches.get(match) ?? []
        if (standing !== undefined) return table(standing)
        if (cabinet === undefined) return []
        const other = onCabinet(then, now, cabinet)
        if (other.parts.length > 0 || other.match === null) return other.parts
        return matches.get(other.match) ?? []
      },
    }
  }, [then, now, cabinets])
}

import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { MatchRow } from '#events/schema/rows.ts'
import { optimisticMatch } from '../presses/optimistic.ts'
import type { OptimisticMatch } from '../presses/optimistic.ts'
import { useLiveState } from './context.ts'

/** A match as it is shown: the server's row with this device's presses applied. */
export function useOptimisticMatch(row: MatchRow | undefined): OptimisticMatch | undefined {
  // Only presses on this match, so that a press at one cabinet does not re-render the others.
  const presses = useLiveState(
    useShallow((shown) =>
      shown.presses.filter(({ command }) => 'match' in command && command.match === row?.id),
    ),
  )
  return useMemo(() => row && optimisticMatch(row, presses), [row, presses])
}

import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { MatchRow } from '../../../events/view/rows.ts'
import { drawn } from '../live/drawn.ts'
import type { Drawn } from '../live/drawn.ts'
import { useShown } from '../live/context.ts'

/** A match as it is to be shown: the server's row with this device's presses drawn over it. */
export function useDrawn(row: MatchRow | undefined): Drawn | undefined {
  // Its own alone: a press at one cabinet draws no other.
  const presses = useShown(
    useShallow((shown) =>
      shown.presses.filter(({ command }) => 'match' in command && command.match === row?.id),
    ),
  )
  return useMemo(() => row && drawn(row, presses), [row, presses])
}

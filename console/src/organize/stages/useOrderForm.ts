import { useState } from 'react'

/**
 * What a form holds of a row that others may change too: the row itself until somebody types, and
 * then what was typed. `isOverrun`: the row is not the one any more that typing began with.
 */
export function useOrderForm<T>(saved: T) {
  const [draft, setDraft] = useState<{ value: T; from: string } | null>(null)
  const now = JSON.stringify(saved)
  const isChanged = draft !== null && JSON.stringify(draft.value) !== now
  return {
    value: draft ? draft.value : saved,
    isChanged,
    isOverrun: isChanged && draft.from !== now,
    change: (value: T) => setDraft((before) => ({ value, from: before?.from ?? now })),
    discard: () => setDraft(null),
  }
}

import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import { markRowsShown } from '../../core/first-data-shown.ts'

/** How many forms on this page have input that would be lost. */
export const useUnsavedForms = create(() => 0)

/** Asks before the page or the screen is left while `isChanged`. */
export function useWarnBeforeLeaving(isChanged: boolean): void {
  useLayoutEffect(() => {
    if (!isChanged) return
    addEventListener('beforeunload', warnBeforeUnload)
    // The screen is in use: the question about its input may not wait for rows any longer.
    markRowsShown()
    count(1)
    return () => count(-1)
  }, [isChanged])
}

export function warnBeforeUnload(event: Event): void {
  if (useUnsavedForms.getState()) event.preventDefault()
}

function count(more: number): void {
  useUnsavedForms.setState((forms) => forms + more)
}

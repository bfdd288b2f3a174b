import { useEffect } from 'react'
import { create } from 'zustand'

/** Whether a referee's dialog is open above the page. */
export const useRefereeDialogOpen = create(() => ({ isOpen: false }))

export function useMarkRefereeDialogOpen(): void {
  useEffect(() => {
    useRefereeDialogOpen.setState({ isOpen: true })
    return () => useRefereeDialogOpen.setState({ isOpen: false })
  }, [])
}

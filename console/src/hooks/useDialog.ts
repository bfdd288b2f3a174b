import { useEffect } from 'react'
import { create } from 'zustand'

/** Whether a referee's dialog is open above the page. */
export const useDialog = create(() => ({ isOpen: false }))

export function useDialogOpen(): void {
  useEffect(() => {
    useDialog.setState({ isOpen: true })
    return () => useDialog.setState({ isOpen: false })
  }, [])
}

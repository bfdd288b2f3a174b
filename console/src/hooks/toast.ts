import { create } from 'zustand'

const shownMs = 6_000
let hideTimer: ReturnType<typeof setTimeout> | undefined

export const useToast = create<{ message: string | null }>(() => ({ message: null }))

/** Shows a short confirmation. Errors are shown beside their control instead (ux 42). */
export function toast(message: string): void {
  clearTimeout(hideTimer)
  useToast.setState({ message })
  hideTimer = setTimeout(() => useToast.setState({ message: null }), shownMs)
}

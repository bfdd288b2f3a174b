import { create } from 'zustand'

const shownMs = 6_000
let ending: ReturnType<typeof setTimeout> | undefined

export const useToast = create<{ message: string | null }>(() => ({ message: null }))

/** A short word that something was done; what went wrong stands beside its control (ux 42). */
export function toast(message: string): void {
  clearTimeout(ending)
  useToast.setState({ message })
  ending = setTimeout(() => useToast.setState({ message: null }), shownMs)
}

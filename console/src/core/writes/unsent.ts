import { create } from 'zustand'
import type { WriteState } from './write-machine.ts'

/** A write of a form that the server has not answered yet. */
export type Unsent = {
  id: string
  at: number
  state: WriteState
  /** it took too long or an attempt failed: it is shown as not saved yet */
  isOverdue?: boolean
  /** the request number of the last server error */
  number?: string | undefined
  /** its form was closed */
  isLeft?: boolean
  retry: () => void
  drop: () => void
  /** the network may be back */
  sendNow: () => void
}

export const useUnsent = create<Unsent[]>(() => [])

import { create } from 'zustand'
import type { RetriedRequest, DeliveryState } from './deliver.ts'

/** A write of a form that the server has not answered yet. `isLeft`: its form was closed. */
export type Unsent = Pick<RetriedRequest, 'retry' | 'drop'> & {
  id: string
  at: number
  state: Exclude<DeliveryState, 'sending'>
  /** the request number of the last server error */

  number: string | undefined
  isLeft: boolean
}

export const useUnsent = create<Unsent[]>(() => [])

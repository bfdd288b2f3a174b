import { create } from 'zustand'
import type { Delivery, DeliveryState } from './deliver.ts'

/** What forms have sent and the server has not taken yet. `isLeft`: its form is gone. */
export type Unsent = Pick<Delivery, 'retry' | 'drop'> & {
  id: string
  at: number
  state: Exclude<DeliveryState, 'sending'>
  /** of the last request that the server could not answer */
  number: string | undefined
  isLeft: boolean
}

export const useUnsent = create<Unsent[]>(() => [])

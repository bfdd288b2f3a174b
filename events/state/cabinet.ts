import type { cabinetSchema } from '../schema/nouns/cabinet.ts'
import type { CabinetId, ProtestId, Records } from '../ids.ts'
import type { NounState } from './noun.ts'

export type Cabinet = {
  id: CabinetId
  name: string
  place: number
  /** no match starts by itself on it (R-QT-2) */
  held?: HoldRecord
}
/** `protest`: the protest whose end releases the cabinet */
type HoldRecord = { reason: string; since: string; protest?: ProtestId }

export const cabinetState: NounState<
  typeof cabinetSchema,
  { cabinets: Records<CabinetId, Cabinet> }
> = {
  empty: { cabinets: {} },
  on: {
    CabinetsAssigned: (t, event) => {
      const cabinets = event.cabinets.map(({ id, name }, place) => {
        const held = t.cabinets[id]?.held
        return [id, { id, name, place, ...(held ? { held } : {}) }]
      })
      return { cabinets: Object.fromEntries(cabinets) }
    },
    CabinetHeld: ({ cabinets }, { cabinet: id, reason, at: since, protest }) => {
      const cabinet = cabinets[id]
      if (!cabinet) return {}
      const held = { reason, since, ...(protest === undefined ? {} : { protest }) }
      return { cabinets: { ...cabinets, [id]: { ...cabinet, held } } }
    },
    CabinetReleased: ({ cabinets }, { cabinet: id }) => {
      const cabinet = cabinets[id]
      if (!cabinet) return {}
      const { held: _, ...rest } = cabinet
      return { cabinets: { ...cabinets, [id]: rest } }
    },
  },
}

import type { FastifyRequest } from 'fastify'
import { enforceLimit, enforceNetworkLimit, notSignedIn } from '../../web/index.ts'
import type { Context } from './context.ts'

const minute = 60_000
const hour = 60 * minute

// A whole venue shares one address and may register within minutes. So the limit for a person is
// low, and the limit for an address is high and only stops floods.
const allowances = {
  registration: {
    person: { most: 60, windowMs: hour },
    address: { most: 3_000, windowMs: hour },
  },
  preview: {
    person: { most: 60, windowMs: minute },
    address: { most: 600, windowMs: minute },
  },
}

export async function enforceRateLimit(
  { store }: Context,
  { person, ip }: FastifyRequest,
  what: keyof typeof allowances,
): Promise<void> {
  if (!person) throw notSignedIn()
  const caller = person.id === null ? `key ${person.name}` : `person ${person.id}`
  const { person: ofPerson, address: ofAddress } = allowances[what]
  await enforceLimit(store, `${what} ${caller}`, ofPerson)
  await enforceNetworkLimit(store, { of: what, ip }, ofAddress)
}

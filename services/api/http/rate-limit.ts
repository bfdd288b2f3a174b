import type { FastifyRequest } from 'fastify'
import { consume } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { hashOf, notSignedIn, tooSoon } from '../../web/index.ts'
import type { Context } from './context.ts'

const minute = 60_000
const hour = 60 * minute

// A whole hall stands behind one address and registers in the same quarter of an hour: what one
// person may do bounds the one, what an address may do only a flood.
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

type Allowance = { most: number; windowMs: number }

/** Refused with how long to wait (P15); what is counted is kept as a hash alone (P19). */
export async function enforceLimit(store: Store, what: string, allowance: Allowance) {
  const waitMs = await consume(store, hashOf(what), { now: Date.now(), ...allowance })
  if (waitMs > 0) throw tooSoon(waitMs)
}

export async function enforceRateLimit(
  { store }: Context,
  { person, ip }: FastifyRequest,
  what: keyof typeof allowances,
): Promise<void> {
  if (!person) throw notSignedIn()
  const whose = person.id === null ? `key ${person.name}` : `person ${person.id}`
  const { person: ofPerson, address: ofAddress } = allowances[what]
  await enforceLimit(store, `${what} ${whose}`, ofPerson)
  await enforceLimit(store, `${what} address ${ip}`, ofAddress)
}

// Shared by `npm start` and `npm run dev`: keeps the example evening going and prints its links.
import { runBrackets } from './next-bracket.ts'
import type { SeedResult } from './seed.ts'
import { simulatePeople } from './simulator/people.ts'
import { simulate } from './simulator/simulate.ts'
import { apiOf } from './support/rest-client.ts'

type Evening = {
  url: string
  adminKey: string
  seeded: SeedResult
  /** also simulate people who sign in and out at the cabinets */
  people?: boolean
  signal: AbortSignal
}

/**
 * Until the signal aborts, simulated cabinets play, and a new bracket follows each finished one.
 */
export async function playEvening({
  url,
  adminKey,
  seeded,
  people,
  signal,
}: Evening): Promise<void> {
  const { cabinets, tournament } = seeded
  if (cabinets.length === 0) return
  const socket = `${url.replace('http', 'ws')}/ws/stats_listener/v3`
  await Promise.all([
    simulate({ cabinets, url: socket, signal, gameSeconds: 50, pauseSeconds: 15 }),
    people ? simulatePeople({ url, key: adminKey, signal }) : undefined,
    tournament ? runBrackets(apiOf(url, adminKey), tournament, { signal }) : undefined,
  ])
}

export function printAddresses(url: string, { signIns, tournament }: SeedResult): void {
  console.log('Sign in with one click (each link once, on this machine, within 15 minutes):')
  for (const { name, link } of signIns) console.log(`  ${name.padEnd(10)} ${link}`)
  if (tournament) console.log(`Matches:     ${url}/tournament/${tournament}/admin/current-matches`)
  console.log(`API:         ${url}/api/docs/`)
}

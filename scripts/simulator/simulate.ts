// Simulates cabinets that play game after game:
//   node scripts/simulator/simulate.ts ws://127.0.0.1:8080/ws/stats_listener/v3 scene/cabinet=token …
//   [--speed 1] [--seed 1] [--pause 20]
// and people who sign in and out at the cabinets of a scene, independent of the games:
//   npm run simulate -- --people --key KEY [--url http://127.0.0.1:8080] [--scene hive]
import { argumentsOf, wrongUse } from '../support/arguments.ts'
import { cabinetClock, sendInTime, waitUntil } from '#services/practice/cabinet-clock.ts'
import type { ClockAndSignal } from '#services/practice/cabinet-clock.ts'
import { simulatePeople } from './people.ts'
import { connectCabinet, type ErrorMessage } from '#services/practice/client.ts'
import type { CabinetName } from '#services/practice/pending-events.ts'
import { playGame } from '#events/simulation/play.ts'

type Simulation = {
  cabinets: readonly CabinetName[]
  url: string
  signal: AbortSignal
  /** How many times faster than the real clock. */
  speed?: number
  seed?: number | string
  /** Seconds of cabinet time between two games. */
  pauseSeconds?: number
  /** Length of every game; without it, lengths vary as in real games. */
  gameSeconds?: number
  onRefused?: (cabinet: CabinetName, refused: ErrorMessage) => void
}

async function playOn(cabinet: CabinetName, simulation: Simulation, run: ClockAndSignal) {
  const { url, seed = 1, pauseSeconds = 20, gameSeconds: seconds, onRefused } = simulation
  const refused = (answer: ErrorMessage) => onRefused?.(cabinet, answer)
  const client = connectCabinet({ ...cabinet, url, onRefused: refused })
  let startMs = run.clock.now()
  for (let game = 1; !run.signal.aborted; game += 1) {
    // Includes the time, so that another run with the same seed plays different games.
    const name = `${seed} ${cabinet.sceneName} ${cabinet.cabinetName} ${startMs} ${game}`
    const events = playGame({
      seed: name,
      startAt: new Date(startMs),
      ...(seconds ? { seconds } : {}),
    })
    await sendInTime(client, events, run)
    startMs = Math.max(Date.parse(events.at(-1)!.time), run.clock.now()) + pauseSeconds * 1000
    await waitUntil(run, startMs)
  }
  await client.close()
  return client.stats
}

/** Plays until `signal` aborts, then returns the statistics of each cabinet's client. */
export function simulate(simulation: Simulation) {
  const clockAndSignal = { clock: cabinetClock(simulation.speed ?? 1), signal: simulation.signal }
  return Promise.all(
    simulation.cabinets.map((cabinet) => playOn(cabinet, simulation, clockAndSignal)),
  )
}

function cabinetOf(text: string): CabinetName | null {
  const [, sceneName, cabinetName, token] = /^([^/]+)\/([^=]+)=(.+)$/.exec(text) ?? []
  if (!sceneName || !cabinetName || !token) return null
  return { sceneName, cabinetName, token }
}

const usage = `npm run simulate -- <address> scene/cabinet=token … [--speed 1] [--seed 1] [--pause 20]
npm run simulate -- --people --key <API key> [--url http://127.0.0.1:8080] [--scene hive]`

async function main() {
  const { words, flags, values, numbers } = argumentsOf(usage, {
    flags: ['people'],
    values: ['seed', 'key', 'url', 'scene'],
    numbers: ['speed', 'pause'],
    words: 'any',
  })
  const [url, ...names] = words
  const key = values.key ?? process.env['ADMIN_API_KEY']
  const isPeople = flags.has('people')
  if (isPeople && !key) return wrongUse('--people needs --key, the API key of an admin.', usage)
  if (!isPeople && (!url || names.length === 0)) return wrongUse('No cabinet is named.', usage)
  const cabinets = names.map(
    (name) => cabinetOf(name) ?? wrongUse(`${name} is not scene/cabinet=token.`, usage),
  )
  const stop = new AbortController()
  process.on('SIGINT', () => stop.abort())
  process.on('SIGTERM', () => stop.abort())
  const refused = (cabinet: string, detail: unknown) => console.error(cabinet, detail)
  const tapping = isPeople
    ? simulatePeople({
        url: values.url ?? 'http://127.0.0.1:8080',
        key: key ?? '',
        ...(values.scene && { sceneName: values.scene }),
        seed: values.seed ?? 1,
        signal: stop.signal,
        onRefused: refused,
      })
    : []
  const played = await simulate({
    url: url ?? '',
    cabinets,
    signal: stop.signal,
    speed: numbers.speed ?? 1,
    seed: values.seed ?? 1,
    pauseSeconds: numbers.pause ?? 20,
    onRefused: (cabinet, answer) => refused(cabinet.cabinetName, answer),
  })
  for (const { ackMs: _, ...counts } of played) console.info(counts)
  for (const counts of await tapping) console.info(counts)
}

if (import.meta.main) await main()

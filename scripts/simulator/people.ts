// Simulates people at cabinets who hold their cards to a reader.
import { setTimeout as sleep } from 'node:timers/promises'
import { apiOf } from '../support/rest-client.ts'
import type { Api } from '../support/rest-client.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'

/** The regular players of the example evening, with their cards. */
export const regulars = [
  'Ada',
  'Bo',
  'Cleo',
  'Dov',
  'Esi',
  'Finn',
  'Gita',
  'Hugo',
  'Ines',
  'Jun',
  'Kofi',
  'Lena',
  'Milo',
  'Nour',
].map((name, index) => ({ name, card: `5eed${`${index}`.padStart(4, '0')}` }))

type Reader = { id: number; cabinet: number; token: string; sceneName: string; cabinetName: string }
type Row = { id: number; name: string }
type PeopleOptions = {
  url: string
  /** an admin's API key, used to add a reader to each cabinet and to remove it at the end */
  key: string
  /** the scene of the cabinets */
  sceneName?: string
  seed?: number | string
  /** between two taps at a cabinet */
  pauseMs?: { least: number; most: number }
  signal: AbortSignal
  onRefused?: (cabinet: string, detail: string) => void
}
type Tapped = { cabinet: string; signedIn: number; signedOut: number; refused: number }

const usualPause = { least: 4_000, most: 12_000 }
const shortPause = { least: 100, most: 400 }
/** More players are rare; the other positions are played by bots. */
const maxPlayers = 7

/** Signs people in and out until `signal` aborts, then returns the counts. */
export async function simulatePeople(options: PeopleOptions): Promise<Tapped[]> {
  const { url, key, sceneName = 'hive', seed = 1 } = options
  const api = apiOf(url, key)
  const { results } = await api.get<{ results: Row[] }>(`/api/game/cabinet/?scene=${sceneName}`)
  if (results.length === 0) throw new Error(`There is no cabinet in a scene ${sceneName}.`)
  const readers = await Promise.all(results.map((cabinet) => newReader(api, cabinet, sceneName)))
  const luck = random(`${seed} people`)
  const dealt = luck.shuffled(regulars)
  try {
    return await Promise.all(
      readers.map((reader, index) => {
        const own = dealt.filter((_, position) => position % readers.length === index)
        return tapAt(reader, { ...options, cards: own.map(({ card }) => card) }, luck)
      }),
    )
  } finally {
    for (const { id, cabinet } of readers) {
      await api.remove(`/api/game/cabinet/${cabinet}/device/${id}/`).catch(() => {})
    }
  }
}

async function newReader(api: Api, cabinet: Row, sceneName: string): Promise<Reader> {
  const url = `/api/game/cabinet/${cabinet.id}/device/`
  const device = await api.post<{ id: number; token: string }>(url, { name: 'Simulated reader' })
  return { ...device, cabinet: cabinet.id, sceneName, cabinetName: cabinet.name }
}

type At = PeopleOptions & { cards: string[] }

async function tapAt(reader: Reader, options: At, luck: Random): Promise<Tapped> {
  const { cards, signal, pauseMs = usualPause } = options
  const seats = new Map<number, string>()
  const counts: Tapped = { cabinet: reader.cabinetName, signedIn: 0, signedOut: 0, refused: 0 }
  const tap = async (body: object) => {
    const detail = await post(reader, options.url, body)
    if (detail === null) return true
    counts.refused++
    options.onRefused?.(reader.cabinetName, detail)
    return false
  }
  const leave = async (player: number) => {
    if (!(await tap({ action: 'sign_out', card: null, player }))) return
    seats.delete(player)
    counts.signedOut++
  }
  while (!signal.aborted) {
    const taken = [...seats.keys()]
    const isFull = taken.length >= Math.min(maxPlayers, cards.length)
    if (isFull || (taken.length > 2 && luck.chance(0.4))) await leave(luck.pick(taken))
    else {
      const player = luck.pick(
        Array.from({ length: 10 }, (_, n) => n + 1).filter((n) => !seats.has(n)),
      )
      const card = luck.pick(cards.filter((card) => ![...seats.values()].includes(card)))
      if (await tap({ action: 'sign_in', card, player: `${player}` })) {
        seats.set(player, card)
        counts.signedIn++
      }
    }
    // The first people arrive in quick succession.
    const { least, most } = seats.size < 3 && counts.refused === 0 ? shortPause : pauseMs
    const ms = Math.min(most, luck.between(least, most))
    await sleep(ms, undefined, { signal }).catch(() => undefined)
  }
  for (const player of seats.keys()) await leave(player)
  return counts
}

/** Returns the reason for a refusal, or null on success. */
async function post(reader: Reader, url: string, body: object): Promise<string | null> {
  const { sceneName: scene_name, cabinetName: cabinet_name, token } = reader
  const answer = await fetch(`${url}/api/stats/signin/nfc/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, scene_name, cabinet_name, device_id: null, token }),
  }).catch((error: unknown) => String(error))
  if (typeof answer === 'string') return answer
  const { success, detail = `${answer.status}` } = (await answer.json()) as {
    success?: boolean
    detail?: string
  }
  return answer.ok && success === true ? null : detail
}

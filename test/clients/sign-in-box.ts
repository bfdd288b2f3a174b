// A box with a reader of cards beside a cabinet. It takes `int()` of all ids it is told, hears who is
// signed in without asking for it, and keeps what it could not send at the head of its queue.
import { connect, need } from './socket.ts'
import type { Client, Json } from './socket.ts'

type Place = { sceneName: string; cabinetName: string; token: string }
type SignInBox = Client & {
  /** who is on which stick, as the box shows it */
  lights: Map<number, string>
  /** ids of games that ended at its cabinet */
  ended: number[]
  cabinet: number
  /** resolves when it has been taken */
  tap(card: string | null, position: number): Promise<void>
}

const limitMs = 60_000
const againMs = 100

/** As a program in a language with whole numbers reads them: from a number or its digits. */
function int(value: unknown): number {
  need(typeof value === 'number' || typeof value === 'string', `a number: ${JSON.stringify(value)}`)
  need(/^-?\d+$/.test(`${value}`), `a whole number: ${value}`)
  return Number(value)
}

export async function openSignInBox(url: string, place: Place): Promise<SignInBox> {
  const fetchJson = async (path: string): Promise<Json> => {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(limitMs) })
    need(answer.status === 200, `${path}: ${answer.status}`)
    return (await answer.json()) as Json
  }
  const scenes = await fetchJson(`/api/game/scene/?name=${place.sceneName}`)
  const scene = int(scenes['results'][0].id)
  const found = await fetchJson(`/api/game/cabinet/?scene=${scene}&name=${place.cabinetName}`)
  const cabinet = int(found['results'][0].id)
  const lights = new Map<number, string>()
  const ended: number[] = []
  const { signed_in: before } = await fetchJson(`/api/game/cabinet/${cabinet}/signin/`)
  for (const one of before) lights.set(int(one.player_id), one.user_name)

  const people = connect(`${url}/ws/signin/`, (message) => {
    if (message['scene_name'] !== place.sceneName) return
    if (message['cabinet_name'] !== place.cabinetName || message['type'] === 'nfc_register') return
    const position = int(message['player_id'])
    if (message['action'] === 'sign_in') lights.set(position, message['user_name'])
    else lights.delete(position)
  })
  const games = connect(`${url}/ws/gamestate`, (message) => {
    const { type } = message
    if (type === 'match') need(message['cabinet_id'] === int(message['cabinet_id']), 'a number')
    if (type !== 'gamestart' && type !== 'gameend') return
    if (int(message['cabinet_id']) === cabinet && type === 'gameend') {
      ended.push(int(message['game_id']))
    }
  })
  const both = [people, games]
  return {
    lights,
    ended,
    cabinet,
    heard: people.heard,
    ready: Promise.all(both.map((client) => client.ready)),
    get errors() {
      return both.flatMap((client) => client.errors)
    },
    tap: (card, position) => post(url, place, { card, position }),
    close: () => both.forEach((client) => client.close()),
  }
}

async function post(
  url: string,
  { sceneName, cabinetName, token }: Place,
  { card, position }: { card: string | null; position: number },
): Promise<void> {
  const body = JSON.stringify({
    action: card === null ? 'sign_out' : 'sign_in',
    card,
    player: position,
    scene_name: sceneName,
    cabinet_name: cabinetName,
    device_id: null,
    token,
  })
  for (;;) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/stats/signin/nfc/`, { method: 'POST', headers, body })
    if (answer.status < 400) return
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

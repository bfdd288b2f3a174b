// A card reader beside a cabinet. It parses all ids with `int()`, receives sign-ins without
// subscribing, and repeats a failed request until it succeeds.
import { assert, connect, fetchJson } from './socket.ts'
import type { Client } from './socket.ts'

type CabinetAddress = { sceneName: string; cabinetName: string; token: string }
type SignInBox = Client & {
  /** names by position, as the box shows them */
  signedIn: Map<number, string>
  /** ids of games that ended at its cabinet */
  endedGames: number[]
  cabinet: number
  /** resolves when the server has accepted it */
  tap(card: string | null, position: number): Promise<void>
}

const retryMs = 100

/** Parses an integer from a number or its digits, like `int()` in Python. */
function toInt(value: unknown): number {
  assert(
    typeof value === 'number' || typeof value === 'string',
    `a number: ${JSON.stringify(value)}`,
  )
  assert(/^-?\d+$/.test(`${value}`), `a whole number: ${value}`)
  return Number(value)
}

export async function openSignInBox(url: string, address: CabinetAddress): Promise<SignInBox> {
  const scenes = await fetchJson(`${url}/api/game/scene/?name=${address.sceneName}`)
  const scene = toInt(scenes['results'][0].id)
  const cabinets = await fetchJson(
    `${url}/api/game/cabinet/?scene=${scene}&name=${address.cabinetName}`,
  )
  const cabinet = toInt(cabinets['results'][0].id)
  const signedIn = new Map<number, string>()
  const endedGames: number[] = []
  const { signed_in: current } = await fetchJson(`${url}/api/game/cabinet/${cabinet}/signin/`)
  for (const person of current) signedIn.set(toInt(person.player_id), person.user_name)

  const signInSocket = connect(`${url}/ws/signin/`, (message) => {
    if (message['scene_name'] !== address.sceneName) return
    if (message['cabinet_name'] !== address.cabinetName || message['type'] === 'nfc_register')
      return
    const position = toInt(message['player_id'])
    if (message['action'] === 'sign_in') signedIn.set(position, message['user_name'])
    else signedIn.delete(position)
  })
  const gameSocket = connect(`${url}/ws/gamestate`, (message) => {
    const { type } = message
    if (type === 'match') assert(message['cabinet_id'] === toInt(message['cabinet_id']), 'a number')
    if (type !== 'gamestart' && type !== 'gameend') return
    if (toInt(message['cabinet_id']) === cabinet && type === 'gameend') {
      endedGames.push(toInt(message['game_id']))
    }
  })
  const sockets = [signInSocket, gameSocket]
  return {
    signedIn,
    endedGames,
    cabinet,
    messages: signInSocket.messages,
    ready: Promise.all(sockets.map((client) => client.ready)),
    get errors() {
      return sockets.flatMap((client) => client.errors)
    },
    tap: (card, position) => postSignIn(url, address, { card, position }),
    close: () => sockets.forEach((client) => client.close()),
  }
}

async function postSignIn(
  url: string,
  { sceneName, cabinetName, token }: CabinetAddress,
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
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

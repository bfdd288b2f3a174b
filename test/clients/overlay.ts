// A stream overlay for one cabinet. On `gamestate` it does not subscribe but filters all messages
// by its cabinet id. On `ingame_stats` it subscribes to its cabinet, and it also reads the
// cabinet's raw events. It shows names from `match` messages and fetches nothing.
import { connect, assert } from './socket.ts'
import type { Client, Json } from './socket.ts'

type Overlay = Client & { state: Json | null; rawEvents: Json[]; ingame: Json[] }
type Cabinet = { id: number; scene: string; name: string }

export function openOverlay(url: string, cabinet: Cabinet): Overlay {
  const gamestate = connect(`${url}/ws/gamestate`, (message) => {
    assert(typeof message['cabinet_id'] === 'number', 'cabinet_id is a number')
    if (message['cabinet_id'] !== cabinet.id) return
    assert(message['cabinet_name'] === cabinet.name, 'the name of the cabinet')
    assert(message['scene_name'] === cabinet.scene, 'the name of the scene')
    if (message['type'] === 'match') overlay.state = checkedMatch(message)
  })
  const ingame = connect(
    `${url}/ws/ingame_stats`,
    (message) => {
      assert(message['cabinet_id'] === cabinet.id, 'only the cabinet that was asked for')
      overlay.ingame.push(message)
      for (const key of ['total_berries', 'military_kills', 'snail_distance']) {
        // Such programs parse up to the next brace, so the object must be flat with integer values.
        const part = new RegExp(`"${key}":\\{([^}]*)\\}`).exec(JSON.stringify(message))?.[1]
        assert(part !== undefined && /^("\d+":\d+(,"\d+":\d+)*)?$/.test(part), `${key} is flat`)
      }
    },
    (socket) => socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: cabinet.id })),
  )
  const events = connect(`${url}/ws/event-relay/${cabinet.scene}/${cabinet.name}`, (message) => {
    assert(typeof message['event_type'] === 'string', 'event_type')
    assert(
      message['values'].every((value: unknown) => typeof value === 'string'),
      'texts alone',
    )
    overlay.rawEvents.push(message)
  })
  const all = [gamestate, ingame, events]
  const overlay: Overlay = {
    state: null,
    rawEvents: [],
    ingame: [],
    messages: gamestate.messages,
    ready: Promise.all(all.map((client) => client.ready)),
    get errors() {
      return all.flatMap((client) => client.errors)
    },
    close: () => all.forEach((client) => client.close()),
  }
  return overlay
}

function checkedMatch({
  match_type: type,
  current_match: match,
  on_deck: next,
}: Json): Json | null {
  assert(match === null ? type === null : type === 'tournament', 'match_type')
  assert(next === null || typeof next.blue_team === 'string', 'on_deck has names')
  if (match === null) return null
  assert(typeof match.blue_team === 'string' && typeof match.gold_team === 'string', 'names')
  assert(typeof match.is_warmup === 'boolean', 'is_warmup')
  assert(Number.isInteger(match.blue_score + match.gold_score), 'scores')
  assert(typeof match.round_name === 'string' && match.round_name !== '', 'round_name')
  return match
}

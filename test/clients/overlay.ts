// A stream overlay for one cabinet. It never subscribes to the state of cabinets: it hears all and
// keeps what has its cabinet's number. Of the running game it asks for its own cabinet, and it reads
// the cabinet's raw events. It shows names from `match`, and fetches nothing.
import { connect, need } from './socket.ts'
import type { Client, Json } from './socket.ts'

type Overlay = Client & { state: Json | null; raw: Json[]; running: Json[] }
type Cabinet = { id: number; scene: string; name: string }

export function openOverlay(url: string, cabinet: Cabinet): Overlay {
  const gamestate = connect(`${url}/ws/gamestate`, (message) => {
    need(typeof message['cabinet_id'] === 'number', 'cabinet_id is a number')
    if (message['cabinet_id'] !== cabinet.id) return
    need(message['cabinet_name'] === cabinet.name, 'the name of the cabinet')
    need(message['scene_name'] === cabinet.scene, 'the name of the scene')
    if (message['type'] === 'match') overlay.state = read(message)
  })
  const ingame = connect(
    `${url}/ws/ingame_stats`,
    (message) => {
      need(message['cabinet_id'] === cabinet.id, 'only the cabinet that was asked for')
      overlay.running.push(message)
      for (const key of ['total_berries', 'military_kills', 'snail_distance']) {
        // Read by hand up to the next brace: whole numbers in one flat object.
        const part = new RegExp(`"${key}":\\{([^}]*)\\}`).exec(JSON.stringify(message))?.[1]
        need(part !== undefined && /^("\d+":\d+(,"\d+":\d+)*)?$/.test(part), `${key} is flat`)
      }
    },
    (socket) => socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: cabinet.id })),
  )
  const events = connect(`${url}/ws/event-relay/${cabinet.scene}/${cabinet.name}`, (message) => {
    need(typeof message['event_type'] === 'string', 'event_type')
    need(
      message['values'].every((value: unknown) => typeof value === 'string'),
      'texts alone',
    )
    overlay.raw.push(message)
  })
  const all = [gamestate, ingame, events]
  const overlay: Overlay = {
    state: null,
    raw: [],
    running: [],
    heard: gamestate.heard,
    ready: Promise.all(all.map((client) => client.ready)),
    get errors() {
      return all.flatMap((client) => client.errors)
    },
    close: () => all.forEach((client) => client.close()),
  }
  return overlay
}

function read({ match_type: type, current_match: match, on_deck: next }: Json): Json | null {
  need(match === null ? type === null : type === 'tournament', 'match_type')
  need(next === null || typeof next.blue_team === 'string', 'on_deck has names')
  if (match === null) return null
  need(typeof match.blue_team === 'string' && typeof match.gold_team === 'string', 'names')
  need(typeof match.is_warmup === 'boolean', 'is_warmup')
  need(Number.isInteger(match.blue_score + match.gold_score), 'scores')
  need(typeof match.round_name === 'string' && match.round_name !== '', 'round_name')
  return match
}

import type { Change } from '../../events/frame.ts'
import { liveEveryMs, openConflation } from './conflate.ts'
import { openCutOver } from './cut-over.ts'
import { openLine } from './line.ts'
import type { Frame, Source } from './line.ts'
import type { Live } from './live.ts'
import { specMessages } from './spec-messages.ts'
import type { Whole } from './spec-messages.ts'
import { textFrame } from './text-frame.ts'
import type { Viewer } from './viewer.ts'

/** Everyone who watches one tournament. */
export type Room = {
  offer(change: Change): void
  /** from the version it has to live; ends when the socket closes */
  follow(viewer: Viewer, have: number): Promise<void>
  /** the specification's messages from now on */
  followPlain(viewer: Viewer): void
  leave(viewer: Viewer): void
  isEmpty(): boolean
  version(): number
  refresh(): Promise<void>
  /** the heartbeat: what everybody should have by now */
  here(): void
  stop(): void
}
type Options = {
  tournament: number
  source: Source
  live: Live
  whole: Whole
  cabinets(): Promise<number[]>
  failed(error: unknown): void
}

export function openRoom({ tournament, source, live, whole, cabinets, failed }: Options): Room {
  const line = openLine({ source, failed })
  const cutOver = openCutOver(line, source)
  /** with the function that ends the following */
  const followers = new Map<Viewer, () => void>()
  const plain = new Set<Viewer>()
  /** have not read the last live frames */
  const behind = new Set<Viewer>()
  let assigned: Promise<number[]> | undefined
  let told = Promise.resolve()

  const moved = openConflation<number>(liveEveryMs, (keys) => {
    const bytes = joined(keys)
    for (const viewer of followers.keys()) {
      if (behind.has(viewer)) showLive(viewer).catch(failed)
      else if (!viewer.sendLatest(bytes)) behind.add(viewer)
    }
  })
  const unlisten = live.listen(async ({ id }) => {
    if (followers.size > 0 && (await here()).includes(id)) moved.mark(id)
  })

  function here(): Promise<number[]> {
    assigned ??= cabinets().catch((error) => {
      assigned = undefined
      failed(error)
      return []
    })
    return assigned
  }

  function joined(ids: Iterable<number>): Buffer {
    return Buffer.concat([...ids].flatMap((id) => live.frame(id) ?? []))
  }

  async function showLive(viewer: Viewer): Promise<void> {
    const ids = await here()
    await live.current(ids)
    if (!viewer.isOpen()) return
    if (viewer.sendLatest(joined(ids))) behind.delete(viewer)
    else behind.add(viewer)
  }

  /** One change after the other, although each may need to read. */
  function tell(change: Change): void {
    told = told.then(async () => {
      const messages = await specMessages(change, whole)
      const bytes = Buffer.concat(messages.map(textFrame))
      if (bytes.length > 0) for (const viewer of plain) viewer.send(bytes)
    }).catch(failed)
  }

  line.listen(({ message }: Frame) => {
    if (message.type === 'snapshot' || message.rows.tournament) {
      assigned = undefined
      for (const viewer of followers.keys()) showLive(viewer).catch(failed)
    }
    if (message.type === 'change' && plain.size > 0) tell(message)
  })

  return {
    offer: line.offer,
    async follow(viewer, have) {
      const send = ({ bytes, message }: Frame) =>
        message.type === 'snapshot' ? viewer.sendWhole(bytes) : viewer.send(bytes)
      const end = await cutOver({ isOpen: viewer.isOpen, send }, have)
      if (!end) return viewer.close(1013, 'come again')
      if (!viewer.isOpen()) return end()
      followers.get(viewer)?.()
      followers.set(viewer, end)
      await showLive(viewer).catch(failed)
    },
    followPlain: (viewer) => void plain.add(viewer),
    leave(viewer) {
      followers.get(viewer)?.()
      followers.delete(viewer)
      plain.delete(viewer)
      behind.delete(viewer)
    },
    isEmpty: () => followers.size + plain.size === 0,
    version: line.version,
    refresh: line.refresh,
    here() {
      const bytes = textFrame({ type: 'here', tournament, version: line.version() })
      for (const viewer of followers.keys()) viewer.send(bytes)
      for (const viewer of behind) showLive(viewer).catch(failed)
    },
    stop() {
      line.stop()
      moved.stop()
      unlisten()
    },
  }
}

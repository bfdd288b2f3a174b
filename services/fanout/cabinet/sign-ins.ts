import type { CabinetId, PersonId } from '#events/ids.ts'
import type { Log } from '../../log/index.ts'
import { describeSignIns, deviceIds } from '../../queries/index.ts'
import type { SignInAction } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { encode } from '../socket/encode.ts'
import type { Viewer } from '../socket/viewer.ts'

type News =
  | { type: SignInAction; cabinet: CabinetId; position: number; person: PersonId }
  | { type: 'nfc_register'; cabinet: CabinetId; reader: string; person: PersonId; names: Names }
type Names = { sceneName: string; cabinetName: string }
type Options = {
  store: Store
  log: Log
  onError(error: unknown): void
  format?(message: object): object
}

/**
 * A card that is being added says nobody's name. Without a name, readers look it up again and again.
 */
const nobodysName = 'New card'

/** Sends sign-ins and sign-outs at all cabinets to lamps and overlays (`/ws/signin`). */
export function openSignIns({ store, log, onError, format = (plain) => plain }: Options) {
  const viewers = new Set<Viewer>()
  let queue = Promise.resolve()
  const unsubscribe = log.subscribe('signin.*', (message) => {
    if (viewers.size === 0) return
    queue = queue.then(() => send(message as News)).catch(onError)
  })

  async function send(news: News): Promise<void> {
    for (const message of await messagesOf(news)) {
      const bytes = encode(format(message))
      for (const viewer of viewers) viewer.send(bytes)
    }
  }

  async function messagesOf(news: News): Promise<object[]> {
    if (news.type !== 'nfc_register') return describeSignIns(store, [news], news.type)
    const { type, cabinet, reader: readerId, person: user, names } = news
    const all = await deviceIds(store, [cabinet])
    const userName = nobodysName
    return [{ type, ...names, readerId, user, userName, deviceIds: all.get(cabinet) ?? [] }]
  }

  return {
    add: (viewer: Viewer) => void viewers.add(viewer),
    remove: (viewer: Viewer) => void viewers.delete(viewer),
    stop: unsubscribe,
  }
}

import { isWebAddress } from '#events/text/web-address.ts'
import type { Clock } from '../../core/time/clock.ts'

/** The Open Graph preview of a page. */
export type LookupResult = {
  ogTitle: string
  ogImage: string | null
  imageShown: string | null
  /** the reason why there is nothing to fill in */
  notice: string | null
}
export type Lookup = { state: 'idle' | 'asking' } | { state: 'found'; result: LookupResult }
type Dependencies = {
  request: (url: string) => Promise<LookupResult>
  clock: Clock
  onChange: (lookup: Lookup) => void
}

const debounceMs = 500
const maxWaitMs = 3_000

/** Looks up an address 500 ms after the last change. Outdated answers are ignored (R-OG-5). */
export function newLookup({ request, clock, onChange }: Dependencies) {
  let turn = 0
  let cancel = () => {}
  /** starts the lookup of the typed address, if it has not started; null if none is pending */
  let pending: (() => Promise<void>) | null = null

  async function run(url: string, ownTurn: number): Promise<void> {
    onChange({ state: 'asking' })
    const result = await request(url)
    if (ownTurn !== turn) return
    pending = null
    onChange({ state: 'found', result })
  }

  function stop(): number {
    cancel()
    cancel = () => {}
    pending = null
    return ++turn
  }

  return {
    typed(url: string): void {
      const ownTurn = stop()
      onChange({ state: 'idle' })
      const address = url.trim()
      if (!isWebAddress(address)) return
      let running: Promise<void> | undefined
      const start = () => (running ??= run(address, ownTurn))
      pending = start
      cancel = clock.after(debounceMs, () => void start())
    },
    /** Completes a pending lookup now, before the form is saved. Waits 3 s at most. */
    async finish(): Promise<void> {
      if (!pending) return
      cancel()
      const isLate = new Promise<void>((resolve) => clock.after(maxWaitMs, resolve))
      await Promise.race([pending(), isLate])
    },
    stop,
  }
}

/** The form's fields. `auto` holds the values from the last lookup, which may be replaced. */
export type PageLinkFields = { url: string; title: string; image: string; auto: AutoValues }
type AutoValues = { title: string; image: string }

/** Fills in title and image from the lookup unless the user has typed them. */
export function fillIn(fields: PageLinkFields, { ogTitle, ogImage }: LookupResult): PageLinkFields {
  const auto = { title: ogTitle, image: ogImage ?? '' }
  return {
    ...fields,
    title: isTyped(fields, 'title') ? fields.title : auto.title,
    image: isTyped(fields, 'image') ? fields.image : auto.image,
    auto,
  }
}

/** Whether a lookup would change neither title nor picture. */
export function isTypedByHand(fields: PageLinkFields): boolean {
  return isTyped(fields, 'title') && isTyped(fields, 'image')
}

function isTyped(fields: PageLinkFields, field: 'title' | 'image'): boolean {
  return fields[field].trim() !== '' && fields[field] !== fields.auto[field]
}

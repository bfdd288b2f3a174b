import { isWebAddress } from '../../../../events/text/web-address.ts'
import type { Clock } from '../../core/outbox/clock.ts'

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

/** Looks up an address 500 ms after the last change. Outdated answers are ignored (R-OG-5). */
export function newLookup({ request, clock, onChange }: Dependencies) {
  let turn = 0
  let cancel = () => {}

  async function run(url: string, ownTurn: number): Promise<void> {
    onChange({ state: 'asking' })
    const result = await request(url)
    if (ownTurn === turn) onChange({ state: 'found', result })
  }

  function stop(): number {
    cancel()
    cancel = () => {}
    return ++turn
  }

  return {
    typed(url: string): void {
      const ownTurn = stop()
      onChange({ state: 'idle' })
      const address = url.trim()
      if (isWebAddress(address)) cancel = clock.after(debounceMs, () => void run(address, ownTurn))
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
  const isTyped = (field: 'title' | 'image') =>
    fields[field].trim() !== '' && fields[field] !== fields.auto[field]
  return {
    ...fields,
    title: isTyped('title') ? fields.title : auto.title,
    image: isTyped('image') ? fields.image : auto.image,
    auto,
  }
}

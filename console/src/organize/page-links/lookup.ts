import type { Clock } from '../../core/outbox/clock.ts'

/** What a page says of itself. */
export type LookupResult = {
  ogTitle: string
  ogImage: string | null
  imageShown: string | null
  /** why there is nothing to fill in */
  notice: string | null
}
export type Lookup = { state: 'idle' | 'asking' } | { state: 'found'; looked: LookupResult }
type Ports = {
  ask: (url: string) => Promise<LookupResult>
  clock: Clock
  changed: (lookup: Lookup) => void
}

const pauseMs = 500

/** Asks for an address once it was left alone for 500 ms; the newest answer wins (R-OG-5). */
export function newLookup({ ask, clock, changed }: Ports) {
  let turn = 0
  let cancel = () => {}

  async function look(url: string, mine: number): Promise<void> {
    changed({ state: 'asking' })
    const looked = await ask(url)
    if (mine === turn) changed({ state: 'found', looked })
  }

  function stop(): number {
    cancel()
    cancel = () => {}
    return ++turn
  }

  return {
    typed(url: string): void {
      const mine = stop()
      changed({ state: 'idle' })
      const address = url.trim()
      if (isAddress(address)) cancel = clock.after(pauseMs, () => void look(address, mine))
    },
    stop,
  }
}

export function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** A link as it is typed; `auto` is what was filled in, and may be filled in anew. */
export type PageLinkFields = { url: string; title: string; image: string; auto: Filled }
type Filled = { title: string; image: string }

/** What nobody has typed is taken from the page; what somebody has stays. */
export function filled(fields: PageLinkFields, { ogTitle, ogImage }: LookupResult): PageLinkFields {
  const auto = { title: ogTitle, image: ogImage ?? '' }
  const own = (field: 'title' | 'image') =>
    fields[field].trim() !== '' && fields[field] !== fields.auto[field]
  return {
    ...fields,
    title: own('title') ? fields.title : auto.title,
    image: own('image') ? fields.image : auto.image,
    auto,
  }
}

import { deviceName, newId } from '../../core/device.ts'
import { useEffect, useState } from 'react'
import { Failure, initOf, rest } from '../../core/rest.ts'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { wallClock } from '../../core/outbox/clock.ts'
import { links as words } from './text.ts'
import { newLookup } from './lookup.ts'
import type { LookupResult, Lookup } from './lookup.ts'

/** What the page of a typed address says of itself; a failure is a notice and nothing more. */
export function useLookup(found: (looked: LookupResult) => void) {
  const [shown, setShown] = useState<Lookup>({ state: 'idle' })
  const [lookup] = useState(() =>
    newLookup({
      ask,
      clock: wallClock,
      changed(next) {
        setShown(next)
        if (next.state === 'found') found(next.looked)
      },
    }),
  )
  useEffect(() => () => void lookup.stop(), [lookup])
  return { shown, typed: lookup.typed }
}

async function ask(url: string): Promise<LookupResult> {
  try {
    const asked = rest.post('/api/tournament/links/opengraph/', {}, { url })
    const response = await fetchInTime(asked.path, initOf(asked, newId(), deviceName()))
    const answer = (await response.json()) as LookupResult & { detail?: string }
    if (!response.ok) throw new Failure(response.status, answer.detail ?? words.notFound)
    return answer
  } catch (error) {
    const notice = error instanceof Failure ? error.message : words.notFound
    return { ogTitle: '', ogImage: null, imageShown: null, notice }
  }
}

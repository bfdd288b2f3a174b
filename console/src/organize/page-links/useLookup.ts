import { deviceName, newId } from '../../core/device.ts'
import { useEffect, useState } from 'react'
import { Failure, detailIn, initOf, rest } from '../../core/rest.ts'
import { fetchInTime } from '../../core/connection/fetch-in-time.ts'
import { wallClock } from '../../core/time/clock.ts'
import { links as words } from './text.ts'
import { newLookup } from './lookup.ts'
import type { LookupResult, Lookup } from './lookup.ts'

/** Looks up the preview of the typed address. A failure only shows a notice. */
export function useLookup(onFound: (result: LookupResult) => void) {
  const [state, setState] = useState<Lookup>({ state: 'idle' })
  const [lookup] = useState(() =>
    newLookup({
      request,
      clock: wallClock,
      onChange(next) {
        setState(next)
        if (next.state === 'found') onFound(next.result)
      },
    }),
  )
  useEffect(() => () => void lookup.stop(), [lookup])
  return { lookup: state, onTyped: lookup.typed, finish: lookup.finish }
}

async function request(url: string): Promise<LookupResult> {
  try {
    const write = rest.post('/api/tournament/links/opengraph/', {}, { url })
    const response = await fetchInTime(write.path, initOf(write, newId(), deviceName()))
    const answer = (await response.json()) as LookupResult
    if (!response.ok) throw new Failure(response.status, detailIn(answer) ?? words.notFound)
    return answer
  } catch (error) {
    const notice = error instanceof Failure ? error.message : words.notFound
    return { ogTitle: '', ogImage: null, imageShown: null, notice }
  }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure, read } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'

export type PageOfPlayers = { count: number; results: Player[] }
type Shown = { path: string; page: PageOfPlayers | null; failure: string | null }

const againMs = 15_000

/** One page of the list; read again now and then, as players register and check in themselves. */
export function usePage(path: string) {
  const [shown, setShown] = useState<Shown>({ path, page: null, failure: null })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current
    const [page, failure] = await pageAt(path).then(
      (page) => [page, null] as const,
      (error: unknown) => [null, error instanceof Error ? error.message : text.apiFailed] as const,
    )
    if (turn !== newest.current) return
    setShown((before) => ({ path, page: page ?? before.page, failure }))
  }, [path])
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && reload())
    void reload()
    const timer = setInterval(look, againMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      newest.current += 1
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [reload])
  return { page: shown.page, failure: shown.failure, isCurrent: shown.path === path, reload }
}

/** When there are fewer of them by now than pages before this one, the first one. */
function pageAt(path: string): Promise<PageOfPlayers> {
  return read<PageOfPlayers>(path).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.status !== 404) throw error
    return read<PageOfPlayers>(path.replace(/([?&]page)=\d+/, '$1=1'))
  })
}

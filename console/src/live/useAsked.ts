import { useEffect, useState } from 'react'
import { read } from '../api.ts'
import { useSession } from './LiveTournament.tsx'

/** What no row shows, asked for again with every change; null: not asked for, or no answer yet. */
export function useAsked(path: string | null): unknown {
  const { store } = useSession()
  const [told, setTold] = useState<{ path: string; answer: unknown } | null>(null)
  useEffect(() => {
    if (path === null) return
    let newest = 0
    const ask = () => {
      const turn = ++newest
      const take = (answer: unknown) => turn === newest && setTold({ path, answer })
      // What was told before stays, and the next change asks anew.
      read(path).then(take, () => {})
    }
    const end = store.subscribe((now, before) => {
      if (now.live.version !== before.live.version) ask()
    })
    ask()
    return () => {
      newest += 1
      end()
    }
  }, [path, store])
  return told?.path === path ? told.answer : null
}

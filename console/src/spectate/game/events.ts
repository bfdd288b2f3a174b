import { useEffect, useState } from 'react'
import type { Happening } from '../../../../events/game/game-replay.ts'
import { read, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'

type EventsBody = Answer<'/api/game/game/:id/events/'>
export type GameEvents = { isOver: boolean; happenings: Happening[] }
type ReadState = { state: 'waiting' } | { state: 'failed' } | ({ state: 'read' } & GameEvents)

const againMs = 5_000

/** A game's events. While it is played they are read again; what was read stays until then. */
export function useEvents(game: number): ReadState {
  const [known, setKnown] = useState<ReadState>({ state: 'waiting' })
  useEffect(() => {
    let isLatest = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const at = rest.get('/api/game/game/:id/events/', { id: game })
      const body = await read(at).catch(() => null)
      if (!isLatest) return
      setKnown((before) => (body ? { state: 'read', ...opened(body) } : failedAfter(before)))
      if (!body?.isOver) timer = setTimeout(() => void ask(), againMs)
    }
    void ask()
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [game])
  return known
}

function failedAfter(before: ReadState): ReadState {
  return before.state === 'read' ? before : { state: 'failed' }
}

function opened({ isOver, events }: EventsBody): GameEvents {
  return { isOver, happenings: events.map(([ms, type, values]) => ({ ms, type, values })) }
}

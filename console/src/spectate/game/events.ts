import { useEffect, useState } from 'react'
import type { TimedGameEvent } from '#events/game/game-replay.ts'
import { read, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'

type EventsBody = Answer<'/api/game/game/:id/events/'>
export type GameEvents = { isOver: boolean; gameEvents: TimedGameEvent[] }
type ReadState = { state: 'waiting' } | { state: 'failed' } | ({ state: 'read' } & GameEvents)

const pollMs = 5_000

/** The events of a game, polled while it is being played. */
export function useEvents(game: number): ReadState {
  const [state, setState] = useState<ReadState>({ state: 'waiting' })
  useEffect(() => {
    let isLatest = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      const path = rest.get('/api/game/game/:id/events/', { id: game })
      const body = await read(path).catch(() => null)
      if (!isLatest) return
      setState((before) => (body ? { state: 'read', ...eventsOf(body) } : keepOrFail(before)))
      if (!body?.isOver) timer = setTimeout(() => void poll(), pollMs)
    }
    void poll()
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [game])
  return state
}

function keepOrFail(before: ReadState): ReadState {
  return before.state === 'read' ? before : { state: 'failed' }
}

function eventsOf({ isOver, events }: EventsBody): GameEvents {
  return { isOver, gameEvents: events.map(([ms, type, values]) => ({ ms, type, values })) }
}

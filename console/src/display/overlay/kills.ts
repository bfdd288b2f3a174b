import { useEffect, useState } from 'react'
import type { Position } from '#events/game/map/field.ts'
import { socketTo } from '../../core/live/socket.ts'

type Kill = { id: string; killer: Position; victim: Position; at: number }

export const shownMs = 6_000
export const maxShown = 5
const reconnectMs = 2_000

/** Reads a kill from a message of the event relay; null: it is none. */
export function killOf(text: string, at: number): Kill | null {
  try {
    const { event_type: type, values, uuid } = JSON.parse(text) as Partial<RawEvent>
    const [killer, victim] = [positionOf(values?.[2]), positionOf(values?.[3])]
    if (type !== 'playerKill' || !uuid || !killer || !victim) return null
    return { id: uuid, killer, victim, at }
  } catch {
    return null
  }
}
type RawEvent = { event_type: string; values: string[]; uuid: string }

function positionOf(text: string | undefined): Position | null {
  return /^([1-9]|10)$/.test(text ?? '') ? (Number(text) as Position) : null
}

/** The kills to show at a time, the latest last. */
export function feedAt(feed: Kill[], now: number): Kill[] {
  return feed.filter(({ at }) => now - at < shownMs).slice(-maxShown)
}

/** The kill feed of a cabinet, from its events. Without new events it becomes empty. */
export function useKills({ scene, cabinet }: { scene: string; cabinet: string }): Kill[] {
  const [feed, setFeed] = useState<Kill[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    const connect = socketTo(
      `/ws/event-relay/${encodeURIComponent(scene)}/${encodeURIComponent(cabinet)}`,
    )
    const open = () => {
      return connect({
        opened: () => {},
        message(text) {
          const kill = killOf(text, Date.now())
          if (kill) setFeed((before) => feedAt([...before, kill], kill.at))
        },
        closed() {
          if (isOpen) timer = setTimeout(() => (socket = open()), reconnectMs)
        },
      })
    }
    let socket = open()
    return () => {
      isOpen = false
      clearTimeout(timer)
      socket.close()
    }
  }, [scene, cabinet])
  useEffect(() => {
    if (feed.length === 0) return
    const timer = setTimeout(
      () => setFeed((before) => feedAt(before, Date.now())),
      Math.max(0, feed[0]!.at + shownMs - Date.now()) + 10,
    )
    return () => clearTimeout(timer)
  }, [feed])
  return feed
}

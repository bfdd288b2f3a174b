import { useCallback, useEffect, useState } from 'react'
import { read, rest } from '../core/rest.ts'
import { useWatching } from '../core/live/context.ts'
import type { LiveState } from '../core/live/store.ts'
import { disputed } from '../core/text/disputed.ts'
import { usePlace } from '../spectate/frame/tournament-context.ts'
import { StaleMark } from './board/Board.tsx'
import { Name } from './board/Name.tsx'
import styles from './Overlay.module.css'
import { nothingSeen, pictureOf, seen } from './overlay.ts'
import type { Pins, Picture, Seen } from './overlay.ts'
import { usePolled } from './usePolled.ts'

const pinsMs = 2_000
const none: Pins = {}

/** Over a stream: all of it is one picture, so names, scores and sides flip in one frame (ux 46). */
export function Overlay({ cabinet }: { cabinet: number }) {
  const { id } = usePlace().tournament
  const ask = useCallback(
    () => read(rest.get('/api/tournament/overlay/', { tournamentId: id, cabinetId: cabinet })),
    [id, cabinet],
  )
  const { answer } = usePolled(ask, { everyMs: pinsMs, retryMs: pinsMs })
  const { rows, ...last } = useSnapshot(cabinet)
  const picture = rows && pictureOf(last, rows, answer?.pins ?? none)
  return (
    <main className={styles.overlay}>
      {picture && <Bar picture={picture} />}
      <StaleMark />
    </main>
  )
}

function Bar({ picture }: { picture: Picture }) {
  const { sides, map, round, isDisputed } = picture
  const facts = [round, map, isDisputed && disputed.open].filter(Boolean).join(' · ')
  const order = sides === 'blue-left' ? (['blue', 'gold'] as const) : (['gold', 'blue'] as const)
  return (
    <section className={styles.bar} data-picture>
      <div className={styles.sides}>
        {order.map((colour) => (
          <div key={colour} className={styles.side} data-colour={colour}>
            <Name name={picture[colour].name} />
            <span className={styles.score}>{picture[colour].score}</span>
          </div>
        ))}
      </div>
      {facts && <p className={styles.facts}>{facts}</p>}
    </section>
  )
}

type Snapshot = Seen & { rows: LiveState['live']['rows'] | null }

/** What was seen so far, with the rows it was seen in: they change together or not at all. */
function useSnapshot(cabinet: number): Snapshot {
  const { store } = useWatching()
  const { id } = usePlace().tournament
  const key = `waggle:overlay:${id}:${cabinet}`
  const [snapshot, setSnapshot] = useState<Snapshot>(() => ({ ...storedSeen(key), rows: null }))
  useEffect(() => {
    const look = (shown: LiveState) => setSnapshot((before) => next(before, cabinet, shown))
    look(store.getState())
    return store.subscribe(look)
  }, [store, cabinet])
  const { match, result, map } = snapshot
  useEffect(() => keep(key, { match, result, map }), [key, match, result, map])
  return snapshot
}

/** Without rows, as while they are fetched anew, it stays as it is. */
function next(before: Snapshot, cabinet: number, { live, cabinets }: LiveState): Snapshot {
  if (live.version === 0) return before
  const { rows } = live
  return { ...seen(before, cabinet, { rows, live: cabinets[cabinet] }), rows }
}

function storedSeen(key: string): Seen {
  try {
    return { ...nothingSeen, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Seen>) }
  } catch {
    return nothingSeen
  }
}

function keep(key: string, last: Seen): void {
  try {
    localStorage.setItem(key, JSON.stringify(last))
  } catch {
    // After a reload it begins with what the matches say.
  }
}

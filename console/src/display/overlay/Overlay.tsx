import { useEffect, useMemo, useState } from 'react'
import type { ComponentType } from 'react'
import { isCovered, overlayParts, stacked } from '../../../../events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '../../../../events/view/overlay.ts'
import { useLiveState, useWatching } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { LiveState } from '../../core/live/store.ts'
import { useNow } from '../../hooks/useNow.ts'
import { usePlace } from '../../spectate/frame/tournament-context.ts'
import { KillFeed, Numbers } from './GameParts.tsx'
import { NextMatch, Rosters } from './MatchParts.tsx'
import { optionsIn } from './options.ts'
import type { OverlayOptions } from './options.ts'
import styles from './Overlay.module.css'
import { nothingSeen, seen } from './picture.ts'
import type { Seen } from './picture.ts'
import { Result } from './Result.tsx'
import { ScoreBar } from './ScoreBar.tsx'
import { useOverlayState } from './useOverlayState.ts'
import { BracketPart, LowerThird, Ticker } from './WideParts.tsx'

/** What every part is drawn from. */
export type PartProps = {
  cabinet: number
  overlay: OverlayState
  rows: Tables
  last: Seen
  options: OverlayOptions
  /** the match it is held at */
  held: number | null
}

const drawn: Record<OverlayPart, ComponentType<PartProps>> = {
  bracket: BracketPart,
  rosters: Rosters,
  result: Result,
  score: ScoreBar,
  numbers: Numbers,
  kills: KillFeed,
  next: NextMatch,
  ticker: Ticker,
  'lower-third': LowerThird,
}
const inOrder = Object.keys(drawn) as OverlayPart[]
/** Numbers of a game that go on elsewhere would be wrong; all else stays as it was. */
const ofNow: ReadonlySet<OverlayPart> = new Set(['numbers', 'kills'])
const silentMs = 10_000

type Props = { cabinet: number; part?: string | undefined }

/** Over a stream: one part of an overlay, or all of them, each where it is when it is on. */
export default function Overlay({ cabinet, part: named = 'score' }: Props) {
  const part = named === 'all' ? named : overlayParts.find((one) => one === named)
  return part ? <Parts cabinet={cabinet} part={part} /> : null
}

function Parts({ cabinet, part }: { cabinet: number; part: OverlayPart | 'all' }) {
  const options = useMemo(() => optionsIn(location.search), [])
  const overlay = useOverlayState({ cabinet, part })
  const { rows, ...last } = useSnapshot(cabinet)
  const isSilent = useIsSilent()
  useEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['mantineColorScheme'] = options.scheme
    for (const [name, value] of Object.entries(options.variables)) style.setProperty(name, value)
  }, [options])
  const shown = inOrder.filter(
    (one) => (part === 'all' || part === one) && overlay?.parts[one].isOn,
  )
  const stack = useStack(part === 'all' ? shown : [])
  return (
    <main className={styles.overlay} dir="ltr" data-version={overlay?.version}>
      {overlay &&
        rows &&
        shown.map((one) => {
          const Part = drawn[one]
          const held = overlay.parts[one].match
          const isGone = (isSilent && ofNow.has(one)) || isCovered(one, stack)
          return (
            <div key={one} data-part={one} data-gone={isGone || undefined}>
              <Part {...{ cabinet, overlay, rows, last, options, held }} />
            </div>
          )
        })}
    </main>
  )
}

/** The parts in the middle as they were switched on. */
function useStack(on: readonly OverlayPart[]): OverlayPart[] {
  const [before, setBefore] = useState<OverlayPart[]>([])
  const stack = stacked(before, on)
  if (stack.join() !== before.join()) setBefore(stack)
  return stack
}

/** Nothing was heard of the tournament for a while. */
function useIsSilent(): boolean {
  const { light, heardAt } = useLiveState((shown) => shown.link)
  const mayBe = light !== 'live'
  const now = useNow(mayBe)
  return mayBe && (heardAt === null || now - heardAt > silentMs)
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
  const { match, result, map, isGoldLeft } = snapshot
  useEffect(() => {
    keep(key, { match, result, map, isGoldLeft })
  }, [key, match, result, map, isGoldLeft])
  return snapshot
}

/** Without rows, as while they are fetched anew, it stays as it is. */
function next(before: Snapshot, cabinet: number, { live, cabinets }: LiveState): Snapshot {
  if (live.version === 0) return before
  const { rows } = live
  const after = { ...seen(before, cabinet, { rows, live: cabinets[cabinet] }), rows }
  const isSame = Object.keys(after).every((name) => {
    return after[name as keyof Snapshot] === before[name as keyof Snapshot]
  })
  return isSame ? before : after
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

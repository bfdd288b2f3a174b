import type { PartProps } from './part-props.ts'
import { useEffect, useMemo, useState, useCallback, useRef } from 'react'
import type { ComponentType } from 'react'
import {
  isCovered,
  overlayParts,
  overlaySilenceMs,
  stackOrder,
  overlayOf,
} from '#events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '#events/view/overlay.ts'
import { useLiveState, useWatching } from '../../core/live/context.ts'
import type { LiveState } from '../../core/live/store.ts'
import { storeValue, storedValue, keptText, tab } from '../../core/storage/storage.ts'
import { useNow } from '../../hooks/useNow.ts'
import { useTournamentPage, useCabinetName } from '../../spectate/page/tournament-context.ts'
import { KillFeed, Numbers } from './GameParts.tsx'
import { NextMatch, Rosters } from './MatchParts.tsx'
import { optionsIn } from './options.ts'
import styles from './Overlay.module.css'
import { colourOrder, noMemory, updateMemory, contentOf } from './score-bar-content.ts'
import type { CabinetMemory } from './score-bar-content.ts'
import { Result } from './Result.tsx'
import { disputed } from '../../core/text/text.ts'
import { Name } from '../board/Name.tsx'
import { newId } from '../../core/device.ts'
import { rest } from '../../core/rest.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import { readAnonymously } from './read-anonymously.ts'
import { activeMatchOn } from '../../core/live/select.ts'
import { BracketBoard } from '../board/BracketBoard.tsx'
import { Team } from '../board/Team.tsx'
import { pairOf } from '../board/teams.ts'
import { useScreenRotation } from '../board/useScreenRotation.ts'

const pageSize = 3

const components: Record<OverlayPart, ComponentType<PartProps>> = {
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
const inOrder = Object.keys(components) as OverlayPart[]
/** Parts that are hidden when the connection is lost, because the running game goes on. */
const liveOnly: ReadonlySet<OverlayPart> = new Set(['numbers', 'kills'])

type Props = { cabinet: number; part?: string | undefined }

/** An overlay page: one part, or all of them, each in its place while it is on. */
export default function Overlay({ cabinet, part: name = 'score' }: Props) {
  const part = name === 'all' ? name : overlayParts.find((known) => known === name)
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
  const order = colourOrder(overlay?.pins.sides, options.sides, last)
  const active = inOrder.filter(
    (name) => (part === 'all' || part === name) && overlay?.parts[name].isOn,
  )
  const stack = useStack(part === 'all' ? active : [])
  return (
    <main className={styles.overlay} dir="ltr" data-version={overlay?.version}>
      {overlay &&
        rows &&
        active.map((name) => {
          const Part = components[name]
          const held = overlay.parts[name].match
          const isGone = (isSilent && liveOnly.has(name)) || isCovered(name, stack)
          return (
            <div key={name} data-part={name} data-gone={isGone || undefined}>
              <Part {...{ cabinet, overlay, rows, last, order, held }} />
            </div>
          )
        })}
    </main>
  )
}

/** The parts that share the middle, in the order in which they were switched on. */
function useStack(on: readonly OverlayPart[]): OverlayPart[] {
  const [before, setBefore] = useState<OverlayPart[]>([])
  const stack = stackOrder(before, on)
  if (stack.join() !== before.join()) setBefore(stack)
  return stack
}

/** Whether nothing was received for too long. */
function useIsSilent(): boolean {
  const { health, heardAt } = useLiveState((state) => state.connection)
  const isInterrupted = health !== 'live'
  const now = useNow(isInterrupted)
  return isInterrupted && (heardAt === null || now - heardAt > overlaySilenceMs)
}

type Snapshot = CabinetMemory & { rows: LiveState['live']['rows'] | null }

/** The memory of the cabinet with the rows it was made from; both change together. */
function useSnapshot(cabinet: number): Snapshot {
  const { store } = useWatching()
  const { id } = useTournamentPage().tournament
  const key = `waggle:overlay:${id}:${cabinet}`
  const [snapshot, setSnapshot] = useState<Snapshot>(() => {
    return { ...noMemory, ...(storedValue(key) as CabinetMemory | null), rows: null }
  })
  useEffect(() => {
    const update = (state: LiveState) =>
      setSnapshot((before) => nextSnapshot(before, cabinet, state))
    update(store.getState())
    return store.subscribe(update)
  }, [store, cabinet])
  const { match, result, map, isGoldLeft } = snapshot
  useEffect(() => {
    storeValue(key, { match, result, map, isGoldLeft })
  }, [key, match, result, map, isGoldLeft])
  return snapshot
}

/** The next snapshot. Without rows, as during a reload of them, it does not change. */
function nextSnapshot(before: Snapshot, cabinet: number, { live, cabinets }: LiveState): Snapshot {
  if (live.version === 0) return before
  const { rows } = live
  const after = { ...updateMemory(before, cabinet, { rows, live: cabinets[cabinet] }), rows }
  const isSame = Object.keys(after).every((name) => {
    return after[name as keyof Snapshot] === before[name as keyof Snapshot]
  })
  return isSame ? before : after
}

/** Renders all content at once, so that names, scores and sides change in one frame (ux 46). */
function ScoreBar({ overlay: { pins }, rows, last, order, held }: PartProps) {
  const content = contentOf({ ...last, match: held ?? last.match }, rows, pins)
  if (!content) return null
  const { map, round, isDisputed } = content
  const facts = [round, map, isDisputed && disputed.open].filter(Boolean).join(' · ')
  return (
    <section className={styles.bar} data-picture>
      <div className={styles.sides}>
        {order.map((colour) => (
          <div key={colour} className={styles.side} data-colour={colour}>
            <Name name={content[colour].name} />
            <span className={styles.score}>{content[colour].score}</span>
          </div>
        ))}
      </div>
      {facts && <p className={styles.facts}>{facts}</p>}
    </section>
  )
}

/** Changes are pushed. Polling catches missed ones and reports that this page is open. */
const pollMs = 2_000

type StateProps = { cabinet: number; part: OverlayPart | 'all' }

/** The state of an overlay: which parts are on; null until it is known. */
function useOverlayState({ cabinet, part }: StateProps): OverlayState | null {
  const { id } = useTournamentPage().tournament
  const { store } = useWatching()
  const pushed = useLiveState((state) => state.overlays[cabinet])
  const version = useRef(0)
  const load = useCallback(() => {
    const { heardAt } = store.getState().connection
    const silent = heardAt === null ? 'never' : Math.min(Math.max(0, Date.now() - heardAt), 1e8)
    const path = rest.get('/api/tournament/overlay/', { tournamentId: id, cabinetId: cabinet })
    return readAnonymously(path, {
      'X-Overlay-Page': `${pageId()} ${part} ${version.current} ${silent}`,
    })
  }, [store, id, cabinet, part])
  const { answer, error } = usePolled(load, { everyMs: pollMs, retryMs: pollMs })
  const key = `waggle:overlay-parts:${id}:${cabinet}`
  // The newest wins: a service worker may answer with an older state from its cache.
  const [newest] = [pushed, answer, storedValue(key) as OverlayState | null]
    .flatMap((state) => (state && state.cabinet === cabinet ? [state] : []))
    .toSorted((a, b) => b.version - a.version)
  const isKnown = pushed !== undefined || answer !== null || error !== null
  const state = isKnown ? (newest ?? overlayOf({ tournament: id, cabinet })) : null
  useEffect(() => {
    if (!state || state.version === 0) return
    version.current = state.version
    storeValue(key, state)
  }, [key, state])
  return state
}

let ownId = ''

/** The id of this page, which survives a reload. */
function pageId(): string {
  ownId ||= newId()
  return (ownId = keptText('waggle:overlay-page', ownId, tab) ?? ownId)
}

/** The matches on the other cabinets, page by page, without moving text (ux 44). */
function Ticker({ cabinet, rows, order }: PartProps) {
  const nameOf = useCabinetName()
  const [tournament] = Object.values(rows.tournament)
  const played = (tournament?.assignedCabinets ?? []).flatMap((id) => {
    const match = id === cabinet ? undefined : activeMatchOn(rows, id)
    return match ? [{ id, match }] : []
  })
  const page = useScreenRotation(Math.ceil(played.length / pageSize))
  const visible = played.slice(page * pageSize, (page + 1) * pageSize)
  if (visible.length === 0) return null
  return (
    <ul className={styles.ticker}>
      {visible.map(({ id, match }) => (
        <li key={id}>
          <strong>{nameOf(id)}</strong>
          {pairOf(rows, match, order).map((team) => (
            <Team key={team.colour} team={team} hasSign={false} hasScore />
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The stage of the match it is held at, else the one being played. */
function BracketPart({ rows, held }: PartProps) {
  const stage = held === null ? null : (rows.match[held]?.bracket ?? null)
  return (
    <div className={styles.bracket}>
      <BracketBoard stage={stage} />
    </div>
  )
}

function LowerThird({ overlay: { words } }: PartProps) {
  if (words.title === '' && words.line === '') return null
  return (
    <section className={styles.lowerThird}>
      <h2 dir="auto">{words.title}</h2>
      {words.line && <p dir="auto">{words.line}</p>}
    </section>
  )
}

import { useCallback, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { isMissing, tournamentAt } from '../core/rest.ts'
import { WatchedTournament } from '../core/live/WatchedTournament.tsx'
import { useLiveState, useWatching } from '../core/live/context.ts'
import { activeMatchOn, isDeleted } from '../core/live/select.ts'
import { text as words } from '../core/text/text.ts'
import { venue as text } from '../core/text/display/venue.ts'
import { useWakeLock } from '../hooks/useWakeLock.ts'
import { TournamentPageContext } from '../spectate/page/tournament-context.ts'
import { tournamentNamed } from '../spectate/page/reads.ts'
import { SceneStyle } from '../ui/SceneStyle.tsx'
import { BracketBoard } from './board/BracketBoard.tsx'
import { CabinetBoard } from './board/CabinetBoard.tsx'
import { NowPlaying } from './board/NowPlaying.tsx'
import { lazyPart } from '../hooks/lazy-part.ts'
import { QueueBoard } from './board/QueueBoard.tsx'
import { Waiting } from './Waiting.tsx'
import { useTurns } from './board/useScreenRotation.ts'
import { displayAt } from './address.ts'
import { usePolled } from '../hooks/usePolled.ts'
import { loadDisplayTarget } from './display-target.ts'
import type { DisplayContent } from './display-target.ts'
import styles from './board/Board.module.css'
import { reloadSafely, servedBuild, isNightly } from './auto-reload.ts'

const autoReloadPollMs = 30_000
const openedAt = Date.now()
let build: string | null = null

// Without a loading indicator, which viewers of a stream would see.
const Overlay = lazyPart(() => import('./overlay/Overlay.tsx'))

const refreshMs = 5 * 60_000

/** A display of the venue. It has no controls. */
export function Display() {
  useWakeLock()
  const at = displayAt(location.pathname)
  if (at?.at === 'role') return <RoleFromAddress {...at} />
  return (
    <ControlledDisplay>
      {(role) => <RoleFromServer key={JSON.stringify(role)} role={role} />}
    </ControlledDisplay>
  )
}

type Address = BoardRole & { scene: string; slug: string }

/** Shows what the address names. */
function RoleFromAddress({ scene, slug, ...role }: Address) {
  const load = useCallback(() => tournamentNamed(scene, slug), [scene, slug])
  return <DisplayOf load={load} role={role} />
}

/** Shows what an official chose in the console, one after the other. */
function RoleFromServer({ role }: { role: DisplayContent }) {
  const [turn, next] = useTurns([role, ...(role.others ?? [])])
  // The next tournament is loaded before its turn, so that the display never shows it loading.
  const mounted = next.tournament === turn.tournament ? [turn] : [turn, next]
  return mounted.map((role) => <Turn key={role.tournament} role={role} isHidden={role !== turn} />)
}

function Turn({ role, isHidden }: { role: DisplayContent; isHidden: boolean }) {
  const { tournament } = role
  const load = useCallback(() => tournamentAt(tournament), [tournament])
  return <DisplayOf load={load} role={role} isHidden={isHidden} />
}

type BoardRole = Pick<DisplayContent, 'name' | 'cabinet' | 'stage'> & { part?: string }
type Load = () => ReturnType<typeof tournamentAt>

function DisplayOf({ load, role, isHidden }: { load: Load; role: BoardRole; isHidden?: boolean }) {
  const isBare = role.name === 'overlay'
  return (
    <TournamentDisplay
      load={load}
      title={text.board[role.name]}
      isBare={isBare}
      isHidden={isHidden}
    >
      <Board role={role} />
    </TournamentDisplay>
  )
}

type Props = { load: Load; title: string; children: ReactNode }
/**
 * `isBare`: never shows a waiting page; `isPublic`: has many viewers; `isHidden`: follows its
 * tournament without showing it.
 */
type Kind = { isBare?: boolean; isPublic?: boolean; isHidden?: boolean | undefined }

export function TournamentDisplay({ load, title, children, isHidden, ...kind }: Props & Kind) {
  const { isBare, isPublic } = kind
  const { answer: loaded, error } = usePolled(load, { everyMs: refreshMs })
  if (!loaded) {
    if (isBare || isHidden) return null
    const isGone = isMissing(error)
    return isGone ? <Waiting title={text.missing} /> : <Waiting />
  }
  const { id } = loaded.tournament
  return (
    <TournamentPageContext value={loaded}>
      {!isHidden && <SceneStyle scene={loaded.tournament.scene} />}
      {!isHidden && <title>{text.title(title)}</title>}
      <WatchedTournament id={id} key={id} isPublic={isPublic} isSwift={isBare}>
        {!isHidden && (isBare ? children : <Loaded>{children}</Loaded>)}
      </WatchedTournament>
    </TournamentPageContext>
  )
}

function Loaded({ children }: { children: ReactNode }) {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const isGone = useLiveState((state) => isDeleted(state.live))
  if (isGone) return <Waiting title={words.deleted} />
  return isLoaded ? children : <Waiting />
}

function Board({ role: { name, cabinet, stage, part } }: { role: BoardRole }) {
  const { store } = useWatching()
  // An overlay does not reload during a match, when viewers of the stream would see it.
  const isFree = useCallback(
    () => name !== 'overlay' || !activeMatchOn(store.getState().live.rows, cabinet ?? 0),
    [name, store, cabinet],
  )
  useAutoReload(isFree)
  if (name === 'overlay') return <Overlay key={cabinet} cabinet={cabinet ?? 0} part={part} />
  if (name === 'queue-board') return <QueueBoard />
  if (name === 'now-playing') return <NowPlaying />
  if (name === 'cabinet') return <CabinetBoard id={cabinet ?? 0} />
  return <BracketBoard stage={stage} />
}

const pollMs = 5_000
const always = () => true

/** A display that officials control: it polls what to show; until claimed, its code (ux 45). */
function ControlledDisplay({ children }: { children: (role: DisplayContent) => ReactNode }) {
  const { answer: target } = usePolled(loadDisplayTarget, { everyMs: pollMs })
  const firstVersion = useRef<number | null>(null)
  const version = target?.version ?? null
  useEffect(() => {
    if (version === null) return
    firstVersion.current ??= version
    if (firstVersion.current !== version) void reloadSafely()
  }, [version])
  const isOverlay = target?.role?.name === 'overlay'
  useEffect(() => {
    document.documentElement.dataset['display'] = isOverlay ? 'overlay' : 'board'
  }, [isOverlay])
  if (!target) return <Waiting />
  if (target.role) return children(target.role)
  if (target.isClaimed) return <Idle title={target.name} hint={text.claimedHint} />
  return (
    <main className={styles.waiting}>
      <Idle title={text.code} hint={text.codeHint}>
        <p className={styles.code}>{target.code}</p>
      </Idle>
    </main>
  )
}

type IdleProps = { title: string; hint: string; children?: ReactNode }

function Idle({ title, hint, children }: IdleProps) {
  useAutoReload(always)
  if (!children) return <Waiting title={title} hint={hint} />
  return (
    <>
      <h1>{title}</h1>
      {children}
      <p>{hint}</p>
    </>
  )
}

/** Reloads the page for a new build and at night, as soon as `isFree` says that nobody notices. */
function useAutoReload(isFree: () => boolean): void {
  useEffect(() => {
    const check = async () => {
      const now = await servedBuild()
      build ??= now
      const isNew = now !== null && now !== build
      if ((isNew || isNightly(new Date(), openedAt)) && isFree()) void reloadSafely()
    }
    void check()
    const timer = setInterval(() => void check(), autoReloadPollMs)
    return () => clearInterval(timer)
  }, [isFree])
}

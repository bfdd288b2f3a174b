import { useCallback } from 'react'
import { Failure, tournamentAt } from '../core/rest.ts'
import { WatchedTournament } from '../core/live/WatchedTournament.tsx'
import { useLiveState, useWatching } from '../core/live/context.ts'
import { activeOn } from '../core/live/select.ts'
import { venue as text } from '../core/text/venue.ts'
import { useWakeLock } from '../hooks/useWakeLock.ts'
import { PlaceContext } from '../spectate/frame/tournament-context.ts'
import { tournamentNamed } from '../spectate/frame/reads.ts'
import { BracketBoard, StandingsBoard } from './board/BracketBoard.tsx'
import { CabinetBoard } from './board/CabinetBoard.tsx'
import { Device } from './Device.tsx'
import { NowPlaying } from './board/NowPlaying.tsx'
import { Overlay } from './Overlay.tsx'
import { QueueBoard } from './board/QueueBoard.tsx'
import { Waiting } from './Waiting.tsx'
import { displayAt } from './address.ts'
import type { BoardName } from './address.ts'
import { tournamentInPlay } from './in-play.ts'
import { useAutoReload } from './useAutoReload.ts'
import { usePolled } from './usePolled.ts'
import type { Role } from './display-target.ts'

const refreshMs = 5 * 60_000

/** A screen of the venue, or a frame of another site's page: nothing on it can be pressed. */
export function Display() {
  const at = displayAt(location.pathname)
  if (at?.at === 'embed') return <FromAddress {...at} isEmbed />
  return <Screen at={at} />
}

function Screen({ at }: { at: ReturnType<typeof displayAt> }) {
  useWakeLock()
  if (at?.at === 'role') return <FromAddress {...at} />
  return <Device>{(role) => <RoleFromServer key={JSON.stringify(role)} role={role} />}</Device>
}

type Address = BoardRole & { scene: string; slug: string | null }

/** What the address itself names. */
function FromAddress({ scene, slug, ...role }: Address) {
  const ask = useCallback(
    () => (slug === null ? tournamentInPlay(scene) : tournamentNamed(scene, slug)),
    [scene, slug],
  )
  return <DisplayOf ask={ask} role={role} />
}

/** What somebody chose in the console. */
function RoleFromServer({ role }: { role: Role }) {
  const ask = useCallback(() => tournamentAt(role.tournament), [role.tournament])
  return <DisplayOf ask={ask} role={role} />
}

type BoardRole = Pick<Role, 'cabinet' | 'stage'> & { name: BoardName; isEmbed?: boolean }
type Props = { ask: () => ReturnType<typeof tournamentAt>; role: BoardRole }

function DisplayOf({ ask, role }: Props) {
  const { answer: place, error } = usePolled(ask, { everyMs: refreshMs })
  if (!place) {
    if (role.name === 'overlay') return null
    const isMissing = error instanceof Failure && error.status === 404
    return isMissing ? <Waiting title={text.missing} /> : <Waiting />
  }
  const { id } = place.tournament
  return (
    <PlaceContext value={place}>
      <title>{text.title(text.board[role.name])}</title>
      <WatchedTournament id={id} key={id} isPublic={role.isEmbed ?? false}>
        <Board role={role} />
      </WatchedTournament>
    </PlaceContext>
  )
}

function Board({ role }: { role: BoardRole }) {
  return role.isEmbed ? <Shown role={role} /> : <Kept role={role} />
}

/** It takes up another build by itself. */
function Kept({ role }: { role: BoardRole }) {
  const { name, cabinet } = role
  const { store } = useWatching()
  // Viewers of a stream would see that its overlay is gone while a match is played.
  const isFree = useCallback(
    () => name !== 'overlay' || !activeOn(store.getState().live.rows, cabinet ?? 0),
    [name, store, cabinet],
  )
  useAutoReload(isFree)
  return <Shown role={role} />
}

function Shown({ role: { name, cabinet, stage } }: { role: BoardRole }) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  if (name === 'overlay') return <Overlay key={cabinet} cabinet={cabinet ?? 0} />
  if (!isLoaded) return <Waiting />
  if (name === 'queue-board') return <QueueBoard />
  if (name === 'now-playing') return <NowPlaying />
  if (name === 'cabinet') return <CabinetBoard id={cabinet ?? 0} />
  if (name === 'standings') return <StandingsBoard stage={stage} />
  return <BracketBoard stage={stage} />
}

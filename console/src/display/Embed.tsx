import { useCallback } from 'react'
import { Failure, cabinetsOf } from '../core/rest.ts'
import type { TournamentWithCabinets } from '../core/rest.ts'
import { venue as text } from '../core/text/display/venue.ts'
import { sceneNamed, tournamentNamed } from '../spectate/page/reads.ts'
import { BracketBoard, useStage } from './board/BracketBoard.tsx'
import { NowPlaying } from './board/NowPlaying.tsx'
import { QueueBoard } from './board/QueueBoard.tsx'
import { RankBoard } from './board/RankBoard.tsx'
import { TournamentDisplay } from './Display.tsx'
import { Waiting } from './Waiting.tsx'
import { embedAt } from './embed-address.ts'

const { dataset } = document.documentElement
dataset['display'] = 'embed'
if (new URLSearchParams(location.search).get('theme') === 'light')
  dataset['mantineColorScheme'] = 'light'

/** A display in a sandboxed frame of another site: it has no origin, storage or cookies. */
export function Embed() {
  const at = embedAt(location.pathname)
  return at ? <Framed {...at} /> : <Waiting title={text.missing} />
}

function Framed({ scene, slug, show, stage }: NonNullable<ReturnType<typeof embedAt>>) {
  const load = useCallback(
    () => (slug === null ? tournamentInPlay(scene) : tournamentNamed(scene, slug)),
    [scene, slug],
  )
  const Board = boards[show]
  return (
    <TournamentDisplay
      load={load}
      title={text.board[show === 'queue' ? 'queue-board' : show]}
      isPublic
    >
      <Board stage={stage} />
    </TournamentDisplay>
  )
}

const boards = {
  bracket: BracketBoard,
  standings: Standings,
  'now-playing': NowPlaying,
  queue: QueueBoard,
}

function Standings({ stage }: { stage: number | null }) {
  const chosen = useStage(stage)
  return chosen ? <RankBoard stage={chosen} /> : <BracketBoard stage={stage} />
}

/** The active tournament of a scene nearest to today; without active ones, the nearest of all. */
async function tournamentInPlay(scene: string): Promise<TournamentWithCabinets> {
  const { tournaments } = await sceneNamed(scene)
  const distanceMs = ({ date }: { date: string }) => Math.abs(Date.parse(date) - Date.now())
  const [tournament] = tournaments.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || distanceMs(a) - distanceMs(b),
  )
  if (!tournament) throw new Failure(404, text.missing)
  return { tournament, cabinets: await cabinetsOf(tournament.scene.id) }
}

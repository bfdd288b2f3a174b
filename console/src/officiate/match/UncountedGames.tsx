import { Button } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import type { PlayedRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { isUnsent } from '../../core/presses/pending-command.ts'
import { matchName } from '../../core/live/select.ts'
import { proposedOn } from '../../core/live/select-for-officials.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useHeldValue } from '../../hooks/useHeldValue.ts'
import { games as words } from '../../core/text/officiate/dialogs.ts'
import { said } from '../../core/text/catalogue.ts'
import { text } from '../../core/text/text.ts'
import { GameWords } from './GameWords.tsx'
import cards from '../../ui/live/CabinetCards.module.css'
import games from './Games.module.css'
import { Sheet } from '../../ui/Dialog.tsx'
import { attachGame } from './attach-game.ts'
import { useRecentGames } from './useRecentGames.ts'

type Props = { cabinet: CabinetBody; onClose: () => void }

/** Games that came late or ended after their match: an official counts or ignores them (R-GE-5). */
export default function UncountedGames({ cabinet, onClose }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  // Held, so that a game settled by somebody else does not move the others under a finger.
  const { shown: waiting, hold } = useHeldValue(proposedOn(rows, cabinet.id))
  return (
    <Sheet onClose={onClose} title={words.lateTitle(cabinet.displayName)}>
      <p className="dim">{waiting.length > 0 ? words.lateLead : words.lateNone}</p>
      <ul className={games.list} onPointerDownCapture={hold}>
        {waiting.map((played) => (
          <UncountedGame key={played.game} played={played} cabinet={cabinet.id} />
        ))}
      </ul>
      <CommandNotes places={[notePlace.matchAt(cabinet.id)]} />
    </Sheet>
  )
}

/** Games to read: an uncounted one may be as old as the first of the evening. */
const count = 200

function UncountedGame({ played, cabinet }: { played: PlayedRow; cabinet: number }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const rows = useLiveState((state) => state.live.rows)
  const match = rows.match[played.match]
  const query = { tournament: tournament.id, match: played.match, count }
  const { games: recent, hasFailed, reload } = useRecentGames(cabinet, query)
  const game = recent?.find(({ gameId }) => gameId === played.game)
  const { press } = useLiveSession()
  const once = useDoubleTapGuard()
  const isBusy = useLiveState(({ presses }) =>
    presses.some((pending) => {
      const { command } = pending
      return command.type === 'ClickGame' && command.game === game?.id && isUnsent(pending)
    }),
  )
  const settle = (isAttached: boolean) => () =>
    once(() => {
      if (!game || !match || isBusy) return
      // An uncounted game has no point yet, so ignoring it takes none away.
      const settled = isAttached ? game : { ...game, isWarmup: true }
      press(attachGame(settled, match, { isAttached, cabinet }))
    })
  return (
    <li className={games.late}>
      {game && <GameWords game={game} />}
      {played.reason && (
        <p className={games.why}>{words.why(said(played.reasonMessage, played.reason))}</p>
      )}
      {game && !game.available && game.why && (
        <p className={games.why}>{said(game.whyMessage, game.why)}</p>
      )}
      {hasFailed && (
        <p className={cards.failed} role="alert">
          {words.failedList}
          <Button variant="default" className={games.make} onClick={() => void reload()}>
            {text.retry}
          </Button>
        </p>
      )}
      <div className={games.choices}>
        <Button disabled={!game?.available || isBusy} onClick={settle(true)}>
          {words.accept(match ? matchName(rows, match) : '')}
        </Button>
        <Button variant="default" disabled={!game || isBusy} onClick={settle(false)}>
          {words.ignore}
        </Button>
      </div>
    </li>
  )
}

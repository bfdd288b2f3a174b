import { Button, Modal } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import type { PlayedRow } from '../../../../events/view/rows.ts'
import type { CabinetPaper } from '../../api.ts'
import { placeOf } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { isUnsent } from '../../live/press.ts'
import { proposedOn } from '../../live/select.ts'
import { PressNotes } from '../../parts/PressNotes.tsx'
import { useOnce } from '../../parts/useOnce.ts'
import { games as words } from '../../text/sheets.ts'
import { text } from '../../text.ts'
import { GameWords } from './GameWords.tsx'
import games from './Games.module.css'
import styles from './Sheet.module.css'
import { clickGame } from './click-game.ts'
import { useRecentGames } from './useRecentGames.ts'

type Props = { cabinet: CabinetPaper; onClose: () => void }

/** Games that came late, or ended when their match was gone: a person says what they count (R-GE-5). */
export default function LateSheet({ cabinet, onClose }: Props) {
  const rows = useShown((shown) => shown.live.rows)
  const waiting = proposedOn(rows, cabinet.id)
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.lateTitle(cabinet.displayName)}
      size="lg"
      zIndex={300}
      closeButtonProps={{ 'aria-label': text.close, size: 48 }}
      classNames={{ title: styles.title }}
    >
      <p className={styles.none}>{waiting.length > 0 ? words.lateLead : words.lateNone}</p>
      <ul className={games.list}>
        {waiting.map((played) => (
          <Late key={played.game} played={played} cabinet={cabinet.id} />
        ))}
      </ul>
      <PressNotes places={[placeOf.table(cabinet.id)]} />
    </Modal>
  )
}

/** An evening of games lies between the latest one and one that is offered. */
const count = 200

function Late({ played, cabinet }: { played: PlayedRow; cabinet: number }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const match = useShown((shown) => shown.live.rows.match[played.match])
  const wanted = { tournament: tournament.id, match: played.match, count }
  const { games: found, hasFailed, reload } = useRecentGames(cabinet, wanted)
  const game = found?.find(({ gameId }) => gameId === played.game)
  const { press } = useSession()
  const once = useOnce()
  const isBusy = useShown(({ presses }) =>
    presses.some((one) => {
      const { command } = one
      return command.type === 'ClickGame' && command.game === game?.id && isUnsent(one)
    }),
  )
  const settle = (isAttached: boolean) => () =>
    once(() => {
      if (!game || !match || isBusy) return
      // A game that was only offered counts nothing yet: it takes no point with it.
      const own = isAttached ? game : { ...game, isWarmup: true }
      press(clickGame(own, match, { isAttached, cabinet }))
    })
  return (
    <li className={games.late}>
      {game && <GameWords game={game} />}
      {played.reason && <p className={games.why}>{words.why(played.reason)}</p>}
      {game && !game.available && game.why && <p className={games.why}>{game.why}</p>}
      {hasFailed && (
        <p className={games.failed} role="alert">
          {words.failedList}
          <Button variant="default" className={games.make} onClick={reload}>
            {text.retry}
          </Button>
        </p>
      )}
      <div className={games.choices}>
        <Button disabled={!game?.available || isBusy} onClick={settle(true)}>
          {words.accept(text.match.short(match?.matchNum ?? 0))}
        </Button>
        <Button variant="default" disabled={!game || isBusy} onClick={settle(false)}>
          {words.ignore}
        </Button>
      </div>
    </li>
  )
}

import { useRef } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import type { OptimisticMatch } from '../../core/presses/optimistic.ts'
import { addScore } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { PendingCommand } from '../../core/presses/pending-command.ts'
import type { WriteState } from '../../core/writes/write-machine.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { text } from '../../core/text/text.ts'
import { pressText, referee } from '../../core/text/officiate/referee.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { sideName } from '../../core/live/select.ts'
import { useTouchTarget } from '../../hooks/useTouchTarget.ts'
import { Pips } from '../../ui/live/MatchLength.tsx'
import styles from './ScoreSide.module.css'

type Props = {
  colour: Colour
  drawn: OptimisticMatch | undefined
  /** the match that ended here last, shown while no match is played */
  last: MatchRow | undefined
}

/** One team's score with its buttons. */
export function ScoreSide({ colour, drawn, last }: Props) {
  const match = drawn?.match
  const shownMatch = match ?? last
  const team = (colour === 'blue' ? match?.blueTeam : match?.goldTeam) ?? null
  const score = colour === 'blue' ? shownMatch?.blueScore : shownMatch?.goldScore
  const name = useLiveState(({ live }) =>
    shownMatch ? sideName(live.rows, shownMatch, colour) : '',
  )
  const state = useLiveState(({ presses }) => mostUrgentState(presses, match?.id, team))
  const isRefused = state === 'refused'
  const isOverdue = state === 'late' || state === 'offline'
  const isUnconfirmed =
    drawn?.unconfirmed.some((part) => part === `${colour}Score` || part === 'sides') ?? false
  const add = useAdd(drawn, colour)
  const { onPointerDown, isMeant } = useTouchTarget(`${match?.id} ${team}`)
  return (
    <section
      className={styles.side}
      data-colour={colour}
      data-empty={!match || undefined}
      aria-label={match ? `${text.capital[colour]}: ${name}` : text.capital[colour]}
    >
      <div className={styles.names}>
        <TeamSign colour={colour} size={20} />
        <span className={styles.name} title={name} dir="auto">
          {name}
        </span>
      </div>
      <output
        className={styles.digits}
        key={isRefused ? 'refused' : 'shown'}
        data-unconfirmed={isUnconfirmed || undefined}
        data-refused={isRefused || undefined}
        aria-label={referee.score(colour)}
      >
        {score ?? '-'}
        {isUnconfirmed && (
          <span className={styles.mark} data-late={isOverdue || undefined}>
            <Icon name="clock" size={24} />
          </span>
        )}
      </output>
      <div className={styles.pips}>
        {shownMatch && score !== undefined && <Pips match={shownMatch} won={score} />}
      </div>
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.minus}
          disabled={team === null || !match || !score}
          aria-label={pressText.minus(colour)}
          aria-keyshortcuts={colour === 'blue' ? '8' : '9'}
          onPointerDown={onPointerDown}
          onClick={(event) => isMeant(event) && add(-1)}
        >
          -1
        </button>
        <button
          type="button"
          className={styles.plus}
          disabled={team === null}
          aria-label={pressText.plus(colour)}
          aria-keyshortcuts={colour === 'blue' ? '2' : '3'}
          onPointerDown={onPointerDown}
          onClick={(event) => isMeant(event) && add(1)}
        >
          +1
        </button>
      </div>
    </section>
  )
}

/** The most urgent state among the pending presses of a score. */
function mostUrgentState(
  presses: PendingCommand[],
  match: number | undefined,
  team: number | null,
): WriteState | null {
  const own = presses.filter(
    ({ command }) =>
      command.type === 'AddScore' && command.match === match && command.team === team,
  )
  const states: WriteState[] = ['refused', 'offline', 'late', 'sending']
  return states.find((state) => own.some((press) => press.state === state)) ?? null
}

/** A second tap counts only after the first is painted (ux 35). */
function useAdd(drawn: OptimisticMatch | undefined, colour: Colour): (by: 1 | -1) => void {
  const { press } = useLiveSession()
  const isDrawing = useRef(false)
  return (by) => {
    const command = drawn && addScore(drawn.match, colour, by)
    if (!command || isDrawing.current) return
    isDrawing.current = true
    setTimeout(() => requestAnimationFrame(() => (isDrawing.current = false)))
    press(command)
  }
}

import { useCallback } from 'react'
import { colourOf, positions, positionsOf, snailPixelsPerSecond } from '#events/game/map/field.ts'
import type { Position } from '#events/game/map/field.ts'
import type { LiveGame } from '#events/view/frames.ts'
import { useLiveState } from '../../core/live/context.ts'
import { rest } from '../../core/rest.ts'
import { overlayText as text } from '../../core/text/display/overlay.ts'
import { useTournamentPage } from '../../spectate/page/tournament-context.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import { useKills } from './kills.ts'
import styles from './Overlay.module.css'
import type { PartProps } from './part-props.ts'
import { readAnonymously } from './read-anonymously.ts'

const namesPollMs = 5_000
const metre = snailPixelsPerSecond.plain

/** Statistics of the running game by position, and the score of each team. */
export function Numbers({ cabinet, order }: PartProps) {
  const game = useLiveState((state) => state.cabinets[cabinet]?.game ?? null)
  const nameOf = useNames(cabinet)
  if (!game) return null
  return (
    <section className={styles.numbers}>
      {order.map((colour) => (
        <table key={colour} data-colour={colour}>
          <thead>
            <tr>
              <td />
              {Object.entries(text.numbers).map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {positionsOf[colour].map((seat) => (
              <tr key={seat}>
                <th scope="row">{nameOf(seat)}</th>
                {numbersOf(game, seat).map(([name, value]) => (
                  <td key={name}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>
                {text.lives} {game.queenLives[colour]} · {text.berries} {game.berries[colour]}
              </td>
            </tr>
          </tfoot>
        </table>
      ))}
    </section>
  )
}

function numbersOf(game: LiveGame, seat: Position): [string, string | number][] {
  const isQueen = seat <= 2
  const snail = Math.round((game.snailDistance[seat] ?? 0) / metre)
  return [
    ['kills', game.kills[seat] ?? 0],
    ['deaths', game.deaths[seat] ?? 0],
    ['berries', isQueen ? '–' : (game.totalBerries[seat] ?? 0)],
    ['snail', isQueen ? '–' : snail],
  ]
}

/** The kill feed, the latest kill at the bottom. */
export function KillFeed({ cabinet }: PartProps) {
  const { tournament, cabinets } = useTournamentPage()
  const name = cabinets.find(({ id }) => id === cabinet)?.name
  return name ? <Feed scene={tournament.scene.name} cabinet={name} id={cabinet} /> : null
}

function Feed({ scene, cabinet, id }: { scene: string; cabinet: string; id: number }) {
  const kills = useKills({ scene, cabinet })
  const nameOf = useNames(id)
  const side = (seat: Position) => (
    <span
      className={styles.killed}
      data-colour={colourOf(seat)}
      data-queen={seat <= 2 || undefined}
    >
      {nameOf(seat)}
    </span>
  )
  return (
    <ol className={styles.kills}>
      {kills.map(({ id: key, killer, victim }) => (
        <li key={key} data-kill={key}>
          {side(killer)}
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M2 14 13 3V1h2v2l-1 1L3 15zM1 10l5 5" />
          </svg>
          {side(victim)}
        </li>
      ))}
    </ol>
  )
}

/** The names of signed-in players who allow it; else the name of the position. */
function useNames(cabinet: number): (seat: Position) => string {
  const load = useCallback(
    () => readAnonymously(rest.get('/api/game/cabinet/:id/signin/', { id: cabinet })),
    [cabinet],
  )
  const { answer } = usePolled(load, { everyMs: namesPollMs })
  const names = new Map(answer?.signedIn.map(({ playerId, userName }) => [playerId, userName]))
  return (seat) => names.get(seat) ?? positions[seat].replace(/^\w+ /, '')
}

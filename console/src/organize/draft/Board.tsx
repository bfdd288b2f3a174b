import { VisuallyHidden } from '@mantine/core'
import { Icon } from '../../ui/Icon.tsx'
import { draft as words } from '../../core/text/organize/teams.ts'
import type { DraftRow } from '#events/schema/rows.ts'
import styles from './Draft.module.css'
import { boardOf, nextIn, teamName, turnIn, phaseOf } from './draft.ts'
import type { Cell, Turn, Phase } from './draft.ts'
import { useEffect, useRef } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { play } from '../../core/sound.ts'
import { minutes } from '#events/text/durations.ts'
import { useNow } from '../../hooks/useNow.ts'

type Props = {
  draft: DraftRow
  nameOf: (player: number) => string
  /** undefined: the board is read-only */
  onReplace?: ((turn: Turn, player: number) => void) | undefined
}

/** The draft board: a row per round and a column per team, readable across a room. */
export function Board({ draft, nameOf, onReplace }: Props) {
  const { teams } = draft
  const board = boardOf(draft)
  return (
    <div className={styles.scroll} role="region" aria-label={words.board} tabIndex={0}>
      <table className={styles.board} style={{ '--teams': teams.length } as React.CSSProperties}>
        <caption className={styles.caption}>
          <span>{words.caption}</span>
        </caption>
        <thead>
          <tr>
            <td />
            {teams.map((_, team) => (
              <th key={team} scope="col" title={teamName(draft, team)} dir="auto">
                {teamName(draft, team)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.map(({ round, isReversed, cells }) => (
            <tr key={round}>
              <th scope="row">
                {round === 0 ? words.captains : words.round(round)}
                <span
                  className={styles.arrow}
                  role="img"
                  aria-label={isReversed ? words.left : words.right}
                >
                  {isReversed ? '←' : '→'}
                </span>
              </th>
              {cells.map((cell) => (
                <td key={cell.team} data-turn={cell.isTurn || undefined}>
                  <BoardCell
                    cell={cell}
                    name={cell.player === null ? null : nameOf(cell.player)}
                    team={teamName(draft, cell.team)}
                    onReplace={
                      onReplace &&
                      ((player) => {
                        const index = cell.pick - 1 - round * teams.length
                        onReplace({ round, index, team: cell.team }, player)
                      })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type BoardCellProps = {
  cell: Cell
  name: string | null
  team: string
  onReplace: ((player: number) => void) | undefined
}

function BoardCell({ cell, name, team, onReplace }: BoardCellProps) {
  const { player, pick, isTurn } = cell
  const number = <small className="hint">{words.pickNumber(pick)}</small>
  if (player === null || name === null) {
    return (
      <span className={styles.place}>
        {number}
        {isTurn && <strong>{words.picking}</strong>}
      </span>
    )
  }
  if (!onReplace) {
    return (
      <span className={styles.place} title={name}>
        {number}
        <span>{name}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      data-content
      className={styles.place}
      title={name}
      onClick={() => onReplace(player)}
    >
      {number}
      <span>{name}</span>
      <VisuallyHidden>{words.replaceOf(team)}</VisuallyHidden>
    </button>
  )
}

/** Shows whose turn it is, large enough to read across a room. */
export function TurnBar({ draft }: { draft: DraftRow }) {
  const turn = turnIn(draft)
  const next = nextIn(draft)
  return (
    <div className={styles.turn}>
      <div role="status" className={styles.whose}>
        {turn ? (
          <>
            <strong dir="auto">
              {turn.round === 0
                ? words.captainOf(teamName(draft, turn.team))
                : words.turn(teamName(draft, turn.team))}
            </strong>
            <span>
              {turn.round > 0 && words.turnAt(turn.round, turn.index + 1, draft.teams.length)}
              {turn.round > 0 && next && ' · '}
              {next && words.next(teamName(draft, next.team))}
            </span>
          </>
        ) : (
          <strong>
            <Icon name="check" /> {draft.createdTeams ? words.final : words.complete}
          </strong>
        )}
      </div>
      <PickClock dueAt={turn ? draft.dueAt : null} />
    </div>
  )
}

/** Time left for a pick, by the server's clock. When it ends nothing is picked (R-DR-5). */
function PickClock({ dueAt }: { dueAt: string | null }) {
  const skewMs = useLiveState((shown) => shown.skewMs) ?? 0
  const now = useNow(dueAt !== null, 250)
  const { phase, seconds } = phaseOf(dueAt, now - skewMs)
  useSounds(phase)
  if (phase === 'off') return null
  return (
    <div className={styles.clock} data-phase={phase}>
      <span role="timer" aria-label={words.left2(minutes(seconds))}>
        {minutes(seconds)}
      </span>
      <small role="status">
        {phase === 'soon' && words.soon}
        {phase === 'over' && words.over}
      </small>
    </div>
  )
}

/** Plays sounds on phase changes only, so a page that is opened late stays silent. */
function useSounds(phase: Phase): void {
  const previous = useRef(phase)
  useEffect(() => {
    const previousPhase = previous.current
    previous.current = phase
    if (phase === 'soon' && previousPhase === 'runs') play('soon')
    if (phase === 'over' && (previousPhase === 'soon' || previousPhase === 'runs')) play('over')
  }, [phase])
}

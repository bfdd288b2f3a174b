import { roundNameOf } from '../../core/text/server-words.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { StageTypeRecord } from '#events/rules/stage-types/stage-types.ts'
import { useLiveState } from '../../core/live/context.ts'
import { byMatchNumber } from '../../core/live/select.ts'
import { venue as text } from '../../core/text/display/venue.ts'
import { draw } from '../../spectate/bracket/bracket-layout.ts'
import { hasBegun, stagesOf } from '../../spectate/page/matches.ts'
import { Board } from './Board.tsx'
import styles from './BracketBoard.module.css'
import { RankBoard } from './RankBoard.tsx'
import { Team } from './Team.tsx'
import { pairOf } from './teams.ts'
import { tilesOf } from './tiles.ts'
import { useScreenRotation } from './useScreenRotation.ts'
import { useScreenSize } from './useScreenSize.ts'

const box = { width: 54, height: 13, across: 58, down: 14.5 }
const margin = { width: 6, height: 15 }

/** The chosen stage, else the one being played, else the last. */
export function useStage(stage: number | null): BracketRow | undefined {
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const stages = useMemo(() => stagesOf({ bracket: brackets }), [brackets])
  const current = stages.find(({ isCreated, isComplete }) => isCreated && !isComplete)
  return (stage === null ? undefined : brackets[stage]) ?? current ?? stages.at(-1)
}

export function BracketBoard({ stage }: { stage: number | null }) {
  const rows = useLiveState((state) => state.live.rows.match)
  const chosen = useStage(stage)
  const matches = useMemo(() => {
    const own = Object.values(rows).filter((match) => match.bracket === chosen?.id)
    return own.toSorted(byMatchNumber)
  }, [rows, chosen?.id])
  if (!chosen) {
    return (
      <Board title={text.board.bracket}>
        <p className={styles.none}>{text.noStage}</p>
      </Board>
    )
  }
  const Drawing = boards[typeOf(chosen).drawing]
  return <Drawing stage={chosen} matches={matches} />
}
type Drawable = { stage: BracketRow; matches: MatchRow[] }
const boards = {
  cross_table: RankBoard,
  bracket: DrawnBoard,
  ladder: DrawnBoard,
} satisfies Record<StageTypeRecord['drawing'], (props: Drawable) => ReactNode>

/** The drawn bracket in parts that can be read from a distance, shown one after the other. */
function DrawnBoard({ stage, matches }: Drawable) {
  const byId = useLiveState((state) => state.live.rows.match)
  const { width, height } = useScreenSize()
  const isLadder = typeOf(stage).drawing === 'ladder'
  const drawing = useMemo(() => draw(matches, isLadder), [matches, isLadder])
  const columns = Math.max(1, Math.floor((width - margin.width + 4) / box.across))
  const rows = Math.max(1, Math.floor((height - margin.height) / box.down - 0.5))
  // A match is open once one of its teams is known.
  const isOpen = (id: number) => {
    const match = byId[id]
    return match?.isComplete === false && (match.blueTeam ?? match.goldTeam) !== null
  }
  const tiles = tilesOf(drawing, { columns, rows }, isOpen)
  const page = useScreenRotation(tiles.length)
  const tile = tiles[page]
  if (!tile) return <Board title={stage.name}>{null}</Board>
  const at = (column: number, row: number) => ({
    x: (column - tile.column) * box.across,
    y: (row - tile.row) * box.down,
  })
  const positions = new Map(drawing.boxes.map((box) => [box.match, at(box.column, box.row)]))
  const onScreen = new Set(tile.boxes.map(({ match }) => match))
  const lines = drawing.lines.filter(({ from, to }) => onScreen.has(from) && onScreen.has(to))
  return (
    <Board title={stage.name}>
      <div className={styles.canvas} dir="ltr">
        <svg className={styles.lines} viewBox={`0 0 100 100`} aria-hidden="true">
          {lines.map(({ from, to }) => (
            <path key={from} d={pathBetween(positions.get(from)!, positions.get(to)!)} />
          ))}
        </svg>
        <ol>
          {tile.boxes.map(({ match, column, row }) => {
            const { x, y } = at(column, row)
            return (
              <li
                key={match}
                className={styles.place}
                style={{ insetInlineStart: `${x}vmin`, insetBlockStart: `${y}vmin` }}
              >
                <MatchBox id={match} />
              </li>
            )
          })}
        </ol>
      </div>
      {tiles.length > 1 && <p className={styles.page}>{text.page(page + 1, tiles.length)}</p>}
    </Board>
  )
}

function MatchBox({ id }: { id: number }) {
  const rows = useLiveState((state) => state.live.rows)
  const match = rows.match[id]
  if (!match) return null
  const isOn = match.activeCabinet !== null
  return (
    <div
      className={styles.box}
      data-on={isOn || undefined}
      data-over={match.isComplete || undefined}
    >
      <p className={styles.facts}>
        {text.match(match.matchNum)} {isOn ? text.call('on') : roundNameOf(match)}
      </p>
      {pairOf(rows, match).map((team) => (
        <Team key={team.colour} team={team} hasSign={false} hasScore={hasBegun(match)} />
      ))}
    </div>
  )
}

type Point = { x: number; y: number }

function pathBetween(from: Point, to: Point): string {
  const middle = box.height / 2
  if (from.x === to.x) return `M${from.x + box.width / 2} ${from.y + middle}V${to.y + middle}`
  const bend = to.x - (box.across - box.width) / 2
  return `M${from.x + box.width} ${from.y + middle}H${bend}V${to.y + middle}H${to.x}`
}

import { to } from '../../core/addresses.ts'
import { memo, useMemo, useState } from 'react'
import { sameValue } from '../../../../events/same-value.ts'
import type { BracketRow, MatchRow } from '../../../../events/schema/rows.ts'
import { typeOf } from '../../../../events/rules/stage-types/stage-types.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/public.ts'
import { draw, pathFrom } from './bracket-layout.ts'
import type { Box, Drawing, Line } from './bracket-layout.ts'
import { byesOf } from './byes.ts'
import { useFollowed } from '../frame/follow.ts'
import { Facts, SideLine } from '../frame/MatchLine.tsx'
import { isOf, sidesOf } from '../frame/matches.ts'
import { usePlace } from '../frame/tournament-context.ts'
import styles from './Bracket.module.css'

const size = { width: 232, gap: 44, height: 84, room: 100, heading: 44 }
type Props = { stage: BracketRow; matches: MatchRow[] }

/** The bracket as a bracket: a column a round, lines from each match to where its winner goes. */
export function BracketDrawing({ stage, matches }: Props) {
  const isLadder = typeOf(stage).drawing === 'ladder'
  const drawing = useSame(useMemo(() => draw(matches, isLadder), [matches, isLadder]))
  const followed = useFollowed(usePlace().tournament.id)
  const mine = useMemo(() => pathOf(matches, followed), [matches, followed])
  const byes = useMemo(() => byesOf(isLadder ? [] : matches), [matches, isLadder])
  const at = useMemo(() => positions(drawing), [drawing])
  const inlineSize = drawing.columns * (size.width + size.gap) - size.gap
  const blockSize = at.top(drawing.rows) + size.heading
  return (
    <section className={styles.scroll} tabIndex={0} aria-label={text.stage.drawing(stage.name)}>
      <div className={styles.canvas} style={{ inlineSize, blockSize }}>
        <Lines drawing={drawing} at={at} mine={mine} area={{ inlineSize, blockSize }} />
        {drawing.headings.map(({ name, column, row }) => (
          <h3
            key={`${column} ${row}`}
            className={styles.heading}
            style={{
              insetInlineStart: at.left(column),
              insetBlockStart: at.top(row) - size.heading,
            }}
          >
            {name}
          </h3>
        ))}
        <ol>
          {drawing.boxes.map((box) => (
            <Place
              key={box.match}
              box={box}
              at={at}
              isMine={mine.has(box.match)}
              byes={byes.get(box.match)}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Points do not move a bracket: where each match stands is the same object while it says the same. */
function useSame(next: Drawing): Drawing {
  const [kept, setKept] = useState(next)
  if (sameValue(kept, next)) return kept
  setKept(next)
  return next
}

type Positions = { left: (column: number) => number; top: (row: number) => number; y: Top }
type Top = (match: number) => { x: number; y: number }

/** Each part of the drawing has room for its headings above it. */
function positions({ boxes, headings }: Drawing): Positions {
  const starts = [...new Set(headings.map(({ row }) => row))].toSorted((a, b) => a - b)
  const left = (column: number) => column * (size.width + size.gap)
  const top = (row: number) => {
    const above = starts.filter((start) => start <= row).length
    return row * size.room + above * size.heading
  }
  const known = new Map(boxes.map((box) => [box.match, box]))
  const y = (match: number) => {
    const box = known.get(match)
    return { x: left(box?.column ?? 0), y: top(box?.row ?? 0) + size.height / 2 }
  }
  return { left, top, y }
}

type LinesProps = {
  drawing: Drawing
  at: Positions
  mine: Set<number>
  area: { inlineSize: number; blockSize: number }
}

const Lines = memo(function Lines({ drawing, at, mine, area }: LinesProps) {
  const isMine = ({ from, to }: Line) => mine.has(from) && mine.has(to)
  const lines = drawing.lines.toSorted((a, b) => Number(isMine(a)) - Number(isMine(b)))
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 ${area.inlineSize} ${area.blockSize}`}
      style={area}
      aria-hidden="true"
      focusable="false"
    >
      {lines.map((line) => (
        <path
          key={line.from}
          d={pathBetween(at.y(line.from), at.y(line.to))}
          data-mine={isMine(line) || undefined}
        />
      ))}
    </svg>
  )
})

type Point = { x: number; y: number }

function pathBetween(from: Point, to: Point): string {
  if (from.x === to.x) {
    const x = from.x + size.width / 2
    return `M${x} ${from.y}V${to.y}`
  }
  const middle = to.x - size.gap / 2
  return `M${from.x + size.width} ${from.y}H${middle}V${to.y}H${to.x}`
}

type PlaceProps = { box: Box; at: Positions; isMine: boolean; byes: number[] | undefined }

const Place = memo(function Place({ box, at, isMine, byes }: PlaceProps) {
  const match = useLiveState((shown) => shown.live.rows.match[box.match])
  const rows = useLiveState((shown) => shown.live.rows)
  const followed = useFollowed(usePlace().tournament.id)
  if (!match) return null
  const place = { insetInlineStart: at.left(box.column), insetBlockStart: at.top(box.row) }
  return (
    <li className={styles.place} style={place}>
      <a
        href={to.match(match.id)}
        className={styles.box}
        data-mine={isOf(match, followed) || undefined}
        data-path={isMine || undefined}
      >
        <Facts match={match} isShort />
        {sidesOf(rows, match).map((side, index) => (
          <SideLine
            key={index}
            side={side}
            match={match}
            followed={followed}
            hasBye={side.team !== null && byes?.includes(side.team)}
          />
        ))}
      </a>
    </li>
  )
})

/** What a team has played and what it would play if it went on winning. */
function pathOf(matches: MatchRow[], team: number | null): Set<number> {
  if (team === null) return new Set()
  const own = matches.filter((match) => isOf(match, team))
  const open = own.find((match) => !match.isComplete)
  const ahead = open ? pathFrom(matches, open.id) : []
  return new Set([...own.map(({ id }) => id), ...ahead])
}

import { to } from '../../core/addresses.ts'
import type { CSSProperties } from 'react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { sameValue } from '#events/same-value.ts'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import { useLiveState } from '../../core/live/context.ts'
import { bracketText } from '../../core/text/spectate/brackets.ts'
import { draw, pathFrom } from './bracket-layout.ts'
import type { Box, Drawing, ConnectingLine } from './bracket-layout.ts'
import { byesOf } from './byes.ts'
import { useFollowed } from '../page/follow.ts'
import { Facts, SideLine } from '../page/MatchList.tsx'
import { hasTeam, sidesOf } from '../page/matches.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import styles from './Bracket.module.css'

const size = { width: 232, gap: 44, height: 84, room: 100, heading: 44 }
/** The width between the margins of a page that is A4 or Letter. */
const printedPx = { upright: 680, sideways: 940 }
const zooms = [0.5, 0.75, 1, 1.25, 1.5]
/** `team`: the team that was searched for. */
type Props = { stage: BracketRow; matches: MatchRow[]; team: number | null }

/** The drawn bracket: one column a round, with lines from each match to its winner's next one. */
export function BracketDrawing({ stage, matches, team }: Props) {
  const isLadder = typeOf(stage).drawing === 'ladder'
  const drawing = useStable(useMemo(() => draw(matches, isLadder), [matches, isLadder]))
  const followed = useFollowed(useTournamentPage().tournament.id)
  const chosen = team ?? followed
  const path = useMemo(() => pathOf(matches, chosen), [matches, chosen])
  const [zoom, setZoom] = useState(zooms.indexOf(1))
  const canvas = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (team === null) return
    const all = canvas.current?.querySelectorAll('[data-mine]')
    all?.[all.length - 1]?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [team])
  const byes = useMemo(() => byesOf(isLadder ? [] : matches), [matches, isLadder])
  const at = useMemo(() => positions(drawing), [drawing])
  const inlineSize = drawing.columns * (size.width + size.gap) - size.gap
  const blockSize = at.top(drawing.rows) + size.heading
  return (
    <>
      <div className={styles.zoom} role="group" aria-label={bracketText.zoom}>
        {[-1, 1].map((by) => (
          <button
            key={by}
            type="button"
            className={styles.step}
            aria-label={by < 0 ? bracketText.smaller : bracketText.larger}
            disabled={zooms[zoom + by] === undefined}
            onClick={() => setZoom(zoom + by)}
          >
            {by < 0 ? '−' : '+'}
          </button>
        ))}
      </div>
      <section
        className={styles.scroll}
        dir="ltr"
        tabIndex={0}
        aria-label={bracketText.drawing(stage.name)}
      >
        <div
          className={styles.canvas}
          data-wide={inlineSize > blockSize || undefined}
          ref={canvas}
          style={{ inlineSize, blockSize, ...zoomOf(zooms[zoom], inlineSize) }}
        >
          <Lines drawing={drawing} at={at} path={path} area={{ inlineSize, blockSize }} />
          <Heads drawing={drawing} at={at} />
          <ol>
            {drawing.boxes.map((box) => (
              <MatchBox
                key={box.match}
                box={box}
                at={at}
                isMine={path.has(box.match)}
                team={chosen}
                byes={byes.get(box.match)}
              />
            ))}
          </ol>
        </div>
      </section>
    </>
  )
}

/** On paper the whole drawing is as wide as the page, which is turned for a wide drawing. */
function zoomOf(zoom: number | undefined, inlineSize: number): CSSProperties {
  const upright = Math.min(1, printedPx.upright / inlineSize)
  const sideways = Math.min(1, printedPx.sideways / inlineSize)
  return { '--zoom': zoom, '--upright': upright, '--sideways': sideways } as CSSProperties
}

/** The names of the rounds, which stay visible while their part of the drawing is. */
function Heads({ drawing: { headings, rows }, at }: { drawing: Drawing; at: Positions }) {
  const starts = [...new Set(headings.map(({ row }) => row))].toSorted((a, b) => a - b)
  return starts.map((start, part) => {
    const top = at.top(start) - size.heading
    const next = starts[part + 1]
    const end = next === undefined ? at.top(rows) : at.top(next) - size.heading
    return (
      <div
        key={start}
        className={styles.heads}
        style={{ insetBlockStart: top, blockSize: end - top }}
      >
        <div>
          {headings
            .filter(({ row }) => row === start)
            .map(({ name, column }) => (
              <h3
                key={column}
                className={styles.heading}
                style={{ insetInlineStart: at.left(column) }}
              >
                {name}
              </h3>
            ))}
        </div>
      </div>
    )
  })
}

/** Keeps the identity of an equal drawing, since a change of a score does not move any match. */
function useStable(next: Drawing): Drawing {
  const [stable, setStable] = useState(next)
  if (sameValue(stable, next)) return stable
  setStable(next)
  return next
}

type Positions = { left: (column: number) => number; top: (row: number) => number; y: Top }
type Top = (match: number) => { x: number; y: number }

/** Pixel positions. Each part of the drawing has space for its headings above it. */
function positions({ boxes, headings }: Drawing): Positions {
  const starts = [...new Set(headings.map(({ row }) => row))].toSorted((a, b) => a - b)
  const left = (column: number) => column * (size.width + size.gap)
  const top = (row: number) => {
    const above = starts.filter((start) => start <= row).length
    return row * size.room + above * size.heading
  }
  const boxOf = new Map(boxes.map((box) => [box.match, box]))
  const y = (match: number) => {
    const box = boxOf.get(match)
    return { x: left(box?.column ?? 0), y: top(box?.row ?? 0) + size.height / 2 }
  }
  return { left, top, y }
}

type LinesProps = {
  drawing: Drawing
  at: Positions
  path: Set<number>
  area: { inlineSize: number; blockSize: number }
}

const Lines = memo(function Lines({ drawing, at, path, area }: LinesProps) {
  const isMine = ({ from, to }: ConnectingLine) => path.has(from) && path.has(to)
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

type MatchBoxProps = {
  box: Box
  at: Positions
  isMine: boolean
  /** the team whose path is shown */
  team: number | null
  byes: number[] | undefined
}

const MatchBox = memo(function MatchBox({ box, at, isMine, team, byes }: MatchBoxProps) {
  const match = useLiveState((state) => state.live.rows.match[box.match])
  const rows = useLiveState((state) => state.live.rows)
  if (!match) return null
  const position = { insetInlineStart: at.left(box.column), insetBlockStart: at.top(box.row) }
  return (
    <li className={styles.place} style={position}>
      <a
        href={to.match(match.id)}
        className={styles.box}
        data-mine={hasTeam(match, team) || undefined}
        data-path={isMine || undefined}
      >
        <Facts match={match} isShort />
        {sidesOf(rows, match).map((side, index) => (
          <SideLine
            key={index}
            side={side}
            match={match}
            followed={team}
            hasBye={side.team !== null && byes?.includes(side.team)}
          />
        ))}
      </a>
    </li>
  )
})

/** The matches of a team, and those it would play if it kept winning. */
function pathOf(matches: MatchRow[], team: number | null): Set<number> {
  if (team === null) return new Set()
  const own = matches.filter((match) => hasTeam(match, team))
  const open = own.find((match) => !match.isComplete)
  const ahead = open ? pathFrom(matches, open.id) : []
  return new Set([...own.map(({ id }) => id), ...ahead])
}

import type { ReactNode } from 'react'
import { colourOf } from '#events/game/map/field.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { Gate, Position } from '#events/game/map/field.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import styles from './Field.module.css'

// The icons of the map. Those of Blue are round and those of Gold are squares standing on a corner,
// so that the teams can be told apart without colours.

/** Positions its children at coordinates of the cabinet, whose y axis points upwards. */
export function At({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} ${height - y})`}>
      <g className={styles.mark}>{children}</g>
    </g>
  )
}
export const height = 1080

export function Shape({ colour, size }: { colour: Colour; size: number }) {
  if (colour === 'blue') return <circle r={size} />
  const half = size * 1.25
  return <path d={`M0 ${-half} ${half} 0 0 ${half} ${-half} 0z`} />
}

type BeeProps = { position: Position; isWinged?: boolean; isFast?: boolean; isKilled?: boolean }

export function Bee({ position, isWinged, isFast, isKilled }: BeeProps) {
  const colour = colourOf(position)
  return (
    <g className={styles.bee} data-colour={colour} data-killed={isKilled || undefined}>
      {isWinged && (
        <path className={styles.wings} d="M-18-8C-52-44-58 0-20 6zM18-8C52-44 58 0 20 6z" />
      )}
      {isFast && <path className={styles.fast} d="M30-40 18-18h12L20 4" />}
      <Shape colour={colour} size={22} />
      {position <= 2 && <path className={styles.crown} d="M-16-24v-20l8 9 8-13 8 13 8-9v20z" />}
      <text className={styles.letters} y="8">
        {text.short(position)}
      </text>
      {isKilled && <path className={styles.cross} d="M-26-26 26 26M26-26-26 26" />}
    </g>
  )
}

type GateProps = { gate: Gate; colour: Colour | null; inside: Position | null }

export function GateIcon({ gate: { x, y, type }, colour, inside }: GateProps) {
  return (
    <At x={x} y={y}>
      <g className={styles.gate} data-colour={colour ?? undefined}>
        <path className={styles.arch} d="M-30 6v-56a30 30 0 0 1 60 0v56z" />
        {type === 'maiden_wings' ? (
          <path
            className={styles.kind}
            d="M0-16C-8-40-24-40-24-28s12 16 24 12c12 4 24 0 24-12s-16-12-24 12z"
          />
        ) : (
          <path className={styles.kind} d="M6-48-10-24H2L-6 0" />
        )}
        {colour && (
          <g className={styles.owner} transform="translate(0 -92)">
            <Shape colour={colour} size={11} />
          </g>
        )}
      </g>
      {inside && (
        <g transform="translate(0 -26)">
          <Bee position={inside} />
        </g>
      )}
    </At>
  )
}

export function Snail({ rider, isEating }: { rider: Position | null; isEating: boolean }) {
  return (
    <g className={styles.snail} data-eating={isEating || undefined}>
      <path d="M-44 10h80c14 0 16-14 14-28l6-14m-6 14-12-14M-26 8a26 26 0 1 1 44 0M-12-6a10 10 0 1 1 12 10" />
      {rider && (
        <g transform="translate(0 -58)">
          <Bee position={rider} />
        </g>
      )}
    </g>
  )
}

import { memo } from 'react'
import type { ReactNode } from 'react'
import { mapOf, mapName, colourOf } from '#events/game/map/field.ts'
import type { GameMap, Position, Gate } from '#events/game/map/field.ts'
import { colours } from '#events/game/map/colour.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { hiveOf, keyOf, snailAt, width } from '#events/game/game-replay.ts'
import type { ReplayState } from '#events/game/game-replay.ts'
import { minutes } from '#events/text/durations.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import styles from './Field.module.css'

const height = 1080

const fadeMs = 4_000

/** The map with the known state of the game at a moment. */
export function Field({ moment, ms }: { moment: ReplayState; ms: number }) {
  const { state } = moment
  const map = mapOf(state.cabinetMap)
  const snailY = map?.snailY ?? null
  const title = text.field(mapName(state.cabinetMap), minutes(ms / 1000))
  return (
    <svg
      viewBox={`-20 -30 ${width + 40} ${height + 50}`}
      className={styles.field}
      role="img"
      aria-label={title}
    >
      <Ground cabinetMap={state.cabinetMap} goldOnLeft={state.goldOnLeft} />
      <Hives moment={moment} />
      {map && <Gates map={map} moment={moment} />}
      {snailY !== null && <SnailAt y={snailY} moment={moment} ms={ms} />}
      <Bees moment={moment} ms={ms} />
    </svg>
  )
}

type GroundProps = { cabinetMap: string; goldOnLeft: boolean }

/** The fixed parts: floors, both nets and the track between them. */
const Ground = memo(function Ground({ cabinetMap, goldOnLeft }: GroundProps) {
  const map = mapOf(cabinetMap)
  const { floors = [], snailY = null, trackWidth = null } = map ?? {}
  return (
    <>
      <rect x="-18" y="-28" width={width + 36} height={height + 46} className={styles.ground} />
      <path
        className={styles.floors}
        d={floors
          .flatMap(([y, left, right]) => {
            const at = height - y + 6
            return [`M${left} ${at}H${right}`, `M${width - right} ${at}H${width - left}`]
          })
          .join('')}
      />
      {snailY !== null && trackWidth !== null && (
        <>
          <path
            className={styles.track}
            d={`M${width / 2 - trackWidth} ${height - snailY + 8}h${2 * trackWidth}`}
          />
          {colours.map((colour) => {
            const side = (colour === 'gold') === goldOnLeft ? -1 : 1
            const x = width / 2 + side * trackWidth
            return <Net key={colour} colour={colour} x={x} y={height - snailY} side={side} />
          })}
        </>
      )}
    </>
  )
})

function Net({ colour, x, y, side }: { colour: Colour; x: number; y: number; side: number }) {
  return (
    <g className={styles.net} data-colour={colour} transform={`translate(${x} ${y})`}>
      <path
        d={`M${-12 * side}-70h${22 * side}v80h${-22 * side}M0-70v80M${-12 * side}-30h${22 * side}`}
      />
      <g transform={`translate(${-2 * side} -96)`}>
        <Shape colour={colour} size={12} />
      </g>
    </g>
  )
}

const Hives = memo(
  function Hives({ moment: { state, berries } }: { moment: ReplayState }) {
    return (
      <>
        {colours.map((colour) => (
          <g key={colour} className={styles.hive} data-colour={colour}>
            {hiveOf(state, colour).map(([x, y]) => (
              <circle key={keyOf({ x, y })} cx={x} cy={height - y} r="12" className={styles.hole} />
            ))}
          </g>
        ))}
        {berries.map(({ x, y, colour }, index) => (
          <g
            key={index}
            className={styles.berry}
            data-colour={colour}
            transform={`translate(${x} ${height - y})`}
          >
            <Shape colour={colour} size={12} />
          </g>
        ))}
      </>
    )
  },
  (before, after) =>
    before.moment.berries === after.moment.berries &&
    before.moment.state.cabinetMap === after.moment.state.cabinetMap &&
    before.moment.state.goldOnLeft === after.moment.state.goldOnLeft,
)

function Gates({ map, moment: { gates, entering } }: { map: GameMap; moment: ReplayState }) {
  const inside = Object.entries(entering)
  return map.gates.map((gate) => {
    const key = keyOf(gate)
    const entry = inside.find(([, at]) => at === key)
    const position = entry ? (Number(entry[0]) as Position) : null
    return <GateIcon key={key} gate={gate} colour={gates[key] ?? null} inside={position} />
  })
}

function SnailAt({ y, moment: { state }, ms }: { y: number; moment: ReplayState; ms: number }) {
  const { x, rider } = snailAt(state, Math.min(ms, state.endMs ?? ms))
  return (
    <At x={x} y={y}>
      <Snail rider={rider} isEating={state.snail.eating !== null} />
    </At>
  )
}

/** Each bee at its last known position; riders and bees in a gate are drawn there instead. */
function Bees({ moment, ms }: { moment: ReplayState; ms: number }) {
  const { state, seen, entering, kills } = moment
  const visible = Object.entries(seen)
    .map(([key, sight]) => ({ position: Number(key) as Position, ...sight }))
    .filter(({ position }) => state.snail.rider !== position && !(position in entering))
  return (
    <>
      {kills.map((kill) => (
        <Fading key={`${kill.ms} ${kill.victim}`} at={kill} ms={ms}>
          <Bee position={kill.victim} isKilled />
        </Fading>
      ))}
      {visible.map(({ position, ...sight }) => (
        <Fading key={position} at={sight} ms={ms}>
          <Bee
            position={position}
            isWinged={position <= 2 || state.winged[position] !== undefined}
            isFast={state.fast[position] !== undefined}
          />
        </Fading>
      ))}
    </>
  )
}

type FadingProps = {
  at: { x: number; y: number; ms: number }
  ms: number
  children: ReactNode
}

function Fading({ at, ms, children }: FadingProps) {
  const share = 1 - (ms - at.ms) / fadeMs
  if (share <= 0) return null
  return (
    <g opacity={Math.max(0.15, share)}>
      <At x={at.x} y={at.y}>
        {/* The cabinet reports the position of the feet. */}
        <g transform="translate(0 -22)">{children}</g>
      </At>
    </g>
  )
}

/** Positions its children at coordinates of the cabinet, whose y axis points upwards. */
function At({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} ${height - y})`}>
      <g className={styles.mark}>{children}</g>
    </g>
  )
}

/**
 * What stands for Blue is round, and for Gold a square on one corner, so that the teams can be told
 * apart without colours.
 */
function Shape({ colour, size }: { colour: Colour; size: number }) {
  if (colour === 'blue') return <circle r={size} />
  const half = size * 1.25
  return <path d={`M0 ${-half} ${half} 0 0 ${half} ${-half} 0z`} />
}

type BeeProps = { position: Position; isWinged?: boolean; isFast?: boolean; isKilled?: boolean }

function Bee({ position, isWinged, isFast, isKilled }: BeeProps) {
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

function GateIcon({ gate: { x, y, type }, colour, inside }: GateProps) {
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

function Snail({ rider, isEating }: { rider: Position | null; isEating: boolean }) {
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

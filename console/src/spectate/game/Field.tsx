import { memo } from 'react'
import type { ReactNode } from 'react'
import { mapOf, mapName } from '#events/game/map/field.ts'
import { colours } from '#events/game/map/colour.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { GameMap, Position } from '#events/game/map/field.ts'
import { hiveOf, keyOf, snailAt, width } from '#events/game/game-replay.ts'
import type { ReplayState } from '#events/game/game-replay.ts'
import { minutes } from '#events/text/durations.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import styles from './Field.module.css'
import { At, Bee, GateIcon, Shape, Snail, height } from './MapIcons.tsx'

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

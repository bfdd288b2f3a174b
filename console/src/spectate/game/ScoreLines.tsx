import { memo } from 'react'
import type { ReactNode } from 'react'
import type { Score } from '../../../../events/game/game-replay.ts'
import { replayText as text } from './text.ts'
import styles from './ScoreLines.module.css'

type Props = { stands: readonly Score[]; endMs: number; ms: number }
const size = { width: 600, height: 90, rim: 8 }

/** Berries, queen lives and the snail from the start to the end: three ways to win, three lines. */
export function ScoreLines({ stands, endMs, ms }: Props) {
  const share = endMs === 0 ? 0 : ms / endMs
  const [last] = stands.slice(-1)
  if (!last) return null
  const { berries, lives, snail } = last
  return (
    <section>
      <h2 className={styles.title}>{text.lines}</h2>
      <div className={styles.lines}>
        <Chart
          name={text.berries}
          words={text.linesOf(text.berries, `${berries.blue}`, `${berries.gold}`)}
          share={share}
        >
          <Pair stands={stands} endMs={endMs} of="berries" most={12} />
        </Chart>
        <Chart
          name={text.lives}
          words={text.linesOf(text.lives, `${lives.blue}`, `${lives.gold}`)}
          share={share}
        >
          <Pair stands={stands} endMs={endMs} of="lives" most={mostOf(stands)} />
        </Chart>
        <Chart
          name={text.snailLine}
          words={text.linesOf(text.snail, percent(snail), percent(-snail))}
          share={share}
        >
          <SnailLine stands={stands} endMs={endMs} />
        </Chart>
      </div>
    </section>
  )
}

function mostOf([first]: readonly Score[]): number {
  return Math.max(3, first?.lives.blue ?? 0)
}

function percent(share: number): string {
  return `${Math.round(Math.max(0, share) * 100)} %`
}

type ChartProps = { name: string; words: string; share: number; children: ReactNode }

function Chart({ name, words, share, children }: ChartProps) {
  const x = size.rim + share * (size.width - 2 * size.rim)
  return (
    <figure className={styles.chart}>
      <figcaption>{name}</figcaption>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {children}
        <path d={`M${x} 0V${size.height}`} className={styles.now} />
      </svg>
      <p className="hint" aria-hidden="true">
        {words.slice(words.indexOf(':') + 2)}
      </p>
    </figure>
  )
}

type LineProps = { stands: readonly Score[]; endMs: number }

const Pair = memo(function Pair({
  stands,
  endMs,
  of,
  most,
}: LineProps & { of: 'berries' | 'lives'; most: number }) {
  // Where both have the same they lie beside one another.
  const path = (colour: 'blue' | 'gold') =>
    pathOf(stands, endMs, (stand) => 1 - stand[of][colour] / most, colour === 'blue' ? -1.5 : 1.5)
  return (
    <>
      <path d={path('blue')} className={styles.line} data-colour="blue" />
      <path d={path('gold')} className={styles.line} data-colour="gold" />
    </>
  )
})

const SnailLine = memo(function SnailLine({ stands, endMs }: LineProps) {
  return (
    <>
      <path d={`M0 ${size.height / 2}H${size.width}`} className={styles.middle} />
      <path
        d={pathOf(stands, endMs, ({ snail }) => (1 - snail) / 2)}
        className={styles.line}
        data-colour="none"
      />
    </>
  )
})

function pathOf(
  stands: readonly Score[],
  endMs: number,
  height: (stand: Score) => number,
  shift = 0,
): string {
  const [across, down] = [size.width - 2 * size.rim, size.height - 2 * size.rim]
  const points = stands.map((stand) => {
    const x = size.rim + (endMs === 0 ? 0 : stand.ms / endMs) * across
    const y = size.rim + height(stand) * down + shift
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

import { memo } from 'react'
import type { ReactNode } from 'react'
import type { Score } from '#events/game/game-replay.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import styles from './ScoreLines.module.css'

type Props = { scores: readonly Score[]; endMs: number; ms: number }
const size = { width: 600, height: 90, padding: 8 }

/** Three charts of the whole game, one for each way to win: berries, queen lives and the snail. */
export function ScoreLines({ scores, endMs, ms }: Props) {
  const share = endMs === 0 ? 0 : ms / endMs
  const [last] = scores.slice(-1)
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
          <Pair scores={scores} endMs={endMs} of="berries" max={12} />
        </Chart>
        <Chart
          name={text.lives}
          words={text.linesOf(text.lives, `${lives.blue}`, `${lives.gold}`)}
          share={share}
        >
          <Pair scores={scores} endMs={endMs} of="lives" max={maxLives(scores)} />
        </Chart>
        <Chart
          name={text.snailLine}
          words={text.linesOf(text.snail, percent(snail), percent(-snail))}
          share={share}
        >
          <SnailLine scores={scores} endMs={endMs} />
        </Chart>
      </div>
    </section>
  )
}

function maxLives([first]: readonly Score[]): number {
  return Math.max(3, first?.lives.blue ?? 0)
}

function percent(share: number): string {
  return `${Math.round(Math.max(0, share) * 100)} %`
}

type ChartProps = { name: string; words: string; share: number; children: ReactNode }

function Chart({ name, words, share, children }: ChartProps) {
  const x = size.padding + share * (size.width - 2 * size.padding)
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

type LineProps = { scores: readonly Score[]; endMs: number }

const Pair = memo(function Pair({
  scores,
  endMs,
  of,
  max,
}: LineProps & { of: 'berries' | 'lives'; max: number }) {
  // Shifted apart, so that equal values do not hide one line.
  const path = (colour: 'blue' | 'gold') =>
    pathOf(scores, endMs, (score) => 1 - score[of][colour] / max, colour === 'blue' ? -1.5 : 1.5)
  return (
    <>
      <path d={path('blue')} className={styles.line} data-colour="blue" />
      <path d={path('gold')} className={styles.line} data-colour="gold" />
    </>
  )
})

const SnailLine = memo(function SnailLine({ scores, endMs }: LineProps) {
  return (
    <>
      <path d={`M0 ${size.height / 2}H${size.width}`} className={styles.middle} />
      <path
        d={pathOf(scores, endMs, ({ snail }) => (1 - snail) / 2)}
        className={styles.line}
        data-colour="none"
      />
    </>
  )
})

function pathOf(
  scores: readonly Score[],
  endMs: number,
  height: (score: Score) => number,
  shift = 0,
): string {
  const [across, down] = [size.width - 2 * size.padding, size.height - 2 * size.padding]
  const points = scores.map((score) => {
    const x = size.padding + (endMs === 0 ? 0 : score.ms / endMs) * across
    const y = size.padding + height(score) * down + shift
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

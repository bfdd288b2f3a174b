import { Button, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { CabinetPaper } from '../../api.ts'
import type { Drawn } from '../../live/drawn.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { text } from '../../text.ts'
import type { Colour } from '../../text.ts'
import { ScoreSide } from './ScoreSide.tsx'
import styles from './ScoreSides.module.css'

const sides: Colour[] = ['blue', 'gold']

/** Both teams as the referee sees the cabinets; the view can be turned on this device (ux 24). */
export function ScoreSides({
  cabinet,
  drawn,
}: {
  cabinet: CabinetPaper
  drawn: Drawn | undefined
}) {
  const key = `waggle:gold-left:${cabinet.id}`
  const [isTurned, setTurned] = useLocalStorage({ key, defaultValue: false })
  const match = drawn?.match
  return (
    <section
      className={styles.section}
      aria-label={match ? text.match.short(match.matchNum) : text.referee.noMatch}
    >
      <header className={styles.head}>
        <Text className={styles.title} component="h2">
          {match ? text.match.short(match.matchNum) : text.referee.noMatch}
          {match && (
            <span className={styles.round}>
              {[match.roundName, match.stageName].filter(Boolean).join(' · ')}
            </span>
          )}
          <AsOf />
        </Text>
        <Button
          variant="subtle"
          className={styles.flip}
          leftSection={<Icon name="flip" />}
          title={text.referee.flipHint}
          onClick={() => setTurned(!isTurned)}
        >
          {text.referee.flip}
        </Button>
      </header>
      <div className={styles.sides} data-turned={isTurned || undefined}>
        {(isTurned ? sides.toReversed() : sides).map((colour) => (
          <ScoreSide key={colour} colour={colour} drawn={drawn} />
        ))}
      </div>
    </section>
  )
}

/** When the scores were last known to be so, while nobody tells (ux 17). */
function AsOf() {
  const link = useShown((shown) => shown.link)
  if (link.light !== 'lost' || link.heardAt === null) return null
  return (
    <span className={`${styles.round} ${styles.asOf}`}>
      {text.link.asOf(text.time(new Date(link.heardAt)))}
    </span>
  )
}

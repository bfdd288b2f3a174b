import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OfficialCallRow } from '../../../../events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { play } from '../../core/sound.ts'
import { onSite as text } from '../../core/text/on-site.ts'
import { useNow } from '../../hooks/useNow.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './OfficialCalls.module.css'

const CallList = lazyPart(() => import('./CallList.tsx'))
const louderAfterMs = 120_000
const againMs = 20_000

/** In the row of the connection, so that it covers no control and nothing moves when it comes (ux 3). */
export default function OfficialCalls() {
  const calls = useLiveState(({ live }) => live.rows.officialCall)
  const skewMs = useLiveState((shown) => shown.skewMs) ?? 0
  const [isListed, setListed] = useState(false)
  const all = Object.values(calls)
  const open = all.filter(({ takenAt }) => takenAt === null)
  const now = useNow(open.length > 0) - skewMs
  const isLoud = open.some((call) => isOverdue(call, now))
  useSound(open.length, isLoud)
  if (all.length === 0 && !isListed) return null
  return (
    <>
      {all.length > 0 && (
        <Button
          size="md"
          variant={isLoud ? 'filled' : 'default'}
          color="red"
          className={styles.calls}
          data-loud={isLoud || undefined}
          data-quiet={open.length === 0 || undefined}
          leftSection={<Icon name="warning" />}
          onClick={() => setListed(true)}
        >
          {text.calls(all.length)}
        </Button>
      )}
      {isListed && <CallList onClose={() => setListed(false)} />}
    </>
  )
}

function isOverdue({ at }: OfficialCallRow, now: number): boolean {
  return now - Date.parse(at) >= louderAfterMs
}

/** Once for each that comes; what nobody has taken for two minutes sounds again and again. */
function useSound(open: number, isLoud: boolean): void {
  useEffect(() => {
    if (open > 0) play('soon')
  }, [open])
  useEffect(() => {
    if (!isLoud) return undefined
    play('over')
    const timer = setInterval(() => play('over'), againMs)
    return () => clearInterval(timer)
  }, [isLoud])
}

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
const overdueAfterMs = 120_000
const repeatMs = 20_000

/** Calls for an official. In the connection row they cover no control and move nothing (ux 3). */
export default function OfficialCalls() {
  const calls = useLiveState(({ live }) => live.rows.officialCall)
  const skewMs = useLiveState((state) => state.skewMs) ?? 0
  const [isListOpen, setListOpen] = useState(false)
  const all = Object.values(calls)
  const open = all.filter(({ takenAt }) => takenAt === null)
  const now = useNow(open.length > 0) - skewMs
  const isLoud = open.some((call) => isOverdue(call, now))
  useSound(open.length, isLoud)
  if (all.length === 0 && !isListOpen) return null
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
          onClick={() => setListOpen(true)}
        >
          {text.calls(all.length)}
        </Button>
      )}
      {isListOpen && <CallList onClose={() => setListOpen(false)} />}
    </>
  )
}

function isOverdue({ at }: OfficialCallRow, now: number): boolean {
  return now - Date.parse(at) >= overdueAfterMs
}

/** Sounds when the number of open calls changes, and repeatedly while one is overdue. */
function useSound(open: number, isLoud: boolean): void {
  useEffect(() => {
    if (open > 0) play('soon')
  }, [open])
  useEffect(() => {
    if (!isLoud) return undefined
    play('over')
    const timer = setInterval(() => play('over'), repeatMs)
    return () => clearInterval(timer)
  }, [isLoud])
}

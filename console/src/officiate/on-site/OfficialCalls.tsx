import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { OfficialCallRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { play } from '../../core/sound.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { useNow } from '../../hooks/useNow.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './OfficialCalls.module.css'

const OfficialCallList = lazyPart(() => import('./OfficialCallList.tsx'))
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
  useSound(open.map(({ num }) => num).join(), isLoud)
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
      {isListOpen && <OfficialCallList onClose={() => setListOpen(false)} />}
    </>
  )
}

function isOverdue({ at }: OfficialCallRow, now: number): boolean {
  return now - Date.parse(at) >= overdueAfterMs
}

/** Sounds for each new call, and repeatedly while one is overdue. `openCalls` has their numbers. */
function useSound(openCalls: string, isLoud: boolean): void {
  const previous = useRef<readonly string[]>([])
  useEffect(() => {
    const nums = openCalls === '' ? [] : openCalls.split(',')
    // A call that an official takes makes no sound for the others.
    if (nums.some((num) => !previous.current.includes(num))) play('soon')
    previous.current = nums
  }, [openCalls])
  useEffect(() => {
    if (!isLoud) return undefined
    play('over')
    const timer = setInterval(() => play('over'), repeatMs)
    return () => clearInterval(timer)
  }, [isLoud])
}

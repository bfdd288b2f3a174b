import { Button, Group, Stack, Text } from '@mantine/core'
import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { maxMissingPlayers } from '#events/rules/limits.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { rest } from '../../core/rest.ts'
import { clockIn } from '../../core/time/zone.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { useZone } from '../../hooks/useZone.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useSaving } from '../../query/useSaving.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import styles from './TeamOnSite.module.css'
import type { Warnings } from './useWarnings.ts'

const WarnDialog = lazyPart(() => import('./WarnDialog.tsx'))

type Props = { team: number; warnings: Warnings; children?: ReactNode }

/** The attendance and the warnings of a team; `children` are further buttons. */
export const TeamOnSite = memo(function TeamOnSite({ team, warnings, children }: Props) {
  const name = useLiveState(({ live }) => live.rows.team[team]?.name) ?? ''
  const missing = useLiveState(({ live }) => live.rows.attendance[team]?.missing)
  const { time } = clockIn(useZone())
  const [isWarning, setWarning] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()
  const path = '/api/tournament/team/:id/attendance/'
  const report = (count: number) => save(rest.put(path, { id: team }, { missing: count }))
  const own = warnings.filter((warning) => warning.team === team)
  return (
    <Stack gap="xs">
      <Text fw={600} className={styles.team}>
        <span className="cut" title={name} dir="auto">
          {name}
        </span>
        <span>: {text.state(missing)}</span>
      </Text>
      <Group gap="sm">
        <Button
          size="md"
          mih={56}
          px="sm"
          variant="default"
          loading={isSaving}
          disabled={missing === 0}
          aria-label={text.setHere(name)}
          onClick={() => void report(0)}
        >
          {text.here}
        </Button>
        <Stepper
          label={text.setMissing(name)}
          isLabelHidden
          value={missing ?? 0}
          min={0}
          max={maxMissingPlayers}
          onChange={(count) => void report(count)}
        />
        <Button
          size="md"
          mih={56}
          px="sm"
          variant="default"
          aria-label={text.warnOf(name)}
          onClick={() => setWarning(true)}
        >
          {text.warn}
        </Button>
        {children}
      </Group>
      {own.length > 0 && (
        <ul aria-label={`${text.warnings}: ${name}`}>
          {own.map(({ num, name: player, reason, at }) => (
            <li key={num}>{text.warning(player, text.reasons[reason], time(at))}</li>
          ))}
        </ul>
      )}
      <ProblemNote problem={problem} title={text.failed} onDismiss={dismiss} />
      {isWarning && <WarnDialog team={{ id: team, name }} onClose={() => setWarning(false)} />}
    </Stack>
  )
})

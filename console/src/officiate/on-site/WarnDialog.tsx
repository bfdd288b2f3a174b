import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { warningReasons } from '#events/rules/warning-reasons.ts'
import type { WarningReason } from '#events/rules/warning-reasons.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { text as common } from '../../core/text/text.ts'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { rowChoices } from '../../ui/form/choices.ts'

type Props = { team: { id: number; name: string }; onClose: () => void }

/** Warns a team or a player. Only officials see a warning, and it can be undone. */
export default function WarnDialog({ team, onClose }: Props) {
  const { rows } = useList(rest.get('/api/tournament/player/', { teamId: team.id, rowsPerPage }))
  const [player, setPlayer] = useState('')
  const [reason, setReason] = useState<WarningReason>('late')
  const { isSaving, problem, save, dismiss } = useSaving()

  const body = { player: player === '' ? null : Number(player), reason }
  const warn = () =>
    save(rest.put('/api/tournament/team/:id/warn/', { id: team.id }, body), () => {
      toast(text.warned)
      onClose()
    })

  return (
    <Dialog title={text.warnOf(team.name)} onClose={onClose}>
      <Stack gap="md">
        <NativeSelect
          size="md"
          label={text.who}
          value={player}
          data={rowChoices(text.whole, rows ?? [])}
          onChange={({ currentTarget }) => setPlayer(currentTarget.value)}
        />
        <NativeSelect
          size="md"
          label={text.why}
          value={reason}
          data={warningReasons.map((value) => ({ value, label: text.reasons[value] }))}
          onChange={({ currentTarget }) => setReason(currentTarget.value as WarningReason)}
        />
        <ProblemNote problem={problem} title={text.warnFailed} onDismiss={dismiss} />
        <Group>
          <Button size="md" loading={isSaving} onClick={() => void warn()}>
            {text.warn}
          </Button>
          <Button size="md" variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

import { Stack, Text } from '@mantine/core'
import { rest } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import QrCode from '../../ui/qr-code/QrCode.tsx'
import { useResource } from '../../query/useResource.ts'
import { useSaving } from '../../query/useSaving.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { teamPageWithCode } from '../../core/team-code.ts'

type Props = { team: { id: number; name: string }; onClose: () => void }

/** The QR code with which a phone gets a team's notifications and may report for the team. */
export default function TeamCodeDialog({ team, onClose }: Props) {
  const { id, name } = team
  const { answer, change } = useResource(rest.get('/api/tournament/team/:id/code/', { id }))
  const { save, isSaving, problem, dismiss } = useSaving()
  const renew = () =>
    save(rest.post('/api/tournament/team/:id/code/', { id }), (next) => change(() => next))
  const address = answer && `${location.origin}${teamPageWithCode(team.id, answer.code)}`
  return (
    <Dialog title={text.codeOf(team.name)} hasCross onClose={onClose}>
      <Stack gap="md">
        <Text>{answer?.code === null ? text.noCode : text.codeLead}</Text>
        {address && (
          <>
            <QrCode text={address} name={text.codeOf(team.name)} />
            <CopyText label={text.codeLink} value={address} rows={2} button={text.copyCode} />
            <ProblemNote problem={problem} title={text.codeFailed} onDismiss={dismiss} />
            <PressAgain
              label={text.newCode}
              again={text.newCodeAgain}
              name={name}
              loading={isSaving}
              onSure={() => void renew()}
            />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

import { Stack, Text } from '@mantine/core'
import { rest } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import QrCode from '../../ui/qr-code/QrCode.tsx'
import { useResource } from '../../query/useResource.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { teamPageWithCode } from '../../core/team-code.ts'

type Props = { team: { id: number; name: string }; onClose: () => void }

/** The QR code with which a phone gets a team's notifications and may report for the team. */
export default function TeamCodeDialog({ team, onClose }: Props) {
  const { answer } = useResource(rest.get('/api/tournament/team/:id/code/', { id: team.id }))
  const address = answer && `${location.origin}${teamPageWithCode(team.id, answer.code)}`
  return (
    <Dialog title={text.codeOf(team.name)} hasCross onClose={onClose}>
      <Stack gap="md">
        <Text>{answer?.code === null ? text.noCode : text.codeLead}</Text>
        {address && (
          <>
            <QrCode text={address} name={text.codeOf(team.name)} />
            <CopyText label={text.codeLink} value={address} rows={2} button={text.copyCode} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

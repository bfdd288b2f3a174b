import { Stack, Text } from '@mantine/core'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { newCabinet as words } from '../../core/text/organize/venue.ts'
import { clientConfig } from './cabinet-client.ts'

export type CabinetToken = { id: number; name: string; displayName: string; token: string }
type Props = { sceneName: string; cabinet: CabinetToken; onClose: () => void }

/** Shows a token once. Only the button closes the dialog. */
export function TokenDialog({ sceneName, cabinet, onClose }: Props) {
  const { name: cabinetName, displayName, token } = cabinet
  const config = clientConfig({ sceneName, cabinetName, token, origin: location.origin })
  return (
    <Dialog title={words.tokenTitle(displayName)} size="lg" isKept onClose={onClose}>
      <Stack>
        <Text>{words.once}</Text>
        <CopyText label={words.token} value={token} rows={2} button={words.copyToken} />
        <CopyText
          label={words.config}
          description={words.configHint}
          value={config}
          rows={5}
          button={words.copyConfig}
        />
      </Stack>
      <DialogButtons no={words.done} onClose={onClose} />
    </Dialog>
  )
}

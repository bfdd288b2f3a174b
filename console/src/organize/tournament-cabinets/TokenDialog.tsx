import { Button, Modal, Text } from '@mantine/core'
import confirm from '../../ui/Confirm.module.css'
import { CopyText } from '../../ui/CopyText.tsx'
import { newCabinet as words } from './text.ts'
import styles from './TournamentCabinets.module.css'
import { clientConfig } from './cabinet-client.ts'

export type Tokened = { id: number; name: string; displayName: string; token: string }
type Props = { sceneName: string; cabinet: Tokened; onClose: () => void }

/** A token, once: nothing but a press on the button closes it. */
export function TokenDialog({ sceneName, cabinet, onClose }: Props) {
  const { name: cabinetName, displayName, token } = cabinet
  const config = clientConfig({ sceneName, cabinetName, token, origin: location.origin })
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.tokenTitle(displayName)}
      centered
      size="lg"
      zIndex={400}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ title: confirm.title }}
    >
      <div className={styles.token}>
        <Text>{words.once}</Text>
        <CopyText label={words.token} value={token} rows={2} button={words.copyToken} />
        <CopyText
          label={words.config}
          description={words.configHint}
          value={config}
          rows={5}
          button={words.copyConfig}
        />
      </div>
      <div className={confirm.choices}>
        <Button variant="default" size="lg" className={confirm.choice} onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Modal>
  )
}

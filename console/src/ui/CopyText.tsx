import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { copying } from '../core/text/shell.ts'
import form from './Form.module.css'

type Props = {
  label: string
  description?: string
  value: string
  rows: number
  button: string
  /** called instead of showing a confirmation beside the button */
  onCopied?: () => void
}

/**
 * A text with a copy button. If the browser cannot copy it, the text is selected for manual
 * copying.
 */
export function CopyText({ label, description, value, rows, button, onCopied }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [announcement, setAnnouncement] = useState('')

  async function copy(): Promise<void> {
    area.current?.select()
    if (!(await isCopied(value))) return setAnnouncement(copying.byHand)
    setAnnouncement(onCopied ? '' : copying.copied)
    onCopied?.()
  }

  return (
    <Stack gap="xs">
      <Textarea
        ref={area}
        label={label}
        description={description}
        readOnly
        rows={rows}
        value={value}
        classNames={{ input: form.code }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="sm">
        <Button size="md" onClick={() => void copy()}>
          {button}
        </Button>
        <span role="status">{announcement}</span>
      </Group>
    </Stack>
  )
}

/** Without https there is no clipboard API, only `execCommand`, which copies the selection. */
async function isCopied(value: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (!clipboard) return document.execCommand('copy')
  return clipboard.writeText(value).then(
    () => true,
    () => document.execCommand('copy'),
  )
}

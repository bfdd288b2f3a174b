import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '../../core/text/text.ts'
import confirm from '../Confirm.module.css'
import { DialogButtons } from '../Dialog.tsx'

export type SubmitProps = {
  button: string
  /** label for screen readers, if the text alone does not name its subject */
  buttonLabel?: string | undefined
  isSaving: boolean
  isDisabled?: boolean | undefined
  /** not the main action of the screen */
  isQuiet?: boolean | undefined
}

export function SubmitButton(props: SubmitProps & { isBig?: boolean }) {
  const { button, buttonLabel, isSaving, isDisabled, isQuiet, isBig } = props
  return (
    <Button
      type="submit"
      size={isBig ? 'lg' : 'md'}
      {...(isBig && { className: confirm.choice })}
      {...(isQuiet && { variant: 'default' })}
      aria-label={buttonLabel}
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      loading={isSaving}
    >
      {button}
    </Button>
  )
}

type Props = SubmitProps & {
  /** undefined outside of a dialog */
  onCancel?: (() => void) | undefined
  children?: ReactNode
}

/** The buttons at the end of a form. In a dialog, cancel is on the left and save on the right. */
export function FormButtons({ onCancel, children, ...submit }: Props) {
  if (!onCancel) {
    return (
      <Group gap="sm">
        <SubmitButton {...submit} />
        {children}
      </Group>
    )
  }
  return (
    <DialogButtons no={text.cancel} onClose={onCancel}>
      <SubmitButton {...submit} isBig />
      {children}
    </DialogButtons>
  )
}

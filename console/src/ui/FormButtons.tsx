import { Button } from '@mantine/core'
import { text } from '../core/text/text.ts'
import form from './Form.module.css'

type Props = {
  button: string
  isSaving: boolean
  /** undefined: there is nothing to go back to */
  onCancel?: (() => void) | undefined
}

/** The end of a form: to save it, and in a dialog to leave it. */
export function FormButtons({ button, isSaving, onCancel }: Props) {
  return (
    <div className={form.row}>
      <Button type="submit" size="md" className={form.button} loading={isSaving}>
        {button}
      </Button>
      {onCancel && (
        <Button variant="default" size="md" className={form.button} onClick={onCancel}>
          {text.cancel}
        </Button>
      )}
    </div>
  )
}

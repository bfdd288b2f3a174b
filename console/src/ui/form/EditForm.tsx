import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { form as words } from '../../core/text/forms.ts'
import type { EditedForm, Save } from '../../hooks/form/useEditedForm.ts'
import styles from '../Form.module.css'
import { ProblemNote } from '../ProblemNote.tsx'
import { FieldRow } from './FieldRow.tsx'
import { FormButtons, SubmitButton } from './FormButtons.tsx'
import type { SubmitProps } from './FormButtons.tsx'

type Props<V extends object> = Omit<SubmitProps, 'isSaving'> & {
  form: EditedForm<V>
  onSave: Save<V>
  /** title of the error note */
  failed?: string
  /** in a dialog: closes it */
  onCancel?: (() => void) | undefined
  /** the end of the form stays visible, shows whether all is saved, and saves only if changed */
  isLong?: boolean
  /** the end of the form stays visible */
  isEndSticky?: boolean
  /** as wide as the screen */
  isWide?: boolean
  /** the fields in one row, with the button beside the last */
  isRow?: boolean
  /** the button is as wide as the fields */
  isNarrow?: boolean
  /** content beside the button */
  end?: ReactNode
  /** further fields of the answer whose errors an input shows */
  beside?: readonly string[]
  children: ReactNode
}

/** The fields of a form, the error note, and the save button. */
export function EditForm<V extends object>(props: Props<V>) {
  const { form, onSave, failed, onCancel, isLong, isWide, isRow, isNarrow } = props
  const { beside = [], children, end, button, buttonLabel, isQuiet } = props
  const { problem, dismiss, isSaving } = form.saving
  const isDisabled = props.isDisabled || (isLong && !form.isChanged)
  const submit = { button, buttonLabel, isQuiet, isSaving, isDisabled }
  return (
    <form
      noValidate
      className={styles.form}
      data-long={isLong || isWide}
      onSubmit={isDisabled ? (event) => event.preventDefault() : form.onSubmit(onSave)}
    >
      {isRow ? <FieldRow button={<SubmitButton {...submit} />}>{children}</FieldRow> : children}
      {(!isRow || problem) && (
        <Stack gap="sm" className={isLong || props.isEndSticky ? styles.end : undefined}>
          <ProblemNote
            problem={problem}
            {...(failed !== undefined && { title: failed })}
            beside={form.isMarked ? [...Object.keys(form.values), ...beside] : []}
            onDismiss={dismiss}
          />
          {isNarrow && <SubmitButton {...submit} />}
          {!isRow && !isNarrow && (
            <FormButtons {...submit} onCancel={onCancel}>
              {isLong && (
                <span role="status">{form.isChanged ? words.unsaved : words.unchanged}</span>
              )}
              {end}
            </FormButtons>
          )}
        </Stack>
      )}
    </form>
  )
}

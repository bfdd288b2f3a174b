import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { form as words } from '../../core/text/form.ts'
import type { EditedForm, Save } from '../../hooks/form/useEditedForm.ts'
import styles from '../Form.module.css'
import { ProblemNote } from '../ProblemNote.tsx'
import { FieldRow } from './FieldRow.tsx'
import { FormButtons, SubmitButton } from './FormButtons.tsx'
import type { SubmitProps } from './FormButtons.tsx'

type Props<V extends object> = Omit<SubmitProps, 'isSaving'> & {
  form: EditedForm<V>
  onSave: Save<V>
  /** what could not be done */
  failed?: string
  /** of a dialog: how it is left */
  onCancel?: (() => void) | undefined
  /** its end stays in sight, says whether all is saved, and sends changes alone */
  isLong?: boolean
  /** with the width of a screen */
  isWide?: boolean
  /** the fields in a row, the button beside the last */
  isRow?: boolean
  /** the button as wide as the fields */
  isNarrow?: boolean
  /** beside the button */
  end?: ReactNode
  /** further fields of the answer that are shown beside an input */
  beside?: readonly string[]
  children: ReactNode
}

/** Fields, why they were not saved, and the button that saves them. */
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
        <Stack gap="sm" className={isLong ? styles.end : undefined}>
          <ProblemNote
            problem={problem}
            {...(failed !== undefined && { title: failed })}
            beside={[...Object.keys(form.values), ...beside]}
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

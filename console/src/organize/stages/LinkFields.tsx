import '@mantine/core/styles/Input.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { useLatest } from '../../query/useVersioned.ts'
import { stages } from './text.ts'
import { Flag } from './StageFields.tsx'
import type { FieldsProps } from './StageFields.tsx'
import forms from '../../ui/Form.module.css'
import styles from './Stages.module.css'
import { rest } from '../../core/rest.ts'

const words = stages.form

/** The link to an external bracket. Its key is write-only (R-CL-9). */
export function LinkFields({ form, stage }: FieldsProps & { stage?: number | undefined }) {
  const hasToken = useHasToken(stage)
  const isForgotten = form.values.linkToken === null
  return (
    <fieldset className={styles.fields}>
      <legend>{words.linked}</legend>
      <TextInput
        label={words.linkedBracketId}
        description={words.linkedBracketHint}
        autoComplete="off"
        {...form.field('linkedBracketId')}
        onChange={({ currentTarget }) => form.set({ linkedBracketId: currentTarget.value.trim() })}
      />
      <TextInput
        label={words.linkedOrg}
        description={words.linkedOrgHint}
        autoComplete="off"
        {...form.field('linkedOrg')}
        onChange={({ currentTarget }) => form.set({ linkedOrg: currentTarget.value.trim() })}
      />
      <TextInput
        type="password"
        label={words.linkToken}
        description={hasToken ? words.linkTokenKept : words.linkTokenHint}
        autoComplete="new-password"
        disabled={isForgotten}
        {...form.field('linkToken')}
        onChange={({ currentTarget }) => form.set({ linkToken: currentTarget.value.trim() })}
      />
      {hasToken && (
        <Switch
          className={forms.choice}
          label={words.linkTokenForget}
          checked={isForgotten}
          onChange={({ currentTarget }) =>
            form.set({ linkToken: currentTarget.checked ? null : '' })
          }
        />
      )}
      <Flag field="reportAsSets" label={words.reportAsSets} form={form} />
    </fieldset>
  )
}

/** Fetched, because no frame contains it. The key itself is never returned. */
function useHasToken(stage: number | undefined): boolean {
  const path = stage === undefined ? null : rest.get('/api/tournament/bracket/:id/', { id: stage })
  return useLatest(path)?.hasLinkToken ?? false
}

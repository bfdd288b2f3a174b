import '@mantine/core/styles/Input.layer.css'
import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { BracketRow } from '#events/schema/rows.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { teamName } from '#console/src/core/live/select.ts'
import forms from '#console/src/ui/Form.module.css'
import { ConfirmImpact } from '#console/src/ui/live/Impact.tsx'
import { EditForm } from '#console/src/ui/form/EditForm.tsx'
import { ConflictQuestion, ConcurrentEdits } from '#console/src/ui/form/ConcurrentEdits.tsx'
import { useEditedForm } from '#console/src/hooks/form/useEditedForm.ts'
import { toast } from '#console/src/hooks/toast.ts'
import { useConfirmedMutation } from '#console/src/query/useConfirmedMutation.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { text } from '#console/src/core/text/text.ts'
import { AdminLinkButton, useAdminNavigate } from '#console/src/ui/AdminLink.tsx'
import { changedBody, emptyForm, formOf, newBody, shownFields, problemsIn } from '../stage-form.ts'
import type { StageForm as Form } from '../stage-form.ts'
import { LengthFields, NameFields, PlayFields, Flag } from '../StageFields.tsx'
import { PlanPreview } from '../StagePreview.tsx'
import { dealtTo } from '../group-sets.ts'
import { seedNames } from '../seeds.ts'
import { labels, displayValue } from '../stage-labels.ts'
import { Tiebreakers } from '../Tiebreakers.tsx'
import { rest } from '#console/src/core/rest.ts'
import { PageTitle } from '#console/src/ui/page/PageTitle.tsx'
import { useLatest } from '#console/src/query/useVersioned.ts'
import type { FieldsProps } from '../StageFields.tsx'
import styles from '../Stages.module.css'

/** Creates a stage or edits its settings, with a preview of the matches. */
export function StageForm({ stage }: { stage?: BracketRow }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const server = useMemo<Form>(() => (stage ? formOf(stage) : emptyForm), [stage])
  const saving = useConfirmedMutation(['confirm'])
  const form = useEditedForm({ server, saving, check: problemsIn })
  const rows = useLiveState((shown) => shown.live.rows)
  /** All teams play in the first stage. The teams of later stages are chosen by the user. */
  const initialTeams = useMemo(() => {
    const isFirst = Object.keys(rows.bracket).length === 0 && tournament.linkType === 'hivemind'
    return isFirst ? Object.values(rows.team).map(({ id }) => id) : []
  }, [rows, tournament.linkType])
  const names = useMemo(
    () => (stage ? seedNames(rows, stage.seeds) : initialTeams.map((team) => teamName(rows, team))),
    [rows, stage, initialTeams],
  )
  const go = useAdminNavigate()
  const context = { isNew: !stage, isExternal: tournament.linkType === 'challonge' }
  const shown = shownFields(form.values, context)
  const isLinked = context.isExternal && form.values.linkedBracketId !== ''

  async function save(_: unknown, values: Form, before: Form): Promise<void> {
    if (stage) {
      const body = changedBody(values, before)
      await saving.send(rest.patch('/api/tournament/bracket/:id/', { id: stage.id }, body), () => {
        toast(stages.page.saved(values.name.trim()))
        go(`stages/${stage.id}`)
      })
    } else {
      const body = newBody(values, tournament.id, context)
      await saving.send(rest.post('/api/tournament/bracket/', {}, body), ({ id, groups }) => {
        toast(stages.page.created(values.name.trim()))
        const openStage = () => go(groups ? `stages/${id}/groups` : `stages/${id}`)
        void seed((groups ?? [{ id }]).map((group) => group.id)).then(openStage)
      })
    }
  }
  /** Deals the teams of the preview to the new stage or its groups (R-RR-2). */
  async function seed(created: number[]): Promise<void> {
    const dealt = dealtTo(created.length, initialTeams)
    for (const [index, id] of created.entries()) {
      const teams = dealt[index] ?? []
      const write = rest.put('/api/tournament/bracket/:id/set-teams/', { id }, { teams })
      if (teams.length > 0) await saving.send(write)
    }
  }
  const props = { form, shown }
  return (
    <Stack gap="lg">
      <PageTitle>{stage ? stages.form.edit(stage.name) : stages.form.create}</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <EditForm
          form={form}
          onSave={save}
          isEndSticky
          button={stage ? stages.form.save : stages.form.add}
          end={
            <AdminLinkButton
              to={stage ? `stages/${stage.id}` : 'stages'}
              variant="default"
              size="md"
            >
              {text.cancel}
            </AdminLinkButton>
          }
        >
          <NameFields {...props} />
          {shown.has('linkedBracketId') && <LinkFields {...props} stage={stage?.id} />}
          <LengthFields {...props} />
          {shown.has('stageTiebreakers') && <Tiebreakers {...props} />}
          <PlayFields {...props} />
          {form.conflicts.map((field) => (
            <ConcurrentEdits
              key={field}
              form={form}
              field={field}
              label={labels[field]}
              shown={displayValue}
            />
          ))}
        </EditForm>
        <PlanPreview form={form.values} names={names} isExternal={isLinked} />
      </SimpleGrid>
      <ConflictQuestion form={form} shown={displayValue} labels={labels} />
      <ConfirmImpact
        of={saving}
        title={stages.page.startedTitle(stage?.name ?? '')}
        yes={stages.page.insistSettings}
      />
    </Stack>
  )
}

const words = stages.form

/** The link to an external bracket. Its key is write-only (R-CL-9). */
function LinkFields({ form, stage }: FieldsProps & { stage?: number | undefined }) {
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

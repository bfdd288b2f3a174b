import '@mantine/core/styles/Input.css'
import { Button, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { SyntheticEvent } from 'react'
import type { BracketRow } from '../../../../../events/schema/rows.ts'
import { useLiveState } from '../../../core/live/LiveTournament.tsx'
import forms from '../../../ui/Form.module.css'
import { Impact } from '../../../ui/live/Impact.tsx'
import { ProblemNote } from '../../../ui/ProblemNote.tsx'
import { toast } from '../../../hooks/toast.ts'
import { useConfirmedMutation } from '../../../query/useConfirmedMutation.ts'
import { stages } from '../text.ts'
import { text } from '../../../core/text/text.ts'
import { SegmentButton, useSegment } from '../../../ui/SegmentLink.tsx'
import { changedBody, fresh, formOf, newBody, shownFields, wrongIn } from '../stage-form.ts'
import type { StageForm as Form } from '../stage-form.ts'
import { LengthFields, NameFields, PlayFields } from '../StageFields.tsx'
import { LinkFields } from '../LinkFields.tsx'
import { PlanPreview } from '../Plan.tsx'
import { seedNames } from '../seeds.ts'
import styles from '../Stages.module.css'
import { Tiebreakers } from '../Tiebreakers.tsx'

type Made = { id: number; name: string; groups?: { id: number }[] }

/** A new stage, or the settings of one that exists; beside them what they make. */
export function StageForm({ stage }: { stage?: BracketRow }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const [before] = useState<Form>(() => (stage ? formOf(stage) : fresh))
  const [form, setForm] = useState(before)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const rows = useLiveState((shown) => shown.live.rows)
  const names = useMemo(() => (stage ? seedNames(rows, stage) : []), [rows, stage])
  const { isSaving, problem, dismiss, send, asking, insist, cancel } = useConfirmedMutation([
    'confirm',
  ])
  const go = useSegment()
  const where = { isNew: !stage, isOutside: tournament.linkType === 'challonge' }
  const shown = shownFields(form, where)
  // Each sends only what it changed, so both changes stay; who looks at old values should know.
  const isOverrun = stage !== undefined && JSON.stringify(formOf(stage)) !== JSON.stringify(before)
  const isLinked = where.isOutside && form.linkedBracketId !== ''

  const change = (part: Partial<Form>) => setForm((now) => ({ ...now, ...part }))
  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const found = wrongIn(form)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    if (stage) {
      const body = changedBody(form, before)
      await send({ method: 'PATCH', path: `/api/tournament/bracket/${stage.id}/`, body }, () => {
        toast(stages.page.saved(form.name.trim()))
        go(`stages/${stage.id}`)
      })
    } else {
      const body = newBody(form, tournament.id, where)
      await send({ method: 'POST', path: '/api/tournament/bracket/', body }, (answer) => {
        const made = answer as Made
        toast(stages.page.created(form.name.trim()))
        go(made.groups ? `stages/${made.id}/groups` : `stages/${made.id}`)
      })
    }
  }
  const props = { form, shown, change, wrong: { ...problem?.fields, ...wrong } }
  return (
    <form className={forms.screen} onSubmit={(event) => void save(event)} noValidate>
      <Title order={1} size="h2">
        {stage ? stages.form.edit(stage.name) : stages.form.create}
      </Title>
      <div className={styles.halves}>
        <div className={forms.form}>
          <NameFields {...props} />
          {shown.has('linkedBracketId') && <LinkFields {...props} stage={stage?.id} />}
          <LengthFields {...props} />
          {shown.has('stageTiebreakers') && <Tiebreakers {...props} />}
          <PlayFields {...props} />
          {isOverrun && <p className={styles.needsYou}>{stages.form.changedMeanwhile}</p>}
          <ProblemNote problem={problem} onDismiss={dismiss} beside={[...shown]} />
          <div className={forms.row}>
            <Button type="submit" size="lg" className={styles.tall} disabled={isSaving}>
              {isSaving ? text.saving.saving : stage ? stages.form.save : stages.form.add}
            </Button>
            <SegmentButton
              to={stage ? `stages/${stage.id}` : 'stages'}
              variant="default"
              size="lg"
              className={styles.tall}
            >
              {text.cancel}
            </SegmentButton>
          </div>
        </div>
        <PlanPreview form={form} names={names} isOutside={isLinked} />
      </div>
      {asking && (
        <Impact
          asking={asking}
          title={stages.page.startedTitle(stage?.name ?? '')}
          yes={stages.page.insistSettings}
          onYes={() => void insist()}
          onClose={cancel}
        />
      )}
    </form>
  )
}

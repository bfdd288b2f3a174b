import '@mantine/core/styles/Input.layer.css'
import { Group, NativeSelect, Stack, Button } from '@mantine/core'
import { useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import forms from '../../ui/Form.module.css'
import { placement } from '../stages/placement-text.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { AdminLinkButton, useAdminNavigate } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { LastAction } from '../../officiate/steps/LastAction.tsx'
import { PlacementTable } from './PlacementTable.tsx'
import styles from './TeamPlacement.module.css'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { rowChoices } from '../../ui/form/choices.ts'
import type { BracketRow } from '../../../../events/schema/rows.ts'
import { ConfirmImpact } from '../../ui/live/Impact.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { toast } from '../../hooks/toast.ts'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { savingText } from '../../core/text/ui/saving.ts'
import { setName, setsOf } from '../stages/group-sets.ts'
import { placesIn } from '../stages/placements.ts'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

/** Assigns teams, or places of other stages, to the seeds of a stage (R-PL-1 to R-PL-3). */
export default function TeamPlacement({ rest: [chosen = ''] }: AdminScreenProps) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const go = useAdminNavigate()
  // The table is remounted for each stage, and after default placements were saved.
  const [saveCount, setSaveCount] = useState(0)
  if (!isLoaded) return <Waiting />
  const all = Object.values(brackets).toSorted((a, b) => a.id - b.id)
  const stage = brackets[chosen]
  return (
    <Stack gap="lg">
      <PageTitle lead={placement.lead}>{placement.title}</PageTitle>
      {all.length === 0 ? (
        <Group gap="sm">
          <p className={forms.lead}>{placement.noStages}</p>
          <AdminLinkButton to="stages/new" size="md">
            {placement.toStages}
          </AdminLinkButton>
        </Group>
      ) : (
        <Group gap="sm">
          <NativeSelect
            className={styles.choice}
            label={placement.destination}
            value={stage ? String(stage.id) : ''}
            data={rowChoices(placement.destinationNone, all)}
            onChange={({ currentTarget }) => go(`team-placement/${currentTarget.value}`)}
          />
          {stage && (
            <AdminLinkButton to={`stages/${stage.id}`} variant="default" size="md">
              {placement.toStage}
            </AdminLinkButton>
          )}
        </Group>
      )}
      {all.length > 0 && !stage && <p className={forms.lead}>{placement.chooseFirst}</p>}
      {stage && (
        <>
          <DefaultPlacements
            stage={stage}
            key={stage.id}
            onSaved={() => setSaveCount(saveCount + 1)}
          />
          <PlacementTable stage={stage} key={`${stage.id} ${saveCount}`} />
        </>
      )}
      <LastAction />
    </Stack>
  )
}

type Props = { stage: BracketRow; onSaved: () => void }

/** Places the best teams of each group so that teams of one group meet late (R-GR-1). */
function DefaultPlacements({ stage, onSaved }: Props) {
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const sets = setsOf(Object.values(brackets)).filter((set) => !set.includes(stage))
  const [pickedSet, setPickedSet] = useState<number | null>(null)
  const [top, setTop] = useState(2)
  const saving = useConfirmedMutation(['confirm'])
  const { isSaving, problem, dismiss, send } = saving
  // Default placements are meant for groups, so the first set of groups is preselected.
  const groups = sets.findIndex(({ length }) => length > 1)
  const chosen = pickedSet ?? Math.max(0, groups)
  const set = sets[chosen]
  const maxTop = Math.max(1, ...(set ?? []).map(placesIn))

  function save(): Promise<void> {
    const path = '/api/tournament/bracket/:id/default-placements/'
    const body = { from: (set ?? []).map(({ id }) => id), top: Math.min(top, maxTop) }
    return send(rest.put(path, { id: stage.id }, body), () => {
      toast(placement.saved)
      onSaved()
    })
  }
  return (
    <Section
      id="default-placements"
      title={placement.default}
      lead={set ? placement.defaultHint : placement.defaultNone}
    >
      {set && (
        <Group gap="sm">
          <NativeSelect
            className={styles.choice}
            label={placement.defaultFrom}
            value={String(chosen)}
            data={sets.map((option, index) => ({ value: String(index), label: labelOf(option) }))}
            onChange={({ currentTarget }) => setPickedSet(Number(currentTarget.value))}
          />
          <Stepper
            label={placement.defaultTop}
            value={Math.min(top, maxTop)}
            min={1}
            max={maxTop}
            onChange={setTop}
          />
          <Button variant="default" size="md" disabled={isSaving} onClick={() => void save()}>
            {isSaving ? savingText.saving : placement.defaultSave}
          </Button>
        </Group>
      )}
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <ConfirmImpact
        of={saving}
        title={placement.startedTitle(stage.name)}
        yes={placement.insist}
      />
    </Section>
  )
}

function labelOf(set: BracketRow[]): string {
  return set.length > 1 ? placement.defaultSet(setName(set), set.length) : setName(set)
}

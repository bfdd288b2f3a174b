import '@mantine/core/styles/Input.layer.css'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { placement } from '../../core/text/organize/plan.ts'
import styles from './TeamPlacement.module.css'
import type { BracketRow } from '#events/schema/rows.ts'
import { ConfirmImpact } from '../../ui/live/Impact.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { toast } from '../../hooks/toast.ts'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { savingText } from '../../core/text/forms.ts'
import { setName, setsOf } from '../stages/group-sets.ts'
import { placesIn } from '../stages/placements.ts'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = { stage: BracketRow; onSaved?: () => void }

/** Places the best teams of each group so that teams of one group meet late (R-GR-1). */
export function DefaultPlacements({ stage, onSaved = () => {} }: Props) {
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

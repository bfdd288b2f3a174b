import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { BracketRow } from '../../../../../events/schema/rows.ts'
import { ProblemNote } from '../../../ui/ProblemNote.tsx'
import { Stepper } from '../../../ui/Stepper.tsx'
import { toast } from '../../../hooks/toast.ts'
import { useSaving } from '../../../query/useSaving.ts'
import { stages } from '../text.ts'
import { useAdminNavigate } from '../../../ui/AdminLink.tsx'
import { rest } from '../../../core/rest.ts'
import { Section } from '../../../ui/page/Section.tsx'

const words = stages.tiebreak

/** Tie-break matches between level teams are created by officials, never automatically (R-TB-1). */
export function TiebreakSection({ stage }: { stage: BracketRow }) {
  const [places, setPlaces] = useState({ from: 1, to: 2 })
  const { isSaving, problem, save, dismiss } = useSaving()
  const go = useAdminNavigate()
  const maxPlace = Math.max(2, stage.teams.length)
  const path = '/api/tournament/bracket/:id/create-tiebreaks/'
  const create = () =>
    save(rest.put(path, { id: stage.id }, places), ({ id }) => {
      toast(words.created)
      go(`stages/${id}`)
    })
  return (
    <Section
      id={`tiebreaks-${stage.id}`}
      title={words.title}
      lead={stage.isComplete ? words.hint : words.open}
    >
      {stage.isComplete && (
        <Group gap="sm">
          <Stepper
            label={words.from}
            value={places.from}
            min={1}
            max={maxPlace - 1}
            onChange={(from) => setPlaces({ from, to: Math.max(places.to, from + 1) })}
          />
          <Stepper
            label={words.to}
            value={places.to}
            min={2}
            max={maxPlace}
            onChange={(to) => setPlaces({ from: Math.min(places.from, to - 1), to })}
          />
          <Button variant="default" size="md" disabled={isSaving} onClick={() => void create()}>
            {words.create}
          </Button>
        </Group>
      )}
      <ProblemNote problem={problem} onDismiss={dismiss} />
    </Section>
  )
}

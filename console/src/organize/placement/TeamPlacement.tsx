import '@mantine/core/styles/Input.layer.css'
import { Group, NativeSelect, Stack, Button } from '@mantine/core'
import { useState, useMemo } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import forms from '../../ui/Form.module.css'
import { placement } from '../../core/text/organize/plan.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { AdminLinkButton, useAdminNavigate } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { LastAction } from '../../officiate/steps/LastAction.tsx'
import { DefaultPlacements } from './DefaultPlacements.tsx'
import styles from './TeamPlacement.module.css'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { rowChoices } from '../../ui/form/choices.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { ConfirmImpact } from '../../ui/live/Impact.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { savingText } from '../../core/text/forms.ts'
import { useOrderForm } from '../stages/useOrderForm.ts'
import { PlacementRow } from './PlacementRow.tsx'
import { bodyOf, nobody, problemsByPlace, sourceOf } from '../stages/placements.ts'
import type { Source } from '../stages/placements.ts'
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

/** All placements of a stage, saved as one set. */
function PlacementTable({ stage }: { stage: BracketRow }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const saved = useMemo(() => stage.seeds.map(sourceOf), [stage.seeds])
  const saving = useConfirmedMutation(['confirm'])
  const { isSaving, problem, dismiss, send } = saving
  const {
    value: sources,
    isChanged,
    hasConflict,
    change,
    discard,
  } = useOrderForm<Source[]>(saved, saving)
  // The problems refer to the set that was sent, even if the user has edited it since.
  const [sent, setSent] = useState<Source[]>([])
  const problems = listIn<string>(problem?.answer['problems'])
  const places = listIn<number[]>(problem?.answer['problemPlaces'])
  const { byPlace, others } = problemsByPlace(sent.length, problems, places)

  function set(sources: Source[]): void {
    if (problems.length > 0) dismiss()
    change(sources)
  }
  function save(): Promise<void> {
    setSent(sources)
    const params = { destBracketId: stage.id }
    const body = bodyOf(stage.id, sources)
    return send(rest.put('/api/tournament/stage-placement/', params, body), () => {
      discard()
      toast(placement.saved)
    })
  }
  return (
    <Section id="placements" title={placement.table(stage.name)}>
      {sources.length === 0 ? (
        <p className={forms.lead}>{placement.none}</p>
      ) : (
        <ol className={styles.rows}>
          {sources.map((source, index) => (
            <PlacementRow
              key={index}
              stage={stage}
              place={index + 1}
              of={sources.length}
              source={source}
              problems={byPlace.get(index + 1) ?? []}
              onChange={(next) => set(sources.with(index, next))}
              onMove={(by) => set(swapped(sources, index, index + by))}
              onRemove={() => set(sources.toSpliced(index, 1))}
            />
          ))}
        </ol>
      )}
      <Group gap="sm">
        <Button variant="default" size="md" onClick={() => set([...sources, nobody])}>
          {placement.add}
        </Button>
        <Button
          variant="default"
          size="md"
          onClick={() => set([...sources, ...missingTeams(Object.keys(rows.team), sources)])}
        >
          {placement.fill}
        </Button>
      </Group>
      {hasConflict && <p className="needs-you">{placement.changedMeanwhile}</p>}
      {problems.length === 0 ? (
        <ProblemNote problem={problem} onDismiss={dismiss} />
      ) : (
        others.length > 0 &&
        problem && (
          <ProblemNote problem={{ ...problem, detail: others.join('\n') }} onDismiss={dismiss} />
        )
      )}
      <Group gap="sm">
        <Button size="md" disabled={isSaving || !isChanged} onClick={() => void save()}>
          {isSaving ? savingText.saving : placement.save}
        </Button>
        {isChanged && (
          <>
            <Button variant="default" size="md" onClick={discard}>
              {placement.discard}
            </Button>
            <span className="needs-you">{placement.unsaved}</span>
          </>
        )}
      </Group>
      <ConfirmImpact
        of={saving}
        title={placement.startedTitle(stage.name)}
        yes={placement.insist}
      />
    </Section>
  )
}

function swapped(sources: Source[], from: number, to: number): Source[] {
  if (to < 0 || to >= sources.length) return sources
  return sources.with(from, sources[to] ?? nobody).with(to, sources[from] ?? nobody)
}

function missingTeams(teams: string[], sources: Source[]): Source[] {
  return teams.map((id) => `team:${id}`).filter((source) => !sources.includes(source))
}

function listIn<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : []
}

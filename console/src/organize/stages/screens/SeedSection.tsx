import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isElimination } from '#events/rules/stage-types/stage-types.ts'
import type { Seed } from '#events/schema/parts/stage-settings.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import forms from '#console/src/ui/Form.module.css'
import { ConfirmImpact } from '#console/src/ui/live/Impact.tsx'
import { ProblemNote } from '#console/src/ui/ProblemNote.tsx'
import { toast } from '#console/src/hooks/toast.ts'
import type { useConfirmedMutation } from '#console/src/query/useConfirmedMutation.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { savingText } from '#console/src/core/text/forms.ts'
import { AdminLinkButton } from '#console/src/ui/AdminLink.tsx'
import { formOf } from '../stage-form.ts'
import { PlanPreview } from '../StagePreview.tsx'
import { bodyOf, sourceOf } from '../placements.ts'
import { hasPlaces, seedName, seedNames, sourceName } from '../seeds.ts'
import { SeedList, Seeds } from '../Seeds.tsx'
import type { useOrderForm } from '../useOrderForm.ts'
import { rest } from '#console/src/core/rest.ts'
import { Section } from '#console/src/ui/page/Section.tsx'

const words = stages.page

type Props = {
  stage: BracketRow
  order: ReturnType<typeof useOrderForm<BracketRow['seeds']>>
  saving: ReturnType<typeof useConfirmedMutation>
}

/** The teams of a stage in seed order, with a preview of the matches. */
export function SeedSection({ stage, order, saving }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const rows = useLiveState((shown) => shown.live.rows)
  const form = useMemo(() => formOf(stage), [stage])
  const { isSaving, problem, dismiss, send } = saving
  const { value: seeds, isChanged, hasConflict, change, discard } = order
  const isExternal = tournament.linkType === 'challonge' && stage.linkedBracketId !== null
  const hasPlacements = hasPlaces(stage)
  // Matches that exist are listed below; late teams and corrections give them other numbers.
  const hasOwnPlan = !stage.isCreated || isChanged
  const names = useMemo(() => seedNames(rows, seeds), [rows, seeds])
  const sources = useMemo(
    () => (isElimination(stage) ? seeds.map((seed) => sourceName(rows, seed)) : []),
    [rows, seeds, stage],
  )

  function save(): Promise<void> {
    const { id } = stage
    const done = () => {
      discard()
      toast(words.seedsSaved)
    }
    if (!hasPlacements) {
      const body = { teams: teamsOf(seeds) }
      return send(rest.put('/api/tournament/bracket/:id/set-teams/', { id }, body), done)
    }
    const params = { destBracketId: id }
    const body = bodyOf(id, seeds.map(sourceOf))
    return send(rest.put('/api/tournament/stage-placement/', params, body), done)
  }
  return (
    <Section id={`seeds-${stage.id}`} title={words.teams}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <Stack gap="lg">
          {isExternal ? (
            <p className={forms.lead}>{words.fromOutside}</p>
          ) : hasPlacements ? (
            <PlacedSeeds seeds={seeds} onChange={change} />
          ) : (
            <Seeds
              teams={teamsOf(seeds)}
              onChange={(teams) => change(teams.map((team) => ({ team })))}
            />
          )}
          {hasConflict && <p className="needs-you">{words.changedMeanwhile}</p>}
          <ProblemNote problem={problem} onDismiss={dismiss} />
          {isChanged && (
            <Group gap="sm">
              <Button size="md" disabled={isSaving} onClick={() => void save()}>
                {isSaving ? savingText.saving : words.saveSeeds}
              </Button>
              <Button variant="default" size="md" onClick={discard}>
                {words.discard}
              </Button>
              <span className="needs-you">{words.unsaved}</span>
            </Group>
          )}
        </Stack>
        {hasOwnPlan && (
          <PlanPreview form={form} names={names} sources={sources} isExternal={isExternal} />
        )}
      </SimpleGrid>
      <ConfirmImpact of={saving} title={words.startedTitle(stage.name)} yes={words.insist} />
    </Section>
  )
}

function teamsOf(seeds: readonly Seed[]): number[] {
  return seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
}

type PlacedProps = { seeds: Seed[]; onChange: (seeds: Seed[]) => void }

/**
 * Seeds of which some are places of other stages. They can be exchanged here, so that two teams do
 * not meet again at once; which places they are is set on another screen.
 */
function PlacedSeeds({ seeds, onChange }: PlacedProps) {
  const rows = useLiveState((shown) => shown.live.rows)
  const byId = new Map(seeds.map((seed) => [idOf(seed), seed]))
  const nameOf = (id: number) => {
    const seed = byId.get(id)
    return seed ? seedName(rows, seed) : ''
  }
  return (
    <>
      <p className={forms.lead}>{words.byPlaces}</p>
      <SeedList
        ids={[...byId.keys()]}
        nameOf={nameOf}
        onOrder={(order) => onChange(order.flatMap((id) => byId.get(id) ?? []))}
      />
      <div>
        <AdminLinkButton to="team-placement" variant="default">
          {words.toPlaces}
        </AdminLinkButton>
      </div>
    </>
  )
}

/** A number for a list: teams have positive ones. */
function idOf(seed: Seed): number {
  if ('team' in seed) return seed.team
  return -(seed.placeOf.stage * 10_000 + seed.placeOf.place)
}

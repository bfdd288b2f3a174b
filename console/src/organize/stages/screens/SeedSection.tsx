import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { BracketRow } from '../../../../../events/schema/rows.ts'
import { useLiveState } from '../../../core/live/LiveTournament.tsx'
import { teamName } from '../../../core/live/select.ts'
import forms from '../../../ui/Form.module.css'
import { ConfirmImpact } from '../../../ui/live/Impact.tsx'
import { ProblemNote } from '../../../ui/ProblemNote.tsx'
import { toast } from '../../../hooks/toast.ts'
import type { useConfirmedMutation } from '../../../query/useConfirmedMutation.ts'
import { stages } from '../text.ts'
import { savingText } from '../../../core/text/ui/saving.ts'
import { AdminLinkButton } from '../../../ui/AdminLink.tsx'
import { formOf } from '../stage-form.ts'
import { PlanPreview } from '../StagePreview.tsx'
import { hasPlaces, seedNames } from '../seeds.ts'
import { Seeds } from '../Seeds.tsx'
import styles from '../Stages.module.css'
import type { useOrderForm } from '../useOrderForm.ts'
import { rest } from '../../../core/rest.ts'
import { Section } from '../../../ui/page/Section.tsx'

const words = stages.page

type Props = {
  stage: BracketRow
  order: ReturnType<typeof useOrderForm<BracketRow['teams']>>
  saving: ReturnType<typeof useConfirmedMutation>
}

/** The teams of a stage in seed order, with a preview of the matches. */
export function SeedSection({ stage, order, saving }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const rows = useLiveState((shown) => shown.live.rows)
  const form = useMemo(() => formOf(stage), [stage])
  const { isSaving, problem, dismiss, send } = saving
  const { value: teams, isChanged, hasConflict, change, discard } = order
  const isExternal = tournament.linkType === 'challonge' && stage.linkedBracketId !== null
  const hasPlacements = hasPlaces(stage)
  // Matches that exist are listed below; late teams and corrections give them other numbers.
  const hasOwnPlan = !stage.isCreated || isChanged
  const names = useMemo(
    () => (hasPlacements ? seedNames(rows, stage) : teams.map((team) => teamName(rows, team))),
    [hasPlacements, rows, stage, teams],
  )

  function save(): Promise<void> {
    const { id } = stage
    return send(rest.put('/api/tournament/bracket/:id/set-teams/', { id }, { teams }), () => {
      discard()
      toast(words.seedsSaved)
    })
  }
  return (
    <Section id={`seeds-${stage.id}`} title={words.teams}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <Stack gap="lg">
          {isExternal ? (
            <p className={forms.lead}>{words.fromOutside}</p>
          ) : hasPlacements ? (
            <PlacedSeeds names={names} />
          ) : (
            <Seeds teams={teams} onChange={change} />
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
        {hasOwnPlan && <PlanPreview form={form} names={names} isExternal={isExternal} />}
      </SimpleGrid>
      <ConfirmImpact of={saving} title={words.startedTitle(stage.name)} yes={words.insist} />
    </Section>
  )
}

/** Seeds that come from other stages are read-only here. They are set on another screen. */
function PlacedSeeds({ names }: { names: string[] }) {
  return (
    <>
      <p className={forms.lead}>{words.byPlaces}</p>
      <ol className={forms.rows} aria-label={words.seedList}>
        {names.map((name, index) => (
          <li key={index}>
            <span className={styles.place}>{index + 1}</span>
            <span className={styles.name}>{name}</span>
          </li>
        ))}
      </ol>
      <div>
        <AdminLinkButton to="team-placement" variant="default">
          {words.toPlaces}
        </AdminLinkButton>
      </div>
    </>
  )
}

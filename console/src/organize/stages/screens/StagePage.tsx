import { Button, Group, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { notePlace } from '#console/src/core/presses/actions.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import type { CloseCondition } from '#console/src/core/live/match-change.ts'
import { byMatchNumber } from '#console/src/core/live/select.ts'
import { Confirm } from '#console/src/ui/Confirm.tsx'
import { CommandNotes } from '#console/src/ui/live/CommandNotes.tsx'
import { ProblemNote } from '#console/src/ui/ProblemNote.tsx'
import { toast } from '#console/src/hooks/toast.ts'
import { useConfirmedMutation } from '#console/src/query/useConfirmedMutation.ts'
import { useSaving } from '#console/src/query/useSaving.ts'
import { useAutoClosingDialog } from '#console/src/hooks/useAutoClosingDialog.ts'
import { ending } from '#console/src/core/text/officiate/referee.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { AdminLinkButton, AdminLink, useAdminNavigate } from '#console/src/ui/AdminLink.tsx'
import { LastAction } from '#console/src/officiate/steps/LastAction.tsx'
import { CustomMatch } from './CustomMatch.tsx'
import { TeamChanges } from './TeamChanges.tsx'
import { CreateMatches, MatchSection } from './MatchSection.tsx'
import { SeedSection } from './SeedSection.tsx'
import { hasGroupsBeside } from '../group-sets.ts'
import { DefaultPlacements } from '../../placement/DefaultPlacements.tsx'
import { useOrderForm } from '../useOrderForm.ts'
import forms from '#console/src/ui/Form.module.css'
import { Standings } from './Standings.tsx'
import { rest } from '#console/src/core/rest.ts'
import { PageTitle } from '#console/src/ui/page/PageTitle.tsx'
import { Stepper } from '#console/src/ui/Stepper.tsx'
import { Section } from '#console/src/ui/page/Section.tsx'

/** A stage with its teams, matches, standings and actions. */
export function StagePage({ stage }: { stage: BracketRow }) {
  const all = useLiveState((shown) => shown.live.rows.match)
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const matches = useMemo(
    () =>
      Object.values(all)
        .filter((match) => match.bracket === stage.id)
        .toSorted(byMatchNumber),
    [all, stage.id],
  )
  const savingSeeds = useConfirmedMutation(['confirm'])
  const seeds = useOrderForm(stage.seeds, savingSeeds)
  const set = Object.values(brackets).filter(
    ({ groupSet }) => groupSet !== null && groupSet === stage.groupSet,
  )
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{stage.name}</PageTitle>
        <Group gap="sm">
          {!stage.isCreated && (
            <CreateMatches stage={stage} groups={set} isUnsaved={seeds.isChanged} />
          )}
          <AdminLinkButton to={`stages/${stage.id}/edit`} variant="default" size="md">
            {stages.page.edit}
          </AdminLinkButton>
          <DeleteStage stage={stage} matches={matches.length} />
        </Group>
      </Group>
      <p className={forms.lead}>
        {stages.type(stage.stageType)}
        {stage.isComplete && ` · ${stages.complete}`}
      </p>
      {stage.stageType === null && <p className="needs-you">{stages.page.typeFirst}</p>}
      {set.length > 1 && (
        <AdminLink to={`stages/${set[0]?.id}/groups`} className={forms.link}>
          {stages.deal}
        </AdminLink>
      )}
      {stage.seeds.length === 0 && hasGroupsBeside(Object.values(brackets), stage) && (
        <DefaultPlacements stage={stage} />
      )}
      <SeedSection stage={stage} order={seeds} saving={savingSeeds} />
      <MatchSection
        key={`${stage.isCreated}`}
        stage={stage}
        groups={set}
        matches={matches}
        isUnsaved={seeds.isChanged}
      />
      {stage.stageType && isByHand(stage) && <CustomMatch stage={stage} matches={matches} />}
      {stage.isCreated && <Standings stage={stage} />}
      <TeamChanges stage={stage} />
      {stage.isCreated && <TiebreakSection stage={stage} />}
      <LastAction />
    </Stack>
  )
}

function DeleteStage({ stage, matches }: { stage: BracketRow; matches: number }) {
  const dialog = useAutoClosingDialog<{ matches: number }>(notePlace.stage(stage.id))
  const request = dialog.subject
  const { isSaving, problem, save, dismiss } = useSaving()
  const go = useAdminNavigate()
  const { page } = stages
  const remove = () =>
    save(rest.delete('/api/tournament/bracket/:id/', { id: stage.id }, { confirm: true }), () => {
      toast(page.deleted(stage.name))
      go('stages')
    })
  return (
    <>
      <Button
        variant="default"
        size="md"
        disabled={isSaving}
        onClick={() => dialog.open({ matches }, closedByMatchCount(stage, matches))}
      >
        {page.delete}
      </Button>
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <CommandNotes places={[notePlace.stage(stage.id)]} />
      {request && (
        <Confirm
          title={page.deleteTitle(stage.name)}
          reasons={[request.matches > 0 ? page.deleteMatches(request.matches) : page.deleteEmpty]}
          yes={page.delete}
          onYes={() => void remove()}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

/** Closes the confirmation when the number of matches it states has changed. */
function closedByMatchCount({ id, name }: BracketRow, matches: number): CloseCondition {
  return ({ live }) => {
    const now = Object.values(live.rows.match).filter(({ bracket }) => bracket === id).length
    return live.rows.bracket[id] && now !== matches ? { reason: ending.stage(name) } : null
  }
}

const words = stages.tiebreak

/** Tie-break matches between level teams are created by officials, never automatically (R-TB-1). */
function TiebreakSection({ stage }: { stage: BracketRow }) {
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

import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { stages } from '#console/src/core/text/organize/stages.ts'
import type { AdminScreenProps } from '#console/src/ui/admin-screen.ts'
import { AdminLink, AdminLinkButton } from '#console/src/ui/AdminLink.tsx'
import { PageTitle } from '#console/src/ui/page/PageTitle.tsx'
import { Waiting } from '#console/src/ui/Layout.tsx'
import { StageForm } from './StageForm.tsx'
import { StagePage } from './StagePage.tsx'
import forms from '#console/src/ui/Form.module.css'
import { Group, Stack, Button, SimpleGrid } from '@mantine/core'
import { Link, useLoaderData } from '@tanstack/react-router'
import type { BracketRow } from '#events/schema/rows.ts'
import { Empty } from '#console/src/ui/Empty.tsx'
import { setName, setsOf, combinedSeeds, dealtTo } from '../group-sets.ts'
import { LastAction } from '#console/src/officiate/steps/LastAction.tsx'
import styles from '../Stages.module.css'
import { useMemo } from 'react'
import { teamName } from '#console/src/core/live/select.ts'
import { ConfirmImpact } from '#console/src/ui/live/Impact.tsx'
import { ProblemNote } from '#console/src/ui/ProblemNote.tsx'
import { toast } from '#console/src/hooks/toast.ts'
import { sendInOrder } from '#console/src/query/send-in-order.ts'
import { useConfirmedMutation } from '#console/src/query/useConfirmedMutation.ts'
import { savingText } from '#console/src/core/text/forms.ts'
import { hasPlaces } from '../seeds.ts'
import { Seeds } from '../Seeds.tsx'
import { useOrderForm } from '../useOrderForm.ts'
import { rest } from '#console/src/core/rest.ts'
import type { Write } from '#console/src/core/rest.ts'
import { creation } from './MatchSection.tsx'

const words = stages.groups
const secondary = { variant: 'default' }

/** `stages`, `stages/new`, `stages/12`, `stages/12/edit`, `stages/12/groups`. */
export default function Stages({ rest: [first = '', second = ''] }: AdminScreenProps) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const stage = useLiveState((shown) => shown.live.rows.bracket[first])
  if (!isLoaded) return <Waiting />
  if (first === '') return <StageList />
  return (
    <>
      <AdminLink to="stages" className={forms.link}>
        {stages.back}
      </AdminLink>
      {first === 'new' ? (
        <StageForm />
      ) : !stage ? (
        <PageTitle>{stages.gone}</PageTitle>
      ) : second === 'edit' ? (
        <StageForm stage={stage} key={stage.id} />
      ) : second === 'groups' ? (
        <Groups stage={stage} key={stage.id} />
      ) : (
        <StagePage stage={stage} key={stage.id} />
      )}
    </>
  )
}

/** All stages, with the groups of one set together. */
function StageList() {
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const sets = setsOf(Object.values(brackets))
  const create = <AdminLinkButton to="stages/new">{stages.create}</AdminLinkButton>
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle>{stages.title}</PageTitle>
        {sets.length > 0 && create}
      </Group>
      {sets.length > 0 ? (
        <p className={forms.lead}>{stages.lead}</p>
      ) : (
        <Empty action={create}>{stages.empty}</Empty>
      )}
      <div className={styles.cards}>
        {sets.map((set) => (
          <StageSet key={set[0]?.id} set={set} />
        ))}
      </div>
      <LastAction />
    </Stack>
  )
}

function StageSet({ set }: { set: BracketRow[] }) {
  const [first] = set
  const cards = set.map((stage) => <StageCard key={stage.id} stage={stage} />)
  if (!first || set.length === 1) return cards
  return (
    <section className={styles.set} aria-label={stages.set(setName(set))}>
      <Group justify="space-between">
        <h2>{setName(set)}</h2>
        <AdminLinkButton to={`stages/${first.id}/groups`} variant="default">
          {stages.deal}
        </AdminLinkButton>
      </Group>
      <div className={styles.cards}>{cards}</div>
    </section>
  )
}

function StageCard({ stage }: { stage: BracketRow }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const matches = useLiveState((shown) => shown.live.rows.match)
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const stageMatches = Object.values(matches).filter((match) => match.bracket === stage.id)
  const done = stageMatches.filter((match) => match.isComplete).length
  const decidedStage = brackets[stage.decides?.bracket ?? 0]
  return (
    <Link
      to="/tournament/$id/admin/$"
      params={{ id: String(tournament.id), _splat: `stages/${stage.id}` }}
      className={styles.card}
    >
      <span className={styles.cardName}>{stage.name}</span>
      <span>{stages.type(stage.stageType)}</span>
      {decidedStage && <span className="dim">{stages.decides(decidedStage.name)}</span>}
      <span className="dim">
        {stages.teams(stage.seeds.length)} · {stages.matches(done, stageMatches.length)}
      </span>
      <span className={styles.state}>{stateOf(stage, done)}</span>
    </Link>
  )
}

function stateOf(stage: BracketRow, done: number): string {
  if (stage.isComplete) return stages.complete
  if (done > 0) return stages.running
  if (stage.isCreated) return stages.ready
  return stage.isValid ? stages.valid : stages.open
}

/** The teams of all groups as one list, dealt to the groups in snake order (R-RR-2). */
function Groups({ stage }: { stage: BracketRow }) {
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const groups = useMemo(() => groupsOf(Object.values(brackets), stage), [brackets, stage])
  const saved = useMemo(() => combinedSeeds(groups.map((group) => group.teams)), [groups])
  const saving = useConfirmedMutation(['confirm'])
  const { isSaving, problem, dismiss, send } = saving
  const { value: teams, hasConflict, change, discard } = useOrderForm(saved, saving)
  const dealt = dealtTo(groups.length, teams)
  // Groups that were filled one by one are dealt again only when the user saves.
  const isUnsaved = groups.some((group, index) => group.teams.join() !== dealt[index]?.join())
  const hasPlacements = groups.some(hasPlaces)
  const canCreate = !isUnsaved && groups.every((group) => group.teams.length >= 2)

  function save(): Promise<void> {
    const writes = groups.flatMap((group, index): Write[] => {
      const groupTeams = dealt[index] ?? []
      if (groupTeams.join() === group.teams.join()) return []
      const path = '/api/tournament/bracket/:id/set-teams/'
      return [rest.put(path, { id: group.id }, { teams: groupTeams })]
    })
    return sendInOrder(send, writes, () => {
      discard()
      toast(words.saved)
    })
  }
  function create(): Promise<void> {
    return sendInOrder(send, groups.map(creation), () => toast(words.created))
  }
  return (
    <Stack gap="lg">
      <PageTitle lead={words.hint}>{words.title(setName(groups))}</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <section className={forms.section} aria-label={stages.page.teams}>
          <h2>{stages.page.teams}</h2>
          {hasPlacements ? (
            <p className={forms.lead}>{stages.groups.byPlaces}</p>
          ) : (
            <Seeds teams={teams} onChange={change} />
          )}
        </section>
        <Stack gap="lg">
          {groups.map((group, index) => (
            <GroupCard key={group.id} group={group} teams={dealt[index] ?? []} />
          ))}
        </Stack>
      </SimpleGrid>
      {hasConflict && <p className="needs-you">{stages.page.changedMeanwhile}</p>}
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <Group gap="sm">
        <Button
          size="md"
          {...(isUnsaved ? {} : secondary)}

          disabled={isSaving || !isUnsaved || hasPlacements}
          onClick={() => void save()}
        >
          {isSaving ? savingText.saving : words.save}
        </Button>
        <Button
          {...(canCreate ? {} : secondary)}
          size="md"
          disabled={isSaving || !canCreate}
          onClick={() => void create()}
        >
          {words.createAll}
        </Button>
        {isUnsaved && !hasPlacements && <span className="needs-you">{stages.page.unsaved}</span>}
      </Group>
      <LastAction />
      <ConfirmImpact
        of={saving}
        title={stages.page.startedTitle(setName(groups))}
        yes={stages.page.insist}
      />
    </Stack>
  )
}

function GroupCard({ group, teams }: { group: BracketRow; teams: number[] }) {
  const rows = useLiveState((shown) => shown.live.rows)
  return (
    <section className={forms.section} aria-label={group.name}>
      <Group justify="space-between">
        <h2>{group.name}</h2>
        <AdminLinkButton to={`stages/${group.id}`} variant="default">
          {stages.teams(teams.length)}
        </AdminLinkButton>
      </Group>
      <ol className={forms.rows}>
        {teams.map((team, index) => (
          <li key={team}>
            <span className={styles.place}>{index + 1}</span>
            <span className={styles.name}>{teamName(rows, team)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function groupsOf(brackets: BracketRow[], stage: BracketRow): BracketRow[] {
  return brackets
    .filter(({ id, groupSet }) => id === stage.id || (groupSet && groupSet === stage.groupSet))
    .toSorted((a, b) => a.id - b.id)
}

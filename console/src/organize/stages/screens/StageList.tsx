import { Group, Stack } from '@mantine/core'
import { Link, useLoaderData } from '@tanstack/react-router'
import type { BracketRow } from '#events/schema/rows.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { Empty } from '#console/src/ui/Empty.tsx'
import { AdminLinkButton } from '#console/src/ui/AdminLink.tsx'
import { setName, setsOf } from '../group-sets.ts'
import { LastAction } from '#console/src/officiate/steps/LastAction.tsx'
import forms from '#console/src/ui/Form.module.css'
import styles from '../Stages.module.css'
import { PageTitle } from '#console/src/ui/page/PageTitle.tsx'

/** All stages, with the groups of one set together. */
export function StageList() {
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

import { Button, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { BracketRow } from '../../../../events/view/rows.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { inOrder } from '../../live/select.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import forms from '../../parts/Form.module.css'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { toast } from '../../parts/toast.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { stages } from '../../text/stages.ts'
import { SegmentButton, SegmentLink, useSegment } from '../admin/SegmentLink.tsx'
import { LastAction } from '../referee/LastAction.tsx'
import { ByHand } from './ByHand.tsx'
import { LateAndLeaving } from './LateAndLeaving.tsx'
import { MatchSection } from './MatchSection.tsx'
import { SeedSection } from './SeedSection.tsx'
import { setName } from './sets.ts'
import styles from './Stages.module.css'
import { Standings } from './Standings.tsx'
import { TiebreakSection } from './TiebreakSection.tsx'

/** One stage: its teams, its matches, its table, and what can happen to it. */
export function StagePage({ stage }: { stage: BracketRow }) {
  const all = useShown((shown) => shown.live.rows.match)
  const brackets = useShown((shown) => shown.live.rows.bracket)
  const matches = useMemo(
    () =>
      Object.values(all)
        .filter((match) => match.bracket === stage.id)
        .toSorted(inOrder),
    [all, stage.id],
  )
  const set = Object.values(brackets).filter(
    ({ groupSet }) => groupSet !== null && groupSet === stage.groupSet,
  )
  return (
    <div className={forms.screen}>
      <div className={styles.head}>
        <Title order={1} size="h2">
          {stage.name}
        </Title>
        <div className={forms.row}>
          <SegmentButton
            to={`stages/${stage.id}/edit`}
            variant="default"
            size="md"
            className={styles.tall}
          >
            {stages.page.edit}
          </SegmentButton>
          <DeleteStage stage={stage} matches={matches.length} />
        </div>
      </div>
      <p className={styles.lead}>
        {stage.stageType ? stages.types[stage.stageType] : stages.untyped}
        {stage.isComplete && ` · ${stages.complete}`}
      </p>
      {set.length > 1 && (
        <div className={styles.back}>
          <SegmentLink to={`stages/${set[0]?.id}/groups`}>
            {stages.set(setName(set))}: {stages.deal}
          </SegmentLink>
        </div>
      )}
      <SeedSection stage={stage} />
      <MatchSection stage={stage} matches={matches} />
      {stage.stageType === 'custom' && <ByHand stage={stage} matches={matches} />}
      {stage.isCreated && <Standings stage={stage} />}
      <LateAndLeaving stage={stage} />
      {stage.isCreated && <TiebreakSection stage={stage} />}
      <LastAction />
    </div>
  )
}

function DeleteStage({ stage, matches }: { stage: BracketRow; matches: number }) {
  const [isAsking, setAsking] = useState(false)
  const { isSaving, problem, save, dismiss } = useSaving()
  const go = useSegment()
  const { page } = stages
  async function remove(): Promise<void> {
    const saved = await save({ method: 'DELETE', path: `/api/tournament/bracket/${stage.id}/` })
    if (!saved.ok) return
    toast(page.deleted(stage.name))
    go('stages')
  }
  return (
    <>
      <Button
        variant="default"
        size="md"
        className={styles.tall}
        disabled={isSaving}
        onClick={() => setAsking(true)}
      >
        {page.delete}
      </Button>
      <ProblemNote problem={problem} onDismiss={dismiss} />
      {isAsking && (
        <Confirm
          title={page.deleteTitle(stage.name)}
          reasons={[matches > 0 ? page.deleteMatches(matches) : page.deleteEmpty]}
          yes={page.delete}
          onYes={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

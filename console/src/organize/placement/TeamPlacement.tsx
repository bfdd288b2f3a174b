import '@mantine/core/styles/Input.layer.css'
import { Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import forms from '../../ui/Form.module.css'
import { placement } from '../../core/text/organize/plan.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { AdminLinkButton, useAdminNavigate } from '../../ui/AdminLink.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { LastAction } from '../../officiate/steps/LastAction.tsx'
import { DefaultPlacements } from './DefaultPlacements.tsx'
import { PlacementTable } from './PlacementTable.tsx'
import styles from './TeamPlacement.module.css'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { rowChoices } from '../../ui/form/choices.ts'

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

import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { stages } from '#console/src/core/text/organize/stages.ts'
import type { AdminScreenProps } from '#console/src/ui/admin-screen.ts'
import { AdminLink } from '#console/src/ui/AdminLink.tsx'
import { PageTitle } from '#console/src/ui/page/PageTitle.tsx'
import { Waiting } from '#console/src/ui/Layout.tsx'
import { Groups } from './Groups.tsx'
import { StageForm } from './StageForm.tsx'
import { StageList } from './StageList.tsx'
import { StagePage } from './StagePage.tsx'
import forms from '#console/src/ui/Form.module.css'

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

import { Button, Modal, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TournamentPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import confirm from '../../parts/Confirm.module.css'
import { PressAgain } from '../../parts/PressAgain.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { useSaving } from '../../parts/useSaving.ts'
import { text } from '../../text.ts'
import { removal as words } from '../../text/settings.ts'

type Props = { tournament: TournamentPaper; onClose: () => void }

/** What goes with a tournament, and two presses to let it go; during play, said so once more. */
export function DeleteTournament({ tournament, onClose }: Props) {
  const { id, name, scene } = tournament
  const { isSaving, problem, save, dismiss } = useSaving()
  const navigate = useNavigate()
  const teams = useShown(({ live }) => Object.keys(live.rows.team).length)
  const stages = useShown(({ live }) => Object.keys(live.rows.bracket).length)
  const matches = useShown(({ live }) => Object.keys(live.rows.match).length)
  const isPlayed = problem?.code === 'MATCH_ACTIVE'

  async function remove(force: boolean): Promise<void> {
    const path = `/api/tournament/tournament/${id}/`
    const saved = await save({ method: 'DELETE', path, body: { force } })
    if (!saved.ok) return
    await navigate({ to: '/scene/$sceneName', params: { sceneName: scene.name } })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title(name)}
      centered
      size="md"
      zIndex={400}
      withCloseButton={false}
      classNames={{ title: confirm.title }}
    >
      <Text mb="xs">{words.goes(teams, stages, matches)}</Text>
      <Text mb="md">{words.final}</Text>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
      <div className={confirm.choices}>
        <Button
          variant="default"
          size="lg"
          className={confirm.choice}
          onClick={onClose}
          data-autofocus
        >
          {text.cancel}
        </Button>
        <PressAgain
          key={isPlayed ? 'force' : 'delete'}
          size="lg"
          className={confirm.choice}
          label={isPlayed ? words.force : words.menu}
          again={isPlayed ? words.forceAgain : words.sure}
          loading={isSaving}
          onSure={() => void remove(isPlayed)}
        />
      </div>
    </Modal>
  )
}

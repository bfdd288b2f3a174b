import { Text } from '@mantine/core'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { useNavigate } from '@tanstack/react-router'
import { rest } from '../../core/rest.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import confirm from '../../ui/Confirm.module.css'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import { removal as words } from '../../core/text/organize/settings.ts'

type Props = { tournament: TournamentBody; onClose: () => void }

/**
 * Deletes a tournament after a second press. If a match is being played, or money was not given back,
 * it asks once more.
 */
export default function DeleteTournament({ tournament, onClose }: Props) {
  const { id, name, scene } = tournament
  const { isSaving, problem, save, dismiss } = useSaving()
  const navigate = useNavigate()
  const teams = useLiveState(({ live }) => Object.keys(live.rows.team).length)
  const stages = useLiveState(({ live }) => Object.keys(live.rows.bracket).length)
  const matches = useLiveState(({ live }) => Object.keys(live.rows.match).length)
  // `force` also stops matches, so a question about money names them too.
  const isActive = useLiveState(({ live }) =>
    Object.values(live.rows.match).some(({ activeCabinet }) => activeCabinet !== null),
  )
  const hasMoney = problem?.code === 'MONEY_NOT_RETURNED'
  const isPlayed = problem?.code === 'MATCH_ACTIVE' || (hasMoney && isActive)
  const isForced = isPlayed || hasMoney
  const [label, again] = isPlayed
    ? [words.force, words.forceAgain]
    : hasMoney
      ? [words.unpaid, words.unpaidAgain]
      : [words.menu, words.sure]

  const remove = (force: boolean) =>
    save(rest.delete('/api/tournament/tournament/:id/', { id }, { force }), () =>
      navigate({ to: '/scene/$sceneName', params: { sceneName: scene.name } }),
    )

  return (
    <Dialog title={words.title(name)} onClose={onClose}>
      <Text mb="xs">{words.goes(teams, stages, matches)}</Text>
      <Text mb="md">{words.final}</Text>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
      {hasMoney && <Text mt="md">{words.unpaidLater}</Text>}
      <DialogButtons no={text.cancel} isNoFocused onClose={onClose}>
        <PressAgain
          key={label}
          size="lg"
          className={confirm.choice}
          label={label}
          again={again}
          loading={isSaving}
          onSure={() => void remove(isForced)}
        />
      </DialogButtons>
    </Dialog>
  )
}

import { Button, Modal, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { read } from '../../core/rest.ts'
import { placeOf } from '../../core/outbox/actions.ts'
import { useSession } from '../../core/live/LiveTournament.tsx'
import type { Tie } from '../../core/live/match-change.ts'
import confirm from '../../ui/Confirm.module.css'
import form from '../../ui/Form.module.css'
import { PictureField } from '../../ui/PictureField.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useEnding } from '../../hooks/useTiedDialog.ts'
import { ending } from '../../core/text/ending.ts'
import { text } from '../../core/text/text.ts'
import { teams as words } from './text.ts'
import type { Named } from './roster.ts'

type Props = {
  tournament: number
  /** null: a new one */
  team: Named | null
  onClose: () => void
}
const teamUrl = '/api/tournament/team/'

/** A team's name and picture, or its end. */
export function TeamDialog({ tournament, team, onClose }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const { tell } = useSession()
  const [failed, setFailed] = useState('')
  const [name, setName] = useState(team?.name ?? '')
  const { before, image, setImage } = useImage(team)
  const [isTried, setTried] = useState(false)
  useWhileThere(team, (reason) => {
    onClose()
    if (!isSaving) tell(placeOf.teams, reason)
  })
  const missing = isTried && name.trim() === '' ? words.teamNameMissing : undefined

  async function submit(): Promise<void> {
    setTried(true)
    if (name.trim() === '' || isSaving) return
    setFailed(words.teamFailed)
    const changed = {
      ...(name.trim() !== team?.name && { name: name.trim() }),
      ...(image !== before && { image }),
    }
    const saved = team
      ? await save({ method: 'PATCH', path: `${teamUrl}${team.id}/`, body: changed })
      : await save({ method: 'POST', path: teamUrl, body: { tournament, ...changed } })
    if (!saved.ok) return
    toast(team ? words.saved : words.created)
    onClose()
  }

  async function remove(id: number): Promise<void> {
    setFailed(words.teamDeleteFailed)
    const saved = await save({ method: 'DELETE', path: `${teamUrl}${id}/` })
    if (!saved.ok) return
    toast(words.teamDeleted)
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={team ? words.editTeam(team.name) : words.addTeam}
      centered
      zIndex={400}
      withCloseButton={false}
      classNames={{ title: confirm.title }}
    >
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void submit())}
      >
        <TextInput
          size="md"
          label={words.teamName}
          required
          data-autofocus
          value={name}
          error={missing ?? problem?.fields['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PictureField
          label={words.image}
          hasAddress
          value={image}
          error={problem?.fields['image']}
          onChange={setImage}
        />
        <ProblemNote
          problem={problem}
          title={failed}
          beside={['name', 'image']}
          onDismiss={dismiss}
        />
        <div className={confirm.choices}>
          <Button variant="default" size="lg" className={confirm.choice} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" size="lg" className={confirm.choice} loading={isSaving}>
            {text.saving.save}
          </Button>
        </div>
        {team && (
          <div className={form.row}>
            <PressAgain
              size="md"
              className={form.button}
              label={words.deleteTeam}
              again={words.deleteAgain}
              onSure={() => void remove(team.id)}
            />
            <Button
              component="a"
              href={`/tournament-team/${team.id}`}
              variant="default"
              size="md"
              className={form.button}
            >
              {words.page}
            </Button>
            <small>{words.deleteHint}</small>
          </div>
        )}
      </form>
    </Modal>
  )
}

/** Nothing can be changed of a team that somebody else has deleted. */
function useWhileThere(team: Named | null, onGone: (reason: string) => void): void {
  const tie = useMemo((): Tie | null => {
    if (team === null) return null
    const reason = ending.teamGone(team.name)
    return ({ live }) => (live.rows.team[team.id] ? null : { reason })
  }, [team])
  useEnding(tie, ({ reason }) => onGone(reason ?? ''))
}

/** Pictures are in no frame. One that cannot be read is left as it is. */
function useImage(team: Named | null) {
  const [before, setBefore] = useState<string | null>(null)
  const [typed, setImage] = useState<string | null | undefined>()
  const id = team?.id
  useEffect(() => {
    if (id === undefined) return
    let isOver = false
    void read<{ image: string | null }>(`${teamUrl}${id}/`).then(
      ({ image }) => !isOver && setBefore(image),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [id])
  return { before, image: typed === undefined ? before : typed, setImage }
}

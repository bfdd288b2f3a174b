import { Button, Modal, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { read } from '../../api.ts'
import confirm from '../../parts/Confirm.module.css'
import form from '../../parts/Form.module.css'
import { PictureField } from '../../parts/PictureField.tsx'
import { PressAgain } from '../../parts/PressAgain.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { toast } from '../../parts/toast.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { text } from '../../text.ts'
import { teams as words } from '../../text/teams.ts'
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
  const [failed, setFailed] = useState('')
  const [name, setName] = useState(team?.name ?? '')
  const { before, image, setImage } = useImage(team)
  const [isTried, setTried] = useState(false)
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
          maxLength={100}
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

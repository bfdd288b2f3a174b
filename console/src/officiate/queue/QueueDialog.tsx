import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { QueueRow } from '#events/schema/rows.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { pickChanged, required } from '../../hooks/form/edited-fields.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useAutoClose } from '../../hooks/useAutoClosingDialog.ts'
import { queues as words } from '../../core/text/officiate/referee.ts'
import { savingText } from '../../core/text/forms.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

type Props = {
  /** null for a new queue */
  queue: QueueRow | null
  title: string
  onClose: () => void
}

/** Creates, changes or deletes a queue: its name, and the cabinets that take matches from it. */
export default function QueueDialog({ queue, title, onClose }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const saving = useSaving()
  const { isSaving, save } = saving
  const [failureTitle, setFailureTitle] = useState('')
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  const assigned = useTournamentCabinets()
  const hasOwnName = !queue?.autoCreated
  // The values at opening. Only changed fields are sent: a new name alone sends no cabinets.
  const [server] = useState(() => {
    return { name: queue?.name ?? '', cabinets: (queue?.cabinets ?? []).map(String) }
  })
  const form = useEditedForm({
    server,
    saving,
    ...(hasOwnName && { check: required({ name: words.nameMissing }) }),
  })
  // A queue that was created with a cabinet keeps it in front, because it has the cabinet's name.
  const ownCabinet = queue?.autoCreated ? queue.cabinets[0] : undefined
  const others = assigned
    .map(({ id }) => id)
    .filter((id) => id !== ownCabinet && form.values.cabinets.includes(`${id}`))
  const cabinets = ownCabinet === undefined ? others : [ownCabinet, ...others]
  const waiting = useLiveState(({ live }) => live.rows.queue[queue?.id ?? 0]?.matches.length ?? 0)
  useCloseOnChange(queue, { title, isSaving, onClose })

  async function saveAll(writes: Write[], title: string): Promise<void> {
    setFailureTitle(title)
    for (const write of writes) {
      const saved = await save(write)
      if (!saved.ok) return
    }
    onClose()
  }

  function submit(changes: object, { name }: typeof server): Promise<void> {
    const next = { name: name.trim(), cabinets }
    if (queue) return saveAll(writesOf(queue, pickChanged(next, changes)), words.saveFailed)
    const path = '/api/tournament/tournament/:id/create-queue/'
    return saveAll([rest.put(path, { id: tournament.id }, next)], words.makeFailed)
  }

  return (
    <Dialog title={queue ? words.editTitle(title) : words.addTitle} onClose={onClose}>
      <EditForm
        form={form}
        onSave={submit}
        failed={failureTitle}
        button={queue ? savingText.save : words.make}
        isDisabled={isLost}
        onCancel={onClose}
      >
        {hasOwnName ? (
          <TextInput label={words.name} required data-autofocus {...form.field('name')} />
        ) : (
          <p className={forms.lead}>{words.ofCabinet(title)}</p>
        )}
        <Checkbox.Group
          label={words.cabinets}
          description={assigned.length === 0 ? words.noCabinets : undefined}
          {...form.field('cabinets')}
        >
          {assigned.map(({ id, displayName }) => (
            <Checkbox
              key={id}
              value={`${id}`}
              className={forms.choice}
              label={displayName}
              disabled={id === ownCabinet}
            />
          ))}
        </Checkbox.Group>
        <p className={forms.lead} role="status">
          {cabinets.length === 0 ? words.nobodyTakes : ''}
        </p>
      </EditForm>
      {queue && (
        <PressAgain
          // The confirmation names the number of matches; if that changes, it starts again.
          key={waiting}
          mt="md"
          label={words.deleteQueue}
          again={words.deleteAgain(waiting)}
          disabled={isSaving || isLost}
          onSure={() =>
            void saveAll(
              [rest.delete('/api/tournament/queue/:id/', { id: queue.id })],
              words.deleteFailed,
            )
          }
        />
      )}
    </Dialog>
  )
}

/** Only the changed fields: a new name alone takes no cabinet from another queue. */
function writesOf(queue: QueueRow, changes: { name?: string; cabinets?: number[] }): Write[] {
  const { name, cabinets } = changes
  const { id } = queue
  return [
    ...(name === undefined ? [] : [rest.patch('/api/tournament/queue/:id/', { id }, { name })]),
    ...(cabinets === undefined
      ? []
      : [rest.put('/api/tournament/queue/:id/set-cabinets/', { id }, { cabinets })]),
  ]
}

type Open = { title: string; isSaving: boolean; onClose: () => void }

/** Closes the dialog if another device changes the queue, so that its change is not overwritten. */
function useCloseOnChange(queue: QueueRow | null, { title, isSaving, onClose }: Open): void {
  const { showNote } = useLiveSession()
  const closeCondition = useMemo((): CloseCondition | null => {
    if (!queue) return null
    const before = contentOf(queue)
    return ({ live }) => {
      const now = live.rows.queue[queue.id]
      if (!now) return { reason: words.gone(title) }
      return contentOf(now) === before ? null : { reason: words.changed(title) }
    }
  }, [queue, title])
  useAutoClose(closeCondition, ({ reason }) => {
    // A save of two writes is seen when only the first is done.
    if (isSaving) return
    onClose()
    showNote(notePlace.queues, reason ?? '')
  })
}

function contentOf({ name, cabinets }: QueueRow): string {
  return JSON.stringify([name, cabinets])
}

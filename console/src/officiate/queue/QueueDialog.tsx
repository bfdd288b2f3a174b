import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { QueueRow } from '../../../../events/schema/rows.ts'
import { placeOf } from '../../core/outbox/actions.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { Tie } from '../../core/live/match-change.ts'
import confirm from '../../ui/Confirm.module.css'
import form from '../../ui/Form.module.css'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import type { Write } from '../../query/useSaving.ts'
import { useEnding } from '../../hooks/useTiedDialog.ts'
import { queues as words } from './text.ts'
import { text } from '../../core/text/text.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'

type Props = {
  /** null: a new one */
  queue: QueueRow | null
  title: string
  onClose: () => void
}

/** A queue's name and the cabinets that take from it, or its end. */
export default function QueueDialog({ queue, title, onClose }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { isSaving, problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')
  const [name, setName] = useState(queue?.name ?? '')
  const [chosen, setChosen] = useState((queue?.cabinets ?? []).map(String))
  const [isTried, setTried] = useState(false)
  const isLost = useLiveState((shown) => shown.link.light === 'lost')
  const assigned = useTournamentCabinets()
  const hasOwnName = !queue?.autoCreated
  const isEmpty = hasOwnName && name.trim() === ''
  // A queue that came with a cabinet keeps it, and its place in front: it has its name from there.
  const own = queue?.autoCreated ? queue.cabinets[0] : undefined
  const others = assigned.map(({ id }) => id).filter((id) => id !== own && chosen.includes(`${id}`))
  const cabinets = own === undefined ? others : [own, ...others]
  const waiting = useLiveState(({ live }) => live.rows.queue[queue?.id ?? 0]?.matches.length ?? 0)
  useWhileSame(queue, { title, isSaving, onClose })

  async function all(writes: Write[], title: string): Promise<void> {
    setFailed(title)
    for (const write of writes) {
      const saved = await save(write)
      if (!saved.ok) return
    }
    onClose()
  }

  function submit(): Promise<void> | undefined {
    setTried(true)
    if (isEmpty || isSaving || isLost) return
    if (queue) return all(changesOf(queue, { name: name.trim(), cabinets }), words.saveFailed)
    const path = `/api/tournament/tournament/${tournament.id}/create-queue/`
    return all([{ method: 'PUT', path, body: { name: name.trim(), cabinets } }], words.makeFailed)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={queue ? words.editTitle(title) : words.addTitle}
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
        {hasOwnName ? (
          <TextInput
            size="md"
            label={words.name}
            required
            maxLength={100}
            data-autofocus
            value={name}
            error={isTried && isEmpty ? words.nameMissing : problem?.fields['name']}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        ) : (
          <p className={form.lead}>{words.ofCabinet(title)}</p>
        )}
        <Checkbox.Group
          label={words.cabinets}
          description={assigned.length === 0 ? words.noCabinets : undefined}
          value={chosen}
          onChange={setChosen}
        >
          {assigned.map(({ id, displayName }) => (
            <Checkbox
              key={id}
              value={`${id}`}
              size="md"
              className={form.choice}
              label={displayName}
              disabled={id === own}
            />
          ))}
        </Checkbox.Group>
        <p className={form.lead} role="status">
          {cabinets.length === 0 ? words.nobodyTakes : ''}
        </p>
        <ProblemNote problem={problem} title={failed} beside={['name']} onDismiss={dismiss} />
        <div className={confirm.choices}>
          <Button variant="default" size="lg" className={confirm.choice} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            size="lg"
            className={confirm.choice}
            loading={isSaving}
            disabled={isLost}
          >
            {queue ? text.saving.save : words.make}
          </Button>
        </div>
        {queue && (
          <PressAgain
            // Armed for so many matches; with another number it asks again.
            key={waiting}
            size="md"
            className={form.button}
            label={words.deleteQueue}
            again={words.deleteAgain(waiting)}
            disabled={isSaving || isLost}
            onSure={() => void all([{ method: 'DELETE', path: pathOf(queue) }], words.deleteFailed)}
          />
        )}
      </form>
    </Modal>
  )
}

const pathOf = ({ id }: QueueRow) => `/api/tournament/queue/${id}/`

/** Only what is different: who changes the name takes no cabinet from anybody. */
function changesOf(queue: QueueRow, next: { name: string; cabinets: number[] }): Write[] {
  const { name, cabinets } = next
  const isRenamed = !queue.autoCreated && name !== queue.name
  const isMoved = !sameMembers(cabinets, queue.cabinets)
  const path = pathOf(queue)
  return [
    ...(isRenamed ? [{ method: 'PATCH' as const, path, body: { name } }] : []),
    ...(isMoved
      ? [{ method: 'PUT' as const, path: `${path}set-cabinets/`, body: { cabinets } }]
      : []),
  ]
}

type Open = { title: string; isSaving: boolean; onClose: () => void }

/** What was opened is the queue as it was then: a rival's change is not written over unseen. */
function useWhileSame(queue: QueueRow | null, { title, isSaving, onClose }: Open): void {
  const { tell } = useSession()
  const tie = useMemo((): Tie | null => {
    if (!queue) return null
    const before = contentOf(queue)
    return ({ live }) => {
      const now = live.rows.queue[queue.id]
      if (!now) return { reason: words.gone(title) }
      return contentOf(now) === before ? null : { reason: words.changed(title) }
    }
  }, [queue, title])
  useEnding(tie, ({ reason }) => {
    // A change of two parts is seen half done.
    if (isSaving) return
    onClose()
    tell(placeOf.queues, reason ?? '')
  })
}

function contentOf({ name, cabinets }: QueueRow): string {
  return JSON.stringify([name, cabinets])
}

function sameMembers<T>(these: T[], those: T[]): boolean {
  return these.length === those.length && these.every((one) => those.includes(one))
}

import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PublicEventType } from '../../../../events/schema/public-event.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { Choices } from './Choices.tsx'
import { HookCard, useHookSaving } from './HookCard.tsx'
import { eventNames, hooks as words } from './text.ts'

type Hook = Row<'/api/tournament/scene/:id/webhook/'>
const collectionPath = '/api/tournament/scene/:id/webhook/'
const eventTypes = Object.keys(eventNames) as PublicEventType[]

export function Webhooks({ scene }: { scene: number }) {
  const list = useList(rest.get(collectionPath, { id: scene, rowsPerPage }))
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {secret !== null && (
        <CopyText
          label={words.secret}
          description={words.secretHint}
          value={secret}
          rows={2}
          button={words.copySecret}
        />
      )}
      <ListState list={list} empty={words.webhooksNone}>
        {(rows) => (
          <Stack gap="sm">
            {rows.map((hook) => (
              <WebhookCard
                key={hook.id}
                scene={scene}
                hook={hook}
                reload={list.reload}
                onSecret={setSecret}
              />
            ))}
          </Stack>
        )}
      </ListState>
      <NewWebhook
        scene={scene}
        onCreated={(newSecret) => {
          setSecret(newSecret)
          void list.reload()
        }}
      />
    </>
  )
}

type CardProps = {
  scene: number
  hook: Hook
  reload: () => Promise<unknown>
  onSecret: (secret: string) => void
}

function WebhookCard({ scene, hook, reload, onSecret }: CardProps) {
  const { id, url, events } = hook
  const name = url ?? words.unreadable
  const saving = useHookSaving(reload)
  const params = { id: scene, webhook: id }
  const webhookPath = '/api/tournament/scene/:id/webhook/:webhook/'
  const deliveriesPath = '/api/tournament/scene/:id/webhook/:webhook/delivery/'
  const sendAgainPath = '/api/tournament/scene/:id/webhook/:webhook/delivery/:delivery/again/'

  async function rotate(): Promise<void> {
    const path = '/api/tournament/scene/:id/webhook/:webhook/secret/'
    const answer = await saving.attempt(rest.post(path, params), words.rotateFailed)
    if (answer) onSecret(answer.secret)
  }
  function changeEvents(events: PublicEventType[]): void {
    void saving.attempt(rest.patch(webhookPath, params, { events }), words.changeFailed)
  }

  return (
    <HookCard
      name={name}
      title={name}
      choices={{
        label: words.toldOf(name),
        all: eventTypes,
        chosen: events,
        names: eventNames,
        onChange: changeEvents,
      }}
      saving={saving}
      removal={rest.delete(webhookPath, params)}
      deliveries={{
        path: rest.get(deliveriesPath, params),
        sendAgain: (delivery) => rest.post(sendAgainPath, { ...params, delivery }),
      }}
    >
      <PressAgain
        label={words.rotate}
        again={words.rotateAgain}
        name={name}
        loading={saving.isSaving}
        onSure={() => void rotate()}
      />
    </HookCard>
  )
}

const empty = { url: '', events: eventTypes }
const check = required<typeof empty>({ url: words.urlMissing })

function NewWebhook({ scene, onCreated }: { scene: number; onCreated: (secret: string) => void }) {
  const saving = useSaving()
  const form = useEditedForm({ server: empty, saving, check })

  async function create(_: unknown, body: typeof empty): Promise<void> {
    const saved = await saving.save(rest.post(collectionPath, { id: scene }, body))
    if (!saved.ok) return
    form.reset()
    onCreated(saved.answer.secret)
  }

  return (
    <EditForm
      form={form}
      onSave={create}
      failed={words.addFailed}
      button={words.addWebhook}
      isQuiet
    >
      <TextInput label={words.url} type="url" autoComplete="off" {...form.field('url')} />
      <Choices
        label={words.told}
        all={eventTypes}
        chosen={form.values.events}
        names={eventNames}
        error={form.errors['events']}
        onChange={(events) => form.set({ events })}
      />
    </EditForm>
  )
}

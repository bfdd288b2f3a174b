import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PublicEventType } from '#events/schema/public-event.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useList } from '../../query/useList.ts'
import { useActions } from '../../query/useActions.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { Choices } from './Choices.tsx'
import { HookCard } from './HookCard.tsx'
import { eventNames, hooks as words } from '../../core/text/organize/publishing.ts'

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
  const saving = useActions()
  const params = { id: scene, webhook: id }
  const webhookPath = '/api/tournament/scene/:id/webhook/:webhook/'
  const deliveriesPath = '/api/tournament/scene/:id/webhook/:webhook/delivery/'
  const sendAgainPath = '/api/tournament/scene/:id/webhook/:webhook/delivery/:delivery/again/'

  const rotate = () =>
    saving.act(rest.post('/api/tournament/scene/:id/webhook/:webhook/secret/', params), {
      failed: words.rotateFailed,
      onSaved: ({ secret }) => reload().then(() => onSecret(secret)),
    })
  const test = () =>
    saving.act(rest.post('/api/tournament/scene/:id/webhook/:webhook/test/', params), {
      failed: words.testFailed,
      done: words.tested,
      onSaved: reload,
    })
  const changeEvents = (events: PublicEventType[]) =>
    saving.act(rest.patch(webhookPath, params, { events }), {
      failed: words.changeFailed,
      onSaved: reload,
    })

  return (
    <HookCard
      name={name}
      title={name}
      choices={{
        label: words.toldOf(name),
        all: eventTypes,
        chosen: events,
        names: eventNames,
        onChange: (events) => void changeEvents(events),
      }}
      saving={saving}
      reload={reload}
      removal={rest.delete(webhookPath, params)}
      deliveries={{
        path: rest.get(deliveriesPath, params),
        sendAgain: (delivery) => rest.post(sendAgainPath, { ...params, delivery }),
      }}
    >
      <Button
        size="md"
        variant="default"
        loading={saving.isSaving}
        aria-label={words.testOf(name)}
        onClick={() => void test()}
      >
        {words.test}
      </Button>
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
  const form = useSavedForm({ server: empty, check })

  async function create(_: unknown, body: typeof empty): Promise<void> {
    const saved = await form.save(rest.post(collectionPath, { id: scene }, body))
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

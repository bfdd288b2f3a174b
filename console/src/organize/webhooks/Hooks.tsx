import '@mantine/core/styles/Input.layer.css'
import { Stack, Text, Title, Button, NativeSelect, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { hooks as words } from '../../core/text/organize/publishing.ts'
import { Webhooks } from './Webhooks.tsx'
import { minDelayMinutes, notificationKinds } from '#events/describe/notification-kinds.ts'
import type { NotificationKind } from '#events/describe/notification-kinds.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'
import { push } from '../../core/text/spectate/later.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useActions } from '../../query/useActions.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { Choices } from './Choices.tsx'
import { HookCard } from './HookCard.tsx'

const collectionPath = '/api/tournament/scene/:id/chat-hook/'
const empty = { chat: 'discord' as Hook['chat'], name: '', url: '', kinds: [...notificationKinds] }
const check = required<typeof empty>({ name: words.nameMissing, url: words.urlMissing })

/** The chats and webhooks that are notified of a scene's tournaments. */
export default function Hooks() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament.scene
  return (
    <Stack gap="lg">
      <PageTitle>{words.title}</PageTitle>
      <Title order={2} size="h3">
        {words.chats}
      </Title>
      <Text>{words.chatsLead}</Text>
      <Chats scene={id} />
      <Title order={2} size="h3">
        {words.webhooks}
      </Title>
      <Text>{words.webhooksLead}</Text>
      <Webhooks scene={id} />
    </Stack>
  )
}

type Hook = Row<'/api/tournament/scene/:id/chat-hook/'>

function Chats({ scene }: { scene: number }) {
  const list = useList(rest.get(collectionPath, { id: scene, rowsPerPage }))
  return (
    <>
      <ListState list={list} empty={words.chatsNone}>
        {(rows) => (
          <Stack gap="sm">
            {rows.map((hook) => (
              <ChatCard key={hook.id} scene={scene} hook={hook} reload={list.reload} />
            ))}
          </Stack>
        )}
      </ListState>
      <NewChat scene={scene} onCreated={list.reload} />
    </>
  )
}

type CardProps = { scene: number; hook: Hook; reload: () => Promise<unknown> }

function ChatCard({ scene, hook, reload }: CardProps) {
  const { id, chat, name, host, kinds } = hook
  const saving = useActions()
  const params = { id: scene, hook: id }
  const hookPath = '/api/tournament/scene/:id/chat-hook/:hook/'

  const test = () =>
    saving.act(rest.post('/api/tournament/scene/:id/chat-hook/:hook/test/', params), {
      failed: words.testFailed,
      done: words.tested,
      onSaved: reload,
    })
  const changeKinds = (kinds: NotificationKind[]) =>
    saving.act(rest.patch(hookPath, params, { kinds }), {
      failed: words.changeFailed,
      onSaved: reload,
    })

  return (
    <HookCard
      name={name}
      title={`${name} · ${words.kinds[chat]} · ${host ?? words.unreadable}`}
      choices={{
        label: words.saidIn(name),
        all: notificationKinds,
        chosen: kinds,
        names: push.kinds(minDelayMinutes),
        onChange: (kinds) => void changeKinds(kinds),
      }}
      saving={saving}
      reload={reload}
      removal={rest.delete(hookPath, params)}
      deliveries={{ path: rest.get('/api/tournament/scene/:id/chat-hook/:hook/delivery/', params) }}
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
    </HookCard>
  )
}

function NewChat({ scene, onCreated }: { scene: number; onCreated: () => Promise<unknown> }) {
  const form = useSavedForm({ server: empty, check })

  async function create(_: unknown, body: typeof empty): Promise<void> {
    const saved = await form.save(rest.post(collectionPath, { id: scene }, body))
    if (!saved.ok) return
    toast(words.added)
    form.reset()
    await onCreated()
  }

  const { kinds } = form.values
  return (
    <EditForm form={form} onSave={create} failed={words.addFailed} button={words.add} isQuiet>
      <NativeSelect label={words.chat} {...form.field('chat')}>
        {Object.entries(words.kinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <TextInput label={words.name} {...form.field('name')} />
      <TextInput label={words.url} type="url" autoComplete="off" {...form.field('url')} />
      <Choices<NotificationKind>
        label={words.said}
        all={notificationKinds}
        chosen={kinds}
        names={push.kinds(minDelayMinutes)}
        error={form.errors['kinds']}
        onChange={(kinds) => form.set({ kinds })}
      />
    </EditForm>
  )
}

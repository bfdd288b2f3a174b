import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../ui/CopyText.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { required } from '../hooks/form/edited-fields.ts'
import { useList } from '../query/useList.ts'
import { RemovableList } from '../ui/row/RemovableList.tsx'
import { useSavedForm } from '../query/useSavedForm.ts'
import { account } from '../core/text/account.ts'
import { PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { dateTimeText } from '../core/time/local-time.ts'
import { rest, rowsPerPage } from '../core/rest.ts'
import type { Row } from '../core/rest.ts'
import { Section } from '../ui/page/Section.tsx'

const words = account.keys
type KeyRow = Row<'/api/user/key/'>
type Rights = NonNullable<KeyRow['scope']>['rights']

export function Keys({ me }: { me: Me }) {
  const list = useList(rest.get('/api/user/key/', { rowsPerPage }))
  return (
    <Section title={words.title} lead={words.lead}>
      <RemovableList
        list={list}
        words={words}
        lineOf={(key) => ({ name: key.name, detail: detailOf(key) })}
        remove={(id) => rest.delete('/api/user/key/:id/', { id })}
      />
      <NewKey me={me} onCreated={() => void list.reload()} />
    </Section>
  )
}

function detailOf({ scope, createdAt, lastUsedAt, endsAt }: KeyRow): string {
  return [
    scope ? `${scope.sceneName}: ${words.rights[scope.rights]}` : words.everywhere,
    `${words.since} ${dateTimeText(createdAt)}`,
    `${words.used} ${lastUsedAt === null ? words.never : dateTimeText(lastUsedAt)}`,
    endsAt !== null && `${words.ends} ${dateTimeText(endsAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const dayMs = 24 * 60 * 60_000
const rights = ['read', 'displays', 'official', 'admin'] as const
/** `scene` and `days` are select values. Empty means every scene and no expiry. */
const empty = { name: '', current: '', scene: '', rights: 'read' as Rights, days: '' }
const check = required<typeof empty>({ name: words.nameMissing })

function NewKey({ me, onCreated }: { me: Me; onCreated: () => void }) {
  const form = useSavedForm({ server: empty, check })
  const [createdKey, setCreatedKey] = useState<{ name: string; key: string } | null>(null)

  const scenes = useScenes(me)
  const { scene, rights: chosenRights } = form.values
  const role = me.isOwner ? 'admin' : me.roles.find((held) => `${held.scene}` === scene)?.role

  async function create(_: unknown, values: typeof empty): Promise<void> {
    const { name, current, days } = values
    const endsAt = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
    const scope = values.scene === '' ? null : { scene: Number(values.scene), rights: chosenRights }
    const body = { name, scope, endsAt, ...(current !== '' && { current }) }
    const saved = await form.save(rest.post('/api/user/key/', {}, body))
    if (!saved.ok) return
    setCreatedKey(saved.answer)
    form.reset()
    onCreated()
  }

  return (
    <>
      {createdKey !== null && (
        <CopyText
          label={words.made(createdKey.name)}
          description={words.once}
          value={createdKey.key}
          rows={3}
          button={words.copy}
        />
      )}
      <EditForm form={form} onSave={create} failed={words.failed} button={words.make} isQuiet isRow>
        {me.hasPassword && <PasswordField label={words.present} {...form.field('current')} />}
        <TextInput label={words.name} {...form.field('name')} />
        <NativeSelect label={words.scene} {...form.field('scene')}>
          <option value="">{words.everywhere}</option>
          {scenes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        {scene !== '' && (
          <NativeSelect label={words.may} {...form.field('rights')}>
            {rights.map((right) => (
              <option key={right} value={right} disabled={right === 'admin' && role !== 'admin'}>
                {words.rights[right]}
              </option>
            ))}
          </NativeSelect>
        )}
        <NativeSelect label={words.end} {...form.field('days')}>
          {Object.entries(words.days).map(([days, label]) => (
            <option key={days} value={days === 'never' ? '' : days}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </EditForm>
    </>
  )
}

/** The scenes that an API key of this user can be limited to. */
function useScenes({ isOwner, roles }: Me): { id: number; name: string }[] {
  const { rows } = useList(rest.get('/api/game/scene/', { rowsPerPage }))
  return (rows ?? [])
    .filter(({ id }) => isOwner || roles.some(({ scene }) => scene === id))
    .map(({ id, displayName }) => ({ id, name: displayName }))
}

import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { newCabinet as words } from './text.ts'
import { plainName, timeZones } from './cabinet-client.ts'
import type { CabinetToken } from './TokenDialog.tsx'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = {
  scene: number
  /** the scene has no cabinet yet, so this is the main form */
  isMain: boolean
  onCreated: (created: CabinetToken) => void
}

/** `name` is null until the user types one. Until then it is derived from `displayName`. */
type Fields = { displayName: string; name: string | null; timeZone: string }

/** Creates a cabinet, and a token for its client. */
export function NewCabinet({ scene, isMain, onCreated }: Props) {
  const [zones] = useState(timeZones)
  const form = useSavedForm<Fields>({
    server: { displayName: '', name: null, timeZone: zones.own },
    check: required({ displayName: words.displayNameMissing }),
  })
  const name = form.values.name ?? plainName(form.values.displayName)

  async function create(_: unknown, { displayName, timeZone }: Fields): Promise<void> {
    const body = { scene, name, displayName: displayName.trim(), timeZone }
    const saved = await form.save(rest.post('/api/game/cabinet/', {}, body))
    if (!saved.ok) return
    form.reset({ displayName: '', name: null, timeZone })
    onCreated(saved.answer)
  }

  return (
    <Section title={words.title} lead={words.lead}>
      <EditForm
        form={form}
        onSave={create}
        failed={words.failed}
        button={words.create}
        isQuiet={!isMain}
      >
        <TextInput label={words.displayName} required {...form.field('displayName')} />
        <TextInput
          label={words.name}
          description={words.nameHint}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('name')}
          value={name}
        />
        <NativeSelect label={words.timeZone} data={zones.all} {...form.field('timeZone')} />
      </EditForm>
    </Section>
  )
}

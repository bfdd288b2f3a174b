import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { NameFields } from '../../ui/form/NameFields.tsx'
import { shortNameOf } from '../../core/short-name.ts'
import type { Named } from '../../core/short-name.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { newCabinet as words } from './text.ts'
import { timeZones } from './cabinet-client.ts'
import type { CabinetToken } from './TokenDialog.tsx'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = {
  scene: number
  /** the scene has no cabinet yet, so this is the main form */
  isMain: boolean
  onCreated: (created: CabinetToken) => void
}

type Fields = Named & { timeZone: string }

/** Creates a cabinet, and a token for its client. */
export function NewCabinet({ scene, isMain, onCreated }: Props) {
  const [zones] = useState(timeZones)
  const form = useSavedForm<Fields>({
    server: { displayName: '', name: null, timeZone: zones.own },
    check: required({ displayName: words.displayNameMissing }),
  })

  async function create(_: unknown, fields: Fields): Promise<void> {
    const { displayName, timeZone } = fields
    const name = shortNameOf(fields)
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
        <NameFields form={form} words={words} />
        <NativeSelect label={words.timeZone} data={zones.all} {...form.field('timeZone')} />
      </EditForm>
    </Section>
  )
}

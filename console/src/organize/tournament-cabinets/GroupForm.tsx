import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Group, TextInput } from '@mantine/core'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { groups as words } from './text.ts'
import { rest } from '../../core/rest.ts'
import type { Row, SceneCabinet } from '../../core/rest.ts'

export type CabinetGroup = Row<'/api/tournament/cabinet-group/'>
type Props = {
  scene: number
  /** undefined: a new group */
  group?: CabinetGroup
  cabinets: SceneCabinet[]
  button: string
  onSaved: () => void
  onCancel?: () => void
}

export function GroupForm({ scene, group, cabinets, button, onSaved, onCancel }: Props) {
  const server = { name: group?.name ?? '', cabinets: (group?.cabinets ?? []).map(String) }
  const form = useSavedForm({ server, check: required({ name: words.nameMissing }) })

  async function submit(_: unknown, { name, cabinets: chosen }: typeof server): Promise<void> {
    const inOrder = cabinets.filter((cabinet) => chosen.includes(`${cabinet.id}`))
    const body = { name: name.trim(), cabinets: inOrder.map((cabinet) => cabinet.id) }
    const write = group
      ? rest.put('/api/tournament/cabinet-group/:id/', { id: group.id }, body)
      : rest.post('/api/tournament/cabinet-group/', {}, { scene, ...body })
    await form.save<unknown>(write, onSaved)
  }

  return (
    <EditForm
      form={form}
      onSave={submit}
      failed={words.saveFailed}
      button={button}
      onCancel={onCancel}
    >
      <TextInput label={words.name} required {...form.field('name')} />
      <Checkbox.Group label={words.cabinets} {...form.field('cabinets')}>
        <Group gap="xl">
          {cabinets.map((cabinet) => (
            <Checkbox
              key={cabinet.id}
              value={`${cabinet.id}`}
              className={forms.choice}
              label={cabinet.displayName}
            />
          ))}
        </Group>
      </Checkbox.Group>
    </EditForm>
  )
}

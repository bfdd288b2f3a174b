import { Button, Title, Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListRows } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButtons } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useActions } from '../../query/useActions.ts'
import { groups as words } from '../../core/text/organize/venue.ts'
import { savingText } from '../../core/text/forms.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { SceneCabinet, Row } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'

type Props = { tournament: number; scene: number; cabinets: SceneCabinet[] }

/** Named groups of the scene's cabinets, which can be assigned together. */
export function CabinetGroups({ tournament, scene, cabinets }: Props) {
  const list = useList(rest.get('/api/tournament/cabinet-group/', { sceneId: scene, rowsPerPage }))
  const [createdCount, setCreatedCount] = useState(0)
  return (
    <Section title={words.title} lead={words.lead}>
      <ListRows list={list} empty={words.empty}>
        {(group) => (
          <GroupRow
            key={group.id}
            group={group}
            tournament={tournament}
            cabinets={cabinets}
            onChanged={list.reload}
          />
        )}
      </ListRows>
      {cabinets.length > 0 && (
        <>
          <Title order={3} size="md" mt="xs">
            {words.add}
          </Title>
          <GroupForm
            key={createdCount}
            scene={scene}
            cabinets={cabinets}
            button={words.addButton}
            onSaved={() => {
              toast(words.made)
              setCreatedCount((n) => n + 1)
              void list.reload()
            }}
          />
        </>
      )}
    </Section>
  )
}

type RowProps = {
  group: CabinetGroup
  tournament: number
  cabinets: SceneCabinet[]
  onChanged: () => Promise<void>
}

function GroupRow({ group, tournament, cabinets, onChanged }: RowProps) {
  const { id, name } = group
  const [isEditing, setEditing] = useState(false)
  const { isSaving, problem, failed, act, dismiss } = useActions()
  const members = cabinets.filter((cabinet) => group.cabinets.includes(cabinet.id))
  const names = members.map((cabinet) => cabinet.displayName).join(', ')

  const path = '/api/tournament/tournament/:id/assign-group/'
  const assign = () =>
    act(rest.put(path, { id: tournament }, { group: id }), {
      failed: words.assignFailed,
      done: words.assigned(name),
    })
  const remove = () =>
    act(rest.delete('/api/tournament/cabinet-group/:id/', { id }), {
      failed: words.removeFailed,
      done: words.removed,
      onSaved: onChanged,
    })

  return (
    <li aria-label={name}>
      <RowLine name={name} detail={names || words.nobody}>
        <Button
          size="md"
          aria-label={`${words.assign}: ${name}`}
          loading={isSaving}
          onClick={() => void assign()}
        >
          {words.assign}
        </Button>
        <RowButtons
          name={name}
          words={words}
          onEdit={() => setEditing(true)}
          onRemove={() => void remove()}
        />
      </RowLine>
      <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />
      {isEditing && (
        <Dialog title={words.editTitle(name)} onClose={() => setEditing(false)}>
          <GroupForm
            scene={group.scene}
            group={group}
            cabinets={cabinets}
            button={savingText.save}
            onSaved={() => {
              toast(words.saved)
              setEditing(false)
              void onChanged()
            }}
            onCancel={() => setEditing(false)}
          />
        </Dialog>
      )}
    </li>
  )
}

type CabinetGroup = Row<'/api/tournament/cabinet-group/'>
type FormProps = {
  scene: number
  /** undefined: a new group */
  group?: CabinetGroup
  cabinets: SceneCabinet[]
  button: string
  onSaved: () => void
  onCancel?: () => void
}

function GroupForm({ scene, group, cabinets, button, onSaved, onCancel }: FormProps) {
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

import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ListRows } from '../../ui/ListState.tsx'
import { toast } from '../../hooks/toast.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useList } from '../../query/useList.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { templates as words } from '../../core/text/organize/plan.ts'
import { TemplateRow } from './TemplateRow.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

/** Saves the settings of this tournament as a template, and loads saved templates. */
export default function Templates() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const scene = tournament.scene.id
  const list = useList(rest.get('/api/tournament/template/', { sceneId: scene, rowsPerPage }))
  return (
    <Page title={words.title} lead={words.lead}>
      <NewTemplate scene={scene} tournament={tournament.id} onSaved={list.reload} />
      <Section title={words.list}>
        <ListRows list={list} empty={words.empty}>
          {(template) => (
            <TemplateRow
              key={template.id}
              template={template}
              tournament={tournament.id}
              onChanged={list.reload}
            />
          )}
        </ListRows>
      </Section>
    </Page>
  )
}

type NewProps = { scene: number; tournament: number; onSaved: () => Promise<void> }

function NewTemplate({ scene, tournament, onSaved }: NewProps) {
  const form = useSavedForm({
    server: { name: '' },
    check: required({ name: words.nameMissing }),
  })

  async function create(_: unknown, { name }: { name: string }): Promise<void> {
    const body = { scene, tournament, name: name.trim() }
    const saved = await form.save(rest.post('/api/tournament/template/', {}, body))
    if (!saved.ok) return
    toast(words.saved(saved.answer.name))
    form.reset()
    await onSaved()
  }

  return (
    <Section title={words.save}>
      <EditForm form={form} onSave={create} failed={words.failed} button={words.button}>
        <TextInput label={words.name} required {...form.field('name')} />
      </EditForm>
    </Section>
  )
}

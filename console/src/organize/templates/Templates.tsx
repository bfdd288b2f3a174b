import '@mantine/core/styles/Input.layer.css'
import { TextInput, Button } from '@mantine/core'
import { useLoaderData, useRouter } from '@tanstack/react-router'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ListRows } from '../../ui/ListState.tsx'
import { toast } from '../../hooks/toast.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useList } from '../../query/useList.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { templates as words } from '../../core/text/organize/plan.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'
import { useState } from 'react'
import { Confirm } from '../../ui/Confirm.tsx'
import { NameDialog } from '../../ui/form/NameDialog.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { RowButton } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useActions } from '../../query/useActions.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { contentOf, remedyFor } from './content.ts'
import type { Template } from './content.ts'

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

type Props = { template: Template; tournament: number; onChanged: () => Promise<void> }
type OpenDialog = 'load' | 'update' | 'rename' | null

/** A template with its actions. */
function TemplateRow({ template, tournament, onChanged }: Props) {
  const { id, name, data } = template
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const saving = useActions()
  const { isSaving, problem, failed, act, dismiss } = saving
  const router = useRouter()
  const remedy = remedyFor(problem?.code ?? null)

  function load(force: boolean) {
    const path = '/api/tournament/tournament/:id/load-template/'
    return act(rest.put(path, { id: tournament }, { template: id, force }), {
      failed: words.loadFailed,
      done: words.loaded,
      onSaved: () => router.invalidate(),
    })
  }
  const change = (body: BodyOf<'PATCH /api/tournament/template/:id/'>, done: string) =>
    act(rest.patch('/api/tournament/template/:id/', { id }, body), {
      failed: words.failed,
      done,
      onSaved: () => (setOpenDialog(null), onChanged()),
    })
  const remove = () =>
    act(rest.delete('/api/tournament/template/:id/', { id }), {
      failed: words.removeFailed,
      done: words.removed,
      onSaved: onChanged,
    })

  const open = (dialog: OpenDialog) => () => (dismiss(), setOpenDialog(dialog))
  return (
    <li aria-label={name}>
      <RowLine name={name} detail={contentOf(data)}>
        <Button
          size="md"
          aria-label={`${words.load}: ${name}`}
          loading={isSaving && openDialog === null}
          onClick={open('load')}
        >
          {words.load}
        </Button>
        <RowButton label={words.update} name={name} onPress={open('update')} />
        <RowButton label={words.rename} name={name} onPress={open('rename')} />
        <PressAgain
          label={words.remove}
          again={words.removeAgain}
          name={name}
          onSure={() => void remove()}
        />
      </RowLine>
      {openDialog !== 'rename' && (
        <ProblemNote problem={problem} title={failed} onDismiss={dismiss}>
          {problem?.code === 'CABINET_GONE' && (
            <Button size="md" onClick={() => void load(true)}>
              {words.without}
            </Button>
          )}
          {remedy && (
            <AdminLinkButton to={remedy.to} variant="default">
              {remedy.label}
            </AdminLinkButton>
          )}
        </ProblemNote>
      )}
      {openDialog === 'load' && (
        <Confirm
          title={words.loadTitle(name)}
          reasons={[words.loadReplaces, contentOf(data)]}
          yes={words.loadYes}
          onYes={() => void load(false)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'update' && (
        <Confirm
          title={words.updateTitle(name)}
          reasons={[words.updateReplaces]}
          yes={words.updateYes}
          onYes={() => void change({ tournament }, words.saved(name))}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'rename' && (
        <NameDialog
          title={words.renameTitle(name)}
          label={words.name}
          missing={words.nameMissing}
          name={name}
          field="name"
          saving={saving}
          onName={(next) => void change({ name: next }, words.renamed(next))}
          onClose={open(null)}
        />
      )}
    </li>
  )
}

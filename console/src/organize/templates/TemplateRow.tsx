import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Confirm } from '../../ui/Confirm.tsx'
import { NameDialog } from '../../ui/form/NameDialog.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { templates as words } from './text.ts'
import { SegmentButton } from '../../ui/SegmentLink.tsx'
import { contentOf, remedyFor } from './content.ts'
import type { Template } from './content.ts'
import { rest } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'

type Props = { template: Template; tournament: number; onChanged: () => Promise<void> }
type OpenDialog = 'load' | 'update' | 'rename' | null

/** A template with its actions. */
export function TemplateRow({ template, tournament, onChanged }: Props) {
  const { id, name, data } = template
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const [failed, setFailed] = useState('')
  const saving = useSaving()
  const { isSaving, problem, save, dismiss } = saving
  const router = useRouter()
  const remedy = remedyFor(problem?.code ?? null)

  async function load(force: boolean): Promise<void> {
    setFailed(words.loadFailed)
    const path = '/api/tournament/tournament/:id/load-template/'
    const saved = await save(rest.put(path, { id: tournament }, { template: id, force }))
    if (!saved.ok) return
    toast(words.loaded)
    await router.invalidate()
  }

  async function change(
    body: BodyOf<'PATCH /api/tournament/template/:id/'>,
    message: string,
  ): Promise<void> {
    setFailed(words.failed)
    const saved = await save(rest.patch('/api/tournament/template/:id/', { id }, body))
    if (!saved.ok) return
    setOpenDialog(null)
    toast(message)
    await onChanged()
  }

  async function remove(): Promise<void> {
    setFailed(words.removeFailed)
    const saved = await save(rest.delete('/api/tournament/template/:id/', { id }))
    if (!saved.ok) return
    toast(words.removed)
    await onChanged()
  }

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
        <Action label={words.update} name={name} onClick={open('update')} />
        <Action label={words.rename} name={name} onClick={open('rename')} />
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
            <SegmentButton to={remedy.to} variant="default">
              {remedy.label}
            </SegmentButton>
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

type ActionProps = { label: string; name: string; onClick: () => void }

function Action({ label, name, onClick }: ActionProps) {
  return (
    <Button variant="default" size="md" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
}

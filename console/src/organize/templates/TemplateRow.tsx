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
import { contentOf, wayOut } from './content.ts'
import type { Template } from './content.ts'
import { rest } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'

type Props = { template: Template; tournament: number; onChanged: () => Promise<void> }
type OpenDialog = 'load' | 'update' | 'rename' | null

/** A template and what can be done with it. */
export function TemplateRow({ template, tournament, onChanged }: Props) {
  const { id, name, data } = template
  const [asked, setAsked] = useState<OpenDialog>(null)
  const [failed, setFailed] = useState('')
  const saving = useSaving()
  const { isSaving, problem, save, dismiss } = saving
  const router = useRouter()
  const way = wayOut(problem?.code ?? null)

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
    said: string,
  ): Promise<void> {
    setFailed(words.failed)
    const saved = await save(rest.patch('/api/tournament/template/:id/', { id }, body))
    if (!saved.ok) return
    setAsked(null)
    toast(said)
    await onChanged()
  }

  async function remove(): Promise<void> {
    setFailed(words.removeFailed)
    const saved = await save(rest.delete('/api/tournament/template/:id/', { id }))
    if (!saved.ok) return
    toast(words.removed)
    await onChanged()
  }

  const ask = (what: OpenDialog) => () => (dismiss(), setAsked(what))
  return (
    <li aria-label={name}>
      <RowLine name={name} detail={contentOf(data)}>
        <Button
          size="md"
          aria-label={`${words.load}: ${name}`}
          loading={isSaving && asked === null}
          onClick={ask('load')}
        >
          {words.load}
        </Button>
        <Action label={words.update} name={name} onClick={ask('update')} />
        <Action label={words.rename} name={name} onClick={ask('rename')} />
        <PressAgain
          size="md"
          label={words.remove}
          again={words.removeAgain}
          name={name}
          onSure={() => void remove()}
        />
      </RowLine>
      {asked !== 'rename' && (
        <ProblemNote problem={problem} title={failed} onDismiss={dismiss}>
          {problem?.code === 'CABINET_GONE' && (
            <Button size="md" onClick={() => void load(true)}>
              {words.without}
            </Button>
          )}
          {way && (
            <SegmentButton to={way.to} variant="default">
              {way.label}
            </SegmentButton>
          )}
        </ProblemNote>
      )}
      {asked === 'load' && (
        <Confirm
          title={words.loadTitle(name)}
          reasons={[words.loadReplaces, contentOf(data)]}
          yes={words.loadYes}
          onYes={() => void load(false)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'update' && (
        <Confirm
          title={words.updateTitle(name)}
          reasons={[words.updateReplaces]}
          yes={words.updateYes}
          onYes={() => void change({ tournament }, words.saved(name))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'rename' && (
        <NameDialog
          title={words.renameTitle(name)}
          label={words.name}
          missing={words.nameMissing}
          name={name}
          field="name"
          saving={saving}
          onName={(next) => void change({ name: next }, words.renamed(next))}
          onClose={ask(null)}
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

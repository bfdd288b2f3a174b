import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { Page } from '../../ui/page/Page.tsx'
import { ListRows } from '../../ui/ListState.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { displays as words } from '../../core/text/organize/venue.ts'
import { stagesOf } from '../../spectate/page/matches.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { DisplayLine } from './DisplayLine.tsx'
import { choicesOf } from './display-contents.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

const pollMs = 10_000

/** The displays of the venue: to claim, to reload, and to choose what they show (ux 45). */
export default function Displays() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { scene } = tournament
  const cabinets = useTournamentCabinets()
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const path = rest.get('/api/tournament/display/', { sceneId: scene.id, rowsPerPage })
  const list = useList(path, { every: pollMs })
  const choices = useMemo(
    () => choicesOf({ tournament, cabinets, stages: stagesOf({ bracket: brackets }) }),
    [tournament, cabinets, brackets],
  )
  return (
    <Page
      title={words.title}
      lead={
        <>
          {words.lead} <strong className={forms.code}>{`${location.origin}/display`}</strong>
        </>
      }
    >
      <Section title={words.list}>
        <ClaimForm scene={scene.id} onClaimed={list.reload} />
        <ListRows list={list} empty={words.empty}>
          {(display) => (
            <DisplayLine
              key={display.id}
              display={display}
              choices={choices}
              onChanged={list.reload}
            />
          )}
        </ListRows>
      </Section>
      <Section title={words.addresses} lead={words.addressesLead}>
        <ul>
          {choices.map(({ key, label, path }) => (
            <li key={key}>
              <a href={path} target="_blank" rel="noreferrer" className={forms.link}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={words.embed}>
        <CopyText
          label={words.embedLabel}
          description={words.embedLead}
          value={`<script async src="${location.origin}/embed.js" data-scene="${scene.name}" data-show="bracket"></script>`}
          rows={2}
          button={words.embedCopy}
        />
      </Section>
    </Page>
  )
}

type ClaimProps = { scene: number; onClaimed: () => Promise<void> }

const empty = { code: '', name: '' }

function ClaimForm({ scene, onClaimed }: ClaimProps) {
  const form = useSavedForm({ server: empty })

  async function submit(_: unknown, { code, name }: typeof empty): Promise<void> {
    const body = { scene, code: code.trim(), name: name.trim() }
    const saved = await form.save(rest.post('/api/tournament/display/claim/', {}, body))
    if (!saved.ok) return
    form.reset()
    toast(words.claimed)
    await onClaimed()
  }

  return (
    <EditForm form={form} onSave={submit} failed={words.claimFailed} button={words.claim} isRow>
      <TextInput
        label={words.code}
        required
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...form.field('code')}
      />
      <TextInput label={words.name} placeholder={words.nameHint} {...form.field('name')} />
    </EditForm>
  )
}

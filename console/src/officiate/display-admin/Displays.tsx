import '@mantine/core/styles/Input.layer.css'
import { Button, Modal, TextInput } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import confirm from '../../ui/Confirm.module.css'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useEvery } from '../../hooks/useEvery.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { displays as words } from '../../core/text/venue.ts'
import { text } from '../../core/text/text.ts'
import { stagesOf } from '../../spectate/frame/matches.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { DisplayLine, displayUrl } from './DisplayLine.tsx'
import type { DisplayBody } from './DisplayLine.tsx'
import { OverlayPins } from './OverlayPins.tsx'
import { choicesOf } from './roles.ts'
import styles from './Displays.module.css'

const Toasts = lazyPart(() => import('../../ui/Toasts.tsx'))
const everyMs = 10_000

/** The screens of the venue: claimed, told what to show, loaded anew (ux 45). */
export default function Displays({ onClose }: { onClose: () => void }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { scene } = tournament
  const cabinets = useTournamentCabinets()
  const brackets = useLiveState((shown) => shown.live.rows.bracket)
  const kept = useList<DisplayBody>(`${displayUrl}?sceneId=${scene.id}&rowsPerPage=1000`)
  const { reload } = kept
  useEvery(everyMs, reload)
  const choices = useMemo(
    () => choicesOf({ tournament, cabinets, stages: stagesOf({ bracket: brackets }) }),
    [tournament, cabinets, brackets],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="xl"
      zIndex={300}
      closeButtonProps={{ 'aria-label': text.close }}
      classNames={{ title: confirm.title }}
    >
      <Toasts />
      <div className={form.screen}>
        <p className={form.lead}>
          {words.lead} <strong className={styles.address}>{`${location.origin}/display`}</strong>
        </p>
        <ClaimForm scene={scene.id} onClaimed={reload} />
        <section className={form.section}>
          <h2>{words.list}</h2>
          <ListState kept={kept} empty={words.empty}>
            {(rows) => (
              <ul className={styles.list}>
                {rows.map((display) => (
                  <DisplayLine
                    key={display.id}
                    display={display}
                    choices={choices}
                    onChanged={reload}
                  />
                ))}
              </ul>
            )}
          </ListState>
        </section>
        {cabinets.length > 0 && <OverlayPins tournament={tournament.id} cabinets={cabinets} />}
        <section className={form.section}>
          <h2>{words.addresses}</h2>
          <p className={form.lead}>{words.addressesLead}</p>
          <ul className={styles.addresses}>
            {choices.map(({ key, label, path }) => (
              <li key={key}>
                <a href={path} target="_blank" rel="noreferrer">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Modal>
  )
}

type ClaimProps = { scene: number; onClaimed: () => Promise<void> }

function ClaimForm({ scene, onClaimed }: ClaimProps) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')

  async function submit(): Promise<void> {
    if (isSaving) return
    const body = { scene, code: code.trim(), name: name.trim() }
    const saved = await save({ method: 'POST', path: `${displayUrl}claim/`, body })
    if (!saved.ok) return
    setCode('')
    setName('')
    toast(words.claimed)
    await onClaimed()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void submit())}
    >
      <div className={form.beside}>
        <TextInput
          className={form.grow}
          label={words.code}
          required
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={code}
          error={problem?.fields['code']}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <TextInput
          className={form.grow}
          label={words.name}
          maxLength={60}
          value={name}
          error={problem?.fields['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <ProblemNote
        problem={problem}
        title={words.claimFailed}
        beside={['code', 'name']}
        onDismiss={dismiss}
      />
      <div className={form.row}>
        <Button type="submit" size="md" className={form.button} loading={isSaving}>
          {words.claim}
        </Button>
      </div>
    </form>
  )
}

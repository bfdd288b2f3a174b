import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { read } from '../../core/rest.ts'
import type { CabinetBody } from '../../core/rest.ts'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { displays as words } from '../../core/text/venue.ts'
import type { Pins } from '../../display/overlay.ts'
import { changed, noDraft, settled } from './pins.ts'
import type { Draft } from './pins.ts'

type Props = { tournament: number; cabinets: CabinetBody[] }

/** What an overlay shows by a person's word, whatever the matches say (ux 47). */
export function OverlayPins({ tournament, cabinets }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const cabinet = chosen ?? cabinets[0]?.id ?? 0
  return (
    <section className={form.section}>
      <h2>{words.pins}</h2>
      <p className={form.lead}>{words.pinsLead}</p>
      <NativeSelect
        label={words.pinsOf}
        value={cabinet}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      >
        {cabinets.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </NativeSelect>
      <PinsForm key={cabinet} tournament={tournament} cabinet={cabinet} />
    </section>
  )
}

const texts = ['blueName', 'goldName', 'blueScore', 'goldScore', 'map'] as const

function PinsForm({ tournament, cabinet }: { tournament: number; cabinet: number }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [before, setBefore] = useState<Pins>({})
  const [draft, setDraft] = useState<Draft>(noDraft)
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const settle = useCallback((pins: Pins, sent: Draft) => {
    setBefore(pins)
    setDraft((now) => settled(now, sent, pins))
  }, [])
  useEffect(() => {
    let isOpen = true
    const path = `/api/tournament/overlay/?tournamentId=${tournament}&cabinetId=${cabinet}`
    read<{ pins: Pins }>(path).then(
      ({ pins }) => isOpen && settle(pins, noDraft),
      () => {},
    )
    return () => {
      isOpen = false
    }
  }, [tournament, cabinet, settle])

  async function pin(wanted: Draft): Promise<void> {
    if (isSaving) return
    const path = `/api/tournament/tournament/${tournament}/overlay/`
    const body = { cabinet, pins: changed(before, wanted) }
    const saved = await save<{ pins: Pins }>({ method: 'PUT', path, body })
    if (!saved.ok) return
    settle(saved.answer.pins, draft)
    toast(words.pinned)
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void pin(draft))}
    >
      <div className={form.beside}>
        {texts.map((name) => (
          <TextInput
            key={name}
            className={form.grow}
            label={words[name]}
            inputMode={name.endsWith('Score') ? 'numeric' : 'text'}
            autoComplete="off"
            maxLength={name.endsWith('Score') ? 2 : 100}
            value={draft[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        ))}
        <NativeSelect
          className={form.grow}
          label={words.sides}
          value={draft.sides}
          onChange={({ currentTarget }) => set({ sides: currentTarget.value as Draft['sides'] })}
        >
          <option value="">{words.follow}</option>
          <option value="blue-left">{words.blueLeft}</option>
          <option value="gold-left">{words.goldLeft}</option>
        </NativeSelect>
      </div>
      <ProblemNote problem={problem} title={words.pinFailed} onDismiss={dismiss} />
      <div className={form.row}>
        <Button type="submit" size="md" className={form.button} loading={isSaving}>
          {words.pin}
        </Button>
        <Button
          variant="default"
          size="md"
          className={form.button}
          disabled={Object.keys(before).length === 0}
          onClick={() => void pin(noDraft)}
        >
          {words.unpinAll}
        </Button>
      </div>
    </form>
  )
}

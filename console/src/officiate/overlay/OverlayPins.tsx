import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { read, rest } from '../../core/rest.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import { toast } from '../../hooks/toast.ts'
import { changesIn } from '../../hooks/form/edited-fields.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { stream as words } from '../../core/text/organize/venue.ts'
import type { Pins } from '#events/view/overlay.ts'
import { fieldsOf, noPins, pinsOf } from './pins.ts'
import type { PinFields } from './pins.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = { tournament: number; cabinet: number }

/** Values of an overlay that an official sets by hand, whatever the matches say (ux 47). */
export function OverlayPins({ tournament, cabinet }: Props) {
  return (
    <Section title={words.pins} lead={words.pinsLead}>
      <PinsForm key={cabinet} tournament={tournament} cabinet={cabinet} />
    </Section>
  )
}

const textFields = ['blueName', 'goldName', 'blueScore', 'goldScore', 'map'] as const

function PinsForm({ tournament, cabinet }: Props) {
  const saving = useSaving()
  const [pins, setPins] = useState<Pins>({})
  const form = useEditedForm<PinFields>({ server: fieldsOf(pins), saving })
  useEffect(() => {
    let isMounted = true
    const query = { tournamentId: tournament, cabinetId: cabinet }
    read(rest.get('/api/tournament/overlay/', query)).then(
      ({ pins }) => isMounted && setPins(pins),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [tournament, cabinet])

  async function pin(changes: Partial<PinFields>): Promise<PinFields | void> {
    const body = { cabinet, pins: pinsOf(changes) }
    const saved = await saving.save(
      rest.put('/api/tournament/tournament/:id/overlay/', { id: tournament }, body),
    )
    if (!saved.ok) return
    setPins(saved.answer.pins)
    toast(words.pinned)
    return fieldsOf(saved.answer.pins)
  }

  async function unpinAll(): Promise<void> {
    const all = changesIn(noPins, fieldsOf(pins))
    const next = saving.isSaving ? null : await pin(all)
    if (next) form.reset(next)
  }

  return (
    <EditForm
      form={form}
      onSave={pin}
      failed={words.pinFailed}
      button={words.pin}
      end={
        <Button
          variant="default"
          size="md"
          disabled={Object.keys(pins).length === 0}
          onClick={() => void unpinAll()}
        >
          {words.unpinAll}
        </Button>
      }
    >
      <FieldRow>
        {textFields.map((name) => (
          <TextInput
            key={name}
            label={words[name]}
            inputMode={name.endsWith('Score') ? 'numeric' : 'text'}
            autoComplete="off"
            {...form.field(name)}
          />
        ))}
        <NativeSelect
          label={words.sides}
          data={[
            { value: '', label: words.follow },
            { value: 'blue-left', label: words.blueLeft },
            { value: 'gold-left', label: words.goldLeft },
          ]}
          {...form.field('sides')}
        />
      </FieldRow>
    </EditForm>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { devices } from '../../core/text/devices.ts'
import styles from './Devices.module.css'
import { time } from './words.ts'
import type { DeviceBody } from './words.ts'

const text = devices.pair

type Wanted = { name: string; cabinet: CabinetBody }
type Offered = { code: string; expiresAt: string }
/** A code that waits for its tablet. `before`: the devices there were when it was made. */
type Offer = Wanted & Offered & { before: ReadonlySet<number>; isTaken: boolean }
type Props = {
  url: string
  cabinets: CabinetBody[]
  rows: DeviceBody[] | null
  now: number
}

/** A tablet that referees at one cabinet: its code is made here, and typed there. */
export function PairForm({ url, cabinets, rows, now }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [offer, setOffer] = useState<Offer | null>(null)

  async function make({ name, cabinet }: Wanted): Promise<void> {
    const body = { name, cabinet: cabinet.id }
    const saved = await save<Offered>({ method: 'POST', path: url, body })
    if (!saved.ok) return
    const before = new Set((rows ?? []).map(({ id }) => id))
    setOffer({ name, cabinet, before, isTaken: false, ...saved.answer })
  }

  // Once it is there it may be renamed or moved: the code was taken all the same.
  if (offer && !offer.isTaken && rows?.some((row) => isOf(row, offer)))
    setOffer({ ...offer, isTaken: true })

  return (
    <section className={form.section}>
      <h2>{text.title}</h2>
      {offer ? (
        <div className={styles.offer}>
          {offer.isTaken ? (
            <p role="status">{text.paired(offer.name, offer.cabinet.displayName)}</p>
          ) : (
            <Code offer={offer} now={now} />
          )}
          <Button
            variant="default"
            size="md"
            className={form.button}
            onClick={() => setOffer(null)}
          >
            {text.done}
          </Button>
        </div>
      ) : (
        <>
          <p className={form.lead}>{cabinets.length > 0 ? text.lead : text.noCabinets}</p>
          {cabinets.length > 0 && (
            <WantedForm
              cabinets={cabinets}
              isSaving={isSaving}
              errors={problem?.fields ?? {}}
              onWanted={(wanted) => void make(wanted)}
            />
          )}
          <ProblemNote
            problem={problem}
            title={text.failed}
            beside={['cabinet', 'name']}
            onDismiss={dismiss}
          />
        </>
      )}
    </section>
  )
}

function isOf({ id, name, cabinet }: DeviceBody, offer: Offer): boolean {
  return !offer.before.has(id) && name === offer.name && cabinet === offer.cabinet.id
}

type WantedProps = {
  cabinets: CabinetBody[]
  isSaving: boolean
  errors: Record<string, string>
  onWanted: (wanted: Wanted) => void
}

function WantedForm({ cabinets, isSaving, errors, onWanted }: WantedProps) {
  const [cabinet, setCabinet] = useState(cabinets[0]?.id)
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = name.trim() === ''

  function submit(): void {
    setTried(true)
    const chosen = cabinets.find(({ id }) => id === cabinet)
    if (chosen && !isEmpty && !isSaving) onWanted({ name: name.trim(), cabinet: chosen })
  }

  return (
    <form noValidate className={form.form} onSubmit={(event) => (event.preventDefault(), submit())}>
      <div className={form.beside}>
        <NativeSelect
          className={form.grow}
          label={text.cabinet}
          required
          value={cabinet}
          error={errors['cabinet']}
          data={cabinets.map(({ id, displayName }) => ({ value: `${id}`, label: displayName }))}
          onChange={({ currentTarget }) => setCabinet(Number(currentTarget.value))}
        />
        <TextInput
          className={form.grow}
          label={text.name}
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          error={isTried && isEmpty ? devices.nameMissing : errors['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <div className={form.row}>
        <Button type="submit" size="md" className={form.button} loading={isSaving}>
          {text.make}
        </Button>
      </div>
    </form>
  )
}

function Code({ offer: { code, name, expiresAt }, now }: { offer: Offer; now: number }) {
  const until = Date.parse(expiresAt)
  const isOld = now >= until
  const half = code.length / 2
  return (
    <>
      <p>{text.openThere}</p>
      <p className={styles.address}>{`${location.origin}/pair`}</p>
      <p>{text.typeThere(name)}</p>
      <output className={styles.code} aria-label={text.code} data-old={isOld || undefined}>
        <span>{code.slice(0, half)}</span> <span>{code.slice(half)}</span>
      </output>
      <p role="status">{isOld ? text.tooOld : text.until(time(until))}</p>
    </>
  )
}

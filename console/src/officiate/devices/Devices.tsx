import '@mantine/core/styles/Input.layer.css'
import { useLoaderData } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fetchInTime } from '../../core/connection/fetch-in-time.ts'
import { useLiveState } from '../../core/live/context.ts'
import form from '../../ui/Form.module.css'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { useList } from '../../query/useList.ts'
import { useNow } from '../../hooks/useNow.ts'
import { devices as words } from '../../core/text/shell.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { DeviceLine } from './DeviceLine.tsx'
import type { DeviceBody } from './device-status.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { AnswerOf, CabinetBody } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Saving } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { clockIn } from '../../core/time/zone.ts'
import styles from './Devices.module.css'

const text = words.pair
const check = required<Fields>({ name: words.nameMissing })

const pollMs = 5_000

/** The devices on which officials are signed in, and the tablets at the cabinets (R-PE-4). */
export default function Devices() {
  const { tournament, cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  const scene = tournament.scene.id
  const path = rest.get('/api/tournament/scene/:id/device/', { id: scene, rowsPerPage })
  const list = useList(path, { every: pollMs })
  const skewMs = useLiveState((state) => state.skewMs) ?? 0
  const now = useNow(true, pollMs) - skewMs
  const page = useServedPage()
  const context = { scene, cabinets, now, page, mayOrganize: mayOrganize(user, tournament.scene) }
  return (
    <Page title={words.title} lead={words.lead}>
      <PairForm scene={scene} cabinets={cabinets} rows={list.rows} now={now} />
      <Section title={words.list}>
        <ListState list={list} empty={words.empty}>
          {(rows) => (
            <ul className={form.rows}>
              {rows.toSorted(inOrder).map((device) => (
                <DeviceLine
                  key={device.id}
                  device={device}
                  context={context}
                  onChanged={list.reload}
                />
              ))}
            </ul>
          )}
        </ListState>
      </Section>
    </Page>
  )
}

/** This device first, then the newest. Sorted by last contact, devices would change places. */
function inOrder(a: DeviceBody, b: DeviceBody): number {
  return Number(b.isThis) - Number(a.isThis) || b.id - a.id
}

/** The HTML that the server serves now: it names the current build. */
function useServedPage(): string | null {
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    fetchInTime('/', { cache: 'no-store' })
      .then(async (answer) => (answer.ok ? await answer.text() : null))
      .then((html) => isUnmounted || setPage(html))
      .catch(() => {})
    return () => {
      isUnmounted = true
    }
  }, [])
  return page
}

type PairRequest = { name: string; cabinet: CabinetBody }
type PairCode = AnswerOf<'POST /api/tournament/scene/:id/device/'>

/** A code that waits for its tablet. `before`: the devices that existed when it was made. */
type Offer = PairRequest & PairCode & { before: ReadonlySet<number>; isTaken: boolean }

type Props = {
  scene: number
  cabinets: CabinetBody[]
  rows: DeviceBody[] | null
  now: number
}

/** Pairs a tablet with a cabinet: the code is made here and typed on the tablet. */
function PairForm({ scene, cabinets, rows, now }: Props) {
  const saving = useSaving()
  const [offer, setOffer] = useState<Offer | null>(null)

  async function make({ name, cabinet }: PairRequest): Promise<void> {
    const body = { name, cabinet: cabinet.id }
    const saved = await saving.save(
      rest.post('/api/tournament/scene/:id/device/', { id: scene }, body),
    )
    if (!saved.ok) return
    const before = new Set((rows ?? []).map(({ id }) => id))
    setOffer({ name, cabinet, before, isTaken: false, ...saved.answer })
  }

  // Remembered, since the tablet may be renamed or moved after it has taken the code.
  if (offer && !offer.isTaken && rows?.some((row) => hasTaken(row, offer)))
    setOffer({ ...offer, isTaken: true })

  return (
    <Section title={text.title}>
      {offer ? (
        <Stack gap="xs" align="flex-start">
          {offer.isTaken ? (
            <p role="status" className={form.lead}>
              {text.paired(offer.name, offer.cabinet.displayName)}
            </p>
          ) : (
            <Code offer={offer} now={now} />
          )}
          <Button variant="default" size="md" onClick={() => setOffer(null)}>
            {text.done}
          </Button>
        </Stack>
      ) : (
        <>
          <p className={form.lead}>{cabinets.length > 0 ? text.lead : text.noCabinets}</p>
          {cabinets.length > 0 && <PairFields {...{ cabinets, saving }} onRequest={make} />}
        </>
      )}
    </Section>
  )
}

function hasTaken({ id, name, cabinet }: DeviceBody, offer: Offer): boolean {
  return !offer.before.has(id) && name === offer.name && cabinet === offer.cabinet.id
}

type PairFieldsProps = {
  cabinets: CabinetBody[]
  saving: Saving
  onRequest: (request: PairRequest) => Promise<void>
}

type Fields = { cabinet: string; name: string }

function PairFields({ cabinets, saving, onRequest }: PairFieldsProps) {
  const form = useEditedForm<Fields>({
    server: { cabinet: `${cabinets[0]?.id}`, name: '' },
    saving,
    check,
  })

  async function submit(_: unknown, { cabinet, name }: Fields): Promise<void> {
    const chosen = cabinets.find(({ id }) => id === Number(cabinet))
    if (chosen) await onRequest({ name: name.trim(), cabinet: chosen })
  }

  return (
    <EditForm form={form} onSave={submit} failed={text.failed} button={text.make} isRow>
      <NativeSelect
        label={text.cabinet}
        required
        data={cabinets.map(({ id, displayName }) => ({ value: `${id}`, label: displayName }))}
        {...form.field('cabinet')}
      />
      <TextInput label={text.name} required autoComplete="off" {...form.field('name')} />
    </EditForm>
  )
}

function Code({ offer: { code, name, expiresAt }, now }: { offer: Offer; now: number }) {
  const { time } = clockIn(useZone())
  const until = Date.parse(expiresAt)
  const isOld = now >= until
  const half = code.length / 2
  return (
    <>
      <Text>{text.openThere}</Text>
      <Text className={styles.address}>{`${location.origin}/pair`}</Text>
      <Text>{text.typeThere(name)}</Text>
      <output className={styles.code} aria-label={text.code} data-old={isOld || undefined}>
        <span>{code.slice(0, half)}</span> <span>{code.slice(half)}</span>
      </output>
      <Text role="status">{isOld ? text.tooOld : text.until(time(until))}</Text>
    </>
  )
}

import { Button, Group, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { rest } from '../../core/rest.ts'
import type { BodyOf, CabinetBody, Write } from '../../core/rest.ts'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { NameDialog } from '../../ui/form/NameDialog.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useSaving } from '../../query/useSaving.ts'
import { devices as words } from '../../core/text/shell.ts'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { refreshUser } from './send-heartbeat.ts'
import {
  healthTexts,
  isHere,
  lastPressText,
  lastSeenText,
  wrongClockText,
} from './device-status.ts'
import type { DeviceBody } from './device-status.ts'

type DevicesContext = {
  scene: number
  cabinets: CabinetBody[]
  /** by the server's clock */
  now: number
  /** the HTML that the server serves now; null: unknown */
  page: string | null
  mayOrganize: boolean
}
type Change = BodyOf<'PATCH /api/tournament/scene/:id/device/:device/'>
type Props = { device: DeviceBody; context: DevicesContext; onChanged: () => Promise<void> }

/** One device: its owner, its health, and what an admin allows it to do. */
export function DeviceLine({ device, context, onChanged }: Props) {
  const { id, cabinet, isThis, isReadOnly } = device
  const { isSaving, problem, save, dismiss } = useSaving()
  const name = device.name || words.nameless
  const params = { id: context.scene, device: id }

  async function send(write: Write, done?: string): Promise<boolean> {
    const saved = await save(write)
    if (saved.ok && done !== undefined) toast(done)
    await onChanged()
    if (isThis) await refreshUser()
    return saved.ok
  }
  const change = (body: Change, done?: string) =>
    send(rest.patch('/api/tournament/scene/:id/device/:device/', params, body), done)

  return (
    <li>
      <RowLine
        name={isThis ? `${name} · ${words.isThis}` : name}
        detail={
          <>
            <Owner device={device} cabinets={context.cabinets} />
            <State device={device} context={context} />
          </>
        }
      >
        {context.mayOrganize ? (
          <Switch
            className={form.choice}
            label={words.mayOnlyLook}
            aria-label={`${words.mayOnlyLook}: ${name}`}
            size="md"
            checked={isReadOnly}
            disabled={isSaving}
            onChange={() => void change({ isReadOnly: !isReadOnly })}
          />
        ) : (
          isReadOnly && <Warning>{words.mayOnlyLook}</Warning>
        )}
        {cabinet !== null && context.mayOrganize && (
          <PairedTablet
            device={device}
            cabinets={context.cabinets}
            isSaving={isSaving}
            change={change}
          />
        )}
        {cabinet !== null && (
          <PressAgain
            label={words.takeOff}
            again={words.takeOffAgain}
            name={name}
            onSure={() =>
              void send(
                rest.delete('/api/tournament/scene/:id/device/:device/', params),
                words.takenOff(name),
              )
            }
          />
        )}
      </RowLine>
      <ProblemNote problem={problem} onDismiss={dismiss} />
    </li>
  )
}

function Owner({ device, cabinets }: { device: DeviceBody; cabinets: CabinetBody[] }) {
  const { person, rights, cabinet } = device
  const at = cabinets.find(({ id }) => id === cabinet)?.displayName ?? words.unknownCabinet
  const role = rights === 'cabinet' ? words.rights.cabinet(at) : words.rights[rights]
  const whose = rights === 'cabinet' ? words.pairedBy(person.name) : words.of(person.name)
  return (
    <>
      {role} · {whose}
    </>
  )
}

function State({ device, context: { now, page } }: Pick<Props, 'device' | 'context'>) {
  const isOlder = page !== null && device.build !== '' && !page.includes(device.build)
  const wrongClock = wrongClockText(device)
  const zone = useZone()
  return (
    <Group gap="xs" component="span">
      <Icon name={isHere(device, now) ? 'online' : 'offline'} size={18} />
      {lastSeenText(device, now, zone)}
      <span>{lastPressText(device, now, zone)}</span>
      {isOlder && (
        <Warning title={words.olderPageHint}>
          <Icon name="warning" size={18} />
          {words.olderPage}
        </Warning>
      )}
      {healthTexts(device).map(({ words: health, isLow }) =>
        isLow ? (
          <Warning key={health}>
            <Icon name="warning" size={18} />
            {health}
          </Warning>
        ) : (
          <span key={health}>{health}</span>
        ),
      )}
      {wrongClock !== null && (
        <Warning>
          <Icon name="clock" size={18} />
          {wrongClock}
        </Warning>
      )}
    </Group>
  )
}

function Warning(props: { title?: string; children: ReactNode }) {
  return <Group gap={6} component="span" c="var(--needs-you)" fw={600} {...props} />
}

type PairedTabletProps = {
  device: DeviceBody
  cabinets: CabinetBody[]
  isSaving: boolean
  change: (body: Change, done?: string) => Promise<boolean>
}

/** The cabinet and the name of a paired tablet. */
function PairedTablet({ device, cabinets, isSaving, change }: PairedTabletProps) {
  const { name, cabinet } = device
  const [isNaming, setNaming] = useState(false)
  const choices = cabinets.map(({ id, displayName }) => ({ value: `${id}`, label: displayName }))
  // The cabinet may have been added after this page was loaded.
  if (!cabinets.some(({ id }) => id === cabinet))
    choices.unshift({ value: `${cabinet}`, label: words.unknownCabinet })

  function move(to: string): void {
    const target = cabinets.find(({ id }) => id === Number(to))
    if (target) void change({ cabinet: target.id }, words.moved(name, target.displayName))
  }
  async function rename(to: string): Promise<void> {
    setNaming(false)
    await change({ name: to }, words.renamed(to))
  }

  return (
    <>
      <NativeSelect
        w="10rem"
        aria-label={words.cabinetOf(name)}
        value={cabinet ?? ''}
        disabled={isSaving}
        data={choices}
        onChange={({ currentTarget }) => move(currentTarget.value)}
      />
      <Button
        variant="default"
        size="md"
        aria-label={words.renameTitle(name)}
        onClick={() => setNaming(true)}
      >
        {words.rename}
      </Button>
      {isNaming && (
        <NameDialog
          title={words.renameTitle(name)}
          label={words.name}
          missing={words.nameMissing}
          name={name}
          field="name"
          saving={{ isSaving, problem: null, dismiss: () => {} }}
          onName={(to) => void rename(to)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

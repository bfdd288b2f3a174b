import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Group, Input, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import { pickup as words } from '../../core/text/play.ts'
import { useResource } from '../../query/useResource.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import PickupLine from '../../ui/pickup/PickupLine.tsx'
import type { PickupBody } from '../../ui/pickup/PickupLine.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { PickupLineControls } from '../../officiate/on-site/PickupLineControls.tsx'
import { newId } from '../../core/device.ts'
import { storeValue, storedValue } from '../../core/storage/storage.ts'

// Remembers which entry of a line belongs to this phone, by a key that the phone generates.
const keyOf = (cabinet: number) => `waggle:line:${cabinet}`

const everyMs = 3_000

/** The line for casual games at a cabinet, the user's own entry, and controls for officials. */
export function Pickup({ code, cabinet }: { code: string; cabinet: number }) {
  const path = rest.get('/api/game/cabinet/:id/pickup/', { id: cabinet })
  const { answer, reload } = useResource(path, { every: everyMs })
  const user = useUser()
  const [own, setOwn] = useState(() => loadOwnEntry(cabinet))
  if (!answer) return null
  const { line } = answer
  const isOfficial = mayOfficiate(user, { id: answer.cabinet.scene })
  if (!line && !isOfficial) return null
  const change = (changes: Partial<OwnEntry>) => {
    const next = { ...own, ...changes }
    storeOwnEntry(cabinet, next)
    setOwn(next)
  }
  return (
    <Stack component="section" gap="sm" aria-label={words.title}>
      <Title order={2} size="h3">
        {words.title}
      </Title>
      {line && <OwnEntryForm {...{ code, line, own, change, reload }} />}
      {isOfficial ? (
        <PickupLineControls cabinet={cabinet} line={line} mine={own.entry} reload={reload} />
      ) : (
        line && <PickupLine line={line} mine={own.entry} />
      )}
    </Stack>
  )
}

type OwnEntryProps = {
  code: string
  line: PickupBody
  own: OwnEntry
  change: (changes: Partial<OwnEntry>) => void
  reload: () => Promise<unknown>
}

/** Joins the line, or shows the place in it and leaves it. */
function OwnEntryForm({ code, line, own, change, reload }: OwnEntryProps) {
  const { entry } = own
  const status = pickupStatus(line, entry)
  const show = (changes: Partial<OwnEntry>) => reload().then(() => change(changes))
  return (
    <>
      <Text role="status" fw={700} size="lg">
        {status ?? (entry === null ? '' : words.out)}
      </Text>
      {status === null ? (
        <JoinForm code={code} own={own} onJoined={show} />
      ) : (
        <Leave code={code} entryKey={own.key} onLeft={() => show({ entry: null })} />
      )}
    </>
  )
}

type JoinProps = {
  code: string
  own: OwnEntry
  onJoined: (changes: Partial<OwnEntry>) => Promise<void>
}

function JoinForm({ code, own: { key, name, size }, onJoined }: JoinProps) {
  const form = useSavedForm({ server: { name, size }, isKept: false })

  async function join(_: unknown, fields: { name: string; size: number }): Promise<void> {
    const body = { code, key, ...fields }
    await form.save(rest.post('/api/stats/pickup/', {}, body), ({ entry }) =>
      onJoined({ ...fields, entry }),
    )
  }

  return (
    <EditForm
      form={form}
      onSave={join}
      failed={words.joinFailed}
      button={words.join}
      isDisabled={form.values.name.trim() === ''}
      isNarrow
    >
      <TextInput
        label={words.name}
        description={words.nameHint}
        size="md"
        autoComplete="nickname"
        {...form.field('name')}
      />
      <Input.Wrapper label={words.size} labelElement="div" size="md">
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={words.size}
          data={['1', '2', '3', '4', '5']}
          value={`${form.values.size}`}
          onChange={(chosen) => form.set({ size: Number(chosen) })}
        />
      </Input.Wrapper>
    </EditForm>
  )
}

type LeaveProps = { code: string; entryKey: string; onLeft: () => Promise<void> }

function Leave({ code, entryKey, onLeft }: LeaveProps) {
  const { save, isSaving, problem, dismiss } = useSaving()
  const leave = () =>
    save(rest.post('/api/stats/pickup/leave/', {}, { code, key: entryKey }), onLeft)
  return (
    <>
      <Group>
        <PressAgain
          label={words.leave}
          again={words.leaveAgain}
          loading={isSaving}
          onSure={() => void leave()}
        />
      </Group>
      <ProblemNote problem={problem} title={words.leaveFailed} onDismiss={dismiss} />
    </>
  )
}

type OwnEntry = { key: string; entry: number | null; name: string; size: number }

function loadOwnEntry(cabinet: number): OwnEntry {
  const fresh = { key: newId(), entry: null, name: '', size: 1 }
  return { ...fresh, ...(storedValue(keyOf(cabinet)) as OwnEntry | null) }
}

function storeOwnEntry(cabinet: number, own: OwnEntry): void {
  storeValue(keyOf(cabinet), own)
}

/** The position of an entry in words; null if it is not in the line. */
function pickupStatus(line: PickupBody, entry: number | null): string | null {
  const isIn = (entries: { id: number }[]) => entries.some(({ id }) => id === entry)
  for (const side of ['blue', 'gold'] as const) {
    if (!isIn(line[side])) continue
    return line.isPlaying || line.isPaused ? words.playing(side) : words.playNow(side)
  }
  const team = line.next.findIndex(isIn)
  if (team < 0) return null
  return team === 0 ? words.nextFive : words.before(team)
}

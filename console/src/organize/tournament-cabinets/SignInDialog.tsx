import '@mantine/core/styles/Input.layer.css'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { atCabinet } from '../../core/text/play.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useList } from '../../query/useList.ts'
import { useResource } from '../../query/useResource.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'

const words = atCabinet.admin
const QrCode = lazyPart(() => import('../../ui/qr-code/QrCode.tsx'))
type Cabinet = { id: number; displayName: string }

/** Sign-in at a cabinet: its QR code for players, and its card readers. */
export function SignInDialog({ cabinet, onClose }: { cabinet: Cabinet; onClose: () => void }) {
  return (
    <Dialog title={words.title(cabinet.displayName)} size="lg" isKept onClose={onClose}>
      <Stack gap="lg">
        <Code {...cabinet} />
        <div data-screen-only>
          <Readers cabinet={cabinet.id} />
        </div>
      </Stack>
      <DialogButtons no={words.done} onClose={onClose} />
    </Dialog>
  )
}

function Code({ id, displayName }: Cabinet) {
  const resource = useResource(rest.get('/api/game/cabinet/:id/code/', { id }))
  const { save, isSaving, problem, dismiss } = useSaving()
  const code = resource.answer?.code ?? null
  const address = code === null ? null : `${location.origin}/at/${code}`

  const createCode = () =>
    save(rest.post('/api/game/cabinet/:id/code/', { id }), (next) => resource.change(() => next))

  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {words.code}
      </Title>
      <Text>{words.codeLead}</Text>
      {address !== null && (
        <>
          <QrCode text={address} name={words.picture(displayName)} />
          <CopyText label={words.codeLink} value={address} rows={1} button={words.copyCode} />
        </>
      )}
      <ProblemNote problem={problem} title={words.codeFailed} onDismiss={dismiss} />
      {resource.answer && code === null && (
        <Button size="md" loading={isSaving} onClick={() => void createCode()}>
          {words.makeCode}
        </Button>
      )}
      {code !== null && (
        <PressAgain
          label={words.newCode}
          again={words.newCodeAgain}
          name={displayName}
          loading={isSaving}
          onSure={() => void createCode()}
        />
      )}
    </Stack>
  )
}

const empty = { name: '' }
const check = required<typeof empty>({ name: words.nameMissing })

function Readers({ cabinet: id }: { cabinet: number }) {
  const list = useList(rest.get('/api/game/cabinet/:id/device/', { id, rowsPerPage }))
  const removing = useSaving()
  const form = useSavedForm({ server: empty, check })
  const [createdReader, setCreatedReader] = useState<{ name: string; token: string } | null>(null)

  const { dateTime } = timesInFull(useZone())
  async function createReader(_: unknown, body: typeof empty): Promise<void> {
    const saved = await form.save(rest.post('/api/game/cabinet/:id/device/', { id }, body))
    if (!saved.ok) return
    setCreatedReader(saved.answer)
    form.reset()
    await list.reload()
  }
  const path = '/api/game/cabinet/:id/device/:device/'
  const withdraw = (device: number) => removing.save(rest.delete(path, { id, device }), list.reload)

  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {words.readers}
      </Title>
      <Text>{words.readersLead}</Text>
      <ListState list={list} empty={words.readersNone}>
        {(rows) => (
          <Stack component="ul" gap="xs" p={0} m={0} aria-label={words.readers}>
            {rows.map(({ id: device, name, lastSeenAt }) => (
              <li key={device}>
                <RowLine
                  name={name}
                  detail={`${words.used} ${lastSeenAt === null ? words.never : dateTime(lastSeenAt)}`}
                >
                  <PressAgain
                    label={words.withdraw}
                    again={words.withdrawAgain}
                    name={name}
                    disabled={removing.isSaving}
                    onSure={() => void withdraw(device)}
                  />
                </RowLine>
              </li>
            ))}
          </Stack>
        )}
      </ListState>
      <ProblemNote
        problem={removing.problem}
        title={words.withdrawFailed}
        onDismiss={removing.dismiss}
      />
      {createdReader && (
        <CopyText
          label={words.token(createdReader.name)}
          description={words.once}
          value={createdReader.token}
          rows={2}
          button={words.copyToken}
        />
      )}
      <EditForm
        form={form}
        onSave={createReader}
        failed={words.makeFailed}
        button={words.make}
        isQuiet
        isRow
      >
        <TextInput label={words.name} {...form.field('name')} />
      </EditForm>
    </Stack>
  )
}

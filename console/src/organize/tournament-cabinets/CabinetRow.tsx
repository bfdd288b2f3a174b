import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { SceneCabinet } from '../../core/rest.ts'
import { Icon } from '../../ui/Icon.tsx'
import { NameDialog } from '../../ui/form/NameDialog.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButton } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { useActions } from '../../query/useActions.ts'
import { assigned as words, newCabinet } from '../../core/text/organize/venue.ts'
import { CabinetStatus } from '../../ui/live/CabinetCard.tsx'
import { atCabinet } from '../../core/text/play.ts'
import styles from './TournamentCabinets.module.css'
import type { CabinetToken } from './TokenDialog.tsx'
import '@mantine/core/styles/Input.layer.css'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
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

const signInDialogWords = atCabinet.admin
const QrCode = lazyPart(() => import('../../ui/qr-code/QrCode.tsx'))
const empty = { name: '' }
const check = required<typeof empty>({ name: signInDialogWords.nameMissing })

const signIn = atCabinet.admin

type Props = {
  cabinet: SceneCabinet
  isAssigned: boolean
  onAssign: () => void
  onRenamed: () => Promise<void>
  onToken: (created: CabinetToken) => void
}

/** A cabinet of the scene, with controls to assign and rename it and to renew its token. */
export function CabinetRow({ cabinet, isAssigned, onAssign, onRenamed, onToken }: Props) {
  const { id, name, displayName, clientStatus } = cabinet
  const [isRenaming, setRenaming] = useState(false)
  const [isSignInOpen, setSignInOpen] = useState(false)
  const saving = useActions()
  const { isSaving, problem, failed, act, dismiss } = saving

  const rename = (displayName: string) =>
    act(rest.patch('/api/game/cabinet/:id/', { id }, { displayName }), {
      failed: words.renameFailed,
      done: words.renamed,
      onSaved: () => (setRenaming(false), onRenamed()),
    })
  const renew = () =>
    act(rest.post('/api/game/cabinet/:id/token/', { id }), {
      failed: words.renewFailed,
      onSaved: onToken,
    })

  return (
    <li aria-label={displayName}>
      <RowLine
        name={displayName}
        detail={name}
        state={isAssigned ? <CabinetStatus id={id} /> : <Status status={clientStatus} />}
      >
        {isAssigned ? (
          <span className={styles.mark}>
            <Icon name="check" size={18} />
            {words.isAssigned}
          </span>
        ) : (
          <Button size="md" aria-label={`${words.assign}: ${displayName}`} onClick={onAssign}>
            {words.assign}
          </Button>
        )}
        <RowButton
          name={displayName}
          label={words.rename}
          onPress={() => (dismiss(), setRenaming(true))}
        />
        <RowButton name={displayName} label={signIn.open} onPress={() => setSignInOpen(true)} />
        <PressAgain
          label={words.renew}
          again={words.renewAgain}
          name={displayName}
          loading={isSaving && !isRenaming}
          onSure={() => void renew()}
        />
      </RowLine>
      {isSignInOpen && <SignInDialog cabinet={cabinet} onClose={() => setSignInOpen(false)} />}
      {!isRenaming && <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />}
      {isRenaming && (
        <NameDialog
          title={words.renameTitle(displayName)}
          label={newCabinet.displayName}
          missing={newCabinet.displayNameMissing}
          name={displayName}
          field="displayName"
          saving={saving}
          onName={(next) => void rename(next)}
          onClose={() => (dismiss(), setRenaming(false))}
        />
      )}
    </li>
  )
}

/** The status when the page was loaded. Frames cover only assigned cabinets. */
function Status({ status }: { status: SceneCabinet['clientStatus'] }) {
  return (
    <span className={styles.status}>
      <Icon name={status} size={20} />
      {words[status]}
    </span>
  )
}

type Cabinet = { id: number; displayName: string }

/** Sign-in at a cabinet: its QR code for players, and its card readers. */
function SignInDialog({ cabinet, onClose }: { cabinet: Cabinet; onClose: () => void }) {
  return (
    <Dialog title={signInDialogWords.title(cabinet.displayName)} size="lg" isKept onClose={onClose}>
      <Stack gap="lg">
        <Code {...cabinet} />
        <div data-screen-only>
          <Readers cabinet={cabinet.id} />
        </div>
      </Stack>
      <DialogButtons no={signInDialogWords.done} onClose={onClose} />
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
        {signInDialogWords.code}
      </Title>
      <Text>{signInDialogWords.codeLead}</Text>
      {address !== null && (
        <>
          <QrCode text={address} name={signInDialogWords.picture(displayName)} />
          <CopyText
            label={signInDialogWords.codeLink}
            value={address}
            rows={1}
            button={signInDialogWords.copyCode}
          />
        </>
      )}
      <ProblemNote problem={problem} title={signInDialogWords.codeFailed} onDismiss={dismiss} />
      {resource.answer && code === null && (
        <Button size="md" loading={isSaving} onClick={() => void createCode()}>
          {signInDialogWords.makeCode}
        </Button>
      )}
      {code !== null && (
        <PressAgain
          label={signInDialogWords.newCode}
          again={signInDialogWords.newCodeAgain}
          name={displayName}
          loading={isSaving}
          onSure={() => void createCode()}
        />
      )}
    </Stack>
  )
}

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
        {signInDialogWords.readers}
      </Title>
      <Text>{signInDialogWords.readersLead}</Text>
      <ListState list={list} empty={signInDialogWords.readersNone}>
        {(rows) => (
          <Stack component="ul" gap="xs" p={0} m={0} aria-label={signInDialogWords.readers}>
            {rows.map(({ id: device, name, lastSeenAt }) => (
              <li key={device}>
                <RowLine
                  name={name}
                  detail={`${signInDialogWords.used} ${lastSeenAt === null ? signInDialogWords.never : dateTime(lastSeenAt)}`}
                >
                  <PressAgain
                    label={signInDialogWords.withdraw}
                    again={signInDialogWords.withdrawAgain}
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
        title={signInDialogWords.withdrawFailed}
        onDismiss={removing.dismiss}
      />
      {createdReader && (
        <CopyText
          label={signInDialogWords.token(createdReader.name)}
          description={signInDialogWords.once}
          value={createdReader.token}
          rows={2}
          button={signInDialogWords.copyToken}
        />
      )}
      <EditForm
        form={form}
        onSave={createReader}
        failed={signInDialogWords.makeFailed}
        button={signInDialogWords.make}
        isQuiet
        isRow
      >
        <TextInput label={signInDialogWords.name} {...form.field('name')} />
      </EditForm>
    </Stack>
  )
}

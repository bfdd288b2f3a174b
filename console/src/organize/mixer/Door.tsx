import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useSaving } from '../../query/useSaving.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { mixer as words } from '../../core/text/organize/plan.ts'

const QrCode = lazyPart(() => import('../../ui/qr-code/QrCode.tsx'))

export type DoorBody = Answer<'/api/tournament/tournament/:id/door/'>
type Props = DoorBody & {
  tournament: number
  /** the teams are drawn, so everybody who is listed came late */
  isDrawn: boolean
  onCode: (code: string | null) => void
  onRemoved: () => void
}

/** The QR code for sign-up, and the people who have signed up. */
export function Door({ tournament: id, code, people, isDrawn, onCode, onRemoved }: Props) {
  const { save, isSaving, problem, dismiss } = useSaving()
  const address = code === null ? null : `${location.origin}/join/${code}`

  const path = '/api/tournament/tournament/:id/door/'
  const setOpen = (isOpen: boolean) =>
    save(rest.put(path, { id }, { isOpen }), ({ code }) => onCode(code))

  return (
    <Stack component="section" gap="sm" aria-label={words.door}>
      <Title order={2} size="h3">
        {words.door}
      </Title>
      <Text>{address === null ? words.closedLead : words.openLead}</Text>
      {address === null ? (
        <Group>
          <Button size="lg" loading={isSaving} onClick={() => void setOpen(true)}>
            {words.openDoor}
          </Button>
        </Group>
      ) : (
        <>
          <QrCode text={address} name={words.doorCode} />
          <CopyText label={words.doorLink} value={address} rows={1} button={words.copyDoor} />
          <Group>
            <PressAgain
              label={words.closeDoor}
              again={words.closeAgain}
              loading={isSaving}
              onSure={() => void setOpen(false)}
            />
          </Group>
        </>
      )}
      <ProblemNote problem={problem} title={words.doorFailed} onDismiss={dismiss} />
      <Text role="status" fw={700}>
        {!isDrawn && (people.length === 0 ? words.nobody : words.here(people.length))}
      </Text>
      <RemoveRecent tournament={id} isPossible={people.length > 0} onRemoved={onRemoved} />
      <Text>
        {people.map(({ name, isQueen }) => (isQueen ? words.queen(name) : name)).join(', ')}
      </Text>
    </Stack>
  )
}

const initialMinutes = 10
const maxMinutes = 720

type RemovalProps = Pick<Props, 'tournament' | 'onRemoved'> & { isPossible: boolean }

/** For a phone that signed up invented names: those of the last minutes go, all at once. */
function RemoveRecent({ tournament: id, isPossible, onRemoved }: RemovalProps) {
  // Empty while somebody types another number.
  const [minutes, setMinutes] = useState<number | string>(initialMinutes)
  const [removed, setRemoved] = useState<number | null>(null)
  const { save, isSaving, problem, dismiss } = useSaving()
  const path = '/api/tournament/tournament/:id/door/remove-recent/'
  const remove = () =>
    save(rest.post(path, { id }, { minutes: Number(minutes) }), (answer) => {
      setRemoved(answer.removed)
      onRemoved()
    })
  return (
    <>
      {isPossible && (
        <Group align="end">
          <NumberInput
            hideControls
            label={words.recentMinutes}
            min={1}
            max={maxMinutes}
            allowDecimal={false}
            value={minutes}
            onChange={setMinutes}
          />
          <PressAgain
            label={minutes === '' ? words.minutesMissing : words.removeRecent}
            again={words.removeRecentAgain(Number(minutes))}
            loading={isSaving}
            disabled={minutes === ''}
            onSure={() => void remove()}
          />
        </Group>
      )}
      <ProblemNote problem={problem} title={words.doorFailed} onDismiss={dismiss} />
      <Text role="status">{removed !== null && words.removedRecent(removed)}</Text>
    </>
  )
}

import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import form from '../../ui/Form.module.css'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { displays as words } from '../../core/text/organize/venue.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { RowButton } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { keyOf } from './display-contents.ts'
import type { Choice } from './display-contents.ts'
import { TurnsDialog } from './TurnsDialog.tsx'
import { rest } from '../../core/rest.ts'
import type { Row, Write } from '../../core/rest.ts'

type DisplayBody = Row<'/api/tournament/display/'>

type Props = { display: DisplayBody; choices: Choice[]; onChanged: () => Promise<void> }

/** One display: whether it is online, and what it shows. */
export function DisplayLine({ display, choices, onChanged }: Props) {
  const { id, name, role, isHere, lastSeenAt } = display
  const { isSaving, problem, save, dismiss } = useSaving()
  const [isOpen, setOpen] = useState(false)
  const { timeWithSeconds } = timesInFull(useZone())
  const turns = role?.others?.length ?? 0
  const key = role === null ? '' : turns > 0 ? 'turns' : keyOf(role)
  const isKnown = key === '' || choices.some((choice) => choice.key === key)

  async function send(write: Write, done: string): Promise<void> {
    await save(write, () => toast(done))
    await onChanged()
  }

  function show(chosen: string): void {
    const role = choices.find((choice) => choice.key === chosen)?.role ?? null
    void send(rest.patch('/api/tournament/display/:id/', { id }, { role }), words.changed(name))
  }

  return (
    <li>
      <RowLine
        name={name}
        detail={
          <Group gap={6} component="span" {...(!isHere && { c: 'var(--needs-you)' })}>
            <Icon name={isHere ? 'online' : 'offline'} size={18} />
            {isHere ? words.here : words.away(timeWithSeconds(lastSeenAt))}
          </Group>
        }
      >
        <NativeSelect
          className={form.grow}
          aria-label={words.shows(name)}
          value={isKnown || turns > 0 ? key : 'elsewhere'}
          disabled={isSaving}
          onChange={({ currentTarget }) => show(currentTarget.value)}
        >
          <option value="">{words.nothing}</option>
          {!isKnown && (
            <option value={turns > 0 ? key : 'elsewhere'} disabled>
              {turns > 0 ? words.inTurn(turns + 1) : words.elsewhere}
            </option>
          )}
          {choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
        {role !== null && role.name !== 'overlay' && (
          <RowButton name={name} label={words.turns} onPress={() => setOpen(true)} />
        )}
        <RowButton
          name={name}
          label={words.reload}
          onPress={() =>
            void send(rest.put('/api/tournament/display/:id/reload/', { id }), words.reloaded(name))
          }
        />
        <PressAgain
          label={words.forget}
          again={words.forgetAgain}
          name={name}
          onSure={() =>
            void send(rest.delete('/api/tournament/display/:id/', { id }), words.forgotten)
          }
        />
      </RowLine>
      {isOpen && role && (
        <TurnsDialog
          name={name}
          role={role}
          choices={choices}
          isSaving={isSaving}
          onSave={(next) => {
            setOpen(false)
            void send(
              rest.patch('/api/tournament/display/:id/', { id }, { role: next }),
              words.changed(name),
            )
          }}
          onClose={() => setOpen(false)}
        />
      )}
      <ProblemNote problem={problem} title={words.changeFailed} onDismiss={dismiss} />
    </li>
  )
}

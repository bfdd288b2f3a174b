import { Group } from '@mantine/core'
import { ListRows } from '../ui/ListState.tsx'
import { PressAgain } from '../ui/PressAgain.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { useList } from '../query/useList.ts'
import { RowLine } from '../ui/row/RowLine.tsx'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import { browserName } from './sign-in/sign-in-redirect.ts'
import { dateTimeText } from '../core/time/local-time.ts'
import { rest, rowsPerPage } from '../core/rest.ts'
import { Section } from '../ui/page/Section.tsx'

const words = account.sessions

export function Sessions() {
  const list = useList(rest.get('/api/user/session/', { rowsPerPage }))
  const { isSaving, problem, save, dismiss } = useSaving()

  const end = (id: number) => save(rest.delete('/api/user/session/:id/', { id }), list.reload)
  const endAll = () => save(rest.post('/api/user/sign-out-everywhere/'), loadUser)

  return (
    <Section title={words.title}>
      <ListRows list={list} empty={words.empty} label={words.caption}>
        {({ id, device, createdAt, lastSeenAt, isThis }) => (
          <li key={id}>
            <RowLine
              name={
                <span title={device}>
                  {browserName(device) ?? words.unknown}
                  {isThis && ` · ${words.here}`}
                </span>
              }
              detail={`${words.seen} ${dateTimeText(lastSeenAt)} · ${words.since} ${dateTimeText(createdAt)}`}
            >
              {!isThis && (
                <PressAgain
                  label={words.end}
                  again={words.endAgain}
                  name={browserName(device) ?? words.unknown}
                  disabled={isSaving}
                  onSure={() => void end(id)}
                />
              )}
            </RowLine>
          </li>
        )}
      </ListRows>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
      <Group gap="sm">
        <PressAgain
          label={words.endAll}
          again={words.endAllAgain}
          disabled={isSaving}
          onSure={() => void endAll()}
        />
      </Group>
    </Section>
  )
}

import { Stack, Text } from '@mantine/core'
import { unavailableTexts, unknownText, statusLines } from '#events/describe/status.ts'
import { durationText } from '#events/text/duration-text.ts'
import { fetchInTime } from '../core/connection/fetch-in-time.ts'
import { numberOf, read, rest, withNumber, reasonOf } from '../core/rest.ts'
import type { Address, Answer } from '../core/rest.ts'
import { useUser } from '../core/session-user.ts'
import { timeOfDay } from '../core/time/time.ts'
import { languageCode } from '../core/text/locale.ts'
import { status as words } from '../core/text/shell.ts'
import { useResource } from '../query/useResource.ts'
import { Waiting } from '../ui/Layout.tsx'
import forms from '../ui/Form.module.css'
import { Icon } from '../ui/Icon.tsx'
import { NotAuthorized } from '../ui/page/NotAuthorized.tsx'
import { RowLine } from '../ui/row/RowLine.tsx'
import { PageTitle } from '../ui/page/PageTitle.tsx'

type Status = Answer<'/api/status/'>
type StatusLine = Status['lines'][number]

const everyMs = 5_000

/** System status for the owner of the site. */
export function Status() {
  const user = useUser()
  const { answer, error } = useResource(rest.get('/api/status/'), {
    ask: fetchStatus,
    every: everyMs,
  })
  const isForbidden = user.state === 'out' || (user.state === 'in' && !user.person.isOwner)
  if (isForbidden && !answer?.isAway) return <NotAuthorized />
  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {error && <p role="alert">{reasonOf(error)}</p>}
      {answer ? <Lines {...answer} /> : !error && <Waiting />}
    </Stack>
  )
}

function Lines({ at, lines, build }: Status) {
  const redCount = lines.filter(({ ok }) => ok === false).length
  return (
    <>
      <p>
        <strong role="status">{redCount === 0 ? words.all : words.some(redCount)}</strong>{' '}
        {words.asOf(timeOfDay(new Date(at)), durationText(languageCode, everyMs))}
      </p>
      <ul className={forms.rows} aria-label={words.caption}>
        {lines.map((line) => (
          <li key={line.line}>
            <RowLine
              name={words.line[line.line]}
              detail={<bdi>{line.text}</bdi>}
              picture={<Sign {...line} />}
            >
              <Text component="span" size="sm" fw={line.ok === false ? 700 : 400}>
                {words.state[stateOf(line)]}
              </Text>
            </RowLine>
          </li>
        ))}
      </ul>
      {build && (
        <Text size="sm" c="dimmed">
          <bdi>{words.build(build.version, build.commit)}</bdi>
        </Text>
      )}
    </>
  )
}

const signs = {
  fine: { icon: 'check', colour: 'green' },
  red: { icon: 'warning', colour: 'var(--fault)' },
  unknown: { icon: 'dots', colour: 'dimmed' },
} as const

function Sign(line: StatusLine) {
  const { icon, colour } = signs[stateOf(line)]
  return (
    <Text component="span" c={colour} lh={0}>
      <Icon name={icon} />
    </Text>
  )
}

function stateOf({ ok }: StatusLine): keyof typeof signs {
  if (ok === null) return 'unknown'
  return ok ? 'fine' : 'red'
}

/**
 * Without the database nobody can be signed in, so the missing dependencies are shown to everybody
 * (from `/readyz`).
 */
async function fetchStatus(path: Address<Status>): Promise<Status & { isAway: boolean }> {
  const response = await fetchInTime('/readyz')
  const { missing = [] } = (await response.json().catch(() => ({}))) as { missing?: string[] }
  if (!missing.includes('database')) return { ...(await read(path)), isAway: false }
  const lines = statusLines.map((line): StatusLine => {
    const isAway = missing.includes(line) && line in unavailableTexts
    const away = withNumber(
      unavailableTexts[line as keyof typeof unavailableTexts],
      numberOf(response),
    )
    return { line, ok: isAway ? false : null, text: isAway ? away : unknownText }
  })
  return { at: new Date().toISOString(), lines, isAway: true }
}

import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import {
  Button,
  Paper,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { positions, positionsOf } from '#events/game/map/field.ts'
import { cardWaitMs, guestNameMs, signInTimeoutMs } from '#events/rules/time-limits.ts'
import { durationText } from '#events/text/duration-text.ts'
import { languageCode } from '../core/text/locale.ts'
import { useUser } from '../core/session-user.ts'
import { isMissing, rest } from '../core/rest.ts'
import type { Answer } from '../core/rest.ts'
import { useResource } from '../query/useResource.ts'
import { useSaving } from '../query/useSaving.ts'
import { Failed, Waiting } from '../ui/Layout.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import styles from '../ui/NarrowPage.module.css'
import { Pickup } from './pickup/Pickup.tsx'
import { atCabinet as words } from '../core/text/play.ts'
import { PageTitle } from '../ui/page/PageTitle.tsx'
import { onSite as text } from '../core/text/officiate/on-site.ts'

const callOfficialEveryMs = 2_000
const counts = [0, 1, 2, 3, 4]

const everyMs = 5_000
/** In pairs, as the seats are arranged at the cabinet. */
const rows = positionsOf.blue
  .flatMap((blue, seat) => [blue, positionsOf.gold[seat] ?? blue])
  .map((id) => ({ id, name: positions[id] }))

/** The page behind the QR code on a cabinet: players sign in at their positions. */
export function CabinetCode() {
  const { code } = useParams({ from: '/at/$code' })
  const resource = useResource(rest.get('/api/stats/signin/code/:code/', { code }), {
    every: everyMs,
  })
  const { error } = resource
  if (error && !resource.answer) {
    return isMissing(error) ? <Text role="alert">{words.gone}</Text> : <Failed error={error} />
  }
  if (!resource.answer) return <Waiting />
  return <Positions code={code} {...resource.answer} reload={resource.reload} />
}

type Props = Answer<'/api/stats/signin/code/:code/'> & {
  code: string
  reload: () => Promise<unknown>
}

function Positions({ code, cabinet, signedIn, reload }: Props) {
  const user = useUser()
  const person = user.state === 'in' && !user.person.paired ? user.person : null
  const [isGuest, setGuest] = useState(false)
  const [name, setName] = useState('')
  const { save, isSaving, problem, dismiss } = useSaving()
  const asGuest = person === null || isGuest

  function submit(position: number, action: 'sign_in' | 'sign_out') {
    const guest = action === 'sign_in' && asGuest ? { guest: name } : {}
    const body = { code, action, position, ...guest }
    return save(rest.post('/api/stats/signin/code/', {}, body), reload)
  }

  return (
    <Stack className={styles.page}>
      <PageTitle>{words.title(cabinet.displayName)}</PageTitle>
      <Pickup code={code} cabinet={cabinet.id} />
      <Text>{words.lead(durationText(languageCode, signInTimeoutMs))}</Text>
      {person && (
        <SegmentedControl
          aria-label={words.who}
          size="md"
          value={isGuest ? 'guest' : 'self'}
          onChange={(value) => setGuest(value === 'guest')}
          data={[
            { value: 'self', label: words.self(person.name) },
            { value: 'guest', label: words.guest },
          ]}
        />
      )}
      {asGuest && (
        <TextInput
          label={words.guestName}
          description={words.guestHint(durationText(languageCode, guestNameMs))}
          size="md"
          autoComplete="nickname"
          value={name}
          error={problem?.fields['guest']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0}>
        {rows.map(({ id, name: positionName }) => {
          const player = signedIn.find(({ playerId }) => playerId === id)
          return (
            <Paper key={id} component="li" withBorder p="sm">
              <Text fw={600}>{positionName}</Text>
              <Text c="dimmed">{player?.userName ?? words.nobody}</Text>
              <Group gap="xs" mt="xs">
                <Button
                  size="md"
                  disabled={isSaving || (asGuest && name.trim() === '')}
                  aria-label={`${words.take}: ${positionName}`}
                  onClick={() => void submit(id, 'sign_in')}
                >
                  {words.take}
                </Button>
                {player && (
                  <Button
                    size="md"
                    variant="default"
                    disabled={isSaving}
                    aria-label={`${words.leave}: ${positionName}`}
                    onClick={() => void submit(id, 'sign_out')}
                  >
                    {words.leave}
                  </Button>
                )}
              </Group>
            </Paper>
          )
        })}
      </SimpleGrid>
      <CallOfficial code={code} />
      {person ? (
        <NewCard code={code} />
      ) : (
        <Link to="/sign-in" search={{ to: `/at/${code}` }} className={styles.link}>
          {words.account}
        </Link>
      )}
    </Stack>
  )
}

/** The next card read at this cabinet is linked to the user's account. */
function NewCard({ code }: { code: string }) {
  const { save, isSaving, problem, dismiss } = useSaving()
  const [isWaiting, setWaiting] = useState(false)

  async function wait(): Promise<void> {
    const saved = await save(rest.post('/api/stats/signin/register/', {}, { code }))
    setWaiting(saved.ok)
  }

  return (
    <section>
      <Text role="status">
        {isWaiting ? words.cardWaits : words.cardLead(durationText(languageCode, cardWaitMs))}
      </Text>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
      <Button size="md" variant="default" mt="xs" loading={isSaving} onClick={() => void wait()}>
        {words.card}
      </Button>
    </section>
  )
}

/** Calls an official to the cabinet. A signed-in player can also report the team's attendance. */
function CallOfficial({ code }: { code: string }) {
  const path = rest.get('/api/tournament/call-official/:code/', { code })
  const { answer, reload } = useResource(path, { every: callOfficialEveryMs })
  const { save, isSaving, problem, dismiss } = useSaving()
  if (!answer?.isPlayed) return null
  const { team } = answer
  const [call] = answer.calls

  const report = (id: number, missing: number) =>
    save(rest.put('/api/tournament/team/:id/report/', { id }, { missing }), reload)

  return (
    <Stack gap="xs">
      {team && (
        <Group gap="xs" role="group" aria-label={text.own(team.name)}>
          <Text>
            {team.name}: {text.state(team.missing)}
          </Text>
          {counts.map((missing) => (
            <Button
              key={missing}
              size="md"
              variant="default"
              aria-pressed={team.missing === missing}
              onClick={() => void report(team.id, missing)}
            >
              {missing === 0 ? text.weAreHere : text.weMiss(missing)}
            </Button>
          ))}
        </Group>
      )}
      <Button
        size="md"
        variant="default"
        loading={isSaving}
        onClick={() => void save(rest.put('/api/tournament/call-official/', {}, { code }), reload)}
      >
        {text.call}
      </Button>
      <Text role="status">{call && (call.takenAt ? text.comes(call.takenOn) : text.called)}</Text>
      <ProblemNote problem={problem} title={text.callFailed} onDismiss={dismiss} />
    </Stack>
  )
}

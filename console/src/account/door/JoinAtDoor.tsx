import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import {
  Button,
  Group,
  Input,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { to } from '../../core/addresses.ts'
import { rest } from '../../core/rest.ts'
import { useResource } from '../../query/useResource.ts'
import { useSaving } from '../../query/useSaving.ts'
import form from '../../ui/Form.module.css'
import { Waiting } from '../../ui/Frame.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import styles from '../sign-in/SignIn.module.css'
import { door as words } from './text.ts'

const everyMs = 5_000
const keyOf = (tournament: number) => `waggle:player:${tournament}`

/** A name is enough; afterwards the page tells which team was drawn. */
export function JoinAtDoor() {
  const { code } = useParams({ from: '/join/$code' })
  const { answer, error, reload } = useResource(rest.get('/api/tournament/door/:code/', { code }), {
    every: everyMs,
  })
  const [player, setPlayer] = useState<number | null>(null)
  if (error && !answer) return <Text role="alert">{words.gone}</Text>
  if (!answer) return <Waiting />
  const { tournament, here } = answer
  const own = player ?? kept(tournament.id)
  const joined = (next: number) => {
    keep(tournament.id, next)
    setPlayer(next)
    void reload()
  }
  return (
    <Stack className={styles.narrow}>
      <title>{words.title(tournament.name)}</title>
      <PageTitle>{words.title(tournament.name)}</PageTitle>
      {own > 0 ? (
        <Joined player={own} onAnother={() => joined(0)} />
      ) : (
        <SignUp code={code} onJoined={joined} />
      )}
      {here > 0 && <Text c="dimmed">{words.here(here)}</Text>}
    </Stack>
  )
}

function SignUp({ code, onJoined }: { code: string; onJoined: (player: number) => void }) {
  const { save, isSaving, problem, dismiss } = useSaving()
  const [said, setSaid] = useState({ name: '', level: 2, isQueen: false })
  const change = (more: Partial<typeof said>) => setSaid({ ...said, ...more })

  async function join(): Promise<void> {
    const saved = await save(rest.post('/api/tournament/door/', {}, { code, ...said }))
    if (saved.ok) onJoined(saved.answer.player)
  }

  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        size="md"
        autoComplete="nickname"
        value={said.name}
        error={problem?.fields['name']}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Input.Wrapper label={words.level} description={words.levelHint} labelElement="div" size="md">
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={words.level}
          data={words.levels.map((label, n) => ({ value: `${n + 1}`, label }))}
          value={`${said.level}`}
          onChange={(level) => change({ level: Number(level) })}
        />
      </Input.Wrapper>
      <Switch
        className={form.choice}
        label={words.queen}
        checked={said.isQueen}
        onChange={({ currentTarget }) => change({ isQueen: currentTarget.checked })}
      />
      <ProblemNote problem={problem} title={words.failed} beside={['name']} onDismiss={dismiss} />
      <Button
        size="lg"
        loading={isSaving}
        disabled={said.name.trim() === ''}
        onClick={() => void join()}
      >
        {words.join}
      </Button>
    </>
  )
}

function Joined({ player: id, onAnother }: { player: number; onAnother: () => void }) {
  const { answer } = useResource(rest.get('/api/tournament/player/:id/', { id }), {
    every: everyMs,
  })
  const team = answer?.team ?? null
  const path = team === null ? null : rest.get('/api/tournament/team/:id/', { id: team })
  const drawn = useResource(path).answer
  return (
    <>
      <Text role="status" fw={700} size="lg">
        {answer && words.done(answer.name)} {team !== null && drawn && words.team(drawn.name)}
      </Text>
      {team === null ? (
        <Text>{words.wait}</Text>
      ) : (
        <Button component="a" size="lg" href={to.team(team)}>
          {words.toTeam}
        </Button>
      )}
      <Group>
        <Button size="md" variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Group>
    </>
  )
}

function kept(tournament: number): number {
  try {
    return Number(localStorage.getItem(keyOf(tournament)) ?? 0)
  } catch {
    return 0
  }
}

function keep(tournament: number, player: number): void {
  try {
    localStorage.setItem(keyOf(tournament), `${player}`)
  } catch {
    // It is known as long as the page is open.
  }
}

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
import { to } from '../core/addresses.ts'
import { isMissing, rest } from '../core/rest.ts'
import { storeText, storedText } from '../core/storage/storage.ts'
import { useResource } from '../query/useResource.ts'
import { useSavedForm } from '../query/useSavedForm.ts'
import forms from '../ui/Form.module.css'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Failed, Waiting } from '../ui/Layout.tsx'
import { PageTitle } from '../ui/page/PageTitle.tsx'
import styles from '../ui/NarrowPage.module.css'
import { door as words } from '../core/text/play.ts'

const everyMs = 5_000
const keyOf = (code: string) => `waggle:player:${code}`

/** Sign-up for a mixer by name alone. Afterwards the page shows the player's team. */
export function JoinAtDoor() {
  const { code } = useParams({ from: '/join/$code' })
  const { answer, error, reload } = useResource(rest.get('/api/tournament/door/:code/', { code }), {
    every: everyMs,
  })
  const [player, setPlayer] = useState<number | null>(null)
  const ownPlayer = player ?? Number(storedText(keyOf(code)))
  if (error && !answer) {
    if (!isMissing(error)) return <Failed error={error} />
    // The door is closed. Who has signed up still sees their team.
    if (ownPlayer > 0) return <Joined player={ownPlayer} />
    return <Text role="alert">{words.gone}</Text>
  }
  if (!answer) return <Waiting />
  const { tournament, here } = answer
  const showPlayer = (next: number) => {
    storeText(keyOf(code), `${next}`)
    setPlayer(next)
    void reload()
  }
  return (
    <Stack className={styles.narrow}>
      <PageTitle>{words.title(tournament.name)}</PageTitle>
      {ownPlayer > 0 ? (
        <Joined player={ownPlayer} onAnother={() => showPlayer(0)} />
      ) : (
        <SignUp code={code} onJoined={showPlayer} />
      )}
      {here > 0 && <Text c="dimmed">{words.here(here)}</Text>}
    </Stack>
  )
}

const blank = { name: '', level: 2, isQueen: false }

function SignUp({ code, onJoined }: { code: string; onJoined: (player: number) => void }) {
  const form = useSavedForm({ server: blank, isKept: false })
  const { name, level } = form.values

  async function join(_: unknown, fields: typeof blank): Promise<void> {
    const body = { code, ...fields }
    await form.save(rest.post('/api/tournament/door/', {}, body), ({ player }) => onJoined(player))
  }

  return (
    <EditForm
      form={form}
      onSave={join}
      failed={words.failed}
      button={words.join}
      isDisabled={name.trim() === ''}
      isNarrow
    >
      <TextInput
        label={words.name}
        description={words.nameHint}
        size="md"
        autoComplete="nickname"
        {...form.field('name')}
      />
      <Input.Wrapper label={words.level} description={words.levelHint} labelElement="div" size="md">
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={words.level}
          data={words.levels.map((label, n) => ({ value: `${n + 1}`, label }))}
          value={`${level}`}
          onChange={(level) => form.set({ level: Number(level) })}
        />
      </Input.Wrapper>
      <Switch className={forms.choice} label={words.queen} {...form.tick('isQueen')} />
    </EditForm>
  )
}

function Joined({ player: id, onAnother }: { player: number; onAnother?: () => void }) {
  const { answer } = useResource(rest.get('/api/tournament/player/:id/', { id }), {
    every: everyMs,
  })
  const team = answer?.team ?? null
  const path = team === null ? null : rest.get('/api/tournament/team/:id/', { id: team })
  const drawnTeam = useResource(path).answer
  return (
    <>
      <Text role="status" fw={700} size="lg">
        {answer && words.done(answer.name)}{' '}
        {team !== null && drawnTeam && words.team(drawnTeam.name)}
      </Text>
      {team === null ? (
        <Text>{words.wait}</Text>
      ) : (
        <Button component="a" size="lg" href={to.team(team)}>
          {words.toTeam}
        </Button>
      )}
      {onAnother && (
        <Group>
          <Button size="md" variant="default" onClick={onAnother}>
            {words.another}
          </Button>
        </Group>
      )}
    </>
  )
}

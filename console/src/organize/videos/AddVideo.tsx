import { gameWordOf } from '../../core/text/server-words.ts'
import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput, Radio } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { hours, minutes } from '#events/text/durations.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { newVideo as words, videos } from '../../core/text/organize/venue.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { parseVideoLink } from './video-link.ts'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchTitle } from '../../core/live/select.ts'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useList } from '../../query/useList.ts'
import styles from './Videos.module.css'
import type { Row } from '../../core/rest.ts'

const empty = {
  game: null as number | null,
  videoId: '',
  referencePoint: 'end' as keyof typeof words.points,
  gameEndTime: '',
  length: '',
}
type Fields = typeof empty
const check = required<Fields>({
  game: words.gameMissing,
  videoId: words.videoIdMissing,
  gameEndTime: words.missing,
  length: words.missing,
})

/** Adds a video by the time at which a game is seen in it. */
export function AddVideo({ tournament, onAdded }: { tournament: number; onAdded: () => void }) {
  const [cabinet, setCabinet] = useState<number | null>(null)
  const form = useSavedForm({ server: empty, check })
  const cabinets = useCabinetChoices()
  const { game, gameEndTime } = form.values

  async function add(_: unknown, fields: Fields): Promise<void> {
    const { videoId } = parseVideoLink(fields.videoId)
    const { game } = fields
    if (game === null) return
    const body = { tournament, ...fields, game, videoId }
    const saved = await form.save(rest.post('/api/tournament/video/add/', {}, body))
    if (!saved.ok) return
    form.reset({ ...fields, game: null, gameEndTime: '' })
    onAdded()
  }

  return (
    <Section title={words.title} lead={words.lead}>
      <EditForm form={form} onSave={add} failed={words.failed} button={words.add}>
        <NativeSelect
          label={videos.cabinet}
          value={cabinet ?? ''}
          error={cabinet === null && form.errors['game']}
          data={[
            { value: '', label: words.chooseCabinet },
            ...cabinets.map(({ id, displayName }) => ({ value: `${id}`, label: displayName })),
          ]}
          onChange={({ currentTarget }) => {
            setCabinet(Number(currentTarget.value) || null)
            form.set({ game: null })
          }}
        />
        {cabinet !== null && (
          <GameChoice
            key={cabinet}
            cabinet={cabinet}
            game={game}
            error={form.errors['game']}
            onChange={(game) => form.set({ game })}
          />
        )}
        <TextInput
          label={words.videoId}
          required
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('videoId')}
          onChange={({ currentTarget: { value: videoId } }) => {
            const { seconds } = parseVideoLink(videoId)
            const at = gameEndTime === '' && seconds !== null ? hours(seconds) : gameEndTime
            form.set({ videoId, gameEndTime: at })
          }}
        />
        <FieldRow>
          <NativeSelect
            label={words.point}
            data={Object.entries(words.points).map(([value, label]) => ({ value, label }))}
            {...form.field('referencePoint')}
          />
          <TextInput
            label={words.time}
            placeholder={words.timeHint}
            required
            {...form.field('gameEndTime')}
          />
          <TextInput
            label={words.length}
            placeholder={words.timeHint}
            required
            {...form.field('length')}
          />
        </FieldRow>
      </EditForm>
    </Section>
  )
}

/** The cabinets of the tournament first, then the others of the scene. */
function useCabinetChoices() {
  const { cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const assigned = useTournamentCabinets()
  return [
    ...assigned,
    ...cabinets.filter(({ id }) => !assigned.some((cabinet) => cabinet.id === id)),
  ]
}

type Game = Row<'/api/game/game/recent/'>
const maxGames = 15

type Props = {
  cabinet: number
  game: number | null
  error: string | undefined
  onChange: (game: number) => void
}

/** Chooses one of the latest games of a cabinet. */
function GameChoice({ cabinet, game, error, onChange }: Props) {
  const path = rest.get('/api/game/game/recent/', { cabinetId: cabinet, rowsPerPage: maxGames })
  const list = useList(path, { page: 'first' })
  return (
    <ListState list={list} empty={words.noGames}>
      {(games) => (
        <Radio.Group
          label={words.game}
          required
          value={`${game ?? ''}`}
          error={error}
          data-wrong={error !== undefined || undefined}
          onChange={(chosen) => onChange(Number(chosen))}
        >
          <div className={styles.games}>
            {games.map((recent) => (
              <GameRadio key={recent.id} game={recent} />
            ))}
          </div>
        </Radio.Group>
      )}
    </ListState>
  )
}

function GameRadio({ game }: { game: Game }) {
  const { id, mapName, startTime, endTime, winningTeam, winCondition, tournamentMatch } = game
  const match = useLiveState(({ live: { rows } }) => {
    const row = tournamentMatch === null ? undefined : rows.match[tournamentMatch]
    return row ? matchTitle(rows, row) : null
  })
  const end = endTime ?? startTime
  const seconds = (Date.parse(end) - Date.parse(startTime)) / 1_000
  const won = winningTeam === null ? null : words.won(winningTeam, winCondition ?? '')
  const { timeWithSeconds } = timesInFull(useZone())
  return (
    <Radio
      value={`${id}`}
      className={form.choice}
      label={words.games(gameWordOf(mapName), timeWithSeconds(end), minutes(seconds))}
      description={[won, match].filter(Boolean).join(' · ')}
    />
  )
}

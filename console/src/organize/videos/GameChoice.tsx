import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { spoken } from '../../core/live/select.ts'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { minutes } from '../../core/time.ts'
import { useList } from '../../query/useList.ts'
import { newVideo as words } from './text.ts'
import { text } from '../../core/text/text.ts'
import styles from './Videos.module.css'

type Game = {
  id: number
  mapName: string
  startTime: string
  endTime: string
  winningTeam: string | null
  winCondition: string | null
  tournamentMatch: number | null
}
const most = 15

type Props = {
  cabinet: number
  game: number | null
  error: string | undefined
  onChange: (game: number) => void
}

/** One of the latest games of a cabinet. */
export function GameChoice({ cabinet, game, error, onChange }: Props) {
  const path = `/api/game/game/recent/?cabinetId=${cabinet}&rowsPerPage=${most}`
  const kept = useList<Game>(path, 'first')
  return (
    <ListState kept={kept} empty={words.noGames}>
      {(games) => (
        <Radio.Group
          label={words.game}
          required
          value={`${game ?? ''}`}
          error={error}
          onChange={(chosen) => onChange(Number(chosen))}
        >
          <div className={styles.games}>
            {games.map((one) => (
              <GameRadio key={one.id} game={one} />
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
    return row ? spoken(rows, row) : null
  })
  const seconds = (Date.parse(endTime) - Date.parse(startTime)) / 1_000
  const won = winningTeam === null ? null : words.won(winningTeam, winCondition ?? '')
  return (
    <Radio
      value={`${id}`}
      className={form.choice}
      label={words.games(mapName, text.time(new Date(endTime)), minutes(seconds))}
      description={[won, match].filter(Boolean).join(' · ')}
    />
  )
}

import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchTitle } from '../../core/live/select.ts'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { minutes } from '../../../../events/text/durations.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useList } from '../../query/useList.ts'
import { newVideo as words } from './text.ts'
import styles from './Videos.module.css'
import { rest } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'

type Game = Row<'/api/game/game/recent/'>
const maxGames = 15

type Props = {
  cabinet: number
  game: number | null
  error: string | undefined
  onChange: (game: number) => void
}

/** Chooses one of the latest games of a cabinet. */
export function GameChoice({ cabinet, game, error, onChange }: Props) {
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
      label={words.games(mapName, timeWithSeconds(end), minutes(seconds))}
      description={[won, match].filter(Boolean).join(' · ')}
    />
  )
}

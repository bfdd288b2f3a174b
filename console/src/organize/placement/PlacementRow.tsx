import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, NativeSelect } from '@mantine/core'
import type { BracketRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { placement } from '../../core/text/organize/plan.ts'
import { placeName } from '../stages/seeds.ts'
import { choicesIn } from '../stages/placements.ts'
import type { Source } from '../stages/placements.ts'
import styles from './TeamPlacement.module.css'

type Props = {
  stage: BracketRow
  place: number
  of: number
  source: Source
  problems: string[]
  onChange: (source: Source) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** A seed of the stage, its source, and the problems with it. */
export function PlacementRow({ stage, place, of, source, problems, ...handlers }: Props) {
  const step = (by: 1 | -1, label: string, icon: 'up' | 'down', isEnd: boolean) => (
    <ActionIcon
      variant="subtle"
      size={44}
      c="inherit"
      className={styles.step}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      data-off={isEnd || undefined}
      onClick={() => handlers.onMove(by)}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
  return (
    <li className={styles.row} data-wrong={problems.length > 0 || undefined}>
      <span className={styles.place}>{place}</span>
      <NativeSelect
        className={styles.source}
        aria-label={placement.row(place)}
        value={source}
        error={problems.length > 0 ? problems.join(' ') : undefined}
        onChange={({ currentTarget }) => handlers.onChange(currentTarget.value)}
      >
        <Sources destination={stage} />
      </NativeSelect>
      {step(-1, placement.up(place), 'up', place === 1)}
      {step(1, placement.down(place), 'down', place === of)}
      <ActionIcon
        variant="subtle"
        size={44}
        c="inherit"
        aria-label={placement.remove(place)}
        onClick={handlers.onRemove}
      >
        <Icon name="cross" />
      </ActionIcon>
    </li>
  )
}

/** Options: all teams, and the places of every other stage with the team there now. */
function Sources({ destination }: { destination: BracketRow }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const stages = Object.values(rows.bracket)
    .filter(({ id }) => id !== destination.id)
    .toSorted((a, b) => a.id - b.id)
  return (
    <>
      <option value="">{placement.empty}</option>
      {stages.map((stage) => (
        <optgroup key={stage.id} label={stage.name}>
          {Array.from({ length: choicesIn(stage, destination) }, (_, index) => (
            <option key={`${stage.id}:${index + 1}`} value={`place:${stage.id}:${index + 1}`}>
              {placeName(rows, { stage: stage.id, place: index + 1 })}
            </option>
          ))}
        </optgroup>
      ))}
      <optgroup label={placement.teams}>
        {Object.values(rows.team).map(({ id, name }) => (
          <option key={id} value={`team:${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
    </>
  )
}

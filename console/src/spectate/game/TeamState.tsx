import { colourOf } from '#events/game/map/field.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { Position } from '#events/game/map/field.ts'
import { livesLeft, scoreAt } from '#events/game/game-replay.ts'
import type { ReplayState } from '#events/game/game-replay.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import styles from './TeamState.module.css'

const positions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export type Teams = Record<Colour, string | null>
type Props = { colour: Colour; moment: ReplayState; ms: number; team: string | null }

/** A team at a moment: its progress towards each way to win, and the state of each of its bees. */
export function TeamState({ colour, moment, ms, team }: Props) {
  const { berries, lives, snail } = scoreAt(moment, ms)
  const progress = colour === 'blue' ? snail : -snail
  return (
    <section className={styles.team} data-colour={colour} aria-label={team ?? text.colour(colour)}>
      <p className={styles.name}>
        <TeamSign colour={colour} />
        {team !== null && (
          <span className={styles.called} title={team}>
            {team}
          </span>
        )}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{text.berries}</dt>
          <dd>{text.berriesOf(berries[colour])}</dd>
        </div>
        <div>
          <dt>{text.lives}</dt>
          <dd>{lives[colour]}</dd>
        </div>
        <div>
          <dt>{text.snail}</dt>
          <dd>{progress > 0 ? text.snailTo(progress) : text.snailAway}</dd>
        </div>
      </dl>
      <ul className={styles.bees}>
        {positions
          .filter((position) => colourOf(position) === colour)
          .map((position) => (
            <li key={position}>
              <span className={styles.position}>{text.plain(position)}</span>
              <span className="dim">{stateOf(moment, position)}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** The state of a bee as text. */
function stateOf({ state, entering }: ReplayState, position: Position): string {
  const { wings, speed, berry, rides, eaten, gate, lives, bot } = text.state
  const facts = [
    position <= 2 && lives(livesLeft(state)[colourOf(position)]),
    !state.humans.includes(position) && bot,
    state.winged[position] !== undefined && wings,
    state.fast[position] !== undefined && speed,
    state.carrying.includes(position) && berry,
    state.snail.rider === position && rides,
    state.snail.eating === position && eaten,
    position in entering && gate,
  ]
  return facts.filter(Boolean).join(', ') || '–'
}

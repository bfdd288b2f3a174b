import { useDroppable, useDraggable } from '@dnd-kit/core'
import { Button, ActionIcon, Group, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../../ui/Form.module.css'
import { Near } from '../../ui/Near.tsx'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { chunksOf } from './roster.ts'
import type { IdAndName, Squad } from './roster.ts'
import styles from './Teams.module.css'
import { clockIn } from '../../core/time/zone.ts'
import { useZone } from '../../hooks/useZone.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useActions } from '../../query/useActions.ts'
import { rest } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'

export type Actions = {
  moving: ReadonlySet<number>
  onPlayer: (player: Player) => void
  onEdit: (player: Player) => void
  onMove: (player: Player) => void
  onEditTeam: (team: IdAndName) => void
}
type Props = { squad: Squad<Player>; actions: Actions }

/** Estimated heights in rem. The real height is measured once the part is drawn. */
const lineRem = 4
const headRem = 5
const chunkSize = 20

export function FreeAgents({ squad, actions, empty }: Props & { empty: string }) {
  const { players } = squad
  return (
    <Target team={null}>
      <section className={styles.free} aria-label={words.free}>
        <header className={styles.head}>
          <h2>{words.free}</h2>
          <span className={styles.count}>{players.length}</span>
        </header>
        {players.length === 0 && <p className={forms.empty}>{empty}</p>}
        {chunksOf(players, chunkSize).map((chunk) => (
          <Near key={chunk[0]?.id} guess={lineRem * chunk.length}>
            {() => <PlayerLines players={chunk} actions={actions} />}
          </Near>
        ))}
      </section>
    </Target>
  )
}

export function TeamCard({ squad, actions }: Props) {
  const { team, players } = squad
  if (!team) return null
  return (
    <Near guess={headRem + lineRem * Math.max(1, players.length)}>
      {() => (
        <Target team={team}>
          <section className={styles.team} aria-label={team.name}>
            <header className={styles.head}>
              <h3 title={team.name} dir="auto">
                {team.name}
              </h3>
              <span className={styles.count}>
                {players.length === 0
                  ? words.nobody
                  : words.present(players.filter(isHere).length, players.length)}
              </span>
              <Button
                variant="default"
                className={styles.state}
                aria-label={words.editTeam(team.name)}
                onClick={() => actions.onEditTeam(team)}
              >
                {words.edit}
              </Button>
            </header>
            {players.length === 0 && <p className={forms.empty}>{words.noPlayers}</p>}
            <PlayerLines players={players} actions={actions} />
          </section>
        </Target>
      )}
    </Near>
  )
}

function PlayerLines({ players, actions }: { players: readonly Player[]; actions: Actions }) {
  if (players.length === 0) return null
  return (
    <ul>
      {players.map((player) => (
        <PlayerLine
          key={player.id}
          player={player}
          isMoving={actions.moving.has(player.id)}
          onPlayer={actions.onPlayer}
          onEdit={actions.onEdit}
          onMove={actions.onMove}
        />
      ))}
    </ul>
  )
}

function Target({ team, children }: { team: IdAndName | null; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: `team:${team?.id ?? 0}`, data: { team } })
  return (
    <div ref={setNodeRef} className={styles.target} data-over={isOver || undefined}>
      {children}
    </div>
  )
}

function isHere({ checkInTime }: Player): boolean {
  return checkInTime !== null
}

type PlayerLineProps = {
  player: Player
  /** a move to another team is being saved */
  isMoving: boolean
  onPlayer: (player: Player) => void
  onEdit: (player: Player) => void
  onMove: (player: Player) => void
}

/** A player with check-in, payment and move controls. */
function PlayerLine({ player, isMoving, onPlayer, onEdit, onMove }: PlayerLineProps) {
  const { id, name, pronouns, checkInTime, paid, image } = player
  const { isSaving, problem, failed, act, dismiss } = useActions()
  const once = useDoubleTapGuard()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: `player:${id}`,
    data: { player },
  })
  const clock = clockIn(useZone())
  const time = checkInTime ? clock.time(checkInTime) : null

  const checkInLabel = time === null ? words.checkIn : words.checkedInAt(time)

  const change = (body: BodyOf<'PATCH /api/tournament/player/:id/'>, failed: string) =>
    act(rest.patch('/api/tournament/player/:id/', { id }, body), { failed, onSaved: onPlayer })
  const checkIn = () =>
    change({ checkInTime: time === null ? 'now' : null }, words.checkInFailed(name))
  const pay = () => change({ paid: !paid }, words.paidFailed(name))

  return (
    <li
      ref={setNodeRef}
      className={styles.player}
      data-dragged={isDragging || undefined}
      data-unconfirmed={isSaving || isMoving || undefined}
    >
      <Group gap={4} wrap="nowrap" flex="1 1 9rem" miw={0} component="span">
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={styles.grip}
          {...attributes}
          {...listeners}
          aria-label={words.grab(name)}
        >
          <Icon name="grip" />
        </button>
        {image && (
          <img
            src={image}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            className={styles.face}
          />
        )}
        <button type="button" data-content className={styles.name} onClick={() => onEdit(player)}>
          <VisuallyHidden>{words.edit}</VisuallyHidden>{' '}
          <span title={name} dir="auto">
            {name}
          </span>{' '}
          {pronouns && <small>{pronouns}</small>}
        </button>
      </Group>
      <Group gap={6} ml="auto" component="span">
        <Button
          variant={time === null ? 'default' : 'light'}
          className={styles.state}
          aria-label={words.stateOf(checkInLabel, name)}
          leftSection={time !== null && <Icon name="check" size={16} />}
          onClick={() => once(() => void checkIn(), 'checkIn')}
        >
          {checkInLabel}
        </Button>
        <Button
          variant={paid ? 'light' : 'default'}
          className={styles.state}
          aria-label={words.stateOf(paid ? words.paid : words.notPaid, name)}
          leftSection={paid && <Icon name="check" size={16} />}
          onClick={() => once(() => void pay(), 'paid')}
        >
          {paid ? words.paid : words.notPaid}
        </Button>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={words.move(name)}
          title={words.move(name)}
          onClick={() => onMove(player)}
        >
          <Icon name="swap" />
        </ActionIcon>
      </Group>
      {problem && <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />}
    </li>
  )
}

import { useDraggable } from '@dnd-kit/core'
import { ActionIcon, Button, Group, VisuallyHidden } from '@mantine/core'
import { clockIn } from '../../core/time/zone.ts'
import { useZone } from '../../hooks/useZone.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useActions } from '../../query/useActions.ts'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import styles from './Teams.module.css'
import { rest } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'

type Props = {
  player: Player
  /** a move to another team is being saved */
  isMoving: boolean
  onPlayer: (player: Player) => void
  onEdit: (player: Player) => void
  onMove: (player: Player) => void
}

/** A player with check-in, payment and move controls. */
export function PlayerLine({ player, isMoving, onPlayer, onEdit, onMove }: Props) {
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

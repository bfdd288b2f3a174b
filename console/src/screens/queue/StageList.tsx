import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { ActionIcon, Menu } from '@mantine/core'
import type { BracketRow } from '../../../../events/view/rows.ts'
import { setQueue } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { text } from '../../text.ts'
import { SortableLine } from './MatchLine.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { listOf } from './order.ts'
import type { Drag } from './order.ts'
import styles from './QueueCard.module.css'
import { useTitles } from './useTitles.ts'

type Props = { stage: BracketRow; matches: readonly number[]; move: (drag: Drag) => void }

/** The matches of a stage that wait in no queue. */
export function StageList({ stage, matches, move }: Props) {
  const list = listOf.stage(stage.id)
  const { setNodeRef, isOver } = useDroppable({ id: list })
  return (
    <section className={styles.card} aria-label={stage.name} data-over={isOver || undefined}>
      <header className={styles.head}>
        <h3 className={styles.title}>{stage.name}</h3>
        <StageMenu stage={stage} matches={matches} />
      </header>
      <SortableContext id={list} items={[...matches]} strategy={verticalListSortingStrategy}>
        <ul ref={setNodeRef} className={styles.list}>
          {matches.map((match) => (
            <SortableLine key={match} match={match}>
              <MoveMenu match={match} list={list} matches={matches} move={move} />
            </SortableLine>
          ))}
        </ul>
      </SortableContext>
    </section>
  )
}

function StageMenu({ stage, matches }: Omit<Props, 'move'>) {
  const queues = useShown((shown) => shown.live.rows.queue)
  const { press } = useSession()
  const titles = useTitles()
  const assign = (id: number) => {
    const queue = queues[id]
    if (!queue) return
    const label = text.queue.assignedAll(stage.name, titles.queue(queue))
    press(
      setQueue(queue, [...queue.matches, ...matches], { label, failure: text.failure.assignAll }),
    )
  }
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          className={styles.dots}
          aria-label={text.queue.bracketMenu(stage.name)}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.values(queues).map((queue) => (
          <Menu.Item key={queue.id} className={styles.item} onClick={() => assign(queue.id)}>
            {text.queue.assignAll(titles.queue(queue))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

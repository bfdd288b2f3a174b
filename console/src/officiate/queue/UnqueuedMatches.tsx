import { Menu } from '@mantine/core'
import { memo } from 'react'
import type { BracketRow } from '#events/schema/rows.ts'
import { assignAll, spreadAll } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { queueText } from '../../core/text/officiate/referee.ts'
import { DotsMenu } from './DotsMenu.tsx'
import { SortableLine } from './MatchLine.tsx'
import { MoveMenu } from './MoveMenu.tsx'
import { listOf } from './order.ts'
import type { Drag } from './order.ts'
import { useDropList } from './drag-registry.ts'
import styles from './QueueCard.module.css'
import { useQueueTitles } from './useQueueTitles.ts'

type Props = { stage: BracketRow; matches: readonly number[]; move: (drag: Drag) => void }

/** The matches of a stage that are in no queue. */
export const UnqueuedMatches = memo(function UnqueuedMatches({ stage, matches, move }: Props) {
  const list = listOf.stage(stage.id)
  const { frame, lines } = useDropList<HTMLUListElement>(list)
  return (
    <section ref={frame} className={styles.card} aria-label={stage.name}>
      <header className={styles.head}>
        <h3 className={styles.title}>{stage.name}</h3>
        <StageMenu stage={stage} />
      </header>
      <ul ref={lines} className={styles.list}>
        {matches.map((match) => (
          <SortableLine key={match} match={match}>
            <MoveMenu match={match} list={list} matches={matches} move={move} />
          </SortableLine>
        ))}
      </ul>
    </section>
  )
})

function StageMenu({ stage }: Pick<Props, 'stage'>) {
  return (
    <DotsMenu label={queueText.bracketMenu(stage.name)} width={280}>
      {() => <AssignItems stage={stage} />}
    </DotsMenu>
  )
}

/** The groups of a set can be assigned together; their rounds are then interleaved. */
function AssignItems({ stage }: Pick<Props, 'stage'>) {
  const queues = useLiveState((state) => state.live.rows.queue)
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const { press } = useLiveSession()
  const titles = useQueueTitles()
  const { groupSet } = stage
  const set = groupSet ? Object.values(brackets).filter((other) => other.groupSet === groupSet) : []
  const choices = Object.values(queues).map((queue) => ({
    id: queue.id,
    title: titles.queue(queue),
  }))
  const [first, second] = Object.values(queues)
    .filter(({ enabled, cabinets }) => enabled && cabinets.length > 0)
    .toSorted((a, b) => a.id - b.id)
  return (
    <>
      {first && second && (
        <Menu.Item className={styles.item} onClick={() => press(spreadAll(first.id, [stage]))}>
          {queueText.spread}
        </Menu.Item>
      )}
      {first && second && set.length > 1 && (
        <Menu.Item className={styles.item} onClick={() => press(spreadAll(first.id, set))}>
          {queueText.spreadGroups}
        </Menu.Item>
      )}
      {choices.map((queue) => (
        <Menu.Item
          key={queue.id}
          className={styles.item}
          onClick={() => press(assignAll(queue, [stage]))}
        >
          {queueText.assignAll(queue.title)}
        </Menu.Item>
      ))}
      {(set.length > 1 ? choices : []).map((queue) => (
        <Menu.Item
          key={`set ${queue.id}`}
          className={styles.item}
          onClick={() => press(assignAll(queue, set))}
        >
          {queueText.assignGroups(queue.title)}
        </Menu.Item>
      ))}
    </>
  )
}

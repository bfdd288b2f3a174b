import { Menu } from '@mantine/core'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchTitle } from '../../core/live/select.ts'
import { queueText } from '../../core/text/officiate/referee.ts'
import { DotsMenu } from './DotsMenu.tsx'
import { listOf } from './order.ts'
import type { Drag } from './order.ts'
import styles from './QueueCard.module.css'
import { useQueueTitles } from './useQueueTitles.ts'

type Props = { match: number; list: string; matches: readonly number[]; move: (drag: Drag) => void }

/** Offers every move that can also be made by dragging (ux 31). */
export function MoveMenu(props: Props) {
  const name = useLiveState(({ live: { rows } }) => {
    const row = rows.match[props.match]
    return row && matchTitle(rows, row)
  })
  if (name === undefined) return null
  return <DotsMenu label={queueText.moveMenu(name)}>{() => <MoveItems {...props} />}</DotsMenu>
}

function MoveItems({ match, list, matches, move }: Props) {
  const stage = useLiveState(({ live }) => live.rows.match[match]?.bracket)
  const queues = useLiveState(({ live }) => live.rows.queue)
  const titles = useQueueTitles()
  if (stage === undefined) return null
  const index = matches.indexOf(match)
  const isQueued = list.startsWith('queue:')
  const others = Object.values(queues).filter((queue) => listOf.queue(queue.id) !== list)
  const moveTo =
    (index: number, target = list) =>
    () =>
      move({ match, to: target, index })
  return (
    <>
      {isQueued && (
        <>
          <Menu.Item className={styles.item} disabled={index <= 0} onClick={moveTo(0)}>
            {queueText.first}
          </Menu.Item>
          <Menu.Item className={styles.item} disabled={index <= 0} onClick={moveTo(index - 1)}>
            {queueText.up}
          </Menu.Item>
          <Menu.Item
            className={styles.item}
            disabled={index >= matches.length - 1}
            onClick={moveTo(index + 1)}
          >
            {queueText.down}
          </Menu.Item>
        </>
      )}
      {others.map((queue) => (
        <Menu.Item
          key={queue.id}
          className={styles.item}
          onClick={moveTo(Infinity, listOf.queue(queue.id))}
        >
          {queueText.moveTo(titles.queue(queue))}
        </Menu.Item>
      ))}
      {isQueued && (
        <Menu.Item className={styles.item} onClick={moveTo(0, listOf.stage(stage))}>
          {queueText.moveTo(queueText.unassigned)}
        </Menu.Item>
      )}
    </>
  )
}

import { useSaving } from '../../query/useSaving.ts'
import { waitingText as words } from '../../core/text/spectate/later.ts'
import { rest } from '../../core/rest.ts'
import { longDay } from '../page/times.ts'
import { useClock } from '../page/tournament-context.ts'
import type { OwnRegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'

export type WaitingListProps = {
  tournament: number
  mine: OwnRegistrationBody
  /** reads the registration again, because others may have moved meanwhile */
  onChange: () => void
}

const path = '/api/tournament/tournament/:id/registration/waiting/'

/** For a person without a registration: the places that are left, or the waiting list. */
export default function WaitingList({ tournament, mine, onChange }: WaitingListProps) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const { time, zone, day } = useClock()
  const { places, waiting } = mine
  if (!places && !waiting) return null
  const id = tournament
  const join = () => save(rest.put(path, { id }), onChange)
  const leave = () => save(rest.delete(path, { id }), onChange)
  const until = waiting?.offeredUntil ?? null
  const left = places ? places.total - places.taken : 0
  const end = until && `${longDay(day(new Date(until)))}, ${time(until)} ${zone(until)}`
  return (
    <section className={styles.section}>
      {end ? (
        <p role="status" className={styles.done}>
          {words.offered(end)}
        </p>
      ) : waiting?.place ? (
        <p role="status">{words.waits(waiting.place)}</p>
      ) : left > 0 ? (
        <p className="dim">{words.left(left)}</p>
      ) : (
        <p>{words.full(places?.total ?? 0, places?.waiting ?? 0)}</p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.detail}{' '}
          <button type="button" className={styles.link} onClick={dismiss}>
            {words.dismiss}
          </button>
        </p>
      )}
      {waiting ? (
        <button
          type="button"
          className={styles.button}
          aria-disabled={isSaving || undefined}
          onClick={() => !isSaving && void leave()}
        >
          {end ? words.giveUp : words.leaveList}
        </button>
      ) : (
        left <= 0 && (
          <button
            type="button"
            className={styles.main}
            aria-disabled={isSaving || undefined}
            onClick={() => !isSaving && void join()}
          >
            {words.joinList}
          </button>
        )
      )}
    </section>
  )
}

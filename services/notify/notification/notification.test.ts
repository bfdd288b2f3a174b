import { describe, expect, test } from 'vitest'
import { emptyTournament } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { anyCommand, beginning } from '#test/desk/model/random-commands.ts'
import { dice } from '#test/support/random.ts'
import { times } from '#test/support/long-runs.ts'
import {
  complete,
  decideIn,
  m,
  emptyStory,
  play,
  plus,
  queue1,
  setQueue,
  reopen,
  start,
  stateOf,
  stop,
  afterCommand,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { delayOf, minutesOf, startsOf } from './delay.ts'
import type { Delay } from './delay.ts'
import { outdatedReason, notificationsOf } from './notification.ts'
import type { NotificationContent } from './notification.ts'

/** The commits of a story after `from`, as a follower of the log receives them. */
function stepsOf({ commits, states }: Story, from = 0) {
  return commits.slice(from).map((commit, index) => {
    const folded = (at: number) => ({ state: states[from + index + at] ?? emptyTournament(1) })
    return { stored: { commit }, before: folded(0), after: folded(1) }
  })
}
const keysOf = (story: Story, from = 0) =>
  stepsOf(story, from).flatMap((step) => notificationsOf(step).map(({ key }) => key))

const ready = play(tournament(), setQueue(queue1, m(1), m(2)))
const begun = play(ready, start(m(1)), plus(m(1), 1))
const over = play(begun, complete(m(1)))
const since = (story: Story, base: Story) => keysOf(story, base.commits.length)

describe('the notifications of a commit', () => {
  test('the next match is on deck, and is called when it starts', () => {
    expect(keysOf(ready)).toEqual([`on_deck ${m(1)} 1`])
    expect(since(play(ready, start(m(1))), ready).toSorted()).toEqual([
      `called ${m(1)} 1 1`,
      `on_deck ${m(2)} 1`,
    ])
  })

  test('nobody is on deck in a tournament that has ended, until it goes on', () => {
    const set = (isActive: boolean) => ({ type: 'ChangeTournament', isActive }) as const
    const ended = play(tournament(), set(false))
    const queued = play(ended, setQueue(queue1, m(1), m(2)))
    expect(since(queued, ended)).toEqual([])
    expect(since(play(queued, set(true)), queued)).toEqual([`on_deck ${m(1)} 1`])
    const onDeck = { kind: 'on_deck', match: m(1), attempt: 1 } as const
    const at = { now: '2026-05-02T18:00:00.000Z', estimates: null }
    expect(outdatedReason(stateOf(ready), onDeck, at)).toBeNull()
    expect(outdatedReason(stateOf(play(ready, set(false))), onDeck, at)).not.toBeNull()
  })

  test('a moved match is called to its new cabinet', () => {
    const moved = play(begun, stop(m(1)), start(m(1), 2))
    expect(since(moved, begun)).toContain(`called ${m(1)} 1 2`)
  })

  test('a result causes a notification when it is entered, and again when it is corrected', () => {
    expect(since(over, begun)).toContain(`result ${m(1)} 1 1 1–0`)
    const corrected = play(over, reopen(m(1)), plus(m(1), 1), complete(m(1)))
    expect(since(corrected, over)).toContain(`result ${m(1)} 1 1 2–0`)
  })

  test('a notification of a match is for its teams, an announcement is for everybody', () => {
    const [step] = stepsOf(ready, ready.commits.length - 1)
    expect(notificationsOf(step!)[0]!.teams).toEqual([1, 4])
    const announced = play(ready, { type: 'WriteAnnouncement', text: 'Lunch', minutes: 5 })
    const [announcementStep] = stepsOf(announced, ready.commits.length)
    expect(notificationsOf(announcementStep!)).toEqual([
      {
        key: `announcement ${stateOf(announced).version}`,
        content: { kind: 'announcement', num: stateOf(announced).version },
        teams: null,
      },
    ])
  })

  test('a result that is undone is outdated, and has the same key when entered again', () => {
    const undone = play(over, undo(stateOf(over).version))
    const again = play(undone, complete(m(1)))
    const key = `result ${m(1)} 1 1 1–0`
    expect([since(over, begun), since(again, undone)].map((keys) => keys.includes(key))).toEqual([
      true,
      true,
    ])
    const [notification] = stepsOf(over, begun.commits.length).flatMap((step) =>
      notificationsOf(step).filter((notification) => notification.key === key),
    )
    const reasonIn = (story: Story) =>
      outdatedReason(stateOf(story), notification!.content, { now: '', estimates: null })
    expect([over, undone, again].map(reasonIn)).toEqual([null, 'the result has changed', null])
  })
})

const hourMs = 3_600_000
const at = (minutes: number) => new Date(hourMs + minutes * 60_000).toISOString()

/** Estimates of all matches, ten minutes apart, when the evening is `late` by so many minutes. */
function estimatesOf({ id, matches }: Tournament, late: number, publishedAt: string) {
  const common = { lateBy: null, end: null, basis: null, asOf: publishedAt, begun: true }
  const expected = Object.values(matches).map(({ id: match }, index) => {
    const from = at(10 * index + late)
    return { match, from, to: from, publishedAt, plan: null }
  })
  return { tournament: id, ...common, matches: expected }
}

describe('a match that is late', () => {
  const late = (minutes: number) => estimatesOf(stateOf(ready), minutes, `${minutes}`)
  const reasonAt = (story: Story, minutes: number, was: string) =>
    outdatedReason(
      stateOf(story),
      { kind: 'delayed', match: m(1), attempt: 1, start: at(20), was },
      { now: '', estimates: estimatesOf(stateOf(story), minutes, '') },
    )

  test("causes a notification if it is a team's next match and over 15 min later than the device knows", () => {
    const starts = (minutes: number) => startsOf(stateOf(ready), late(minutes), 1)
    expect(starts(0)[0]).toMatchObject({ match: m(1), attempt: 1, start: at(0) })
    const later = { match: m(9), attempt: 1, start: at(90), publishedAt: '' }
    expect(delayOf([...starts(15), later], () => at(0))).toBe(null)
    expect(delayOf(starts(60), () => undefined)).toBe(null)
    expect(delayOf(starts(20), () => at(0))).toEqual({
      key: `delayed ${m(1)} 1 20`,
      content: { kind: 'delayed', match: m(1), attempt: 1, start: at(20), was: at(0) },
    })
    expect(startsOf(stateOf(begun), late(20), 1).some(({ match }) => match === m(1))).toBe(false)
    expect(startsOf(stateOf(ready), { ...late(20), begun: false }, 1)).toEqual([])
    const ended = play(ready, { type: 'ChangeTournament', isActive: false })
    expect(startsOf(stateOf(ended), late(20), 1)).toEqual([])
  })

  test('is outdated once it is called or no longer that late', () => {
    expect(reasonAt(ready, 20, at(0))).toBe(null)
    expect(reasonAt(ready, 15, at(0))).toBe('it is no longer that late')
    expect(reasonAt(begun, 20, at(0))).toBe('it was called')
  })
})

/** The phone of one team, with the starts it was shown and the delays it received. */
function openPhone() {
  const shown = new Map<string, string>()
  const delays = new Map<string, Delay[]>()
  const keyOf = ({ match, attempt }: Pick<Delay, 'match' | 'attempt'>) => `${match} ${attempt}`
  return {
    shown,
    delays,
    keyOf,
    look(state: Tournament, estimates: ReturnType<typeof estimatesOf>) {
      const team = Math.min(...Object.keys(state.teams).map(Number))
      const starts = startsOf(state, estimates, team)
      for (const start of starts) if (!shown.has(keyOf(start))) shown.set(keyOf(start), start.start)
      return delayOf(
        starts,
        (start) => delays.get(keyOf(start))?.at(-1)?.start ?? shown.get(keyOf(start)),
      )
    },
    receive(delay: Delay) {
      const before = delays.get(keyOf(delay)) ?? []
      delays.set(keyOf(delay), [...before, delay])
    },
  }
}

const evenings = times(200, 1_000)

/** Simulates the deliveries to one device: each key once, and only if the notification is still true. */
function notifyEvening(seed: number) {
  const luck = dice(seed)
  let story = emptyStory
  for (const command of beginning(luck)) {
    if ('events' in decideIn(story, command)) story = afterCommand(story, command)
  }
  const due: { key: string; content: NotificationContent }[] = []
  const keys = new Set<string>()
  const sent: string[] = []
  const dropped: string[] = []
  const phone = openPhone()
  let [late, publishedAt] = [0, '']
  for (let n = 0; n < 30; n++) {
    const before = story.commits.length
    const undoes = before > 0 && luck.random() < 0.25
    const command = undoes
      ? undo(before - luck.upTo(Math.min(2, before - 1)))
      : anyCommand(stateOf(story), luck)
    const decision = decideIn(story, command)
    if ('events' in decision && decision.events.length > 0) story = afterCommand(story, command)
    // Reads part of the log again, like after a restart.
    const from = luck.random() < 0.2 ? Math.max(0, before - 5) : before
    for (const one of stepsOf(story, from).flatMap((step) => notificationsOf(step))) {
      if (!keys.has(one.key)) due.push(one)
      keys.add(one.key)
    }
    // The latest estimates are processed again, whether they are new or not.
    if (luck.random() < 0.5) [late, publishedAt] = [late + 5 * luck.upTo(6) - 10, `${n}`]
    const estimates = estimatesOf(stateOf(story), late, publishedAt)
    const delay = phone.look(stateOf(story), estimates)
    const isWaiting = due.some(
      ({ content }) =>
        content.kind === 'delayed' &&
        delay !== null &&
        phone.keyOf(content) === phone.keyOf(delay.content),
    )
    if (delay && !isWaiting && !keys.has(delay.key)) {
      due.push(delay)
      keys.add(delay.key)
    }
    // The sender runs now and then.
    while (luck.random() < 0.5 && due.length > 0) {
      const one = due.shift()!
      const reason = outdatedReason(stateOf(story), one.content, { now: '', estimates })
      if (reason === null && one.content.kind === 'delayed') phone.receive(one.content)
      if (reason === null) sent.push(one.key)
      else dropped.push(`${one.key}: ${reason}`)
    }
  }
  return { sent, dropped, due: due.length, keys: keys.size, phone }
}

test('P8: in random evenings with undo and restarts each notification is sent once or has a reason', () => {
  let [sentCount, unsent, delays] = [0, 0, 0]
  for (let seed = 1; seed <= evenings; seed++) {
    const { sent, dropped, due, keys, phone } = notifyEvening(seed)
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent.length + dropped.length + due).toBe(keys)
    expect(dropped.every((line) => /: \w/.test(line))).toBe(true)
    for (const [match, all] of phone.delays) {
      const known = [phone.shown.get(match), ...all.map(({ start }) => start)]
      expect(all.map(({ was }) => was)).toEqual(known.slice(0, -1))
      expect(all.every((delay) => minutesOf(delay) > 15)).toBe(true)
      delays += all.length
    }
    sentCount += sent.length
    unsent += dropped.length
  }
  expect(sentCount).toBeGreaterThan(evenings / 2)
  expect(unsent).toBeGreaterThan(evenings / 20)
  expect(delays).toBeGreaterThan(evenings / 10)
})

import { describe, expect, test } from 'vitest'
import { emptyTournament } from '../../../events/state/tournament.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { anyCommand, beginning, dice } from '../../../test/desk/model/random-commands.ts'
import {
  complete,
  decideIn,
  m,
  nothing,
  play,
  plus,
  queue1,
  queued,
  reopen,
  start,
  stateOf,
  stop,
  told,
  tournament,
  undo,
} from '../../../test/desk/story.ts'
import type { Story } from '../../../test/desk/story.ts'
import { delayOf, minutesOf, startsOf } from './delay.ts'
import type { Delay } from './delay.ts'
import { outdatedReason, statusesOf } from './status.ts'
import type { Status } from './status.ts'

/** The commits of a story as a follower of the log has them, from a version on. */
function stepsOf({ commits, states }: Story, from = 0) {
  return commits.slice(from).map((commit, index) => {
    const folded = (at: number) => ({ state: states[from + index + at] ?? emptyTournament(1) })
    return { stored: { commit }, before: folded(0), after: folded(1) }
  })
}
const keysOf = (story: Story, from = 0) =>
  stepsOf(story, from).flatMap((step) => statusesOf(step).map(({ key }) => key))

const ready = play(tournament(), queued(queue1, m(1), m(2)))
const begun = play(ready, start(m(1)), plus(m(1), 1))
const over = play(begun, complete(m(1)))
const since = (story: Story, base: Story) => keysOf(story, base.commits.length)

describe('what a commit is news of', () => {
  test('the next match is on deck, and is called when it is started', () => {
    expect(keysOf(ready)).toEqual([`on_deck ${m(1)} 1`])
    expect(since(play(ready, start(m(1))), ready).toSorted()).toEqual([
      `called ${m(1)} 1 1`,
      `on_deck ${m(2)} 1`,
    ])
  })

  test('a match that is moved is called to its new cabinet', () => {
    const moved = play(begun, stop(m(1)), start(m(1), 2))
    expect(since(moved, begun)).toContain(`called ${m(1)} 1 2`)
  })

  test('a result is told when it is entered, and a corrected one anew', () => {
    expect(since(over, begun)).toContain(`result ${m(1)} 1 1 1–0`)
    const corrected = play(over, reopen(m(1)), plus(m(1), 1), complete(m(1)))
    expect(since(corrected, over)).toContain(`result ${m(1)} 1 1 2–0`)
  })

  test('it is about the teams of the match; an announcement is about everybody', () => {
    const [step] = stepsOf(ready, ready.commits.length - 1)
    expect(statusesOf(step!)[0]!.teams).toEqual([1, 4])
    const said = play(ready, { type: 'WriteAnnouncement', text: 'Lunch', minutes: 5 })
    const [line] = stepsOf(said, ready.commits.length)
    expect(statusesOf(line!)).toEqual([
      {
        key: `announcement ${stateOf(said).version}`,
        content: { kind: 'announcement', num: stateOf(said).version },
        teams: null,
      },
    ])
  })

  test('undone and done again it has the same key, and in between it is no longer true', () => {
    const undone = play(over, undo(stateOf(over).version))
    const again = play(undone, complete(m(1)))
    const key = `result ${m(1)} 1 1 1–0`
    expect([since(over, begun), since(again, undone)].map((keys) => keys.includes(key))).toEqual([
      true,
      true,
    ])
    const [status] = stepsOf(over, begun.commits.length).flatMap((step) =>
      statusesOf(step).filter((one) => one.key === key),
    )
    const reasonIn = (story: Story) =>
      outdatedReason(stateOf(story), status!.content, { now: '', estimates: null })
    expect([over, undone, again].map(reasonIn)).toEqual([null, 'the result is another one', null])
  })
})

const hourMs = 3_600_000
const at = (minutes: number) => new Date(hourMs + minutes * 60_000).toISOString()

/** All matches of an evening that is late by so much, ten minutes apart. */
function estimatesOf({ id, matches }: Tournament, late: number, publishedAt: string) {
  const about = { lateBy: null, end: null, basis: null, asOf: publishedAt, begun: true }
  const expected = Object.values(matches).map(({ id: match }, index) => {
    const from = at(10 * index + late)
    return { match, from, to: from, publishedAt, plan: null }
  })
  return { tournament: id, ...about, matches: expected }
}

describe('a match that is late', () => {
  const late = (minutes: number) => estimatesOf(stateOf(ready), minutes, `${minutes}`)
  const reasonAt = (story: Story, minutes: number, was: string) =>
    outdatedReason(
      stateOf(story),
      { kind: 'delayed', match: m(1), attempt: 1, start: at(20), was },
      { now: '', estimates: estimatesOf(stateOf(story), minutes, '') },
    )

  test('is told of by more than 15 min, the next of a team alone, against what the device knows', () => {
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
  })

  test('is not told of once it is called, or no longer that late', () => {
    expect(reasonAt(ready, 20, at(0))).toBe(null)
    expect(reasonAt(ready, 15, at(0))).toBe('it is not that late any more')
    expect(reasonAt(begun, 20, at(0))).toBe('it was called')
  })
})

/** The phone of one team, which is told again of what has slid since. */
function openPhone() {
  const shown = new Map<string, string>()
  const told = new Map<string, Delay[]>()
  const keyOf = ({ match, attempt }: Pick<Delay, 'match' | 'attempt'>) => `${match} ${attempt}`
  return {
    shown,
    told,
    keyOf,
    look(state: Tournament, estimates: ReturnType<typeof estimatesOf>) {
      const team = Math.min(...Object.keys(state.teams).map(Number))
      const starts = startsOf(state, estimates, team)
      for (const one of starts) if (!shown.has(keyOf(one))) shown.set(keyOf(one), one.start)
      return delayOf(starts, (one) => told.get(keyOf(one))?.at(-1)?.start ?? shown.get(keyOf(one)))
    },
    tell(delay: Delay) {
      const before = told.get(keyOf(delay)) ?? []
      told.set(keyOf(delay), [...before, delay])
    },
  }
}

/** As `services/notify` would have told one device: each key once, and only what still held. */
function tellEvening(seed: number) {
  const luck = dice(seed)
  let story = nothing
  for (const command of beginning(luck)) {
    if ('events' in decideIn(story, command)) story = told(story, command)
  }
  const due: { key: string; content: Status }[] = []
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
    if ('events' in decision && decision.events.length > 0) story = told(story, command)
    // The log is read again from a while ago, as after a restart.
    const from = luck.random() < 0.2 ? Math.max(0, before - 5) : before
    for (const one of stepsOf(story, from).flatMap((step) => statusesOf(step))) {
      if (!keys.has(one.key)) due.push(one)
      keys.add(one.key)
    }
    // Published anew or not, what was published last is looked at again.
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
    // The sender comes by at times.
    while (luck.random() < 0.5 && due.length > 0) {
      const one = due.shift()!
      const reason = outdatedReason(stateOf(story), one.content, { now: '', estimates })
      if (reason === null && one.content.kind === 'delayed') phone.tell(one.content)
      if (reason === null) sent.push(one.key)
      else dropped.push(`${one.key}: ${reason}`)
    }
  }
  return { sent, dropped, due: due.length, keys: keys.size, phone }
}

test('P8: of 1,000 random evenings with undo and restarts each status is told once, or why not', () => {
  let [told, unsent, delays] = [0, 0, 0]
  for (let seed = 1; seed <= 1_000; seed++) {
    const { sent, dropped, due, keys, phone } = tellEvening(seed)
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent.length + dropped.length + due).toBe(keys)
    expect(dropped.every((line) => /: \w/.test(line))).toBe(true)
    for (const [match, all] of phone.told) {
      const known = [phone.shown.get(match), ...all.map(({ start }) => start)]
      expect(all.map(({ was }) => was)).toEqual(known.slice(0, -1))
      expect(all.every((delay) => minutesOf(delay) > 15)).toBe(true)
      delays += all.length
    }
    told += sent.length
    unsent += dropped.length
  }
  expect(told).toBeGreaterThan(500)
  expect(unsent).toBeGreaterThan(50)
  expect(delays).toBeGreaterThan(100)
})

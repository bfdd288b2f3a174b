// The product beside a model that is kept on paper: whatever is pressed, both say and show the same.
import { expect, test, vi } from 'vitest'
import { canonicalJson } from '../../events/canonical-json.ts'
import type { Command } from '../../events/schema/command.ts'
import type { Event } from '../../events/schema/event.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { rowsOf } from '../../events/view/tournament-rows.ts'
import { clock, decideIn, nothing as unbegun, stateOf, told, undo } from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '../../services/desk/decide/decision.ts'
import type { Decision } from '../../services/desk/decide/decision.ts'
import { anyCommand, beginning, dice, pressed } from './model/random-commands.ts'
import { looksOfProduct, looksOnPaper } from './model/readings.ts'
import { onPaper } from './model/apply.ts'
import { blankPaper } from './model/model.ts'
import type { Model } from './model/model.ts'

const evenings = 300
const maxCommands = 100
vi.setConfig({ testTimeout: 60_000 })

type Press = { command: Command; now: string; offline: number[] }
type Table = { story: Story; paper: Model }

function verdictOf(decision: Decision): string {
  if (isRefusal(decision)) return decision.refused
  return decision.events.length > 0 ? 'done' : 'nothing'
}

/** What the product drew for the command: numbers and dice are its own. */
function drawn(events: Event[]): { ids: number[]; dice: string } {
  const ids = events.flatMap((event): number[] => {
    if (event.type === 'TeamAdded') return [event.team]
    if (event.type === 'StageCreated') return [event.stage]
    if (event.type === 'QueueCreated') return [event.queue]
    if (event.type === 'ProtestLodged') return [event.protest]
    return event.type === 'MatchesCreated' ? event.matches.map((plan) => plan.match) : []
  })
  const stage = events.find((event) => event.type === 'StageCreated')
  return { ids, dice: stage?.dice ?? '' }
}

/** One press on both; how they differ in words, or null. */
function pressOn(table: Table, { command, now, offline }: Press): string | null {
  const decision = decideIn(table.story, command, { now, offline })
  const events = isRefusal(decision) ? [] : decision.events
  const said = onPaper(table.paper, command, { now, offline, ...drawn(events) })
  const product = verdictOf(decision)
  // A timer that waits on is told of once, and again when it waits for something else.
  const isSame = said === product || (said === 'waits' && product !== 'TIMER_NOT_DUE')
  if (!isSame) return `the model says ${said}, the product ${product}`
  // What is refused or nothing writes nothing; had the model written, the next press would tell.
  if (events.length === 0) return null
  table.story = told(table.story, command, { now, offline })
  const [is, ought] = [looksOfProduct(stateOf(table.story)), looksOnPaper(table.paper)]
  const extra = is.filter((line) => !ought.includes(line))
  const missing = ought.filter((line) => !is.includes(line))
  if (extra.length === 0 && missing.length === 0) {
    return is.join() === ought.join() ? null : 'another order'
  }
  return `product: ${extra.join('; ')}\n    model: ${missing.join('; ')}`
}

type Difference = { at: number; text: string }

function differenceIn(presses: Press[]): Difference | null {
  const table: Table = { story: unbegun, paper: blankPaper() }
  for (const [at, press] of presses.entries()) {
    const text = pressOn(table, press)
    if (text !== null) return { at, text }
  }
  return null
}

/** Left out one after the other, as long as there still is a difference. */
function shortest(presses: Press[]): Press[] {
  let short = presses
  for (let size = presses.length >> 1; size > 0; size = size >> 1) {
    for (let from = short.length - size; from >= 0; from -= size) {
      const less = short.toSpliced(from, size)
      const found = isPlayable(less) ? differenceIn(less) : null
      if (found) short = less.slice(0, found.at + 1)
    }
  }
  return short
}

/** Without its beginning an evening has no numbers to speak of. */
function isPlayable([first]: Press[]): boolean {
  return first?.command.type === 'CreateTournament'
}

type Evening = { seed: number; story: Story; presses: Press[]; difference: Difference | null }

function evening(seed: number): Evening {
  const luck = dice(seed)
  const table: Table = { story: unbegun, paper: blankPaper() }
  const presses: Press[] = []
  const begun = beginning(luck)
  for (let at = 0; at < begun.length + maxCommands; at++) {
    const { states } = table.story
    // A rival presses what made sense a few commits ago.
    const seen = states.at(luck.random() < 0.15 ? -1 - luck.upTo(4) : -1) ?? states[0]!
    const command = begun[at] ?? anyCommand(seen, luck)
    const offline = luck.random() < 0.05 ? [1] : []
    const press = { command, now: clock(at * 10), offline }
    presses.push(press)
    const text = pressOn(table, press)
    if (text !== null) return { seed, story: table.story, presses, difference: { at, text } }
  }
  return { seed, story: table.story, presses, difference: null }
}

function inWords({ seed, presses }: Evening): string {
  const short = shortest(presses)
  const lines = short.map(({ command, now, offline }) => {
    return `  ${now} ${JSON.stringify(command)}${offline.length > 0 ? ` offline ${offline.join()}` : ''}`
  })
  return `seed ${seed}:\n${lines.join('\n')}\n  ${differenceIn(short)?.text}`
}

const season = Array.from({ length: evenings }, (_, index) => evening(index + 1))

test('R-CMD-2, R-ST-1, R-BR-9, R-TB-1, R-QU-1: the model and the product say and show the same', () => {
  const different = season.filter(({ difference }) => difference)
  expect(different.slice(0, 3).map(inWords).join('\n\n')).toBe('')
  expect(different.map(({ seed }) => seed)).toEqual([])
})

test('every command the model knows is done now and then', () => {
  const types = new Set(season.flatMap(({ story }) => story.commits.map((one) => one.command.type)))
  expect(pressed.filter((type) => !types.has(type as Command['type']))).toEqual([])
})

test('R-BR-9, P6: after every evening the state is what its log gives', () => {
  for (const { story } of season) {
    const again = JSON.parse(JSON.stringify(story.commits)) as Story['commits']
    const state = again.reduce(fold, emptyTournament(1))
    expect(JSON.stringify(state)).toBe(JSON.stringify(stateOf(story)))
    expect(rowsOf(state)).toEqual(rowsOf(stateOf(story)))
  }
})

/** A line a part, without what ends by itself: timers that have run out, games that wait for a person. */
function partsOf(t: Tournament, now: string): string[] {
  const timers = Object.entries(t.timers).filter(([, timer]) => timer.dueAt > now)
  const games = Object.values(t.games).map((one) => [one.game, one.match])
  const whole = { ...t, games: Object.fromEntries(games), timers: Object.fromEntries(timers) }
  return Object.entries(whole).flatMap(([kind, part]) => {
    if (typeof part !== 'object') return kind === 'version' ? [] : [`${kind} ${part}`]
    return Object.entries(part).map(([id, record]) => `${kind} ${id} ${canonicalJson(record)}`)
  })
}

/** The same of an undo with all that rests on it: the log without any of those (R-UN-1). */
function undoneTogetherOtherwise(story: Story, version: number): string | null {
  const now = clock(story.commits.length * 10 + 2000)
  const command = { type: 'Undo', version, cascade: true, reason: 'all of it' } as const
  const decision = decideIn(story, command, { now })
  if (isRefusal(decision)) return null
  const gone = [decision.answer?.['undone'] ?? version].flat().map(Number)
  if (gone.length === 1) return null
  const after = told(story, command, { now })
  const undone = partsOf(stateOf(after), now)
  const without = story.commits.filter((commit) => !gone.includes(commit.version))
  const ought = partsOf(without.reduce(fold, emptyTournament(1)), now)
  const again = decideIn(after, undo(after.commits.length), { now })
  const isIdle = isRefusal(again) && again.refused === 'NOTHING_TO_UNDO'
  const restored = isIdle ? after : told(after, undo(after.commits.length), { now })
  const back = partsOf(stateOf(restored), now)
  const before = partsOf(stateOf(story), now)
  return [
    ...undone.filter((part) => !ought.includes(part)).map((part) => `undone: ${part}`),
    ...ought.filter((part) => !undone.includes(part)).map((part) => `without: ${part}`),
    ...before.filter((part) => !back.includes(part)).map((part) => `not back: ${part}`),
  ].join('\n')
}

test('R-UN-1, R-ED-4: a step undone with what rests on it leaves the log without them, and comes back', () => {
  const tried = season.flatMap(({ seed, story }) => {
    const luck = dice(seed + 2000)
    return Array.from({ length: 4 }, () => {
      const version = 2 + luck.upTo(story.commits.length - 2)
      const { type } = story.commits[version - 1]!.command
      return {
        at: `seed ${seed}, version ${version}, ${type}`,
        how: undoneTogetherOtherwise(story, version),
      }
    })
  })
  expect(tried.filter(({ how }) => how)).toEqual([])
  expect(tried.filter(({ how }) => how === '').length).toBeGreaterThan(evenings / 4)
})

/** A point given otherwise is the log with that point given otherwise from the beginning. */
function pointOtherwise(story: Story, version: number): string | null {
  const { command, events } = story.commits[version - 1]!
  const [point] = events
  if (command.type !== 'AddScore' || point?.type !== 'ScoreAdjusted') return null
  const now = clock(story.commits.length * 10 + 2000)
  const command2 = { type: 'ReplaceStep', version, by: { nothing: true } } as const
  const decision = decideIn(story, command2, { now })
  if (isRefusal(decision) || stateOf(story).matches[point.match]?.result) return null
  const is = partsOf(stateOf(told(story, command2, { now })), now)
  const commits = story.commits.map((commit) =>
    commit.version === version ? { ...commit, events: [] } : commit,
  )
  const ought = partsOf(commits.reduce(fold, emptyTournament(1)), now)
  return ought.filter((part) => !is.includes(part)).join('\n')
}

test('R-ED-1: a point taken out of the past leaves the log as if it had never been given', () => {
  const tried = season.flatMap(({ seed, story }) =>
    story.commits.map(({ version }) => {
      return { at: `seed ${seed}, version ${version}`, how: pointOtherwise(story, version) }
    }),
  )
  expect(tried.filter(({ how }) => how)).toEqual([])
  expect(tried.filter(({ how }) => how === '').length).toBeGreaterThan(evenings / 4)
})

/** How the state after an undo differs from the log without that commit; null where it is refused. */
function undoneOtherwise(story: Story, version: number): string | null {
  const now = clock(story.commits.length * 10 + 2000)
  const decision = decideIn(story, undo(version), { now })
  if (isRefusal(decision)) return /^[^{}]+\.$/.test(decision.detail) ? null : decision.detail
  const undone = partsOf(stateOf(told(story, undo(version), { now })), now)
  const without = story.commits.filter((commit) => commit.version !== version)
  const ought = partsOf(without.reduce(fold, emptyTournament(1)), now)
  return [
    ...undone.filter((part) => !ought.includes(part)).map((part) => `undone: ${part}`),
    ...ought.filter((part) => !undone.includes(part)).map((part) => `without: ${part}`),
  ].join('\n')
}

test('R-UN-1: an undo of any commit leaves the log without it, or says what is in the way', () => {
  const tried = season.flatMap(({ seed, story }) => {
    const luck = dice(seed + 1000)
    return Array.from({ length: 8 }, () => {
      const version = 2 + luck.upTo(story.commits.length - 2)
      const { type } = story.commits[version - 1]!.command
      return {
        at: `seed ${seed}, version ${version}, ${type}`,
        how: undoneOtherwise(story, version),
      }
    })
  })
  expect(tried.filter(({ how }) => how)).toEqual([])
  expect(tried.filter(({ how }) => how === '').length).toBeGreaterThan(evenings)
})

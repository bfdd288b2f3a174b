// The product and the reference model get the same random commands and must give the same answers
// and rows.
import { expect, test } from 'vitest'
import { sameValue } from '#events/same-value.ts'
import { canonicalJson } from '#events/canonical-json.ts'
import type { Command } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import { scoreDebt } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { clock, decideIn, emptyStory, stateOf, afterCommand, undo } from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'
import type { Decision } from '#services/desk/decide/decision.ts'
import { anyCommand, beginning, commandTypes } from './model/random-commands.ts'
import { dice } from '../support/random.ts'
import { visibleInProduct, visibleInModel } from './model/visible-state.ts'
import { applyToModel } from './model/apply.ts'
import { emptyModel } from './model/model.ts'
import type { Model } from './model/model.ts'

const evenings = 300
const maxCommands = 100

type Input = { command: Command; now: string; offline: number[] }
type Both = { story: Story; model: Model }

function verdictOf(decision: Decision): string {
  if (isRefusal(decision)) return decision.refused
  return decision.events.length > 0 ? 'done' : 'nothing'
}

/** The ids and dice that the product drew for the command. */
function drawn(t: Tournament, events: Event[]): { ids: number[]; dice: string } {
  const ids = events.flatMap((event): number[] => {
    if (event.type === 'TeamAdded') return [event.team]
    if (event.type === 'StageCreated') return [event.stage]
    if (event.type === 'QueueCreated') return [event.queue]
    if (event.type === 'ProtestLodged') return [event.protest]
    const isPlan = event.type === 'MatchesCreated' || event.type === 'MatchesReplanned'
    const plans = isPlan ? event.matches : []
    return plans.flatMap(({ match }) => (t.matches[match] ? [] : match))
  })
  const stage = events.find((event) => event.type === 'StageCreated')
  return { ids, dice: stage?.dice ?? '' }
}

/** Applies a command to both; returns the difference as text, or null. */
function applyToBoth(both: Both, { command, now, offline }: Input): string | null {
  const decision = decideIn(both.story, command, { now, offline })
  const events = isRefusal(decision) ? [] : decision.events
  const verdict = applyToModel(both.model, command, {
    now,
    offline,
    ...drawn(stateOf(both.story), events),
  })
  const product = verdictOf(decision)
  // The model does not reseed a stage that has started. The product does if nothing is lost.
  const isReseeded = events.some((event) => event.type === 'MatchesReplanned')
  if (verdict === 'STAGE_STARTED' && (isReseeded || product === 'nothing')) return null
  // The product notes a waiting timer once, and again when it waits for something else.
  const isSame = verdict === product || (verdict === 'waits' && product !== 'TIMER_NOT_DUE')
  if (!isSame) return `the model says ${verdict}, the product ${product}`
  // Refused and empty decisions write nothing. If the model did, the next command would show it.
  if (events.length === 0) return null
  both.story = afterCommand(both.story, command, { now, offline })
  const [actual, expected] = [visibleInProduct(stateOf(both.story)), visibleInModel(both.model)]
  const extra = actual.filter((line) => !expected.includes(line))
  const missing = expected.filter((line) => !actual.includes(line))
  if (extra.length === 0 && missing.length === 0) {
    return actual.join() === expected.join() ? null : 'another order'
  }
  return `product: ${extra.join('; ')}\n    model: ${missing.join('; ')}`
}

type Difference = { at: number; text: string }

function differenceIn(inputs: Input[]): Difference | null {
  const both: Both = { story: emptyStory, model: emptyModel() }
  for (const [at, input] of inputs.entries()) {
    const text = applyToBoth(both, input)
    if (text !== null) return { at, text }
  }
  return null
}

/** Minimises the commands: leaves out as many as possible while a difference remains. */
function minimized(inputs: Input[]): Input[] {
  let minimal = inputs
  for (let size = inputs.length >> 1; size > 0; size = size >> 1) {
    for (let from = minimal.length - size; from >= 0; from -= size) {
      const fewer = minimal.toSpliced(from, size)
      const found = isPlayable(fewer) ? differenceIn(fewer) : null
      if (found) minimal = fewer.slice(0, found.at + 1)
    }
  }
  return minimal
}

/** Without the first command there are no ids to refer to. */
function isPlayable([first]: Input[]): boolean {
  return first?.command.type === 'CreateTournament'
}

type Evening = { seed: number; story: Story; inputs: Input[]; difference: Difference | null }

function evening(seed: number): Evening {
  const luck = dice(seed)
  const both: Both = { story: emptyStory, model: emptyModel() }
  const inputs: Input[] = []
  const setup = beginning(luck)
  for (let index = 0; index < setup.length + maxCommands; index++) {
    const { states } = both.story
    // A rival sends commands based on a state a few commits ago.
    const seen = states.at(luck.random() < 0.15 ? -1 - luck.upTo(4) : -1) ?? states[0]!
    const command = setup[index] ?? anyCommand(seen, luck)
    const offline = luck.random() < 0.05 ? [1] : []
    const input = { command, now: clock(index * 10), offline }
    inputs.push(input)
    const text = applyToBoth(both, input)
    if (text !== null) return { seed, story: both.story, inputs, difference: { at: index, text } }
  }
  return { seed, story: both.story, inputs, difference: null }
}

function describeDifference({ seed, inputs }: Evening): string {
  const minimal = minimized(inputs)
  const lines = minimal.map(({ command, now, offline }) => {
    return `  ${now} ${JSON.stringify(command)}${offline.length > 0 ? ` offline ${offline.join()}` : ''}`
  })
  return `seed ${seed}:\n${lines.join('\n')}\n  ${differenceIn(minimal)?.text}`
}

const season = Array.from({ length: evenings }, (_, index) => evening(index + 1))

test('R-CMD-2, R-ST-1, R-BR-9, R-TB-1, R-QU-1: the model and the product give the same answers and rows', () => {
  const different = season.filter(({ difference }) => difference)
  expect(different.slice(0, 3).map(describeDifference).join('\n\n')).toBe('')
  expect(different.map(({ seed }) => seed)).toEqual([])
})

test('every command of the model is accepted in some evening', () => {
  const types = new Set(season.flatMap(({ story }) => story.commits.map((one) => one.command.type)))
  expect(commandTypes.filter((type) => !types.has(type as Command['type']))).toEqual([])
})

test('R-BR-9, P6: after every evening the state equals a fold of its log', () => {
  for (const { story } of season) {
    const reread = JSON.parse(JSON.stringify(story.commits)) as Story['commits']
    const state = reread.reduce(fold, emptyTournament(1))
    expect(JSON.stringify(state)).toBe(JSON.stringify(stateOf(story)))
    expect(rowsOf(state)).toEqual(rowsOf(stateOf(story)))
  }
})

/** The state as one line per record, without expired timers and the details of games. */
function partsOf(t: Tournament, now: string): string[] {
  const timers = Object.entries(t.timers).filter(([, timer]) => timer.dueAt > now)
  const games = Object.values(t.games).map((one) => [one.game, one.match])
  const state = { ...t, games: Object.fromEntries(games), timers: Object.fromEntries(timers) }
  return Object.entries(state).flatMap(([kind, part]) => {
    if (typeof part !== 'object')
      return ['version', 'detailsVersion'].includes(kind) ? [] : [`${kind} ${part}`]
    return Object.entries(part).map(([id, record]) => `${kind} ${id} ${canonicalJson(record)}`)
  })
}

/**
 * How the state after a cascading undo differs from the log without the undone commits (R-UN-1).
 */
function cascadeDifference(story: Story, version: number): string | null {
  const now = clock(story.commits.length * 10 + 2000)
  const command = { type: 'Undo', version, cascade: true, reason: 'all of it' } as const
  const decision = decideIn(story, command, { now })
  if (isRefusal(decision)) return null
  const undoneVersions = [decision.answer?.['undone'] ?? version].flat().map(Number)
  if (undoneVersions.length === 1) return null
  const after = afterCommand(story, command, { now })
  const undone = partsOf(stateOf(after), now)
  const without = story.commits.filter((commit) => !undoneVersions.includes(commit.version))
  const expected = partsOf(without.reduce(fold, emptyTournament(1)), now)
  const secondUndo = decideIn(after, undo(after.commits.length), { now })
  const isIdle = isRefusal(secondUndo) && secondUndo.refused === 'NOTHING_TO_UNDO'
  const restored = isIdle ? after : afterCommand(after, undo(after.commits.length), { now })
  const afterRestore = partsOf(stateOf(restored), now)
  const before = partsOf(stateOf(story), now)
  return [
    ...undone.filter((part) => !expected.includes(part)).map((part) => `undone: ${part}`),
    ...expected.filter((part) => !undone.includes(part)).map((part) => `without: ${part}`),
    ...before.filter((part) => !afterRestore.includes(part)).map((part) => `not back: ${part}`),
  ].join('\n')
}

test('R-UN-1, R-ED-4: a cascading undo equals the log without the undone steps, and can be undone', () => {
  const tried = season.flatMap(({ seed, story }) => {
    const luck = dice(seed + 2000)
    return Array.from({ length: 4 }, () => {
      const version = 2 + luck.upTo(story.commits.length - 2)
      const { type } = story.commits[version - 1]!.command
      return {
        at: `seed ${seed}, version ${version}, ${type}`,
        how: cascadeDifference(story, version),
      }
    })
  })
  expect(tried.filter(({ how }) => how)).toEqual([])
  expect(tried.filter(({ how }) => how === '').length).toBeGreaterThan(evenings / 4)
})

function withScoreFloor(t: Tournament, id: number): Tournament {
  const match = t.matches[id]!
  const [one, two] = match.adjusted
  const adjusted: Match['adjusted'] = [one + scoreDebt(match, 0), two + scoreDebt(match, 1)]
  return { ...t, matches: { ...t.matches, [id]: { ...match, adjusted } } }
}

function restores(events: Event[], match: number): boolean {
  return events.some(
    (event) => event.type === 'Restored' && event.kind === 'matches' && event.id === `${match}`,
  )
}

/** How removing a point differs from the log without that point; null if not applicable. */
function pointDifference(story: Story, version: number): string | null {
  const { command, events } = story.commits[version - 1]!
  const [point] = events
  if (command.type !== 'AddScore' || point?.type !== 'ScoreAdjusted') return null
  const now = clock(story.commits.length * 10 + 2000)
  const replacement = { type: 'ReplaceStep', version, by: { nothing: true } } as const
  const decision = decideIn(story, replacement, { now })
  // A record that was restored since has the score of that moment: leaving out an event before it
  // changes nothing there (seed 250: a point, its removal, and the match replaced by another).
  if (story.commits.slice(version).some(({ events: later }) => restores(later, point.match)))
    return null
  if (isRefusal(decision) || stateOf(story).matches[point.match]?.result) return null
  const actual = partsOf(stateOf(afterCommand(story, replacement, { now })), now)
  const commits = story.commits.map((commit) =>
    commit.version === version ? { ...commit, events: [] } : commit,
  )
  const without = commits.reduce(fold, emptyTournament(1))
  // Without the point, a later correction to 0 would have subtracted less (R-CMD-3).
  const expected = partsOf(withScoreFloor(without, point.match), now)
  return expected.filter((part) => !actual.includes(part)).join('\n')
}

test('R-ED-1: removing an earlier point equals a log in which it was never given', () => {
  const tried = season.flatMap(({ seed, story }) =>
    story.commits.map(({ version }) => {
      return { at: `seed ${seed}, version ${version}`, how: pointDifference(story, version) }
    }),
  )
  expect(tried.filter(({ how }) => how)).toEqual([])
  expect(tried.filter(({ how }) => how === '').length).toBeGreaterThan(evenings / 4)
})

/** How the state after an undo differs from the log without that commit; null if it is refused. */
function undoDifference(story: Story, version: number): string | null {
  const now = clock(story.commits.length * 10 + 2000)
  const decision = decideIn(story, undo(version), { now })
  if (isRefusal(decision)) return /^[^{}]+\.$/.test(decision.detail) ? null : decision.detail
  // A point is taken away from what was counted since, as by its removal (tested above).
  const { type } = story.commits[version - 1]!.command
  if (type === 'AddScore' && decision.events[0]?.type !== 'Restored') {
    const removal = { type: 'ReplaceStep', version, by: { nothing: true } } as const
    return sameValue(decision, decideIn(story, removal, { now })) ? null : 'not its removal'
  }
  const undone = partsOf(stateOf(afterCommand(story, undo(version), { now })), now)
  const without = story.commits.filter((commit) => commit.version !== version)
  const expected = partsOf(without.reduce(fold, emptyTournament(1)), now)
  return [
    ...undone.filter((part) => !expected.includes(part)).map((part) => `undone: ${part}`),
    ...expected.filter((part) => !undone.includes(part)).map((part) => `without: ${part}`),
  ].join('\n')
}

test('R-UN-1: undoing any commit equals the log without it, or is refused with the reason', () => {
  const tried = season.flatMap(({ seed, story }) => {
    const luck = dice(seed + 1000)
    return Array.from({ length: 8 }, () => {
      const version = 2 + luck.upTo(story.commits.length - 2)
      const { type } = story.commits[version - 1]!.command
      return {
        at: `seed ${seed}, version ${version}, ${type}`,
        how: undoDifference(story, version),
      }
    })
  })
  expect(tried.filter(({ how }) => how)).toEqual([])
  expect(tried.filter(({ how }) => how === '').length).toBeGreaterThan(evenings)
})

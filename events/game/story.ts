import { colourOf, mapOf, type Colour, type Position } from './map/field.ts'
import type { Happening } from './evolve.ts'
import { livesLeft, snailAt } from './live-game.ts'
import { after, beforeAll, keyOf, type ReplayState } from './replay-state.ts'
import type { Replay } from './replay.ts'
import { positionOf, type ByColour, type WinCondition } from './state.ts'

/** What is worth telling of a game, one thing at a time. */
type StoryEvent =
  | { kind: 'start' | 'famine' | 'gap' | 'back' }
  | { kind: 'kill'; killer: Position; victim: Position; isWarrior: boolean; livesLeft: number }
  | { kind: 'berry'; by: Position; colour: Colour; isKick: boolean; count: number }
  | { kind: 'gate'; colour: Colour; isSpeed: boolean; x: number; from: Colour | null }
  | { kind: 'wings' | 'speed' | 'on' | 'off' | 'escape'; by: Position }
  | { kind: 'eat'; by: Position; victim: Position }
  | { kind: 'end'; winner: Colour; how: WinCondition | null }
export type Beat = StoryEvent & { ms: number }

/** What can be jumped to. */
export const jumps = ['kill', 'berry', 'gate'] as const
export type Jump = (typeof jumps)[number]

type StateChange = { before: ReplayState; now: ReplayState; values: readonly string[] }
type StoryRule = (change: StateChange) => StoryEvent | null

const storyRules: Readonly<Record<string, StoryRule>> = {
  gamestart: ({ before }) => (before.state.startMs === null ? { kind: 'start' } : null),
  playerKill: kill,
  berryDeposit: (change) => berry(change, false),
  berryKickIn: (change) => berry(change, true),
  blessMaiden: gate,
  useMaiden: ({ values }) => {
    const by = positionOf(values[3])
    return by && { kind: values[2] === 'maiden_wings' ? 'wings' : 'speed', by }
  },
  getOnSnail: ({ values }) => rider('on', values[2]),
  getOffSnail: ({ values }) => rider('off', values[3]),
  snailEscape: ({ values }) => rider('escape', values[2]),
  snailEat: ({ values }) => {
    const [by, victim] = [positionOf(values[2]), positionOf(values[3])]
    return by && victim && { kind: 'eat', by, victim }
  },
  cabinetOffline: () => ({ kind: 'gap' }),
  cabinetOnline: () => ({ kind: 'back' }),
  victory: ({ now: { state } }) =>
    state.winningTeam && { kind: 'end', winner: state.winningTeam, how: state.winCondition },
}

function rider(kind: 'on' | 'off' | 'escape', told: string | undefined): StoryEvent | null {
  const by = positionOf(told)
  return by && { kind, by }
}

function kill({ before, now, values }: StateChange): StoryEvent | null {
  const [killer, victim] = [positionOf(values[2]), positionOf(values[3])]
  if (!killer || !victim) return null
  const isWarrior = before.state.winged[victim] !== undefined
  return {
    kind: 'kill',
    killer,
    victim,
    isWarrior,
    livesLeft: livesLeft(now.state)[colourOf(victim)],
  }
}

function berry({ before, now, values }: StateChange, isKick: boolean): StoryEvent | null {
  const by = positionOf(/^\d+/.exec(values[2] ?? '')?.[0])
  const [was, is] = [before.state.berries, now.state.berries]
  const colour = (['blue', 'gold'] as const).find((one) => is[one] > was[one])
  return by && colour ? { kind: 'berry', by, colour, isKick, count: is[colour] } : null
}

/** A queen touches her own gates all the time; told is what changes hands. */
function gate({ before, now, values: [x = '', y = ''] }: StateChange): StoryEvent | null {
  const key = keyOf({ x: Number.parseFloat(x), y: Number.parseFloat(y) })
  const [from, colour] = [before.gates[key] ?? null, now.gates[key]]
  if (!colour || colour === from) return null
  return { kind: 'gate', colour, isSpeed: isSpeedGate(now, key), x: Number.parseFloat(x), from }
}

function isSpeedGate({ state }: ReplayState, key: string): boolean {
  const gates = mapOf(state.cabinetMap)?.gates ?? []
  return gates.some((one) => keyOf(one) === key && one.type === 'maiden_speed')
}

/** What happened, in order; before the start nothing is told. */
export function storyOf({ happenings }: Pick<Replay, 'happenings'>): Beat[] {
  const beats: Beat[] = []
  let before = beforeAll
  for (const happening of happenings) {
    const now = after(before, happening)
    beats.push(...beatsOf({ before, now, happening }))
    before = now
  }
  return beats
}

function beatsOf(change: { before: ReplayState; now: ReplayState; happening: Happening }): Beat[] {
  const { before, now, happening } = change
  const { ms, type, values } = happening
  const isOn = now.state.startMs !== null && before.state.endMs === null
  if (!isOn) return []
  const told = Object.hasOwn(storyRules, type) ? storyRules[type]!({ before, now, values }) : null
  const ranOut = before.state.famineSinceMs === null && now.state.famineSinceMs !== null
  return [...(told ? [{ ...told, ms }] : []), ...(ranOut ? [{ kind: 'famine' as const, ms }] : [])]
}

/** How both stood at a moment; `snail` from -1 at gold's end of the track to 1 at blue's. */
export type Score = { ms: number; berries: ByColour; lives: ByColour; snail: number }

export function scoreAt({ state }: ReplayState, ms: number): Score {
  const snail = snailAt(state, ms).progress
  return { ms, berries: state.berries, lives: livesLeft(state), snail }
}

const pointMs = 1000

/** How it stood every second from the start to the end. */
export function scoresOf({ happenings, endMs }: Replay): Score[] {
  const scores: Score[] = []
  let [moment, told] = [beforeAll, 0]
  const points = Math.ceil(endMs / pointMs)
  for (let point = 0; point <= points; point += 1) {
    const ms = Math.min(point * pointMs, endMs)
    while (told < happenings.length && happenings[told]!.ms <= ms) {
      moment = after(moment, happenings[told]!)
      told += 1
    }
    scores.push(scoreAt(moment, ms))
  }
  return scores
}

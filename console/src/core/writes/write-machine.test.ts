import { expect, test } from 'vitest'
import { transitions } from './write-machine.ts'
import type { Signal, WriteState } from './write-machine.ts'

const states = Object.keys(transitions) as WriteState[]
/** All transitions, including those to the same state. */
const all = states.flatMap((from) =>
  Object.entries(transitions[from]).map(([signal, to]) => ({ from, signal: signal as Signal, to })),
)
const changes = all.filter(({ from, to }) => from !== to)
const isAnswer = (signal: Signal) => signal === 'done' || signal === 'refused'

test('P11: only an answer leads to `answered` or `refused`, and an answer counts in every state', () => {
  const ends = changes.filter(({ to }) => to === 'answered' || to === 'refused')
  expect(ends.every(({ signal }) => isAnswer(signal))).toBe(true)
  for (const from of states) {
    expect(transitions[from].done).toBe('answered')
    expect(transitions[from].refused).toBe(from === 'answered' ? 'answered' : 'refused')
  }
})

test('P11: `answered` is final', () => {
  expect(changes.filter(({ from }) => from === 'answered')).toEqual([])
})

test('P1: a write that is not answered is sent again when a person wants it', () => {
  const open = states.filter((state) => state !== 'answered')
  const retried = new Set(open.map((state) => transitions[state].retry))
  expect(retried).toEqual(new Set(['sending', 'late', 'offline']))
})

test('ux 13: only `back` and a person make a late or offline write look as if it were just sent', () => {
  const fresher = changes.filter(({ to }) => to === 'sending')
  expect(fresher.every(({ signal }) => signal === 'back' || signal === 'retry')).toBe(true)
  expect(transitions.offline.slow).toBe('offline')
})

test('ux 20: only a person or an answer ends `asking` and `refused`', () => {
  const ends = changes.filter(({ from }) => from === 'asking' || from === 'refused')
  expect(ends.every(({ signal }) => signal === 'retry' || isAnswer(signal))).toBe(true)
})

test('every state is reached from the first one', () => {
  const reached = new Set<WriteState>(['sending'])
  for (const from of reached) for (const to of Object.values(transitions[from])) reached.add(to)
  expect(reached).toEqual(new Set(states))
})

// A command passes through few functions on its way from its route to its decider, so that a reader can
// follow it. The debugger takes the stack trace inside the decider.
import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeam } from '#services/desk/decide/tournament.ts'
import { startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

const maxCalls = 8

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

/** The functions of the project that were being called when `decider` began, the last one first. */
async function callsOf(decider: unknown, send: () => Promise<unknown>): Promise<string[]> {
  const shared = globalThis as { decider?: unknown; calls?: string }
  const { stackTraceLimit } = Error
  const session = new Session()
  session.connect()
  try {
    Error.stackTraceLimit = 100
    shared.decider = decider
    await session.post('Debugger.enable')
    const { result } = await session.post('Runtime.evaluate', { expression: 'decider' })
    // The condition is never true, so nothing stops there.
    const condition = '((calls ??= new Error().stack), false)'
    const objectId = result.objectId!
    await session.post('Runtime.evaluate', { expression: 'var calls' })
    await session.post('Debugger.setBreakpointOnFunctionCall', { objectId, condition })
    await send()
    const lines = shared.calls?.split('\n').slice(1) ?? []
    return lines.filter((line) => line.includes('/services/') && !line.includes('eval at'))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    delete shared.decider
    session.disconnect()
  }
}

test('from its route to its decider, a command takes at most eight calls', async () => {
  const { body: tournament } = await fixture.call('key', 'POST', '/api/tournament/tournament/', {
    body: { scene: fixture.scene, name: 'Cup', date: '2026-11-20', linkType: 'manual' },
  })
  const body = { tournament: tournament.id, name: 'Bees' }
  const calls = await callsOf(addTeam, () =>
    fixture.call('key', 'POST', '/api/tournament/team/', { body }),
  )
  expect(calls[0]).toContain('at addTeam')
  const fromRoute = calls.findIndex((line) => line.includes('/services/api/player/team.ts')) + 1
  expect(fromRoute).toBeGreaterThan(1)
  expect(fromRoute).toBeLessThanOrEqual(maxCalls)
})

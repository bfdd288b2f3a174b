import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProjector } from '#services/projector/index.ts'
import type { Projector } from '#services/projector/index.ts'
import { createWeb } from '#services/web/index.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'
import { done, newTournament, projected, requestOf, until } from '../support/desk-client.ts'

let deskOnLog: DeskOnLog
let scrubbing: Projector | undefined
beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
})
afterAll(async () => {
  await scrubbing?.stop()
  await deskOnLog?.close()
})

test('P9: scrubbing finds a commit that differs from the witness, and halts its tournament', async () => {
  const { desk, log, store } = deskOnLog
  const { tournament, matches } = await newTournament(desk)
  const other = await newTournament(desk)
  await projected(log, store)
  await deskOnLog.projector.stop()
  const scrubThrottle = { restMs: { first: 0, between: 20 }, commitsPerSecond: 2_000 }
  const errors: string[] = []
  const logError = (_what: string, error: unknown) => errors.push(String(error))
  scrubbing = await startProjector({
    log,
    store,
    logError,
    scrubThrottle: scrubThrottle,
    checkEveryMs: 50,
  })
  const web = await createWeb({ store, logger: false })
  web.addHealthCheck('witness', () => scrubbing!.isSound())
  const health = async () => (await web.inject('/health')).json() as Record<string, unknown>
  const press = () =>
    desk.handle(requestOf(tournament, { type: 'SetSides', match: matches[0]!, isFlipped: true }))
  await press()
  expect(await health()).toEqual({ ok: true })

  const alter =
    'update kept.witness set chain = reverse(chain) where tournament = $1 and version = 5'
  await store.pool.query(alter, [tournament])
  const reason = 'damaged at step 5, which differs from what the database has seen'
  await until('the difference is found', () =>
    press().then(
      () => false,
      (error: Error) => error.message.includes(reason),
    ),
  )
  await expect(press()).rejects.toThrow(reason)
  await expect(press()).rejects.toMatchObject({ code: 'TOURNAMENT_HALTED', retryable: false })
  await until('health says it', async () => 'degraded' in (await health()))
  expect(await health()).toEqual({ ok: true, degraded: ['witness'] })
  await done(desk, other.tournament, { type: 'ChangeTournament', name: 'Goes on' })
  expect(errors.filter((one) => one.includes(reason))).toHaveLength(1)

  await store.pool.query(alter, [tournament])
  await until('it goes on', () =>
    press().then(
      () => true,
      () => false,
    ),
  )
  await done(desk, tournament, { type: 'SetSides', match: matches[0]!, isFlipped: false })
  await until('health is good', async () => !('degraded' in (await health())))
  await web.close()
})

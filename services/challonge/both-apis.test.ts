import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fourTeams, match, player, startChallonge } from '../../test/challonge/stand-in.ts'
import type { Bracket, StandIn } from '../../test/challonge/stand-in.ts'
import type { Token } from './request.ts'
import { renewed } from './request.ts'
import { ApiError, completeBracket } from './external-bracket.ts'
import type { Adapter } from './external-bracket.ts'
import { openV1 } from './v1.ts'
import { openV2 } from './v2.ts'
import { participantOf } from './wire-shapes.ts'

// Both APIs against a stand-in that checks what it is sent: the same calls, the same outcome.
let standIn: StandIn
let renewals: Token[]
const clock = { now: () => Date.parse('2026-11-20T20:00:00Z') }
const oauth = { clientId: 'waggle-app', clientSecret: '' }
const apis = ['v2.1', 'v1'] as const
type Api = (typeof apis)[number]

beforeEach(() => (renewals = []))
afterEach(() => standIn?.down())

async function stand(bracket: Bracket = fourTeams()): Promise<void> {
  standIn = await startChallonge(bracket)
}

function open(api: Api, token?: Token): Adapter {
  const { org, slug } = standIn.bracket
  const key = { key: standIn.valid.key }
  return (api === 'v1' ? openV1 : openV2)({
    url: standIn.url,
    clock,
    place: { org, bracket: slug },
    token: token ?? (api === 'v1' ? key : { access: 'good-token', refresh: 'good-refresh' }),
    async renew(old) {
      const fresh = await renewed({ url: standIn.url, clock }, old, oauth)
      if (fresh) renewals.push(fresh)
      return fresh
    },
  })
}

test('R-CL-2: a name over 100 characters stops no bracket, and shows that it goes on', () => {
  const nameOf = (name: string) => participantOf({ id: 1, name }).name
  expect(nameOf('B'.repeat(100))).toBe('B'.repeat(100))
  expect(nameOf('B'.repeat(101))).toBe(`${'B'.repeat(99)}…`)
  expect(nameOf(`${'B'.repeat(98)}🐝 and more`)).toBe(`${'B'.repeat(98)}…`)
})

async function troubleOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (found: unknown) => found,
  )
  if (!(error instanceof ApiError)) throw new Error(`no trouble: ${String(error)}`)
  return error
}

/** Groups of two, then two more who have not been found yet. */
function twoStages(): Bracket {
  const players = [
    player(901, 'Bees', { groupIds: [71] }),
    player(902, '', { displayName: 'Wasps', groupIds: [72] }),
    player(903, 'Hornets', { groupIds: [73] }),
    player(904, 'Moths', { groupIds: [74] }),
  ]
  const matches = [
    match(21, 'A', { players: [73, 74], group: 5002 }),
    match(22, 'B', { players: [71, 72], group: 5001, state: 'complete', winner: 72 }),
    match(23, 'C', { round: 1 }),
  ]
  matches[1]!.scores = [
    [0, 1],
    [1, 0],
    [0, 1],
  ]
  return { ...fourTeams(), players, matches, groupType: 'round robin' }
}

describe.each(apis)('R-CL-1: with API %s', (api) => {
  test('R-CL-2: a bracket of two stages is read with all ids of its teams', async () => {
    await stand(twoStages())
    const { heading, participants, matches } = completeBracket(await open(api).survey())
    expect(heading).toEqual({ state: 'underway', drawAllowed: false, groupDrawAllowed: true })
    expect(participants.map(({ ids, name }) => [name, ids])).toEqual([
      ['Bees', ['901', '71']],
      ['Wasps', ['902', '72']],
      ['Hornets', ['903', '73']],
      ['Moths', ['904', '74']],
    ])
    expect(matches.map((one) => [one.id, one.group, one.players, one.drawAllowed])).toEqual([
      ['21', '5002', ['73', '74'], true],
      ['22', '5001', ['71', '72'], true],
      ['23', null, [null, null], false],
    ])
    expect(matches[1]).toMatchObject({ state: 'complete', winner: '72', score: [1, 2] })
  })

  test('more teams and matches than a page holds are read to the last', async () => {
    const players = Array.from({ length: 53 }, (_, index) => player(1000 + index, `Team ${index}`))
    const matches = players.map(({ id }, index) =>
      match(index + 1, `M${index}`, { players: [id, 1000] }),
    )
    await stand({ ...fourTeams(), players, matches })
    const found = completeBracket(await open(api).survey())
    expect([found.participants.length, found.matches.length]).toEqual([53, 53])
  })

  test('a bracket of an organisation is found under it', async () => {
    await stand({ ...fourTeams(), org: 'hive' })
    expect(completeBracket(await open(api).survey()).participants).toHaveLength(4)
  })

  test('R-CL-4: a result goes from player 1 with a pair a game, and moves the winner on', async () => {
    await stand()
    const scores: [number, number][] = [
      [1, 0],
      [0, 1],
      [1, 0],
    ]
    await open(api).report({ match: '11', players: ['901', '904'], scores, winner: 0 })
    expect(standIn.match('A')).toMatchObject({ state: 'complete', winner: 901, scores })
    expect(standIn.match('C').players).toEqual([901, null])
    expect(standIn.complaints).toEqual([])
  })

  test('R-CL-4: a live score names no winner', async () => {
    await stand()
    await open(api).report({ match: '12', players: ['902', '903'], scores: [[1, 2]] })
    expect(standIn.match('B')).toMatchObject({ state: 'open', scores: [[1, 2]], winner: null })
    expect(standIn.complaints).toEqual([])
  })

  test('R-CL-4: a tie is told where it may be', async () => {
    await stand({ ...fourTeams(), type: 'round robin' })
    const result = { match: '11', players: ['901', '904'] as [string, string], winner: null }
    await open(api).report({ ...result, scores: [[2, 2]] })
    expect(standIn.match('A')).toMatchObject({ state: 'complete', winner: null, tie: true })
    standIn.bracket.type = 'single elimination'
    const again = open(api).report({
      ...result,
      match: '12',
      players: ['902', '903'],
      scores: [[1, 1]],
    })
    expect(await troubleOf(again)).toMatchObject({ status: 422, passes: false })
  })

  test('R-CL-8: a match is marked as under way, and the mark taken off', async () => {
    await stand()
    await open(api).markUnderway('11')
    expect((await open(api).look('11', headingNow)).isUnderway).toBe(true)
    await open(api).unmark('11')
    expect((await open(api).look('11', headingNow)).isUnderway).toBe(false)
  })

  test('a match is reopened, and what follows it is reset', async () => {
    await stand()
    standIn.report('A', [[2, 0]], 901)
    await open(api).reopen('11')
    expect(standIn.match('A').state).toBe('open')
    expect(standIn.match('C').players).toEqual([null, null])
  })

  test('R-CL-5: what it asks is heard: 429 with its time, 500, a date, no answer', async () => {
    await stand()
    const asked = (rule: StandIn['rule']) => {
      standIn.rule = rule
      return troubleOf(open(api).matches(headingNow))
    }
    expect(await asked(() => ({ status: 429, retryAfter: '7' }))).toMatchObject({
      status: 429,
      retryAfterMs: 7_000,
      passes: true,
    })
    const date = 'Fri, 20 Nov 2026 20:00:30 GMT'
    expect((await asked(() => ({ status: 503, retryAfter: date }))).retryAfterMs).toBe(30_000)
    expect(await asked(() => ({ status: 500 }))).toMatchObject({ retryAfterMs: null, passes: true })
    await standIn.down()
    expect(await asked(null)).toMatchObject({ status: 0, passes: true })
  })

  test('R-CL-9: no trouble tells the token or the address', async () => {
    await stand()
    const token = api === 'v1' ? { key: 'wrong-key' } : { access: 'wrong-token', refresh: null }
    const trouble = await troubleOf(open(api, token).matches(headingNow))
    expect(trouble).toMatchObject({ status: 401, locked: true, passes: false })
    expect(`${trouble.message} ${trouble.stack}`).not.toMatch(/wrong-|127\.0\.0\.1/)
  })

  test('what is no bracket is told part by part', async () => {
    await stand()
    standIn.bracket.slug = 'saturday'
    const adapter = open(api)
    standIn.bracket.slug = 'friday'
    const { heading } = await adapter.survey()
    expect(heading).toMatchObject({ status: 404 })
  })
})

const headingNow = { state: 'underway', drawAllowed: false, groupDrawAllowed: true } as const

describe('R-CL-1: the token of API v2.1', () => {
  test('a personal key opens it as well, and says that it is one', async () => {
    await stand()
    await open('v2.1', { key: standIn.valid.key }).matches(headingNow)
    expect(standIn.sent.at(-1)?.auth).toBe(`v1 ${standIn.valid.key}`)
  })

  test('R-CL-5: one that has run out is renewed once, and the request sent again', async () => {
    await stand()
    const adapter = open('v2.1', { access: 'old', refresh: 'good-refresh' })
    await adapter.report({ match: '11', players: ['901', '904'], scores: [[2, 0]], winner: 0 })
    expect(standIn.match('A').state).toBe('complete')
    expect(renewals).toEqual([{ access: 'renewed-token', refresh: 'next-refresh' }])
    await adapter.matches(headingNow)
    expect(standIn.sent.filter(({ path }) => path === '/oauth/token')).toHaveLength(1)
  })

  test('R-CL-5: one that cannot be renewed is refused, after one try', async () => {
    await stand()
    for (const refresh of [null, 'used-up']) {
      const trouble = await troubleOf(open('v2.1', { access: 'old', refresh }).matches(headingNow))
      expect(trouble.status).toBe(401)
    }
    const asked = standIn.sent.filter(({ path }) => path === '/oauth/token')
    expect([asked.length, renewals.length]).toEqual([1, 0])
  })

  test('an OAuth token is none for API v1, and the key is never in the address of a write', async () => {
    await stand()
    const trouble = await troubleOf(
      open('v1', { access: 'good', refresh: null }).matches(headingNow),
    )
    expect([trouble.status, standIn.sent.length]).toEqual([401, 0])
    await open('v1').markUnderway('11')
    expect(standIn.complaints).toEqual([])
  })
})

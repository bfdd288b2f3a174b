import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fourTeams, match, player, startChallonge } from '#test/challonge/stand-in.ts'
import type { Bracket, StandIn } from '#test/challonge/stand-in.ts'
import type { LinkToken } from '../store/index.ts'
import { renewToken } from './request.ts'
import { ApiError, completeBracket } from './external-bracket.ts'
import type { Adapter } from './external-bracket.ts'
import { openV1 } from './connection.ts'
import { openV2 } from './v2.ts'
import { participantOf } from './wire-shapes.ts'

// Tests both APIs against a stand-in that validates requests; both must behave the same.
let standIn: StandIn
let renewals: LinkToken[]
const clock = { now: () => Date.parse('2026-11-20T20:00:00Z') }
const oauth = { clientId: 'waggle-app', clientSecret: '' }
const apis = ['v2.1', 'v1'] as const
type Api = (typeof apis)[number]

beforeEach(() => (renewals = []))
afterEach(() => standIn?.down())

async function startStandIn(bracket: Bracket = fourTeams()): Promise<void> {
  standIn = await startChallonge(bracket)
}

function open(api: Api, token?: LinkToken): Adapter {
  const { org, slug } = standIn.bracket
  const key = { key: standIn.valid.key }
  return (api === 'v1' ? openV1 : openV2)({
    url: standIn.url,
    clock,
    address: { org, bracket: slug },
    token: token ?? (api === 'v1' ? key : { access: 'good-token', refresh: 'good-refresh' }),
    async renew(old) {
      const fresh = await renewToken({ url: standIn.url, clock }, old, oauth)
      if (fresh) renewals.push(fresh)
      return fresh
    },
  })
}

test('R-CL-2: a name over 100 characters is shortened visibly', () => {
  const nameOf = (name: string) => participantOf({ id: 1, name }).name
  expect(nameOf('B'.repeat(100))).toBe('B'.repeat(100))
  expect(nameOf('B'.repeat(101))).toBe(`${'B'.repeat(99)}…`)
  expect(nameOf(`${'B'.repeat(98)}🐝 and more`)).toBe(`${'B'.repeat(98)}…`)
})

async function apiErrorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`)
  return error
}

/** Two groups of two teams, and a final without teams. */
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
  test('R-CL-2: a bracket with two stages is read with all ids of its teams', async () => {
    await startStandIn(twoStages())
    const { heading, participants, matches } = completeBracket(await open(api).readBracket())
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

  test('all pages of teams and matches are read', async () => {
    const players = Array.from({ length: 53 }, (_, index) => player(1000 + index, `Team ${index}`))
    const matches = players.map(({ id }, index) =>
      match(index + 1, `M${index}`, { players: [id, 1000] }),
    )
    await startStandIn({ ...fourTeams(), players, matches })
    const bracket = completeBracket(await open(api).readBracket())
    expect([bracket.participants.length, bracket.matches.length]).toEqual([53, 53])
  })

  test('a bracket of an organisation is found', async () => {
    await startStandIn({ ...fourTeams(), org: 'hive' })
    expect(completeBracket(await open(api).readBracket()).participants).toHaveLength(4)
  })

  test("R-CL-4: a result is reported with player 1's score first and advances the winner", async () => {
    await startStandIn()
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
    await startStandIn()
    await open(api).report({ match: '12', players: ['902', '903'], scores: [[1, 2]] })
    expect(standIn.match('B')).toMatchObject({ state: 'open', scores: [[1, 2]], winner: null })
    expect(standIn.complaints).toEqual([])
  })

  test('R-CL-4: a tie is reported only if the bracket allows it', async () => {
    await startStandIn({ ...fourTeams(), type: 'round robin' })
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
    expect(await apiErrorOf(again)).toMatchObject({ status: 422, isRetryable: false })
  })

  test('R-CL-8: a match is marked as under way and unmarked', async () => {
    await startStandIn()
    await open(api).markUnderway('11')
    expect((await open(api).readMatch('11', summary)).isUnderway).toBe(true)
    await open(api).unmark('11')
    expect((await open(api).readMatch('11', summary)).isUnderway).toBe(false)
  })

  test('reopening a match resets the matches that follow it', async () => {
    await startStandIn()
    standIn.report('A', [[2, 0]], 901)
    await open(api).reopen('11')
    expect(standIn.match('A').state).toBe('open')
    expect(standIn.match('C').players).toEqual([null, null])
  })

  test('R-CL-5: 429 and 503 with Retry-After, 500 and no response are retryable', async () => {
    await startStandIn()
    const errorFor = (rule: StandIn['rule']) => {
      standIn.rule = rule
      return apiErrorOf(open(api).readMatches(summary))
    }
    expect(await errorFor(() => ({ status: 429, retryAfter: '7' }))).toMatchObject({
      status: 429,
      retryAfterMs: 7_000,
      isRetryable: true,
    })
    const date = 'Fri, 20 Nov 2026 20:00:30 GMT'
    expect((await errorFor(() => ({ status: 503, retryAfter: date }))).retryAfterMs).toBe(30_000)
    expect(await errorFor(() => ({ status: 500 }))).toMatchObject({
      retryAfterMs: null,
      isRetryable: true,
    })
    await standIn.down()
    expect(await errorFor(null)).toMatchObject({ status: 0, isRetryable: true })
  })

  test('R-CL-9: an error does not reveal the token or the address', async () => {
    await startStandIn()
    const token = api === 'v1' ? { key: 'wrong-key' } : { access: 'wrong-token', refresh: null }
    const error = await apiErrorOf(open(api, token).readMatches(summary))
    expect(error).toMatchObject({ status: 401, isUnauthorized: true, isRetryable: false })
    expect(`${error.message} ${error.stack}`).not.toMatch(/wrong-|127\.0\.0\.1/)
  })

  test('for an unknown bracket each part reports its own error', async () => {
    await startStandIn()
    standIn.bracket.slug = 'saturday'
    const adapter = open(api)
    standIn.bracket.slug = 'friday'
    const { heading } = await adapter.readBracket()
    expect(heading).toMatchObject({ status: 404 })
  })
})

const summary = { state: 'underway', drawAllowed: false, groupDrawAllowed: true } as const

describe('R-CL-1: the token of API v2.1', () => {
  test('a personal key is accepted and is sent with its authorization type', async () => {
    await startStandIn()
    await open('v2.1', { key: standIn.valid.key }).readMatches(summary)
    expect(standIn.sent.at(-1)?.auth).toBe(`v1 ${standIn.valid.key}`)
  })

  test('R-CL-5: an expired token is renewed once and the request repeated', async () => {
    await startStandIn()
    const adapter = open('v2.1', { access: 'old', refresh: 'good-refresh' })
    await adapter.report({ match: '11', players: ['901', '904'], scores: [[2, 0]], winner: 0 })
    expect(standIn.match('A').state).toBe('complete')
    expect(renewals).toEqual([{ access: 'renewed-token', refresh: 'next-refresh' }])
    await adapter.readMatches(summary)
    expect(standIn.sent.filter(({ path }) => path === '/oauth/token')).toHaveLength(1)
  })

  test('R-CL-5: a token that cannot be renewed is refused after one attempt', async () => {
    await startStandIn()
    for (const refresh of [null, 'used-up']) {
      const error = await apiErrorOf(open('v2.1', { access: 'old', refresh }).readMatches(summary))
      expect(error.status).toBe(401)
    }
    const renewalRequests = standIn.sent.filter(({ path }) => path === '/oauth/token')
    expect([renewalRequests.length, renewals.length]).toEqual([1, 0])
  })

  test('API v1 does not accept an OAuth token, and a write never has the key in its URL', async () => {
    await startStandIn()
    const error = await apiErrorOf(
      open('v1', { access: 'good', refresh: null }).readMatches(summary),
    )
    expect([error.status, standIn.sent.length]).toEqual([401, 0])
    await open('v1').markUnderway('11')
    expect(standIn.complaints).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import type { Command, CommandOf } from '#events/schema/command.ts'
import { reportOf, reportState, setsOf } from '#events/state/external-bracket.ts'
import type { ImportedMatch } from '#events/schema/nouns/external-bracket.ts'
import type { Tournament } from '#events/state/tournament.ts'
import {
  attach,
  complete,
  withCascade,
  play,
  reopen,
  replay,
  result,
  setScore,
  settings,
  stateOf,
  swap,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, points, shown, teams } from '#test/desk/given-when-then.ts'

const stage = 52
const names = ['Bees', 'Wasps', 'Outsiders', 'Moths']
/** The four teams of the story are Bees, Wasps, Hornets and Moths: 1 to 4. */
const entrants = names.map((name, index) => ({ ids: [`p${index + 1}`, `g${index + 1}`], name }))

function outside(id: string, more: Partial<ImportedMatch> = {}): ImportedMatch {
  const order = id.charCodeAt(0) - 64
  return {
    id,
    identifier: id,
    playOrder: order,
    state: 'open',
    isUnderway: false,
    drawAllowed: false,
    winner: null,
    players: ['p1', 'p4'],
    roundNum: 1,
    roundName: 'Round 1',
    score: null,
    ...more,
  }
}
const semi = outside('A')
const other = outside('B', { players: ['p2', 'g3'] })
const last = outside('C', { state: 'pending', players: [null, null], roundNum: 2 })

function imports(...matches: ImportedMatch[]): Command {
  return { type: 'ImportMatches', stage, matches }
}
const importTeams: CommandOf<'ImportTeams'> = { type: 'ImportTeams', stage, entrants }

function linkedStory(more: object = {}): Story {
  const linked = settings({ name: 'Open', stageType: null, linkedBracketId: 'friday', ...more })
  return play(
    tournament(),
    { type: 'ChangeTournament', linkType: 'challonge' },
    { type: 'CreateStage', settings: linked, numGroups: 1 },
  )
}
const empty = linkedStory()
const withTeams = play(empty, importTeams)
const open = play(withTeams, imports(semi, other, last))
/** The ids of the matches, in the order of their numbers. */
const [a = 0, b = 0, c = 0] = Object.values(stateOf(open).matches)
  .filter((match) => match.stage === stage)
  .map((match) => match.id)

const link = (match: number) => (t: Tournament) => shown(match)(t)?.link
const matchesThere = (t: Tournament) =>
  Object.values(t.matches).filter((match) => match.stage === stage).length
/** Notes that a report has arrived. */
function sent(story: Story, match: number): Command {
  const report = reportOf(stateOf(story), stateOf(story).matches[match]!)!
  const told = report.what === 'reopen' ? null : { winner: report.winner }
  return { type: 'NoteReport', match, key: report.key, status: 'sent', reason: null, told }
}
function played(story: Story, match: number, ...score: [number, number]): Story {
  const done = play(story, ...result(match, ...score))
  return play(done, sent(done, match))
}

describe('R-CL-2: teams of an external bracket', () => {
  test('are matched by name, otherwise new, and seeded in its order', () => {
    const at = stateOf(withTeams)
    expect(at.stages[stage]?.teams.map((team) => at.teams[team]?.name)).toEqual(names)
    expect(at.links[stage]?.teams).toEqual({
      p1: 1,
      g1: 1,
      p2: 2,
      g2: 2,
      p3: 5,
      g3: 5,
      p4: 4,
      g4: 4,
    })
  })

  test('are matched by id later, even if they were renamed', () => {
    const renamed = entrants.map((one) => ({ ...one, name: `${one.name} II` }))
    given(withTeams).when({ type: 'ImportTeams', stage, entrants: renamed }).changesNothing()
  })

  test('with the same name are not confused', () => {
    const twins = [...entrants, { ids: ['p9'], name: 'bees' }]
    given(empty)
      .when({ type: 'ImportTeams', stage, entrants: twins })
      .leaves((t) => new Set(Object.values(t.links[stage]?.teams ?? {})).size, 5)
  })

  test('are refused for a stage that is not linked', () =>
    given(tournament())
      .when({ ...importTeams, stage: 51 })
      .refused('NOT_LINKED'))
})

describe('R-CL-2: matches of an external bracket', () => {
  test('have its order, with teams by any of their ids', () => {
    given(withTeams)
      .when(imports(last, other, semi))
      .leaves(matchesThere, 3)
    expect([a, b, c].map((id) => teams(id)(stateOf(open)))).toEqual([
      [1, 4],
      [2, 5],
      [null, null],
    ])
  })

  test('imported again unchanged change nothing', () =>
    given(open)
      .when(imports(semi, other, last))
      .changesNothing())

  test('R-CL-5: get and lose their teams as the external bracket does', () => {
    const known = imports(semi, other, { ...last, state: 'open', players: ['p1', null] })
    given(open).when(known).leaves(teams(c), [1, null])
    given(open, known)
      .when(imports(semi, other, last))
      .leaves(teams(c), [null, null])
  })

  test('R-ST-9: that no longer exist there are removed, unless they were played', () => {
    given(open).when(imports(semi, other)).leaves(matchesThere, 2)
    const left = (...before: Command[]) =>
      matchesThere(stateOf(play(open, ...before, imports(other, last))))
    expect([left(setScore(a, 1, 0)), left(...result(a, 1, 0), replay(a))]).toEqual([3, 3])
  })

  test('keep the teams they were played with', () => {
    const others = { ...semi, players: ['p2', 'p3'] as ImportedMatch['players'] }
    given(open, setScore(a, 1, 0))
      .when(imports(others, other, last))
      .leaves(teams(a), [1, 4])
    given(open)
      .when(imports(others, other, last))
      .leaves(teams(a), [2, 5])
  })

  test('leave their queue when they lose a team', () => {
    const queued: Command = { type: 'SetQueue', queue: 91, matches: [a] }
    given(open, queued)
      .when(imports({ ...semi, players: ['p1', null], state: 'pending' }, other, last))
      .leaves((t) => t.queues[91]?.matches, [])
  })

  test('cannot be changed or undone by a person', () => {
    given(open).when({ type: 'CreateMatches', stage }).refused('STAGE_LINKED')
    given(open).when({ type: 'SetTeams', match: a, blueTeam: 3 }).refused('STAGE_LINKED')
    given(open).whenUndone().refused('NOT_UNDOABLE')
  })
})

describe('R-CL-5: results entered at the external bracket', () => {
  const over = {
    ...semi,
    state: 'complete' as const,
    winner: 1 as const,
    score: [1, 2] as [number, number],
  }

  test('are imported if nothing was played here', () => {
    given(open)
      .when(imports(over, other, last))
      .leaves(points(a), [1, 2])
    given(open)
      .when(imports(over, other, last))
      .leaves(link(a), { ...link(a)(stateOf(open)), state: 'complete', report: 'sent' })
  })

  test('change and disappear as they do there', () => {
    const now = play(open, imports(over, other, last))
    given(now)
      .when(imports({ ...over, winner: 0, score: [2, 1] }, other, last))
      .leaves((t) => t.matches[a]?.result?.winner, 0)
    given(now)
      .when(imports(semi, other, last))
      .leaves(points(a), [0, 0])
  })

  test('R-CL-6: never overwrite what was played here', () => {
    given(open, setScore(a, 1, 0))
      .when(imports(over, other, last))
      .leaves(points(a), [1, 0])
    given(open, ...result(a, 2, 0))
      .when(imports(over, other, last))
      .leaves(points(a), [2, 0])
    given(open, ...result(a, 2, 0))
      .when(imports(over, other, last))
      .leaves((t) => link(a)(t)?.differs, true)
  })

  test('that were reported by Waggle are not imported again after they are taken back here', () => {
    const told = played(open, a, 1, 2)
    const taken = play(told, reopen(a), setScore(a, 0, 0))
    given(taken)
      .when(imports(over, other, last))
      .leaves((t) => t.matches[a]?.result, null)
  })

  test('with a score that does not show the winner are forfeits', () =>
    given(open)
      .when(imports({ ...over, score: [0, 0] }, other, last))
      .leaves((t) => t.matches[a]?.result, {
        winner: 1,
        score: [0, 0],
        at: '2026-05-02T18:02:10.000Z',
        forfeit: true,
      }))

  test('P6: belong to Waggle once they are corrected here', () => {
    const now = play(open, imports(over, other, last), setScore(a, 0, 2))
    expect(link(a)(stateOf(now))?.report).toBe('pending')
    given(now)
      .when(imports(over, other, last))
      .changesNothing()
  })
})

describe('R-CMD-5: the report of a match', () => {
  const done = play(open, ...result(a, 2, 0))

  test('is pending after completion, and sent when the Challonge service says so', () => {
    expect([link(a)(stateOf(open))?.report, link(a)(stateOf(done))?.report]).toEqual([
      null,
      'pending',
    ])
    given(done)
      .when(sent(done, a))
      .leaves((t) => link(a)(t)?.report, 'sent')
  })

  test('R-UN-1: does not block the undo of its match', () => {
    const told = play(done, sent(done, a))
    given(told)
      .whenUndone(1)
      .leaves((t) => [t.matches[a]?.result, link(a)(t)?.report], [null, 'pending'])
    const back = play(told, undo(told.commits.length - 1))
    expect(reportOf(stateOf(back), stateOf(back).matches[a]!)?.what).toBe('reopen')
    given(back)
      .when(sent(back, a))
      .leaves((t) => link(a)(t)?.report, null)
  })

  test('R-ST-7: is due again after a swap, with the same content', () => {
    const told = play(done, sent(done, a))
    const swapped = play(told, swap(a))
    const [before, after] = [told, swapped].map((story) =>
      reportOf(stateOf(story), stateOf(story).matches[a]!),
    )
    expect({ ...after, key: '' }).toEqual({ ...before, key: '' })
    expect(link(a)(stateOf(swapped))?.report).toBe('pending')
  })

  test('R-ST-3: is due again on request, if the match is complete and linked', () => {
    const told = play(done, sent(done, a))
    given(told)
      .when({ type: 'AskReport', match: a })
      .leaves((t) => link(a)(t)?.report, 'pending')
    given(open).when({ type: 'AskReport', match: a }).refused('MATCH_NOT_COMPLETE')
    given(tournament())
      .when({ type: 'AskReport', match: 101 })
      .refused('NOT_LINKED', 'The stage of M1 is not linked to an external bracket.')
  })

  test('a failure for an old result is ignored', () => {
    const failed: CommandOf<'NoteReport'> = {
      type: 'NoteReport',
      match: a,
      key: 'old',
      status: 'failed',
      reason: 'Challonge is not responding.',
      told: null,
    }
    given(done).when(failed).changesNothing()
    const key = reportOf(stateOf(done), stateOf(done).matches[a]!)!.key
    given(done)
      .when({ ...failed, key })
      .leaves((t) => reportState(t, t.matches[a]!), { report: 'failed', reason: failed.reason })
  })
})

describe('R-CL-4: sets', () => {
  const inSets = play(linkedStory({ reportAsSets: true }), importTeams, imports(semi, other, last))
  const scores = (story: Story) => reportOf(stateOf(story), stateOf(story).matches[a]!)?.scores

  test('are the games in their order, slot 0 first, regardless of colour', () => {
    const games = [attach(a, 'g1', 'blue'), attach(a, 'g2', 'gold'), attach(a, 'g3', 'blue')]
    const flipped = play(inSets, swap(a), ...games, complete(a))
    expect(scores(flipped)).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
    ])
  })

  test('include points added or removed by hand, so that they sum up to the score', () => {
    const typed = play(inSets, attach(a, 'g1', 'gold'), setScore(a, 2, 1), complete(a))
    expect(scores(typed)).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ])
    const taken = play(inSets, attach(a, 'g1', 'gold'), setScore(a, 1, 0), complete(a))
    expect(scores(taken)).toEqual([[1, 0]])
  })

  test('are one total unless the stage reports sets', () => {
    const match = stateOf(open).matches[a]!
    expect(setsOf(stateOf(open).stages[stage], match, [2, 1])).toEqual([[2, 1]])
  })
})

describe('R-CL-6: another winner of a match whose later matches were played', () => {
  const semis = played(played(open, a, 2, 0), b, 2, 0)
  const final = play(
    semis,
    imports(semi, other, { ...last, state: 'open', players: ['p1', 'p2'] }),
    setScore(c, 1, 0),
  )

  test('is refused first, with the later matches', () => {
    const refused = given(final).when(setScore(a, 0, 2))
    refused.refused('RESULT_IN_USE', undefined, { matches: [{ id: c }] })
    given(final).when(reopen(a)).refused('RESULT_IN_USE')
  })

  test('R-ED-3: is shown with what was reported of them', () =>
    given(final, complete(c))
      .when(setScore(a, 0, 2))
      .refused('RESULT_IN_USE', undefined, { matches: [{ link: { report: 'pending' } }] }))

  test('archives them when confirmed', () =>
    given(final)
      .when(withCascade(setScore(a, 0, 2)))
      .leaves((t) => t.matches[c]?.attempt, 2))

  test('cannot be reached by an undo', () => given(final).whenUndone(6).refused('RESULT_IN_USE'))

  test('the same winner resets nothing there', () =>
    given(final)
      .when(setScore(a, 2, 1))
      .leaves((t) => t.matches[c]?.attempt, 1))

  test('without later matches it is an ordinary correction', () =>
    given(semis)
      .when(setScore(a, 0, 2))
      .leaves((t) => t.matches[a]?.result?.winner, 1))
})

test('R-CL-4: a tie is accepted if the external bracket allows it', () => {
  given(open, setScore(a, 1, 1))
    .when(complete(a))
    .refused('TIE_NOT_ALLOWED')
  const league = play(withTeams, imports({ ...semi, drawAllowed: true }), setScore(a, 1, 1))
  given(league)
    .when(complete(a))
    .leaves((t) => t.matches[a]?.result?.winner, null)
})

test('R-CL-8: a failed mark is shown until it succeeds', () => {
  const failed: Command = { type: 'NoteMark', match: a, failed: true }
  given(open)
    .when(failed)
    .leaves((t) => link(a)(t)?.markFailed, true)
  given(open, failed).when(failed).changesNothing()
})

test('R-CL-7: the stage is valid only for the bracket that was checked', () => {
  const check: Command = { type: 'NoteCheck', stage, org: null, bracket: 'friday', isValid: true }
  const isValid = (bracketId: string) => (t: Tournament) =>
    t.stages[stage]?.linkedBracketId === bracketId && t.links[stage]?.checked?.bracket === bracketId
  given(empty).when(check).leaves(isValid('friday'), true)
  given(empty, check).when(check).changesNothing()
  const moved = settings({ name: 'Open', stageType: null, linkedBracketId: 'sunday' })
  given(open, check)
    .when({ type: 'ChangeStage', stage, settings: moved })
    .leaves((t) => [isValid('sunday')(t), matchesThere(t)], [false, 0])
})

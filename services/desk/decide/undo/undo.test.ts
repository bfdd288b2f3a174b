import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import {
  attach,
  begin,
  clock,
  complete,
  detach,
  finish,
  forfeit,
  game,
  m,
  minus,
  next,
  emptyStory,
  play,
  plus,
  queue1,
  queue2,
  setQueue,
  reopen,
  replay,
  result,
  setScore,
  settings,
  stageId,
  start,
  stateOf,
  stop,
  swap,
  tournament,
  undo,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { given, points, shown } from '#test/desk/given-when-then.ts'

const four = tournament()
const bare = tournament({ teams: 2, stage: { stageType: 'custom' } })
const armed = play(four, setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1), complete(m(1)))
const roundRobin = tournament({ stage: { stageType: 'round_robin' } })

/** Every command that a person sends, with a story in which it has an effect. */
const operator: [what: string, story: Story, command: Command][] = [
  ['ChangeTournament', four, { type: 'ChangeTournament', name: 'Cup', isActive: false }],
  ['AssignCabinets', four, { type: 'AssignCabinets', cabinets: [{ id: 2, name: 'Two' }] }],
  ['LoadTemplate', bare, { type: 'LoadTemplate', cabinets: [], stages: [] }],
  ['AddTeam', four, { type: 'AddTeam', name: 'Mites' }],
  ['RenameTeam', four, { type: 'RenameTeam', team: 1, name: 'Bumbles' }],
  ['RemoveTeam', bare, { type: 'RemoveTeam', team: 2 }],
  ['CreateStage', four, { type: 'CreateStage', settings: settings(), numGroups: 1 }],
  [
    'ChangeStage',
    four,
    { type: 'ChangeStage', stage: stageId, settings: settings({ stageType: 'ladder' }) },
  ],
  [
    'DeleteStage',
    play(four, ...result(m(1), 1, 0)),
    { type: 'DeleteStage', stage: stageId, confirm: true },
  ],
  ['SeedStage', four, { type: 'SeedStage', stage: stageId, teams: [2, 1] }],
  ['CreateMatches', four, { type: 'CreateMatches', stage: stageId }],
  ['SetTeams', four, { type: 'SetTeams', match: m(3), blueTeam: 1 }],
  ['StartMatch', play(four, setQueue(queue1, m(1), m(2))), start(m(1))],
  ['StartMatch that displaces', play(four, start(m(2))), start(m(1))],
  ['StopMatch', play(four, start(m(1))), stop(m(1))],
  ['AddScore', four, plus(m(1), 1)],
  ['SetScore', four, setScore(m(1), 2, 1)],
  ['SetScore of a result', play(four, ...result(m(1), 1, 0)), setScore(m(1), 1, 2)],
  ['SetSides', four, swap(m(1))],
  ['SetWarmup', four, { type: 'SetWarmup', match: m(1), on: true }],
  ['CompleteMatch', play(four, setQueue(queue1, m(2)), start(m(1)), plus(m(1), 1)), complete(m(1))],
  [
    'ReopenMatch',
    play(four, ...result(m(1), 1, 0), ...result(m(2), 1, 0), setQueue(queue1, m(3))),
    reopen(m(1)),
  ],
  ['CreateQueues', play(four, { type: 'DeleteQueue', queue: queue1 }), { type: 'CreateQueues' }],
  ['CreateQueue', four, { type: 'CreateQueue', name: 'Both', cabinets: [1, 2] }],
  ['SetQueue', play(four, setQueue(queue1, m(1))), setQueue(queue2, m(2), m(1))],
  ['SetQueueCabinets', four, { type: 'SetQueueCabinets', queue: queue1, cabinets: [2] }],
  [
    'RenameQueue',
    play(four, { type: 'CreateQueue', name: 'Both', cabinets: [1, 2] }),
    { type: 'RenameQueue', queue: 93, name: 'Stream' },
  ],
  ['EnableQueue', armed, { type: 'EnableQueue', queue: queue1, on: false }],
  ['DeleteQueue', play(four, setQueue(queue1, m(1))), { type: 'DeleteQueue', queue: queue1 }],
  ['SelectNext', armed, next()],
  ['ForfeitMatch', play(four, start(m(1))), forfeit(m(1), 1)],
  ['ReplayMatch', play(four, start(m(1)), ...game('g1', m(1), 'blue')), replay(m(1))],
  ['AnnotateMatch', four, { type: 'AnnotateMatch', match: m(1), note: 'Wrong' }],
  [
    'ReplaceMatch',
    play(four, setQueue(queue1, m(1), m(2)), next()),
    { type: 'ReplaceMatch', match: m(1), by: m(2) },
  ],
  ['AttachGame', four, attach(m(1), 'g1', 'gold')],
  ['DetachGame', play(four, attach(m(1), 'g1', 'gold')), detach('g1')],
  ['ExtendTimer', armed, { type: 'ExtendTimer', cabinet: 1, seconds: 30 }],
  ['HoldTimer', armed, { type: 'HoldTimer', cabinet: 1, reason: 'held' }],
]

describe('R-UN-1: undo', () => {
  test.each(operator)('of %s restores the state before it', (_, story, command) =>
    given(story, command)
      .whenUndone(0, { now: clock(0) })
      .leavesAllAsBefore(1),
  )

  test.each(operator)('of the undo of %s restores the state after it', (_, story, command) => {
    const done = play(story, command)
    given(play(done, undo(done.commits.length)))
      .whenUndone(0, { now: clock(0) })
      .leavesAllAsBefore(1)
  })

  test('of an older commit keeps later independent changes', () =>
    given(four, plus(m(1), 1), plus(m(2), 2))
      .whenUndone(1)
      .leaves(
        (t) => [points(m(1))(t), points(m(2))(t)],
        [
          [0, 0],
          [1, 0],
        ],
      ))

  test('of settings keeps later changes of other settings', () =>
    given(
      four,
      { type: 'ChangeTournament', name: 'Cup' },
      { type: 'ChangeTournament', date: '2027-01-01' },
    )
      .whenUndone(1)
      .leaves((t) => [t.name, t.date], ['Spring Cup', '2027-01-01']))

  test('of a completion still works after its timer was held', () =>
    given(armed, { type: 'HoldTimer', cabinet: 1, reason: 'held' })
      .whenUndone(1)
      .leaves((t) => shown(m(1))(t)?.activeCabinet, 1))

  test('of a start does not restore an expired timer', () =>
    given(armed, next())
      .whenUndone(0, { now: clock(100_000) })
      .leaves((t) => [t.timers, t.queues[queue1]?.matches], [{}, [m(2)]]))

  test('of a counted game makes it a proposal', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'))
      .whenUndone()
      .leaves(
        (t) => [points(m(1))(t), t.games['g1']?.status, t.games['g1']?.reason],
        [[0, 0], 'proposed', 'its count was undone'],
      ))

  test('of that undo counts the game again', () =>
    given(four, start(m(1)), ...game('g1', m(1), 'blue'), undo(stateOf(four).version + 3))
      .whenUndone()
      .leaves((t) => [points(m(1))(t), t.games['g1']?.status], [[1, 0], 'counted']))

  test('of the beginning of a game makes the previous one run again', () =>
    given(four, start(m(1)), begin('g1', m(1)), begin('g2', m(1)))
      .whenUndone()
      .leaves((t) => [t.games['g1']?.status, t.games['g2']], ['running', undefined]))

  test('of a proposal has nothing to undo', () =>
    given(four, start(m(1)), begin('g1', m(1)), finish('g1', 'blue', { lateBy: 30 }))
      .whenUndone()
      .refused('NOTHING_TO_UNDO'))
})

describe('R-UN-1: a point is taken away whatever was counted after it', () => {
  const story = play(tournament({ stage: { winsPerMatch: 3 } }), start(m(1)), plus(m(1), 1))

  test('a later game stays, and so does a later point', () => {
    given(story, ...game('g1', m(1), 'blue'), plus(m(1), 4))
      .whenUndone(3)
      .leaves(points(m(1)), [1, 1])
  })

  test('a match that it had decided is open again', () =>
    given(story, ...game('g1', m(1), 'blue'), ...game('g2', m(1), 'blue'))
      .whenUndone(4)
      .leaves((t) => [points(m(1))(t), t.matches[m(1)]?.result], [[2, 0], null]))

  test('an undo of that undo brings it back', () => {
    const later = play(story, ...game('g1', m(1), 'blue'))
    const version = story.commits.length
    given(later, undo(version)).whenUndone().leavesAllAsBefore()
  })

  test('but not a point that was taken away already', () =>
    given(story, minus(m(1), 1))
      .whenUndone(1)
      .refused('CHANGED_SINCE'))
})

describe('R-UN-1: undo is refused with the reason', () => {
  test('if the match has changed since', () =>
    given(four, plus(m(1), 1), setScore(m(1), 2))
      .whenUndone(1)
      .refused('CHANGED_SINCE', 'M1 has changed since. Undo the later step first.'))

  test('if the settings have changed since', () =>
    given(
      four,
      { type: 'ChangeTournament', name: 'Cup' },
      { type: 'ChangeTournament', name: 'Mug' },
    )
      .whenUndone(1)
      .refused('CHANGED_SINCE', 'The settings have changed since. Undo the later step first.'))

  test('if the next match was played on the result', () =>
    given(four, ...result(m(2), 1, 0), ...result(m(1), 1, 0), plus(m(3), 1))
      .whenUndone(1)
      .refused('RESULT_IN_USE', 'M3 has already been played based on this result.', {
        matches: [{ id: m(3) }],
      }))

  test('if another match is on the cabinet now', () =>
    given(armed, next())
      .whenUndone(1)
      .refused('CABINET_BUSY', 'M2 and M1 cannot both be on Cabinet 1.'))

  test('if a team plays elsewhere now', () =>
    given(roundRobin, start(m(1)), plus(m(1), 1), complete(m(1)), start(m(3), 2))
      .whenUndone(1)
      .refused('TEAM_BUSY', 'Bees cannot play M3 and M1 at once.'))

  test('if the cabinet is no longer assigned', () =>
    given(four, start(m(1)), stop(m(1)), {
      type: 'AssignCabinets',
      cabinets: [{ id: 2, name: 'Cabinet 2' }],
    })
      .whenUndone(1)
      .refused('CABINET_NOT_ASSIGNED', 'M1 is on a cabinet that would be removed.'))

  test('if the cabinet would be taken from a match', () =>
    given(
      play(four, {
        type: 'AssignCabinets',
        cabinets: [1, 2, 3].map((id) => ({ id, name: `Cabinet ${id}` })),
      }),
      start(m(1), 3),
    )
      .whenUndone(1)
      .refused('CABINET_NOT_ASSIGNED', 'M1 is on a cabinet that would be removed.'))

  test('if the cabinet would be taken from a queue', () =>
    given(
      play(four, {
        type: 'AssignCabinets',
        cabinets: [1, 2, 3].map((id) => ({ id, name: `Cabinet ${id}` })),
      }),
      { type: 'CreateQueues' },
    )
      .whenUndone(1)
      .refused(
        'CABINET_NOT_ASSIGNED',
        'Queue Cabinet 3 belongs to a cabinet that would be removed.',
      ))

  test('if a displaced match was queued since', () =>
    given(four, start(m(1)), start(m(2)), setQueue(queue1, m(1)))
      .whenUndone(1)
      .refused('MATCH_QUEUED', 'M1 cannot be in queue Cabinet 1 and on a cabinet.'))

  test('if a match of the queue was queued elsewhere since', () =>
    given(
      four,
      setQueue(queue1, m(1)),
      { type: 'DeleteQueue', queue: queue1 },
      setQueue(queue2, m(1)),
    )
      .whenUndone(1)
      .refused('MATCH_QUEUED', 'M1 cannot be in both queues, Cabinet 1 and Cabinet 2.'))

  test('if a queue has matches that it created', () =>
    given(
      four,
      { type: 'ChangeStage', stage: stageId, settings: settings({ stageType: 'custom' }) },
      { type: 'ChangeStage', stage: stageId, settings: settings() },
      { type: 'CreateMatches', stage: stageId },
      setQueue(queue1, m(4)),
    )
      .whenUndone(1)
      .refused('MATCH_QUEUED', 'Queue Cabinet 1 contains a match that would no longer exist.'))

  test('if the team has a seed', () =>
    given(
      four,
      { type: 'AddTeam', name: 'Mites' },
      { type: 'SeedStage', stage: stageId, teams: [1, 5] },
    )
      .whenUndone(1)
      .refused('TEAM_IN_USE', 'Mites are in Main.'))

  test('if the team is in a match', () =>
    given(four, { type: 'AddTeam', name: 'Mites' }, { type: 'SetTeams', match: m(3), blueTeam: 5 })
      .whenUndone(1)
      .refused('TEAM_IN_USE', 'Mites are in M3.'))

  test('if the tournament does not exist', () =>
    given(emptyStory).when(undo(1)).refused('NO_SUCH_TOURNAMENT'))

  test('if the version does not exist', () =>
    given(four).when(undo(999)).refused('NO_SUCH_VERSION', 'This tournament has no version 999.'))

  test('if it is the creation', () =>
    given(four)
      .when(undo(1))
      .refused('NOT_UNDOABLE', 'The creation of a tournament cannot be undone; delete it.'))

  test('if it has been undone already', () =>
    given(four, plus(m(1), 1), undo(stateOf(four).version + 1))
      .whenUndone(1)
      .refused('CHANGED_SINCE', 'M1 has changed since. Undo the later step first.'))
})

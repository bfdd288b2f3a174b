// Brackets after many corrections: what is shown is what their last results give from the start.
import { describe, expect, test } from 'vitest'
import { needed, teamsOf } from '../../events/bracket/bracket.ts'
import type { Command } from '../../events/schema/command.ts'
import { chance } from '../support/layouts.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { rowsOf } from '../../events/view/tournament-rows.ts'
import { decideIn, insisted, play, reopen, replay, setScore, stateOf, tournament } from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '../../services/desk/decide/decision.ts'

const evenings = 60
const steps = 60
const stageTypes = ['single_elim', 'double_elim', 'ladder'] as const

type Step = { story: Story; command: Command }

function begun(seed: number): Story {
  const stageType = stageTypes[seed % stageTypes.length]!
  return tournament({ teams: 3 + (seed % 7), stage: { stageType } })
}

/** Results, and results turned, reopened and played again, in an order from a seed. */
function evening(seed: number): { story: Story; corrections: Step[] } {
  const random = chance(seed * 31)
  const one = <T>(all: T[]): T => all[Math.floor(random() * all.length)]!
  let story = begun(seed)
  const corrections: Step[] = []
  for (let step = 0; step < steps; step++) {
    const t = stateOf(story)
    const open = Object.values(t.matches).filter((match) => {
      return !match.result && needed(t.matches, match) && !teamsOf(t, match).includes(null)
    })
    const done = Object.values(t.matches).filter((match) => match.result)
    if (open.length > 0 && (done.length === 0 || random() < 0.6)) {
      const { id } = one(open)
      const [blue, gold] = random() < 0.5 ? [2, 1] : [1, 2]
      story = play(story, setScore(id, blue, gold), {
        type: 'CompleteMatch',
        match: id,
        force: true,
      })
      continue
    }
    const { id, result } = one(done)
    const [high = 0, low = 0] = result?.score ?? []
    const turned = setScore(id, low, high)
    const command = insisted(one([turned, turned, reopen(id), replay(id)]))
    corrections.push({ story, command })
    story = play(story, command)
  }
  return { story, corrections }
}

const all = Array.from({ length: evenings }, (_, index) => evening(index + 1))

/** Who plays whom, who won, and who came where. */
function shown(t: Tournament) {
  const rows = rowsOf(t)
  const matches = [...rows.match.values()].map((row) => {
    const { matchNum, blueTeam, goldTeam, blueFrom, goldFrom, winner, isComplete } = row
    return [matchNum, blueTeam, goldTeam, blueFrom, goldFrom, winner, isComplete]
  })
  const places = [...rows.standing.values()].map(({ team, place, sharedPlace }) => {
    return [team, place, sharedPlace] as const
  })
  return { matches, places: places.toSorted((a, b) => a[0] - b[0]) }
}

describe('a bracket whose results were edited again and again', () => {
  test('R-BR-9: is the one its last results give, computed from scratch', () => {
    for (const [index, { story }] of all.entries()) {
      const t = stateOf(story)
      const results = Object.values(t.matches)
        .filter((match) => match.result && needed(t.matches, match))
        .toSorted((a, b) => a.num - b.num)
      const again = results.reduce(
        (fresh, { id, result }) => {
          const [one, two] = result!.score
          return play(fresh, setScore(id, one, two), {
            type: 'CompleteMatch',
            match: id,
            force: true,
          })
        },
        begun(index + 1),
      )
      expect([index + 1, shown(stateOf(again))]).toEqual([index + 1, shown(t)])
    }
  })

  test('R-ED-3: the preview lists exactly the matches that are archived when one insists', () => {
    let refused = 0
    for (const { corrections } of all) {
      for (const { story, command } of corrections) {
        const {
          cascade: _,
          reason: __,
          ...plain
        } = command as Command & { cascade: boolean; reason: string }
        const first = decideIn(story, plain as Command)
        const then = decideIn(story, command)
        if (isRefusal(then)) throw new Error(then.detail)
        const archived = then.events.flatMap((event) =>
          event.type === 'MatchVoided' ? [event.match] : [],
        )
        const own = 'match' in command && command.type === 'ReplayMatch' ? [command.match] : []
        const preview = isRefusal(first) ? (first.more?.['matches'] as { id: number }[]) : []
        if (preview.length > 0) refused++
        const listed = [...preview.map(({ id }) => id), ...own]
        expect(new Set(listed)).toEqual(new Set(archived))
        expect(listed).toHaveLength(archived.length)
      }
    }
    expect(refused).toBeGreaterThan(evenings)
  })
})

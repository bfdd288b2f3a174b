// Brackets after many corrections equal brackets played with the final results from the start.
import { describe, expect, test } from 'vitest'
import { isInBracket, teamsOf } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import { lcg } from '../support/random.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import {
  decideIn,
  withCascade,
  play,
  reopen,
  replay,
  setScore,
  stateOf,
  tournament,
} from './story.ts'
import type { Story } from './story.ts'
import { isRefusal } from '#services/desk/decide/decision.ts'

const evenings = 60
const steps = 60
const stageTypes = ['single_elim', 'double_elim', 'ladder'] as const

type Step = { story: Story; command: Command }

function newBracket(seed: number): Story {
  const stageType = stageTypes[seed % stageTypes.length]!
  return tournament({ teams: 3 + (seed % 7), stage: { stageType } })
}

/** Random results, reversals, reopened and replayed matches, from a seed. */
function evening(seed: number): { story: Story; corrections: Step[] } {
  const random = lcg(seed * 31)
  const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)]!
  let story = newBracket(seed)
  const corrections: Step[] = []
  for (let step = 0; step < steps; step++) {
    const t = stateOf(story)
    const open = Object.values(t.matches).filter((match) => {
      return !match.result && isInBracket(t.matches, match) && !teamsOf(t, match).includes(null)
    })
    const done = Object.values(t.matches).filter((match) => match.result)
    if (open.length > 0 && (done.length === 0 || random() < 0.6)) {
      const { id } = pick(open)
      const [blue, gold] = random() < 0.5 ? [2, 1] : [1, 2]
      story = play(story, setScore(id, blue, gold), {
        type: 'CompleteMatch',
        match: id,
        force: true,
      })
      continue
    }
    const { id, result } = pick(done)
    const [high = 0, low = 0] = result?.score ?? []
    const reversed = setScore(id, low, high)
    const command = withCascade(pick([reversed, reversed, reopen(id), replay(id)]))
    corrections.push({ story, command })
    story = play(story, command)
  }
  return { story, corrections }
}

const all = Array.from({ length: evenings }, (_, index) => evening(index + 1))

/** Teams, winners and places as visible in the rows. */
function visible(t: Tournament) {
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

describe('a bracket whose results were edited many times', () => {
  test('R-BR-9: equals the bracket of its final results, computed from scratch', () => {
    for (const [index, { story }] of all.entries()) {
      const t = stateOf(story)
      const results = Object.values(t.matches)
        .filter((match) => match.result && isInBracket(t.matches, match))
        .toSorted((a, b) => a.num - b.num)
      const replayedStory = results.reduce(
        (fresh, { id, result }) => {
          const [one, two] = result!.score
          return play(fresh, setScore(id, one, two), {
            type: 'CompleteMatch',
            match: id,
            force: true,
          })
        },
        newBracket(index + 1),
      )
      expect([index + 1, visible(stateOf(replayedStory))]).toEqual([index + 1, visible(t)])
    }
  })

  test('R-ED-3: the refusal lists exactly the matches that `cascade` archives', () => {
    let refused = 0
    for (const { corrections } of all) {
      for (const { story, command } of corrections) {
        const {
          cascade: _,
          reason: __,
          ...plain
        } = command as Command & { cascade: boolean; reason: string }
        const refusal = decideIn(story, plain as Command)
        const decision = decideIn(story, command)
        if (isRefusal(decision)) throw new Error(decision.detail)
        const archived = decision.events.flatMap((event) =>
          event.type === 'MatchVoided' ? [event.match] : [],
        )
        const replayed = 'match' in command && command.type === 'ReplayMatch' ? [command.match] : []
        const preview = isRefusal(refusal) ? (refusal.more?.['matches'] as { id: number }[]) : []
        if (preview.length > 0) refused++
        const listed = [...preview.map(({ id }) => id), ...replayed]
        expect(new Set(listed)).toEqual(new Set(archived))
        expect(listed).toHaveLength(archived.length)
      }
    }
    expect(refused).toBeGreaterThan(evenings)
  })
})

// The export for other viewers, drawn by the real package brackets-viewer.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bracketsModel } from '#events/view/brackets-viewer-format.ts'
import type { StageSettings } from '#events/schema/parts/stage-settings.ts'
import { forfeit, m, play, result, stateOf, tournament } from '../desk/story.ts'
import type { Story } from '../desk/story.ts'
import { limitMs } from '../support/limits.ts'
import { noChromium, openEmptyApp } from './browser-app.ts'

type Model = ReturnType<typeof bracketsModel>
type Drawn = { id: number; y: number; round: string; text: string }
type Viewer = { bracketsViewer: { render(data: object, config: object): Promise<void> } }

const dist = join(import.meta.dirname, '../../node_modules/brackets-viewer/dist')

describeBrowser()

function describeBrowser(): void {
  const run = noChromium() === null ? test : test.skip
  let page: Page
  let app: Awaited<ReturnType<typeof openEmptyApp>>
  const errors: string[] = []

  beforeAll(async () => {
    if (noChromium() !== null) return
    app = await openEmptyApp()
    page = await app.open({ device: 'desk' })
    page.on('pageerror', (error) => errors.push(String(error)))
    // The package stores the language, which a page without an address may not do.
    const body = '<!doctype html><div id="root" class="brackets-viewer"></div>'
    await page.route('http://viewer.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    )
    await page.goto('http://viewer.test/')
    await page.addStyleTag({ path: join(dist, 'brackets-viewer.min.css') })
    await page.addScriptTag({ path: join(dist, 'brackets-viewer.min.js') })
  }, limitMs.test)
  afterAll(() => app?.stop())

  async function drawn(story: Story): Promise<{ model: Model; matches: Drawn[] }> {
    const model = bracketsModel(stateOf(story))
    await page.evaluate(async (data) => {
      const { bracketsViewer } = globalThis as unknown as Viewer
      await bracketsViewer.render(
        {
          participants: data.participant,
          stages: data.stage,
          matches: data.match,
          matchGames: data.match_game,
        },
        { selector: '#root', clear: true },
      )
    }, model)
    const matches: Drawn[] = []
    for (const round of await page.locator('.round').all()) {
      const name = await round.locator('h3').textContent()
      for (const match of await round.locator('.match').all()) {
        const box = await match.boundingBox()
        const id = Number(await match.getAttribute('data-match-id'))
        const text = (await match.textContent()) ?? ''
        matches.push({ id, y: (box?.y ?? 0) + (box?.height ?? 0) / 2, round: name ?? '', text })
      }
    }
    expect(errors).toEqual([])
    return { model, matches }
  }

  const sizes = [2, 3, 4, 5, 6, 7, 9, 12, 17, 24]
  run.each([
    ['single elimination', { stageType: 'single_elim' }],
    ['double elimination', { stageType: 'double_elim', grandFinal: 'double' }],
  ] as [string, Partial<StageSettings>][])(
    'the lines of a %s lead from each match to the next one',
    async (_, stage) => {
      for (const teams of sizes) {
        const { model, matches } = await drawn(tournament({ teams, cabinets: 1, stage }))
        const y = new Map(matches.map((match) => [match.id, match.y]))
        for (const { id: group } of model.group.slice(0, 2)) {
          const rounds = model.round.filter((round) => round.group_id === group)
          const inRound = (id: number) => model.match.filter((match) => match.round_id === id)
          for (const [index, { id }] of rounds.entries()) {
            const before = index > 0 ? inRound(rounds[index - 1]!.id) : []
            const own = inRound(id)
            for (const [position, match] of before.length > 0 ? own.entries() : []) {
              const feeders =
                before.length === own.length
                  ? [before[position]!]
                  : before.slice(2 * position, 2 * position + 2)
              const ys = feeders.map((feeder) => y.get(feeder.id)!)
              const middle = ys.reduce((sum, each) => sum + each, 0) / ys.length
              expect(Math.abs(y.get(match.id)! - middle)).toBeLessThan(3)
              leadsHere(stateOf(tournament({ teams, cabinets: 1, stage })), feeders, match.id)
            }
          }
        }
      }
    },
    limitMs.test,
  )

  run(
    'the grand final is drawn behind the winners, and its second match once it is needed',
    async () => {
      const stage = { stageType: 'double_elim', grandFinal: 'double' } as const
      for (const teams of [2, 3, 4]) {
        const played = playedUpToFinal(teams, stage)
        const [first, second] = Object.values(stateOf(played).matches)
          .filter(({ type }) => type === 'first_final' || type === 'second_final')
          .map(({ id }) => id)
        const roundsOf = async (story: Story) => {
          const { matches } = await drawn(story)
          return matches.flatMap(({ id, round }) => (id === first || id === second ? [round] : []))
        }
        const won = play(played, ...result(first!, 2, 0))
        const reset = play(played, ...result(first!, 0, 2))
        expect([teams, await roundsOf(won)]).toEqual([teams, ['Grand Final']])
        expect([teams, await roundsOf(reset)]).toEqual([teams, ['GF Round 1', 'GF Round 2']])
      }
    },
    limitMs.test,
  )

  run('a double forfeit and the champion after it are drawn', async () => {
    const { matches } = await drawn(play(tournament({ teams: 3 }), forfeit(m(1), 2, 3)))
    expect(matches.find(({ id }) => id === m(1))?.text).toContain('Wasps')
    expect(matches.find(({ id }) => id === m(2))?.text).toContain('Bees')
  })
}

/** Each of our matches that leads to another one is one of its two feeders. */
function leadsHere(t: ReturnType<typeof stateOf>, feeders: { id: number }[], target: number): void {
  for (const { id } of feeders) {
    const match = t.matches[id]
    if (match) expect(match.winnerTo?.match).toBe(target)
  }
}

function playedUpToFinal(teams: number, stage: Partial<StageSettings>): Story {
  let story = tournament({ teams, cabinets: 1, stage })
  for (const { id, type } of Object.values(stateOf(story).matches)) {
    if (type === 'winners' || type === 'losers') story = play(story, ...result(id, 2, 0))
  }
  return story
}

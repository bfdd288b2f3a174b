import { canonicalJson } from '../../events/canonical-json.ts'
import type { Stage } from '../../events/schema/stage-settings.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { Clock } from './clock.ts'
import { openBracket } from './connection.ts'
import type { Outside } from './connection.ts'
import { entrantsOf, matchesOf, namesStranger } from './imported-matches.ts'
import type { Entry, Outbox } from './outbox.ts'
import { ApiError, completeBracket } from './external-bracket.ts'
import type { Adapter, Bracket } from './external-bracket.ts'
import { openPollInterval } from './poll-interval.ts'
import { openDelivery } from './delivery.ts'
import type { SendCommand } from './commands.ts'

/** Keeps one stage and its external bracket in step: reports results and imports matches. */
export type StageSync = {
  /** does what is due; never throws because of Challonge */
  step(t: Tournament, stage: Stage): Promise<void>
  /** looks at once, with the token that is stored now */
  pollNow(): void
}

const wholeEveryMs = 60_000
const tokenEveryMs = 30_000

export function openStageSync(outside: Outside, outbox: Outbox, send: SendCommand): StageSync {
  const { clock } = outside
  const pace = openPollInterval(clock)
  const delivery = openDelivery({ outside, outbox, sendCommand: send }, pace)
  let opened: { adapter: Adapter | null; place: string; at: number } | null = null
  const reading = openReading(clock)
  let imported = ''

  function pollNow(): void {
    opened = null
    reading.forget()
    imported = ''
    pace.pollNow()
  }

  async function adapterOf(stage: Stage): Promise<Adapter | null> {
    const place = canonicalJson([stage.linkedOrg || null, stage.linkedBracketId])
    if (opened && opened.place !== place) pollNow()
    if (opened && clock.now() < opened.at + tokenEveryMs) return opened.adapter
    const found = await openBracket(outside, stage)
    const adapter = typeof found === 'string' ? null : found.adapter
    opened = { adapter, place, at: clock.now() }
    return adapter
  }

  /** Said again only when there or here something has changed. */
  async function take(t: Tournament, stage: Stage, found: Bracket): Promise<void> {
    const entrants = entrantsOf(found.participants)
    const matches = matchesOf(found)
    const said = (version: number) => canonicalJson([entrants, matches, version])
    if (said(t.version) === imported) return
    const teams = await send(t.id, { type: 'ImportTeams', stage: stage.id, entrants })
    const done = teams && (await send(t.id, { type: 'ImportMatches', stage: stage.id, matches }))
    imported = said(done?.version ?? t.version)
  }

  async function look(adapter: Adapter, t: Tournament, stage: Stage): Promise<void> {
    if (!pace.isOpen() || !pace.isDue(isPlayed(t, stage))) return
    pace.looked()
    try {
      const found = await reading.read(adapter)
      pace.went()
      await take(t, stage, found)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (outside.leaving.aborted) return
      pace.failed(error)
      // What is refused is asked again with the token that is stored then.
      if (error.locked && opened) opened = { ...opened, adapter: null }
    }
  }

  return {
    pollNow,
    async step(t, stage) {
      const adapter = await adapterOf(stage)
      if (adapter) await look(adapter, t, stage)
      const heading = reading.heading()
      for (const entry of inOrder(outbox.of(stage.id), t)) {
        if (outside.ending.aborted) return
        await delivery.note(entry)
        const isDue = entry.dueAt !== null && entry.dueAt <= clock.now()
        if (isDue && adapter && heading) await delivery.send({ adapter, heading }, t, entry)
      }
    },
  }
}

/** Matches are read often, participants seldom (R-CL-5). */
function openReading(clock: Pick<Clock, 'now'>) {
  let bracket: Bracket | null = null
  let at = -Infinity
  return {
    async read(adapter: Adapter): Promise<Bracket> {
      const isOld = !bracket || clock.now() >= at + wholeEveryMs
      if (bracket && !isOld) {
        const now = { ...bracket, matches: await adapter.matches(bracket.heading) }
        if (!namesStranger(now)) return (bracket = now)
      }
      bracket = completeBracket(await adapter.survey())
      at = clock.now()
      return bracket
    },
    heading: () => bracket?.heading ?? null,
    forget: () => (bracket = null),
  }
}

function isPlayed(t: Tournament, stage: Stage): boolean {
  const own = Object.values(t.matches).filter((match) => match.stage === stage.id)
  return own.some((match) => match.cabinet !== null)
}

const byKind = { result: 0, live: 1, mark: 2 }

/** Results first, and those of earlier matches before those that follow from them. */
function inOrder(entries: Entry[], t: Tournament): Entry[] {
  const place = ({ stage, match }: Entry) =>
    t.links[stage]?.matches[match]?.playOrder ?? t.matches[match]?.num ?? 0
  return entries.toSorted((a, b) => byKind[a.kind] - byKind[b.kind] || place(a) - place(b))
}

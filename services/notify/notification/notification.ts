import { matchLabel, sidesOf, teamsOf } from '#events/bracket/bracket.ts'
import type { Estimates } from '#events/estimate/publish.ts'
import type { MatchId, TeamId } from '#events/ids.ts'
import { activeAt } from '#events/state/announcement.ts'
import type { Match } from '#events/state/match.ts'
import { queueOf } from '#events/state/queue.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { callsOf } from '#events/view/calls.ts'
import type { Calls } from '#events/view/calls.ts'
import { publicOf } from '#events/view/tournament-rows.ts'
import { delayOutdated, minutesOf } from './delay.ts'
import type { Delay } from './delay.ts'

/** What people are told; devices select the kinds they want. */
export type NotificationContent =
  | { kind: 'on_deck'; match: MatchId; attempt: number }
  | { kind: 'called'; match: MatchId; attempt: number; cabinet: number }
  | { kind: 'result'; match: MatchId; attempt: number; winner: TeamId | null; score: string }
  | { kind: 'announcement'; num: number }
  | Delay
/** `teams` are the teams concerned; null means everybody. */
type TeamNotification = {
  key: string
  content: Exclude<NotificationContent, Delay>
  teams: TeamId[] | null
}

/** A commit with the states before and after it. */
type Step = {
  stored: { commit: { at: string } }
  before: { state: Tournament }
  after: { state: Tournament }
}
const cache = new WeakMap<Step, TeamNotification[]>()

/** The notifications of a commit, computed from the public states before and after it. */
export function notificationsOf(step: Step): TeamNotification[] {
  const cached = cache.get(step)
  if (cached) return cached
  const [before, after] = [publicOf(step.before.state), publicOf(step.after.state)]
  const now = step.stored.commit.at
  const notifications = [
    ...ofCalls(before, after),
    ...ofResults(before, after),
    ...ofAnnouncements(before, after, now),
  ]
  cache.set(step, notifications)
  return notifications
}

function ofCalls(before: Tournament, after: Tournament): TeamNotification[] {
  const parts = ['matches', 'queues', 'timers', 'isActive'] as const
  if (parts.every((part) => before[part] === after[part])) return []
  const callsBefore = callsIn(before)
  const all = [...callsIn(after)].flatMap(([id, call]): TeamNotification[] => {
    const match = after.matches[id]
    if (!match) return []
    const { attempt, cabinet } = match
    const ids = { match: id, attempt }
    const teams = playersOf(after, match)
    if (call === 'on' && cabinet !== null && before.matches[id]?.cabinet !== cabinet) {
      const key = `called ${id} ${attempt} ${cabinet}`
      return [{ key, content: { kind: 'called', ...ids, cabinet }, teams }]
    }
    if (!isNext(call) || isNext(callsBefore.get(id))) return []
    return [{ key: `on_deck ${id} ${attempt}`, content: { kind: 'on_deck', ...ids }, teams }]
  })
  // A team that plays twice in a row is called first.
  const isCalled = ({ content }: TeamNotification) => content.kind === 'called'
  return [...all.filter(isCalled), ...all.filter((one) => !isCalled(one))]
}

function ofResults(before: Tournament, after: Tournament): TeamNotification[] {
  if (before.matches === after.matches) return []
  return Object.values(after.matches).flatMap((match): TeamNotification[] => {
    if (before.matches[match.id] === match || !match.result) return []
    const content = resultOf(after, match)
    const previous = before.matches[match.id]
    if (previous?.result && resultKey(resultOf(before, previous)) === resultKey(content)) return []
    return [{ key: resultKey(content), content, teams: playersOf(after, match) }]
  })
}

function ofAnnouncements(before: Tournament, after: Tournament, now: string): TeamNotification[] {
  if (before.announcements === after.announcements) return []
  return activeAt(Object.values(after.announcements), now)
    .filter(({ num }) => !before.announcements[num])
    .map(({ num }) => ({
      key: `announcement ${num}`,
      content: { kind: 'announcement', num },
      teams: null,
    }))
}

type ResultNotification = Extract<NotificationContent, { kind: 'result' }>

function resultOf(t: Tournament, match: Match): ResultNotification {
  const { id, attempt, result } = match
  const [first, second] = result?.score ?? [0, 0]
  const slot = result?.winner ?? null
  const winner = slot === null ? null : teamsOf(t, match)[slot]
  return { kind: 'result', match: id, attempt, winner, score: `${first}–${second}` }
}

function resultKey({ match, attempt, winner, score }: ResultNotification): string {
  return `result ${match} ${attempt} ${winner ?? 'none'} ${score}`
}

function isNext(call: string | undefined): boolean {
  return call === 'now' || call === 'on_deck'
}

function playersOf(t: Tournament, match: Match): TeamId[] {
  return teamsOf(t, match).filter((team) => team !== null)
}

/** After a tournament has ended nobody is called from its queues. */
function callsIn(t: Tournament): Calls {
  const queues = t.isActive ? Object.values(t.queues) : []
  const waiting = new Set(queues.flatMap((queue) => queue.matches))
  const matches = Object.values(t.matches)
    .filter(({ id, cabinet }) => cabinet !== null || waiting.has(id))
    .map((match) => {
      const { blue: blueTeam, gold: goldTeam } = sidesOf(t, match)
      const { id, cabinet: activeCabinet, result } = match
      return { id, blueTeam, goldTeam, activeCabinet, isComplete: result !== null }
    })
  return callsOf({ queues, timers: Object.values(t.timers), matches })
}

/** Returns why a notification is no longer true, or null if it still is. */
export function outdatedReason(
  state: Tournament,
  notification: NotificationContent,
  { now, estimates }: { now: string; estimates: Estimates | null },
): string | null {
  const t = publicOf(state)
  if (t.deleted) return 'the tournament is gone'
  if (notification.kind === 'announcement') {
    const announcement = t.announcements[notification.num]
    return announcement && activeAt([announcement], now).length > 0 ? null : 'it has ended'
  }
  const match = t.matches[notification.match]
  if (!match || match.attempt !== notification.attempt) return 'the match has changed'
  switch (notification.kind) {
    case 'on_deck':
      return isNext(callsIn(t).get(match.id)) ? null : 'it is no longer next'
    case 'called':
      return match.cabinet === notification.cabinet ? null : 'it is no longer on that cabinet'
    case 'result':
      return match.result && resultKey(resultOf(t, match)) === resultKey(notification)
        ? null
        : 'the result has changed'
    case 'delayed':
      return t.isActive ? delayOutdated(match, notification, estimates) : 'the tournament has ended'
  }
}

const minuteMs = 60_000

/** How long a notification is worth reading. A call is of no use once the match is over. */
export function validForMs(t: Tournament, notification: NotificationContent, now: string): number {
  switch (notification.kind) {
    case 'announcement':
      return Date.parse(t.announcements[notification.num]?.endsAt ?? now) - Date.parse(now)
    case 'result':
      return 60 * minuteMs
    case 'on_deck':
    case 'called':
    case 'delayed':
      return 15 * minuteMs
  }
}

/** The current facts from which the text of a notification is made. */
export function factsOf(t: Tournament, notification: NotificationContent) {
  if (notification.kind === 'announcement') {
    return { kind: notification.kind, text: t.announcements[notification.num]?.text ?? '' }
  }
  const match = t.matches[notification.match]!
  const [one, two] = teamsOf(t, match).map((team) => (team && t.teams[team]?.name) ?? '?')
  const about = { match: matchLabel(match), one: one ?? '?', two: two ?? '?' }
  const cabinetName = (id: number) => t.cabinets[id]?.name ?? `${id}`
  switch (notification.kind) {
    case 'on_deck': {
      const cabinets = queueOf(t.queues, match.id)?.cabinets ?? []
      return { kind: notification.kind, about, where: cabinets.map(cabinetName).join(', ') }
    }
    case 'called': {
      const from = match.startedOn.at(-2)
      const isMoved = from !== undefined && from !== notification.cabinet
      return { kind: notification.kind, about, where: cabinetName(notification.cabinet), isMoved }
    }
    case 'result': {
      const winner = notification.winner && (t.teams[notification.winner]?.name ?? '?')
      return { kind: notification.kind, about, score: notification.score, winner }
    }
    case 'delayed':
      return { kind: notification.kind, about, minutes: minutesOf(notification) }
  }
}

import type { CabinetId, MatchId, TournamentId } from '../ids.ts'

/** What an overlay is put together from; each can be switched on and off by itself. */
export const overlayParts = [
  'score',
  'numbers',
  'kills',
  'rosters',
  'next',
  'result',
  'ticker',
  'bracket',
  'lower-third',
] as const
export type OverlayPart = (typeof overlayParts)[number]

/** Beside a game; the others are shown between games, when somebody switches them on. */
const isOnAtFirst: ReadonlySet<OverlayPart> = new Set(['score', 'numbers', 'kills', 'ticker'])
/** What is about one match, and so can be held at it. */
export const ofMatch: ReadonlySet<OverlayPart> = new Set([
  'score',
  'rosters',
  'next',
  'result',
  'bracket',
])

/** Each of these fills the middle, where it covers the others and what is beside a game. */
const inTheMiddle: readonly OverlayPart[] = ['bracket', 'rosters', 'result']
const besideTheGame: readonly OverlayPart[] = ['numbers', 'kills']

/** Those of the middle that are on, the last switched on last; where nobody saw it, in one order. */
export function stacked(before: readonly OverlayPart[], on: readonly OverlayPart[]): OverlayPart[] {
  const stay = before.filter((part) => on.includes(part))
  return [...stay, ...inTheMiddle.filter((part) => on.includes(part) && !stay.includes(part))]
}

/** What is not to be seen under the part that stands in the middle. */
export function isCovered(part: OverlayPart, stack: readonly OverlayPart[]): boolean {
  const top = stack.at(-1)
  return top !== undefined && top !== part && [...inTheMiddle, ...besideTheGame].includes(part)
}

/** What a person said an overlay shows; what is left out follows the matches. */
export type Pins = {
  blueName?: string | undefined
  goldName?: string | undefined
  blueScore?: number | undefined
  goldScore?: number | undefined
  sides?: 'blue-left' | 'gold-left' | undefined
  map?: string | undefined
}
/** `match`: the one it is held at; null: it follows the cabinet. */
type PartState = { isOn: boolean; match: MatchId | null }
type Words = { title: string; line: string }
/** What was said of parts; left out, what is so at first. */
export type StoredParts = { [Part in OverlayPart]?: Partial<PartState> } & { words?: Words }

/** The overlay of a cabinet at a tournament. Of two states the one with the higher version is newer. */
export type OverlayState = {
  tournament: TournamentId
  cabinet: CabinetId
  version: number
  pins: Pins
  parts: Record<OverlayPart, PartState>
  /** of the lower third */
  words: Words
}
export type OverlayFrame = { type: 'overlay'; overlay: OverlayState }

type Stored = { version: number; pins: Pins; parts: StoredParts }

export function overlayOf(
  of: { tournament: TournamentId; cabinet: CabinetId },
  { version, pins, parts }: Stored = { version: 0, pins: {}, parts: {} },
): OverlayState {
  const entries = overlayParts.map((part): [OverlayPart, PartState] => [
    part,
    { isOn: isOnAtFirst.has(part), match: null, ...parts[part] },
  ])
  const { words = { title: '', line: '' } } = parts
  return {
    ...of,
    version,
    pins,
    parts: Object.fromEntries(entries) as OverlayState['parts'],
    words,
  }
}

export const overlayPresses = ['on', 'off', 'toggle', 'pin', 'unpin'] as const
export type OverlayPress = (typeof overlayPresses)[number]

/** A press of a button. `match`: what to hold it at. */
export function pressed(
  parts: StoredParts,
  { part, press, match }: { part: OverlayPart; press: OverlayPress; match: MatchId | null },
): StoredParts {
  const { isOn } = overlayOf({ tournament: 0, cabinet: 0 }, { version: 0, pins: {}, parts }).parts[
    part
  ]
  const change = {
    on: { isOn: true },
    off: { isOn: false },
    toggle: { isOn: !isOn },
    pin: { isOn: true, match },
    unpin: { match: null },
  }[press]
  return { ...parts, [part]: { ...parts[part], ...change } }
}

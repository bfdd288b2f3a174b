import type { CabinetId, MatchId, TournamentId } from '../ids.ts'

/** The parts of an overlay. Each can be switched on and off separately. */
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

/** Parts that are shown beside a game. Others are for the time between games and start off. */
const initiallyOn: ReadonlySet<OverlayPart> = new Set(['score', 'numbers', 'kills', 'ticker'])
/** Parts that show one match, so they can be pinned to a match. */
export const matchParts: ReadonlySet<OverlayPart> = new Set([
  'score',
  'rosters',
  'next',
  'result',
  'bracket',
])

/** Without a connection for so long, an overlay hides the numbers of the running game. */
export const overlaySilenceMs = 10_000

/** Each of these fills the middle and covers the others and the parts beside a game. */
const middleParts: readonly OverlayPart[] = ['bracket', 'rosters', 'result']
const partsBesideGame: readonly OverlayPart[] = ['numbers', 'kills']

/**
 * The parts in the middle that are on, in the order in which they were switched on. Parts that are
 * switched on at once have a fixed order.
 */
export function stackOrder(
  before: readonly OverlayPart[],
  on: readonly OverlayPart[],
): OverlayPart[] {
  const kept = before.filter((part) => on.includes(part))
  return [...kept, ...middleParts.filter((part) => on.includes(part) && !kept.includes(part))]
}

/** Whether a part is hidden by the part in the middle. */
export function isCovered(part: OverlayPart, stack: readonly OverlayPart[]): boolean {
  const top = stack.at(-1)
  return top !== undefined && top !== part && [...middleParts, ...partsBesideGame].includes(part)
}

/** Values that a person has set for an overlay. Those left out follow the matches. */
export type Pins = {
  blueName?: string | undefined
  goldName?: string | undefined
  blueScore?: number | undefined
  goldScore?: number | undefined
  sides?: 'blue-left' | 'gold-left' | undefined
  map?: string | undefined
}
/** `match`: the match it is pinned to; null: it follows the cabinet. */
type PartState = { isOn: boolean; match: MatchId | null }
type Words = { title: string; line: string }
/** The stored state of parts. Parts left out have their initial state. */
export type StoredParts = { [Part in OverlayPart]?: Partial<PartState> } & { words?: Words }

/** The overlay of a cabinet in a tournament. A higher version is newer. */
export type OverlayState = {
  tournament: TournamentId
  cabinet: CabinetId
  version: number
  pins: Pins
  parts: Record<OverlayPart, PartState>
  /** the texts of the lower third */
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
    { isOn: initiallyOn.has(part), match: null, ...parts[part] },
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

/** The parts after a press of a button; `match` is the match to pin the part to. */
export function afterPress(
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

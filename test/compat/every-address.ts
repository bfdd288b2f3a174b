// Compares every address that programs read in both APIs: the compatibility API has exactly the
// known shapes, and the values of the native API.
import { expect } from 'vitest'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import * as golden from './expected-shapes.ts'
import type { Golden } from './expected-shapes.ts'
import { differences } from './expected-shapes.ts'

export type Ids = {
  scene: number
  cabinet: number
  tournament: number
  bracket: number
  match: number
  team: number
  game: number
  device: number
}

/** The shape of each address; lists have their rows under `results`. */
export function addresses(ids: Ids): [path: string, form: Golden][] {
  const of = `?tournament_id=${ids.tournament}`
  const t = '/api/tournament'
  return [
    [`/api/game/scene/${ids.scene}/`, golden.scene],
    ['/api/game/scene/', golden.scene],
    [`${t}/scene/`, golden.homeScene],
    [`/api/game/cabinet/?scene=${ids.scene}`, golden.cabinet],
    [`/api/game/cabinet/${ids.cabinet}/`, golden.cabinet],
    [`/api/game/cabinet/${ids.cabinet}/signin/`, golden.signedIn],
    [`/api/game/cabinet/${ids.cabinet}/queued-matches/`, golden.queuedMatches],
    [`/api/game/client-device/${ids.device}/`, golden.clientDevice],
    [`/api/game/client-device/${ids.device}/signin/`, golden.signedIn],
    [`/api/game/game/${ids.game}/`, golden.game],
    [`/api/game/game/?tournament_match_id=${ids.match}`, golden.game],
    [`/api/game/game/recent/?cabinet_id=${ids.cabinet}&rows_per_page=5`, golden.game],
    [`/api/game/game/${ids.game}/stats/`, golden.stats],
    [`/api/game/game-event?game_id=${ids.game}`, golden.gameEvent],
    [`${t}/tournament/`, golden.tournament],
    [`${t}/tournament/${ids.tournament}/`, golden.tournament],
    [`${t}/bracket/${of}`, golden.bracket],
    [`${t}/bracket/${ids.bracket}/`, golden.bracket],
    [`${t}/match/${of}&rows_per_page=1000`, golden.match],
    [`${t}/match/?team_id=${ids.team}`, golden.match],
    [`${t}/match/?active_cabinet_id=${ids.cabinet}`, golden.match],
    [`${t}/match/${ids.match}/`, golden.match],
    [`${t}/queue/${of}`, golden.queue],
    [`${t}/team/${of}`, golden.team],
    [`${t}/video/${of}`, golden.video],
    [`/api/video/video-clip/?cabinet_id=${ids.cabinet}`, golden.clip],
  ]
}

/** All differences from the shapes and between the APIs, by address and path. */
export async function compareAddresses(
  fixture: TwoScenes,
  all: ReturnType<typeof addresses>,
): Promise<string[]> {
  const problems: string[] = []
  for (const [path, form] of all) {
    const [compatResponse, nativeResponse] = await Promise.all([
      fetch(`${fixture.app.compatUrl}${path}`),
      fetch(`${fixture.app.url}${path}`),
    ])
    expect([path, compatResponse.status, nativeResponse.status]).toEqual([path, 200, 200])
    const [compat, native] = [
      (await compatResponse.json()) as Body,
      (await nativeResponse.json()) as Body,
    ]
    const isList = Array.isArray(compat.results)
    const pairs: [Body, Body][] = isList
      ? compat.results.map((row: Body, index: number) => [row, native.results[index]])
      : [[compat, native]]
    if (isList)
      problems.push(
        ...contradictions([compat.count, compat.next], [native.count, native.next], path),
      )
    for (const [row, plain] of pairs) {
      problems.push(...differences(form, row).map((what) => `${path} ${what}`))
      problems.push(...contradictions(row, plain, path))
    }
  }
  return [...new Set(problems)]
}

/** Keys that only the compatibility API has. */
const onlyInCompat = new Set(
  `address allow_qr_signin allow_nfc_signin allow_tournament_player total_games last_game_time
  twitch_channel_name users match qp_match whiteboard_match scene_display_name location awards
  bracket_info blue_team_info gold_team_info linked_match_id link_token cabinet`.split(/\s+/),
)

/** Paths of keys that the native API leaves out where it abbreviates an object. */
const abbreviatedInNative =
  /\.(?:cabinet|scene)\.(?:description|time_zone|client_status|background_color)$|match_list\[\]\.video_link$/

function contradictions(compat: Body, native: Body, path: string): string[] {
  if (Array.isArray(compat) && Array.isArray(native)) {
    if (compat.length !== native.length) return [`${path}: ${compat.length} and ${native.length}`]
    return compat.flatMap((part, index) => contradictions(part, native[index], `${path}[]`))
  }
  const isObject = (value: Body) => value !== null && typeof value === 'object'
  if (isObject(compat) && isObject(native)) {
    const plain = Object.fromEntries(
      Object.entries(native).map(([key, part]) => [snake(key), part]),
    )
    return Object.entries(compat).flatMap(([key, part]) => {
      if (key in plain) return contradictions(part, plain[key], `${path}.${key}`)
      return onlyInCompat.has(key) || abbreviatedInNative.test(`${path}.${key}`)
        ? []
        : [`${path}.${key}: only in the compatibility API`]
    })
  }
  // One API has the id, the other the whole object.
  if (isObject(compat) && typeof native === 'number') return contradictions(compat.id, native, path)
  if (isObject(native) && typeof compat === 'number') return contradictions(compat, native.id, path)
  return isSame(compat, native)
    ? []
    : [`${path}: ${JSON.stringify(compat)}, not ${JSON.stringify(native)}`]
}

const translations: Record<string, string> = { no_result: 'error', running: 'processing' }

function isSame(compat: unknown, native: unknown): boolean {
  if (compat === native) return true
  if (typeof compat !== 'string' || typeof native !== 'string') return false
  if (/T\d\d:\d\d:\d\d\.\d{3}000Z$/.test(compat)) return compat.replace('000Z', 'Z') === native
  return compat === translations[native] || (native.startsWith('/') && compat.endsWith(native))
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

// Every address that programs read, in both APIs: the second is exactly as they know it, and says
// what the first says.
import { expect } from 'vitest'
import type { Body, Hall } from '../support/two-scenes.ts'
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

/** By address; what is listed is under `results`. */
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

/** What was found otherwise, by address and path. */
export async function walk(hall: Hall, all: ReturnType<typeof addresses>): Promise<string[]> {
  const found: string[] = []
  for (const [path, form] of all) {
    const [there, here] = await Promise.all([
      fetch(`${hall.rig.compatUrl}${path}`),
      fetch(`${hall.rig.url}${path}`),
    ])
    expect([path, there.status, here.status]).toEqual([path, 200, 200])
    const [told, own] = [(await there.json()) as Body, (await here.json()) as Body]
    const isList = Array.isArray(told.results)
    const pairs: [Body, Body][] = isList
      ? told.results.map((row: Body, index: number) => [row, own.results[index]])
      : [[told, own]]
    if (isList) found.push(...otherwise([told.count, told.next], [own.count, own.next], path))
    for (const [row, plain] of pairs) {
      found.push(...differences(form, row).map((what) => `${path} ${what}`))
      found.push(...otherwise(row, plain, path))
    }
  }
  return [...new Set(found)]
}

/** What the compatibility API adds: nothing of it is asked of the first. */
const added = new Set(
  `address allow_qr_signin allow_nfc_signin allow_tournament_player total_games last_game_time
  twitch_channel_name users match qp_match whiteboard_match scene_display_name location awards
  bracket_info blue_team_info gold_team_info linked_match_id link_token cabinet`.split(/\s+/),
)

/** What the first has in brief. */
const whole =
  /\.(?:cabinet|scene)\.(?:description|time_zone|client_status|background_color)$|match_list\[\]\.video_link$/

function otherwise(told: Body, own: Body, path: string): string[] {
  if (Array.isArray(told) && Array.isArray(own)) {
    if (told.length !== own.length) return [`${path}: ${told.length} and ${own.length}`]
    return told.flatMap((part, index) => otherwise(part, own[index], `${path}[]`))
  }
  const isThing = (value: Body) => value !== null && typeof value === 'object'
  if (isThing(told) && isThing(own)) {
    const plain = Object.fromEntries(Object.entries(own).map(([key, part]) => [snake(key), part]))
    return Object.entries(told).flatMap(([key, part]) => {
      if (key in plain) return otherwise(part, plain[key], `${path}.${key}`)
      return added.has(key) || whole.test(`${path}.${key}`)
        ? []
        : [`${path}.${key}: only in the compatibility API`]
    })
  }
  // One names the thing, the other has it whole.
  if (isThing(told) && typeof own === 'number') return otherwise(told.id, own, path)
  if (isThing(own) && typeof told === 'number') return otherwise(told, own.id, path)
  return isSame(told, own) ? [] : [`${path}: ${JSON.stringify(told)}, not ${JSON.stringify(own)}`]
}

const words: Record<string, string> = { no_result: 'error', running: 'processing' }

function isSame(told: unknown, own: unknown): boolean {
  if (told === own) return true
  if (typeof told !== 'string' || typeof own !== 'string') return false
  if (/T\d\d:\d\d:\d\d\.\d{3}000Z$/.test(told)) return told.replace('000Z', 'Z') === own
  return told === words[own] || (own.startsWith('/') && told.endsWith(own))
}

function snake(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

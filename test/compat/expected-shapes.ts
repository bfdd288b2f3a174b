// The exact keys and types of the compatibility API, taken from what existing programs read. A type
// is `int`, `number`, `text`, `bool`, `time`, `date`, `id` (an integer as a string), `any`,
// `nothing` (always null), `tally` (numbers by position), `people` (by position), `awards` of a
// game, or alternatives separated by |. [type] is a list, and type? may be null.
import { expect } from 'vitest'

export type Golden = { [key: string]: string | Golden | [Golden] }

/** Parses a flat form such as `id:int name:text`, and adds nested forms. */
export function form(flat: string, nested: Golden = {}): Golden {
  const pairs = flat.trim().split(/\s+/)
  return {
    ...Object.fromEntries(pairs.map((pair) => pair.split(':') as [string, string])),
    ...nested,
  }
}

export const cabinet = form(
  `id:int name:text display_name:text scene:int address:text description:text time_zone:text
  allow_qr_signin:bool allow_nfc_signin:bool allow_tournament_player:bool total_games:int
  last_game_time:time? client_status:online|offline twitch_channel_name:text?`,
)
export const scene = form(
  `id:int name:text display_name:text description:text total_games:int last_game_time:time?
  background_color:text`,
)
export const homeScene = form(
  'id:int name:text display_name:text background_color:text foreground_color:text',
)
export const user = form('id:int player_id:int user:int game:int play_session:int?')
export const game = form(
  `id:int map_name:Day|Night|Dusk|Twilight start_time:time end_time:time?
  status:complete|error|processing win_condition:military|economic|snail? winning_team:blue|gold?
  player_count:int berries_used:int cabinet_version:text match:int? qp_match:int?
  tournament_match:int? whiteboard_match:int?`,
  { cabinet, scene, users: [user] },
)
export const gameEvent = form(
  `id:int game:int game_uuid:text timestamp:time event_type:text values:[text]
  win_probability:number?`,
)
export const tournament = form(
  `id:int name:text scene:int scene_name:text scene_display_name:text slug:text date:date
  is_active:bool location:text description:text allow_registration:bool
  registration_close_date:date? registration_banner:text? registration_message:text
  accept_payments:bool payment_message:text link_type:challonge|hivemind|manual
  stripe_configured:bool awards:nothing require_player_photo:bool assigned_cabinets:[int]
  tidbit_prompt:text`,
)
export const bracket = form(
  `id:int name:text tournament:int stage_type:round_robin|single_elim|double_elim|ladder|custom?
  rounds_per_match:int wins_per_match:int matches_per_opponent:int report_as_sets:bool
  add_tiebreaker:bool auto_warmup:never|first_set|first_set_on_cab|always queue_timer:int
  randomize_sides:bool third_place_match:bool stage_tiebreakers:[text]? linked_bracket_id:text?
  linked_org:text? link_token:text? is_valid:bool is_complete:bool`,
)
const teamInfo = form('id:int name:text image:text?')
export const match = form(
  `id:int stage_name:text linked_match_id:int? match_num:int round_num:int? round_name:text
  match_type:winners|losers|first_final|second_final|third_place? blue_score:int gold_score:int
  is_flipped:bool is_complete:bool is_warmup:bool video_link:text? winner_to_match:int?
  winner_to_team:blue|gold? loser_to_match:int? loser_to_team:blue|gold? winner_place:int?
  loser_place:int? bracket:int blue_team:int? gold_team:int? active_cabinet:int?`,
  { tournament, bracket_info: bracket, blue_team_info: teamInfo, gold_team_info: teamInfo },
)
export const queue = form('id:int tournament:int enabled:bool cabinet:int? cabinets:[int]', {
  match_list: [match],
})
export const signIn = form(
  `scene_name:text cabinet_id:int cabinet_name:text player_id:int position_name:text
  action:sign_in|sign_out user_id:int user_name:text device_ids:[text]`,
)
export const queuedMatches = form('cabinet_id:int', {
  signed_in: [signIn],
  matches: [
    form(
      `id:int blue_team:int? gold_team:int? blue_score:int gold_score:int round_num:int?
      round_name:text is_warmup:bool`,
    ),
  ],
})
export const team = form('id:int name:text tournament:int image:text?')
export const player = form(
  `id:int name:text scene:text pronouns:text tidbit:text image:text? team:int? user:int?
  tournament:int do_not_display:bool`,
)
export const question = form(
  `id:int tournament:int field_name:text field_slug:text field_description:text field_type:text
  is_required:bool choices:any order:int`,
)
export const video = form(
  `id:int cabinet:int cabinet_name:text service:youtube video_id:text start_time:time?
  length:text tournament:int`,
)
const byTeam = form('blue:int gold:int')
const byPlayer = form(
  `kills:tally deaths:tally military_kills:tally military_deaths:tally queen_kills:tally
  kills_as_queen:tally berries:tally berries_kicked:tally snail_distance:tally
  warrior_uptime:tally eaten_by_snail:tally bump_assists:tally`,
)
export const stats = form(
  `human_players:[int] signed_in:people map:text awards:awards win_condition:military|economic|snail?
  winning_team:blue|gold? length_sec:number length:text`,
  {
    by_player: byPlayer,
    berries: byTeam,
    military_kills: byTeam,
    military_deaths: byTeam,
    snail_meters: byTeam,
  },
)

const isText = (value: unknown): value is string => typeof value === 'string'
const isPosition = (value: unknown) => /^([1-9]|10)$/.test(String(value))
const award = form('title:text')
const person = form('id:int name:text')
const types: Record<string, (value: unknown) => boolean> = {
  int: Number.isSafeInteger,
  number: Number.isFinite,
  text: isText,
  bool: (value) => typeof value === 'boolean',
  time: (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value),
  date: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  id: (value) => isText(value) && /^\d+$/.test(value),
  any: () => true,
  nothing: (value) => value === null,
  tally: (value) =>
    value !== null &&
    Object.entries(value as object).every(
      ([position, n]) => isPosition(position) && Number.isInteger(n) && n > 0,
    ),
  people: (value) =>
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value as object).every(
      ([position, one]) => isPosition(position) && differences(person, one).length === 0,
    ),
  // `players` or `teams` may be missing.
  awards: (value) =>
    Array.isArray(value) &&
    value.every(({ players = [], teams = [], ...rest }) => {
      const isOfTeams = isOf('[blue|gold]', teams)
      return isOfTeams && players.every(isPosition) && differences(award, rest).length === 0
    }),
}

function isOf(type: string, value: unknown): boolean {
  if (type.endsWith('?') && value === null) return true
  const plain = type.replace(/\?$/, '')
  if (plain.startsWith('[')) {
    return Array.isArray(value) && value.every((each) => isOf(plain.slice(1, -1), each))
  }
  return types[plain]?.(value) ?? plain.split('|').includes(value as string)
}

/** Differences from the golden form, by path; empty if the value matches exactly. */
export function differences(golden: Golden, value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [`${path}: no object`]
  const missing = Object.keys(golden).filter((key) => !(key in value))
  const more = Object.keys(value).filter((key) => !(key in golden))
  const wrong = Object.entries(golden).flatMap(([key, form]) => {
    const at = `${path}.${key}`
    const part = (value as Record<string, unknown>)[key]
    if (part === undefined) return []
    if (typeof form === 'string') {
      return isOf(form, part) ? [] : [`${at}: ${JSON.stringify(part)} is not ${form}`]
    }
    // These objects may be null.
    if (part === null && /(team_info|current_match|on_deck)$/.test(key)) return []
    if (!Array.isArray(form)) return differences(form, part, at)
    if (!Array.isArray(part)) return [`${at}: no list`]
    return part.flatMap((each) => differences(form[0], each, `${at}[]`))
  })
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...more.map((key) => `${path}.${key} is too much`),
    ...wrong,
  ]
}

export function expectGolden(golden: Golden, values: unknown): void {
  const all = [values].flat()
  expect(all.length).toBeGreaterThan(0)
  expect(all.flatMap((value) => differences(golden, value))).toEqual([])
}

const ofCabinet = 'cabinet_id:int cabinet_name:text scene_name:text'
const currentMatch = form(
  `id:int blue_team:text? blue_score:int gold_team:text? gold_score:int is_warmup:bool
  rounds_per_match:int wins_per_match:int round_name:text`,
)
/** Messages of `/ws/gamestate` by type; `current_match` and `on_deck` may be null. */
export const gamestate: Record<string, Golden> = {
  gamestart: form(`type:gamestart ${ofCabinet} game_id:id`),
  gameend: form(
    `type:gameend ${ofCabinet} game_id:id winning_team:blue|gold
    win_condition:military|economic|snail`,
  ),
  match: form(`type:match match_type:tournament? ${ofCabinet}`, {
    current_match: currentMatch,
    on_deck: currentMatch,
  }),
  matchend: form(
    `type:matchend match_id:int ${ofCabinet} blue_team:text blue_score:int gold_team:text
    gold_score:int`,
  ),
  matchstats: form(`type:matchstats match_id:int ${ofCabinet} games:int`, {
    by_player: byPlayer,
    berries: byTeam,
  }),
  playernames: form(`type:playernames ${ofCabinet} values:[text]`),
  cabinetOnline: form(`type:cabinetOnline ${ofCabinet}`),
  cabinetOffline: form(`type:cabinetOffline ${ofCabinet}`),
}
export const ingame = form(
  `berries_deposited:tally berries_kicked_in:tally berries_remaining:int cabinet_id:int
  deaths:tally game_time:number have_berries:[int] kills:tally map_name:text military_deaths:tally
  military_kills:tally queen_kills:tally snail_distance:tally total_berries:tally`,
)
export const rawEvent = form('event_type:text values:[text] uuid:text')
const standing = form(
  `matches_played:int matches_won:int matches_tied:int matches_lost:int games_won:int
  games_lost:int game_win_pct:number? match_win_pct:number? game_time_in_losses:number? place:int?
  shared_place:text? decided_by:any tournament:int bracket:int rank:int`,
  { team: form('id:int name:text') },
)
export const relayed = {
  queue: form('type:queue', { data: queue }),
  match: form('type:match', { data: match }),
  standings: form('type:standings', { data: form('bracket:int', { standings: [standing] }) }),
}
export const signedIn = form('id:int', { signed_in: [signIn] })
const statistic = form('name:text label:text value:int')
export const profile = form(
  'id:int name:text scene:text image:text? pronouns:text is_profile_public:bool',
  { stats: [statistic] },
)
const group = form('name:text games:int won:int')
const sums = form(
  `kills:number deaths:number military_kills:number military_deaths:number queen_kills:number
  kills_as_queen:number berries:number berries_kicked:number snail_distance:number
  warrior_uptime:number eaten_by_snail:number bump_assists:number`,
)
export const totals = form('games:int won:int', {
  stats: sums,
  by_position: [group],
  by_map: [group],
  by_win_condition: [group],
  opponents: [form('id:int name:text games:int won:int')],
})
export const clientDevice = form('id:int cabinet:int')
export const clip = form('id:int cabinet:int game:int? created_at:time created_by:int? link:text?')
export const register = form(
  `type:nfc_register scene_name:text cabinet_name:text reader_id:text user:int user_name:text
  device_ids:[text]`,
)

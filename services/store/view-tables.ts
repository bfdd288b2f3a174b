/**
 * The disposable half of the database, rebuilt from the log. A changed text here means: drop,
 * create, fill again; there are no migrations for it. `$` stands for the schema's name.
 */
export const viewTables = `
create table $.checkpoint (name text primary key, seq bigint not null);
insert into $.checkpoint values ('tournament', 0), ('facts', 0);
create table $.tournament_version (tournament int primary key, version int not null);
-- frames name commands by their public id
create table $.change (
  tournament int not null, version int not null, frame jsonb not null,
  primary key (tournament, version)
);
create table $.tournament (
  id int primary key, scene int not null, name text not null, slug text not null,
  date text not null, link_type text not null, is_active boolean not null,
  assigned_cabinets jsonb not null, held_cabinets jsonb not null,
  protest_deadline text not null, ruling_signers text not null
);
create index on $.tournament (scene, slug);
create table $.team (id int primary key, tournament int not null, name text not null);
create index on $.team (tournament);
create table $.bracket (
  id int primary key, tournament int not null, name text not null, stage_type text,
  rounds_per_match int not null, wins_per_match int not null, matches_per_opponent int not null,
  add_tiebreaker boolean not null, third_place_match boolean not null, queue_timer int not null,
  auto_warmup text not null, randomize_sides boolean not null, stage_tiebreakers jsonb not null,
  report_as_sets boolean not null, linked_org text, linked_bracket_id text,
  auto_complete boolean not null, grand_final text not null, restart_on_split boolean not null,
  teams jsonb not null, seeds jsonb not null, is_created boolean not null, is_valid boolean not null,
  is_complete boolean not null, is_provisional boolean not null, group_set int, decides jsonb, withdrawn jsonb not null,
  dice_hash text, dice text
);
create index on $.bracket (tournament);
create table $.stage_end (
  bracket int primary key, tournament int not null, version int not null, chain text not null
);
create index on $.stage_end (tournament);
create table $.match (
  id int primary key, tournament int not null, bracket int not null, stage_name text not null,
  match_type text, match_num int not null, round_num int, round_name text not null,
  blue_team int, gold_team int, blue_from text, gold_from text,
  blue_score int not null, gold_score int not null, is_complete boolean not null,
  forfeit boolean not null,
  is_flipped boolean not null, is_warmup boolean not null, active_cabinet int, winner int,
  winner_to_match int, winner_to_team text, loser_to_match int, loser_to_team text,
  winner_place int, loser_place int, started_at text, completed_at text,
  attempt int not null, attempts jsonb not null, note text,
  under_review boolean not null, protest jsonb, is_provisional boolean not null, link jsonb
);
create index on $.match (tournament);
create index on $.match (active_cabinet) where active_cabinet is not null;
create index on $.match (blue_team);
create index on $.match (gold_team);
create table $.queue (
  id int primary key, tournament int not null, name text not null, cabinets jsonb not null,
  auto_created boolean not null, enabled boolean not null, matches jsonb not null
);
create index on $.queue (tournament);
create table $.timer (
  cabinet int not null, tournament int not null, due_at text not null, after int not null,
  waits text,
  primary key (tournament, cabinet)
);
create table $.standing (
  tournament int not null, bracket int not null, team int not null,
  matches_played int not null, matches_won int not null, matches_tied int not null,
  matches_lost int not null, games_won int not null, games_lost int not null,
  game_win_pct float8, match_win_pct float8, game_time_in_losses float8,
  place int, shared_place text, decided_by jsonb,
  primary key (tournament, bracket, team)
);
create table $.played (
  game text not null, tournament int not null, match int not null, cabinet int not null,
  status text not null, reason text, winning_team text, win_condition text, map_name text,
  seconds float8, primary key (tournament, game)
);
create index on $.played (match);
create index on $.played (game);
create table $.member (
  player int not null, tournament int not null, team int not null,
  primary key (tournament, player)
);
create index on $.member (team);
create table $.draft (
  tournament int primary key, draft_order text not null, teams jsonb not null,
  current_idx int not null, selected_round int not null, last_round int not null,
  picks jsonb not null, pick_seconds int, due_at text, created_teams jsonb,
  version text not null
);
create table $.protest (
  id int primary key, tournament int not null, match int not null, reason text not null,
  state text not null, is_late boolean not null, lodged_at text not null, ruling text,
  ended_at text, sentence int
);
create index on $.protest (tournament);
create index on $.protest (match);
create table $.cabinet (
  id int primary key, client_status text not null, since text, live jsonb not null,
  newest text not null, game text
);
create table $.game (
  id bigint primary key, game_id text not null, cabinet int not null,
  map_name text not null, cabinet_map text not null, gold_on_left boolean,
  start_time text not null, end_time text, seconds float8, status text not null,
  win_condition text, winning_team text, player_count int not null, berries_used int not null,
  cabinet_version text not null, stats jsonb not null,
  unique (game_id, cabinet)
);
create index on $.game (cabinet, id);
create table $.cabinet_event (
  cabinet int not null, event_id text not null, game_id text, time text not null,
  type text not null, values jsonb not null, seq bigint not null, after bigint not null,
  primary key (cabinet, event_id)
);
create index on $.cabinet_event (game_id, time, event_id);
create index on $.cabinet_event (cabinet, after, seq);
`

/** Key columns of each table of the projector, in the order of its primary key. */
export const keyColumns: Record<string, string[]> = {
  tournament: ['id'],
  team: ['id'],
  bracket: ['id'],
  match: ['id'],
  queue: ['id'],
  timer: ['tournament', 'cabinet'],
  standing: ['tournament', 'bracket', 'team'],
  played: ['tournament', 'game'],
  member: ['tournament', 'player'],
  draft: ['tournament'],
  protest: ['id'],
  cabinet: ['id'],
  game: ['id'],
  cabinet_event: ['cabinet', 'event_id'],
  change: ['tournament', 'version'],
  tournament_version: ['tournament'],
  stage_end: ['bracket'],
}
export const viewTableNames = [...Object.keys(keyColumns), 'checkpoint']

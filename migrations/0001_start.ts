import { statements } from './statements.ts'

/**
 * The data that is not in the log. Ids come from one sequence for each kind, for use in commands.
 */
export const up = statements(`
create schema if not exists kept;
create sequence kept.tournament_id;
create sequence kept.team_id;
create sequence kept.bracket_id;
create sequence kept.match_id;
create sequence kept.queue_id;
create sequence kept.scene_id;
create sequence kept.cabinet_id;
create sequence kept.person_id;
create table kept.scene (
  id int primary key,
  name text not null unique check (name = lower(name)),
  display_name text not null,
  description text not null default '',
  background_color text not null default '#ffffff',
  created_at timestamptz not null default now()
);
create table kept.cabinet (
  id int primary key,
  scene int not null references kept.scene,
  name text not null check (name = lower(name)),
  display_name text not null,
  description text not null default '',
  time_zone text not null default 'UTC',
  token_hash text not null,
  created_at timestamptz not null default now(),
  unique (scene, name)
);
create table kept.person (
  id int primary key,
  name text not null,
  is_owner boolean not null default false,
  created_at timestamptz not null default now()
);
create table kept.role (
  person int not null references kept.person on delete cascade,
  scene int not null references kept.scene on delete cascade,
  role text not null check (role in ('admin', 'tournament')),
  primary key (person, scene)
);
create table kept.session (
  token_hash text primary key,
  person int not null references kept.person on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on kept.session (person);
create table kept.sign_in (
  code_hash text primary key,
  person int not null references kept.person on delete cascade,
  created_at timestamptz not null default now()
);
create table kept.api_key (
  hash text primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create table kept.answered (
  id text primary key,
  content_hash text not null,
  status int not null,
  body jsonb not null,
  created_at timestamptz not null default now()
);
create table kept.tournament (
  id int primary key,
  description text not null default '',
  allow_registration boolean not null default false,
  registration_close_date date,
  registration_banner text,
  registration_message text not null default '',
  tidbit_prompt text not null default 'Interesting tidbit about yourself',
  accept_payments boolean not null default false,
  payment_message text not null default '',
  require_player_photo boolean not null default false,
  created_at timestamptz not null default now()
);
create table kept.witness (
  seq bigint primary key,
  tournament int not null,
  version int not null,
  chain text not null,
  commit json not null,
  unique (tournament, version)
);
create index witness_command on kept.witness ((commit ->> 'id'))
`)

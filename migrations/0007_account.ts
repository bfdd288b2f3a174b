import { statements } from './statements.ts'

/**
 * Credentials and sessions of persons, and invitations to roles. Secrets are stored only as hashes.
 * Provider tokens are not stored, but the library requires their columns. Deleting a person deletes
 * their credentials, sessions and keys (P20).
 */
export const up = statements(`
alter table kept.person
  alter column id set default nextval('kept.person_id'),
  add column email text unique check (email = lower(email)),
  add column email_verified boolean not null default false,
  add column image text,
  add column updated_at timestamptz not null default now();
create table kept.credential (
  id int generated always as identity primary key,
  person int not null references kept.person on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text check (access_token is null),
  refresh_token text check (refresh_token is null),
  id_token text check (id_token is null),
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credential_person on kept.credential (person);
create table kept.verification (
  id int generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on kept.verification (identifier);
alter table kept.session
  add column id int generated always as identity unique,
  add column device text not null default '';
alter table kept.api_key
  add column id int generated always as identity unique,
  add column person int references kept.person on delete cascade,
  add column last_used_at timestamptz;
create index api_key_person on kept.api_key (person);
create table kept.invitation (
  id int generated always as identity primary key,
  scene int not null references kept.scene on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'tournament')),
  code_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (scene, email)
);
create index invitation_email on kept.invitation (email);
create table kept.attempt (
  key text primary key,
  tries int not null,
  at timestamptz not null,
  open_at timestamptz not null
)
`)

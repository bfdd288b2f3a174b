import { statements } from './statements.ts'

/**
 * Settings by organisers: questions, payment options, templates, groups of cabinets. Rows of a
 * tournament are deleted with its row in kept.tournament.
 */
export const up = statements(`
alter table kept.tournament add column scene int, add column slug text,
  add column payment_account int;
create unique index tournament_slug on kept.tournament (scene, slug);
create table kept.question (
  id int generated always as identity primary key,
  tournament int not null references kept.tournament on delete cascade,
  field_name text not null generated always as ('question' || id::text) stored,
  field_slug text,
  field_description text not null,
  field_type text not null
    check (field_type in ('text', 'multi_choice', 'single_choice', 'checkbox')),
  is_required boolean not null,
  choices jsonb not null,
  position int not null,
  created_at timestamptz not null default now(),
  unique (tournament, position) deferrable initially deferred
);
create table kept.payment_option (
  id int generated always as identity primary key,
  tournament int not null references kept.tournament on delete cascade,
  name text not null,
  price_cents int not null check (price_cents > 0),
  allow_custom_price boolean not null,
  created_at timestamptz not null default now()
);
create index payment_option_tournament on kept.payment_option (tournament);
create table kept.template (
  id int generated always as identity primary key,
  scene int not null references kept.scene on delete cascade,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  unique (scene, name)
);
create table kept.cabinet_group (
  id int generated always as identity primary key,
  scene int not null references kept.scene on delete cascade,
  name text not null,
  cabinets jsonb not null,
  created_at timestamptz not null default now(),
  unique (scene, name)
)
`)

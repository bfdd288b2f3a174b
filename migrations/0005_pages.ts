import { statements } from './statements.ts'

/** External content of a tournament: links, and recordings of its cabinets. */
export const up = statements(`
create table kept.link (
  id int generated always as identity primary key,
  tournament int not null references kept.tournament on delete cascade,
  url text not null,
  title text not null,
  image text,
  position int not null,
  created_at timestamptz not null default now(),
  unique (tournament, position) deferrable initially deferred
);
create table kept.video (
  id int generated always as identity primary key,
  tournament int not null references kept.tournament on delete cascade,
  video_id text not null,
  cabinet int not null references kept.cabinet,
  length int not null check (length > 0),
  created_at timestamptz not null default now(),
  unique (tournament, video_id, cabinet)
);
create table kept.video_reference (
  video int not null references kept.video on delete cascade,
  game text not null,
  reference_point text not null check (reference_point in ('start', 'end', 'postgame')),
  seconds float8 not null,
  primary key (video, game, reference_point)
)
`)

import { statements } from './statements.ts'

/** A key may be limited to one scene and to some of its person's rights, and may expire. */
export const up = statements(`
alter table kept.api_key
  add column scene integer references kept.scene on delete cascade,
  add column rights text check (rights in ('read', 'displays', 'official', 'admin')),
  add column ends_at timestamptz,
  add constraint api_key_scope check ((scene is null) = (rights is null))
`)

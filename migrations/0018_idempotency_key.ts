import { statements } from './statements.ts'

/**
 * Renames the table of stored responses to what they are found by: the idempotency key (P2). The
 * functions contain the table's name, so they are replaced; their triggers stay.
 */
export const up = statements(`
alter table kept.answered rename to idempotency_key;
alter index kept.answered_pkey rename to idempotency_key_pkey;
alter index kept.answered_player rename to idempotency_key_player;
alter index kept.answered_person rename to idempotency_key_person;
alter index kept.answered_created rename to idempotency_key_created;
alter table kept.idempotency_key
  rename constraint answered_person_fkey to idempotency_key_person_fkey;
create or replace function kept.forget_player() returns trigger language plpgsql as $$
begin
  delete from kept.idempotency_key
    where body -> 'body' ? 'doNotDisplay' and body -> 'body' ->> 'id' = old.id::text; return null; end $$;
create or replace function kept.forget_person() returns trigger language plpgsql as $$
begin
  delete from kept.idempotency_key
    where body @> jsonb_build_object('body', jsonb_build_object('person', jsonb_build_object('id', old.id)))
      or strpos(body::text, to_jsonb(old.email)::text) > 0; delete
  from kept.invitation where email = old.email; delete
  from kept.verification
    where value in (old.id::text, old.email) or starts_with(value, old.id || ' '); return null; end $$
`)

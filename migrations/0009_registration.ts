import { statements } from './statements.ts'

/**
 * Self-registration of players with pictures, and what is deleted with a person (P20). A picture's
 * id is a keyed hash of its bytes and its owner, so that it cannot be guessed and is not shared,
 * except for banners from a template. A picture is deleted with the last row that uses it. Stored
 * command responses are deleted with their caller and with the person they are about.
 */
export const up = statements(`
create table kept.image (
  id text primary key,
  type text not null,
  body bytea not null,
  created_at timestamptz not null default now()
);
create table kept.image_key (
  one boolean primary key default true check (one),
  key text not null
);
insert into kept.image_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text);
create index player_image on kept.player (image) where image like '/api/image/%';
create index player_user on kept.player ("user");
create index player_name on kept.player (tournament, lower(name), id);
create function kept.drop_image() returns trigger language plpgsql as $$
declare was text := to_jsonb(old) ->> tg_argv[0]; begin
  if was like '/api/image/%'
    and (tg_op = 'DELETE' or was is distinct from to_jsonb(new) ->> tg_argv[0]) then
    delete from kept.image where id = substr(was, 12)
      and not exists (select from kept.player where image = was)
      and not exists (select from kept.team where image = was)
      and not exists (select from kept.tournament where registration_banner = was)
      and not exists (select from kept.template where data ->> 'registrationBanner' = was); end if; return null; end $$;
create trigger drop_image after delete or update of image on kept.player
  for each row execute function kept.drop_image('image');
create trigger drop_image after delete or update of image on kept.team
  for each row execute function kept.drop_image('image');
create trigger drop_image after delete or update of registration_banner on kept.tournament
  for each row execute function kept.drop_image('registration_banner');
create function kept.drop_template_image() returns trigger language plpgsql as $$
declare was text := old.data ->> 'registrationBanner'; begin
  if was like '/api/image/%' then
    delete from kept.image where id = substr(was, 12)
      and not exists (select from kept.tournament where registration_banner = was)
      and not exists (select from kept.template where data ->> 'registrationBanner' = was); end if; return null; end $$;
create trigger drop_image after delete or update of data on kept.template
  for each row execute function kept.drop_template_image();
alter table kept.answered
  add column person int references kept.person on delete cascade;
create index answered_person on kept.answered (person) where person is not null;
create function kept.forget_person() returns trigger language plpgsql as $$
begin
  delete from kept.answered
    where body @> jsonb_build_object('body', jsonb_build_object('person', jsonb_build_object('id', old.id)))
      or strpos(body::text, to_jsonb(old.email)::text) > 0; delete
  from kept.invitation where email = old.email; delete
  from kept.verification
    where value in (old.id::text, old.email) or starts_with(value, old.id || ' '); return null; end $$;
create trigger forget_person after delete on kept.person
  for each row execute function kept.forget_person()
`)

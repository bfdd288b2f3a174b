import { statements } from './statements.ts'

/**
 * The look of a scene: its logo, which is deleted with the last row that uses it, and two colours.
 * The function is the previous one, with logos added.
 */
export const up = statements(`
alter table kept.scene
  add column logo text,
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  add column second_color text check (second_color ~ '^#[0-9a-f]{6}$');
create or replace function kept.drop_image() returns trigger language plpgsql as $$
    declare was text := to_jsonb(old) ->> tg_argv[0]; begin
      if was like '/api/image/%'
        and (tg_op = 'DELETE' or was is distinct from to_jsonb(new) ->> tg_argv[0]) then
        delete from kept.image where id = substr(was, 12)
          and not exists (select from kept.player where image = was)
          and not exists (select from kept.team where image = was)
          and not exists (select from kept.scene where logo = was)
          and not exists (select from kept.tournament where registration_banner = was)
          and not exists (select from kept.template where data ->> 'registrationBanner' = was);
      end if; return null; end $$;
create trigger drop_image after delete or update of logo on kept.scene
  for each row execute function kept.drop_image('logo')
`)

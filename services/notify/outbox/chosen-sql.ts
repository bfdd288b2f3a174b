import { places } from './places.ts'

/** `$1`: names of channels; `$2`: a `Room` as JSON. */
const kind = (field: string) =>
  `($2::json #>> array['kinds', case when is_phone then 'phones' else 'others' end, '${field}'])::int`

/**
 * SQL: the ids of the due deliveries for whose host, scene and kind there is room: at most the oldest of each
 * subscription, so that each receives notifications in order.
 */
export const chosenSql = (isDue: string): string => `
with due as (
  select job.id, job.due_at, s.channel = 'push' as is_phone, coalesce(s.scene, t.scene, 0) as scene,
    coalesce(h."hasAnswered", false) as answered, coalesce(h.free, ${places.newHost}) as free,
    row_number() over (partition by coalesce(s.host, '') order by job.due_at, job.id) as n
  from kept.delivery job
  join kept.subscription s on s.id = job.subscription
  left join view.tournament t on t.id = s.tournament
  left join json_to_recordset($2::json -> 'hosts') as h (host text, free int, "hasAnswered" boolean)
    on h.host = s.host
  where s.channel = any($1) and ${isDue}
    and coalesce(h.free, ${places.newHost}) > 0
    and not exists (
      select from kept.delivery older
      where older.subscription = job.subscription and older.state = 'pending' and older.id < job.id
    )
), of_hosts as (
  select d.*, row_number() over (
      partition by d.answered, d.is_phone, d.scene order by d.due_at, d.id
    ) as n_of_scene, coalesce(r.free, ${places.scene}) as free_of_scene,
    coalesce(r."freeNew", ${places.newOfScene}) as free_new
  from due d
  left join json_to_recordset($2::json -> 'scenes') as r (scene int, free int, "freeNew" int)
    on r.scene = d.scene
  where n <= d.free
), of_new_hosts as (
  -- Each scene has its turn, so that many hosts of one do not delay those of another.
  select *, row_number() over (
      partition by answered, is_phone order by n_of_scene, due_at, id
    ) as n_new
  from of_hosts where answered or n_of_scene <= free_new
), of_scenes as (
  select *, row_number() over (partition by scene order by due_at, id) as n_scene
  from of_new_hosts where answered or n_new <= ${kind('freeNew')}
), of_kinds as (
  select *, row_number() over (partition by is_phone order by due_at, id) as n_kind
  from of_scenes where n_scene <= free_of_scene
)
select id from of_kinds where n_kind <= ${kind('free')}
order by due_at, id limit ($2::json ->> 'total')::int`

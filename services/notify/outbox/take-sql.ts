import { isFromFuture } from '../../store/index.ts'
import { places } from './places.ts'
import type { Room } from './places.ts'

// If the system's clock was ahead and has been set back, times stored before are in the future: a
// new delivery is then due at once, and a lease that ends later than any can does not count.
const isDue = `(one.due_at <= now()
  or one.attempts = 0 and ${isFromFuture('one.created_at')})`
const isFree = `(one.leased_until is null or one.leased_until < now()
  or ${isFromFuture('one.leased_until', { most: "interval '1 ms' * $2" })})`

/**
 * Takes due deliveries as far as their host, scene and kind have room: at most the oldest of each
 * subscription, so that each receives notifications in order.
 */
export const takeSql = `
with due as (
  select one.id, one.due_at, s.channel = 'push' as is_phone, coalesce(s.scene, t.scene, 0) as scene,
    coalesce(h.answered, false) as answered, coalesce(h.free, $6) as free,
    row_number() over (partition by coalesce(s.host, '') order by one.due_at, one.id) as n
  from kept.delivery one
  join kept.subscription s on s.id = one.subscription
  left join view.tournament t on t.id = s.tournament
  left join unnest($3::text[], $4::int[], $5::boolean[]) as h (host, free, answered)
    on h.host = s.host
  where one.state = 'pending' and s.channel = any($1) and ${isDue} and ${isFree}
    and coalesce(h.free, $6) > 0
    and not exists (
      select from kept.delivery older
      where older.subscription = one.subscription and older.state = 'pending' and older.id < one.id
    )
), of_hosts as (
  select d.*, row_number() over (
      partition by d.answered, d.is_phone, d.scene order by d.due_at, d.id
    ) as n_of_scene, coalesce(r.free, $10) as free_of_scene, coalesce(r.free_new, $11) as free_new
  from due d
  left join unnest($7::int[], $8::int[], $9::int[]) as r (scene, free, free_new)
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
  from of_new_hosts
  where answered or n_new <= case when is_phone then $14::int else $15::int end
), of_kinds as (
  select *, row_number() over (partition by is_phone order by due_at, id) as n_kind
  from of_scenes where n_scene <= free_of_scene
), chosen as (
  select id from of_kinds
  where n_kind <= case when is_phone then $12::int else $13::int end
  order by due_at, id limit $16
), taken as (
  select one.id from kept.delivery one
  where one.id in (select id from chosen) and one.state = 'pending' and ${isFree}
  for update of one skip locked
)
update kept.delivery d
set leased_until = now() + interval '1 ms' * $2, attempts = d.attempts + 1
from taken, kept.subscription s
where d.id = taken.id and s.id = d.subscription
returning d.id, d.key, d.content, d.tournament, d.attempts,
  (extract(epoch from now() - d.created_at) * 1000)::float8 as "ageMs",
  s.id as subscription, s.channel, s.scene, s.tournament as "ofTournament", s.options, s.address,
  s.host, coalesce(s.scene, (select scene from view.tournament where id = s.tournament), 0) as "ofScene",
  s.ended_at is not null as "hasEnded"
`

/** The parameters of the statement. */
export function takeValues(channels: string[], leaseMs: number, room: Room): unknown[] {
  const { hosts, scenes, kinds, total } = room
  return [
    channels,
    leaseMs,
    hosts.map(({ host }) => host),
    hosts.map(({ free }) => free),
    hosts.map(({ hasAnswered }) => hasAnswered),
    places.newHost,
    scenes.map(({ scene }) => scene),
    scenes.map(({ free }) => free),
    scenes.map(({ freeNew }) => freeNew),
    places.scene,
    places.newOfScene,
    kinds.phones.free,
    kinds.others.free,
    kinds.phones.freeNew,
    kinds.others.freeNew,
    total,
  ]
}

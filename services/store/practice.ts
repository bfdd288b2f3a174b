import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

const ofPractices = {
  scene: 'select id from kept.scene where practice_of is not null',
  cabinet: `select c.id from kept.cabinet c join kept.scene s on s.id = c.scene
    where s.practice_of is not null`,
  tournament: `select t.id from view.tournament t join kept.scene s on s.id = t.scene
    where s.practice_of is not null`,
}
type Kind = keyof typeof ofPractices

/** Excludes rows of practices from a list, unless one of the ids in `named` is given. */
export function excludePractice(
  kind: Kind,
  column: string,
  named: unknown[] = [],
): RawBuilder<SqlBool> {
  if (named.some((id) => id !== undefined)) return sql`true`
  const value = sql.ref(column)
  return sql`(${value} is null or ${value} not in (${sql.raw(ofPractices[kind])}))`
}

/** Limits a list to the rows of one id; without an id, to all rows that are not of practices. */
export function limitedTo(kind: Kind, column: string, id: number | undefined): RawBuilder<SqlBool> {
  return id === undefined ? excludePractice(kind, column) : sql`${sql.ref(column)} = ${id}`
}

/**
 * Limits a list to the rows of a scene, which `scene` gives by id or name; without a scene, to all
 * rows that are not of practices.
 */
export function ofScene(
  column: string,
  { sceneId, scene }: { sceneId?: number | undefined; scene?: string | undefined },
): RawBuilder<SqlBool> {
  if (scene === undefined) return limitedTo('scene', column, sceneId)
  const value = sql.ref(column)
  const ownId = /^\d{1,9}$/.test(scene)
    ? sql`${Number(scene)}`
    : sql`(select id from kept.scene where name = ${scene.toLowerCase()})`
  const isNamed = sql<SqlBool>`${value} = ${ownId}`
  return sceneId === undefined ? isNamed : sql`(${isNamed} and ${value} = ${sceneId})`
}

/** `excludePractice` as text for raw SQL, where `column` must not be null. */
export function excludePracticeSql(kind: Kind, column: string): string {
  return `${column} not in (${ofPractices[kind]})`
}

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

/** What belongs to a practice is in no list but those that one of `named` asks for. */
export function excludePractice(
  kind: Kind,
  column: string,
  named: unknown[] = [],
): RawBuilder<SqlBool> {
  if (named.some((one) => one !== undefined)) return sql`true`
  const of = sql.ref(column)
  return sql`(${of} is null or ${of} not in (${sql.raw(ofPractices[kind])}))`
}

/** For queries that are written as text: `column` is never null there. */
export function excludePracticeSql(kind: Kind, column: string): string {
  return `${column} not in (${ofPractices[kind]})`
}

import type { RecordKind } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canSee } from './conversations.policy.ts'

/** A record with a conversation. */
export interface RecordKey {
  readonly kind: RecordKind
  readonly id: string
}

/** Table of each kind, and its column with the number by which people know a record. */
const tables: Readonly<Record<RecordKind, readonly [table: string, column: string]>> = {
  order: ['orders', 'no'],
  delivery: ['deliveries', 'no'],
  ncr: ['ncrs', 'no'],
  inspection: ['inspections', 'no'],
  machine: ['machines', 'code'],
  repair: ['repairs', 'no'],
}

/** Number of the record of a row with `kind` and `record_id`. */
export const recordNoOf = (row: string): RawBuilder<string> => {
  const cases = Object.entries(tables).map(
    ([kind, [table, column]]) =>
      sql`when ${sql.lit(kind)} then
        (select ${sql.ref(column)} from ${sql.table(table)} where id = ${sql.ref(`${row}.record_id`)})`,
  )
  return sql`case ${sql.ref(`${row}.kind`)} ${sql.join(cases, sql` `)} end`
}

/**
 * Number of a record. Fails with `permission.denied` for who may not read records of its kind, with `not_found` when
 * the plant has no such record.
 */
export async function visibleRecord(reads: Reads, actor: Actor, { kind, id }: RecordKey): Promise<string> {
  if (!canSee(actor.tags, kind)) fail('permission.denied')
  const [table, column] = tables[kind]
  const [row] = await readRows(
    reads,
    sql<{ no: string }>`select ${sql.ref(column)} as no from ${sql.table(table)}
      where plant_id = ${actor.plantId} and id = ${id}`,
  )
  return row?.no ?? fail('not_found')
}

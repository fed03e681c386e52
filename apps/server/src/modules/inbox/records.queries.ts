import type { MessageRecord } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canSee } from './conversations.policy.ts'

/** A record with a conversation or messages. */
export interface RecordKey {
  readonly kind: MessageRecord
  readonly id: string
}

/** Table of each kind, and its column with the number by which people know a record. */
const tables: Readonly<Record<MessageRecord, readonly [table: string, column: RawBuilder<unknown>]>> = {
  order: ['orders', sql`no`],
  delivery: ['deliveries', sql`no`],
  ncr: ['ncrs', sql`no`],
  inspection: ['inspections', sql`no`],
  machine: ['machines', sql`code`],
  repair: ['repairs', sql`no`],
  coat: ['coats', sql`no`],
  certificate: ['mill_certificates', sql`no`],
  // People know it by its order.
  import: ['import_jobs', sql`(select o.no from orders o where o.id = order_id)`],
  instrument: ['instruments', sql`code`],
  welder: ['welders', sql`code`],
  subcontract: ['subcontracts', sql`no`],
}

/** Number of the record of a row with `kind` and `record_id`. */
export const recordNoOf = (row: string): RawBuilder<string> => {
  const cases = Object.entries(tables).map(
    ([kind, [table, column]]) =>
      sql`when ${sql.lit(kind)} then
        (select ${column} from ${sql.table(table)} where id = ${sql.ref(`${row}.record_id`)})`,
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
    sql<{ no: string }>`select ${column} as no from ${sql.table(table)}
      where plant_id = ${actor.plantId} and id = ${id}`,
  )
  return row?.no ?? fail('not_found')
}

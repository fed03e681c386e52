import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reads, readRows } from '../db/handles.ts'
import { bothWays, limitOf, type PageQuery } from '../db/list-page.ts'
import type { Tables } from '../db/schema.ts'

type HistoryRow = Pick<
  Selectable<Tables['audit_log']>,
  'id' | 'at' | 'actor_name' | 'action' | 'before' | 'after'
>

interface HistoryQuery extends PageQuery {
  readonly sort?: 'at' | '-at' | undefined
}

interface Subject {
  readonly plantId: number
  readonly kind: string
  readonly id: string
}

const sorts = bothWays({ at: ['at', 'id'] })

const ofSubject = ({ plantId, kind, id }: Subject): RawBuilder<unknown> =>
  sql`plant_id = ${plantId} and subject_kind = ${sql.lit(kind)} and subject_id = ${id}`

export function historyOf(subject: Subject, query: HistoryQuery): RawBuilder<HistoryRow> {
  return sql<HistoryRow>`select id, at, actor_name, action, before, after from audit_log
    where ${ofSubject(subject)} order by ${sorts[query.sort ?? '-at']} ${limitOf(query)}`
}

/** Who changed what on a record, newest first by default; empty when nobody did or the record does not exist. */
export async function subjectHistory(reads: Reads, subject: Subject, query: HistoryQuery) {
  const [rows, counted] = await Promise.all([
    readRows(reads, historyOf(subject, query)),
    readRows(
      reads,
      sql<{ total: number }>`select count(*) as total from audit_log where ${ofSubject(subject)}`,
    ),
  ])
  return {
    items: rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actorName: row.actor_name,
      action: row.action,
      before: row.before,
      after: row.after,
    })),
    total: counted[0]?.total ?? 0,
  }
}

import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { type StoredImport, stageFindings } from './imports.store.ts'
import { countChanges } from './changes.store.ts'
import { isOlderRevision } from './revision.rules.ts'

/**
 * Marks whose revision in the file is older than the one in the order: held unless a person accepts them, and said in a
 * warning at `position` behind the findings of the file.
 */
export async function holdOlderRevisions(write: Write, job: StoredImport, position: number): Promise<void> {
  const { rows } = await sql<{ id: number; mark: string; file: string; current: string; wanted: string }>`
    select c.id, c.mark, i.file, c.before->>'revision' as current, c.after->>'revision' as wanted
    from import_changes c join import_marks i on i.id = c.import_mark_id
    where c.job_id = ${job.id} and c.kind = 'changed' and 'revision' = any(c.fields) order by c.mark`.execute(
    write,
  )
  const older = rows.filter(({ current, wanted }) => isOlderRevision(wanted, current))
  const [first] = older
  if (first === undefined) return
  await sql`update import_changes set decision = 'hold' where id = any(${older.map(({ id }) => id)}::bigint[])`.execute(
    write,
  )
  await countChanges(write, job.id)
  const { mark, file, current, wanted } = first
  const params = { marks: older.length, older: wanted, current }
  const finding = { level: 'warning', code: 'import.older_revision', file, value: mark, params } as const
  await stageFindings(write, job.plant_id, job.id, [finding], position)
  await sql`update import_jobs set warnings = warnings + 1 where id = ${job.id}`.execute(write)
}

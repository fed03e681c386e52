import type { Database, Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { ParsedList } from './parsing/import.types.ts'
import { saveSample } from './reading.store.ts'
import { comparePartFiles } from './part-files.store.ts'
import { compareImport, isWholeList, orderHasMarks, saveWhole, countChanges } from './changes.store.ts'
import { statusAfterReading } from './imports.rules.ts'
import {
  importForUpdate,
  saveProgress,
  saveReading,
  stageFindings,
  stageMarks,
  type StoredImport,
} from './imports.store.ts'
import { findingsOfSize, type ImportFinding, stagedMark, storableJson } from './staged-import.ts'
import { sql } from 'kysely'
import { isOlderRevision } from './revision.rules.ts'

export interface ReadingJob {
  readonly id: number
  readonly plantId: number
}

/** Rows per transaction: on the embedded database everybody else waits that long. */
const rowsAtOnce = 500
/** Nobody reads more; how many there are is counted in full. */
const findingsKept = 5000

/** Keeps what was read for the preview, a few rows at a time, then says that the import is ready. */
export async function keepReading(
  db: Database,
  job: ReadingJob,
  list: ParsedList,
  signal: AbortSignal,
  progressFrom: number,
): Promise<void> {
  const { marks } = list
  for (let from = 0; from < marks.length; from += rowsAtOnce) {
    if (signal.aborted) return
    const rows = marks.slice(from, from + rowsAtOnce).map((mark, index) => stagedMark(mark, from + index))
    const progress = progressFrom + (from / marks.length) * (99 - progressFrom)
    await db.tx(async (write) => {
      await stageMarks(write, job.plantId, job.id, rows)
      await saveProgress(write, job.plantId, job.id, progress)
    })
  }
  const files = [...new Set(marks.map(({ file }) => file))].join(', ')
  const findings = [...list.findings, ...findingsOfSize(marks, files)]
  const kept = findings.slice(0, findingsKept)
  for (let from = 0; from < kept.length; from += rowsAtOnce) {
    if (signal.aborted) return
    const rows = kept.slice(from, from + rowsAtOnce)
    await db.tx((write) => stageFindings(write, job.plantId, job.id, rows, from))
  }
  await db.tx((write) => finish(write, job, list, findings))
}

async function finish(
  write: Write,
  { id, plantId }: ReadingJob,
  list: ParsedList,
  findings: readonly ImportFinding[],
): Promise<void> {
  const job = await importForUpdate(write, plantId, String(id))
  if (job.status !== 'reading') return
  const errors = countOf(findings, 'error')
  const status = statusAfterReading(list.marks.length, errors)
  await comparePartFiles(write, job, job.add_unlisted)
  await saveReading(write, job, list, { status, errors, warnings: countOf(findings, 'warning') })
  await saveSample(write, job.id, list.sample, list.mappedBy, storableJson)
  if (await orderHasMarks(write, job.order_id)) {
    const whole = await isWholeList(write, job)
    await saveWhole(write, job.id, whole)
    await compareImport(write, job, whole)
    await holdOlderRevisions(write, job, Math.min(findings.length, findingsKept))
  }
  await tellRead(write, job)
}

/** The import could not be read for a reason that is ours, not the file's. */
export async function keepFailure(db: Database, { id, plantId }: ReadingJob): Promise<void> {
  await db.tx(async (write) => {
    const job = await importForUpdate(write, plantId, String(id))
    if (job.status !== 'reading') return
    const names = await write.selectFrom('import_files').select('name').where('job_id', '=', id).execute()
    const file = names.map(({ name }) => name).join(', ')
    const failed: ImportFinding = { level: 'error', code: 'import.failed', file }
    await stageFindings(write, plantId, id, [failed], findingsKept)
    await saveReading(write, job, null, { status: 'failed', errors: 1, warnings: 0 })
    await tellRead(write, job)
  })
}

async function tellRead(write: Write, job: StoredImport): Promise<void> {
  await recordEvent(
    write,
    { plantId: job.plant_id },
    { name: 'imports.read', subjectId: String(job.id), orderId: String(job.order_id) },
  )
}

function countOf(findings: readonly ImportFinding[], level: ImportFinding['level']): number {
  return findings.filter((finding) => finding.level === level).length
}

/**
 * Marks whose revision in the file is older than the one in the order: held unless a person accepts them, and said in a
 * warning at `position` behind the findings of the file.
 */
async function holdOlderRevisions(write: Write, job: StoredImport, position: number): Promise<void> {
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

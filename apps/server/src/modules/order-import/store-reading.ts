import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write, Database } from '../../platform/db/handles.ts'
import type { Mapping, ReadingChoice, ParsedList } from './parsing/import.types.ts'
import {
  type StoredImport,
  importForUpdate,
  saveProgress,
  saveReading,
  stageFindings,
  stageMarks,
  findingsOfSize,
  type ImportFinding,
  stagedMark,
  storableJson,
} from './imports.store.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { recordMessages, notifyPeople } from '../inbox/public.ts'
import { comparePartFiles } from './part-files.store.ts'
import { compareImport, isWholeList, orderHasMarks, saveWhole, countChanges } from './changes.store.ts'
import { statusAfterReading } from './imports.policy.ts'
import { isOlderRevision } from './revision.rules.ts'

/** A customer's lists look alike; older explanations than these many are not looked at. */
const rememberedAtMost = 200
/** Nobody else takes up an import so long after the last sign of life of the one who reads it. */
const claimMinutes = 3

interface ClaimedReading {
  readonly choice: ReadingChoice
}

/** Takes an import up for this instance; null when another reads it, or it is read. */
export async function claimReading(
  write: Write,
  plantId: number,
  id: number,
  instance: string,
): Promise<ClaimedReading | null> {
  const { rows } = await sql<{ reading: ReadingChoice; customer: string }>`
    update import_jobs j set claimed_by = ${instance}::uuid,
      claimed_until = now() + ${claimMinutes} * interval '1 minute'
    from orders o join projects p on p.id = o.project_id
    where j.id = ${id} and j.plant_id = ${plantId} and j.status = 'reading' and o.id = j.order_id
      and (j.claimed_until is null or j.claimed_until < now() or j.claimed_by = ${instance}::uuid)
    returning j.reading, p.customer`.execute(write)
  const [claimed] = rows
  if (claimed === undefined) return null
  const memory = await sql<Mapping>`
    select signature, mapping as columns from import_mappings
    where plant_id = ${plantId} and customer = ${claimed.customer}
    order by updated_at desc limit ${rememberedAtMost}`.execute(write)
  return { choice: { ...claimed.reading, memory: memory.rows } }
}

/** A single server has no other to wait for: what it left when it stopped is free at once. */
export async function freeReadings(write: Write): Promise<void> {
  await sql`update import_jobs set claimed_by = null, claimed_until = null where status = 'reading'`.execute(
    write,
  )
}

/** Imports to be read that nobody reads. */
export async function waitingReadings(write: Write): Promise<{ id: number; plantId: number }[]> {
  const { rows } = await sql<{ id: number; plantId: number }>`
    select id, plant_id as "plantId" from import_jobs
    where status = 'reading' and (claimed_until is null or claimed_until < now()) order by id limit 100`.execute(
    write,
  )
  return rows
}

/** Back to where it was when it was uploaded, to be read in another way. */
export async function resetReading(
  write: Write,
  actor: Actor,
  job: StoredImport,
  reading: ReadingChoice,
  without: readonly number[],
): Promise<void> {
  for (const table of ['import_changes', 'import_parts', 'import_findings', 'import_marks'] as const) {
    await write.deleteFrom(table).where('job_id', '=', job.id).execute()
  }
  await sql`update import_files set dropped = position = any(${without}::int[]) where job_id = ${job.id}`.execute(
    write,
  )
  await write
    .updateTable('import_jobs')
    .set({
      ...signature(actor),
      status: 'reading',
      progress: 0,
      reading: JSON.stringify(reading),
      differences: null,
      part_files: null,
      bought: '[]',
      claimed_by: null,
      claimed_until: null,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', job.id)
    .execute()
}

async function saveSample(
  write: Write,
  jobId: number,
  { sample, mappedBy, bought = [] }: Pick<ParsedList, 'sample' | 'mappedBy' | 'bought'>,
  storable: (value: unknown) => string,
): Promise<void> {
  await write
    .updateTable('import_jobs')
    .set({
      sample: sample === undefined ? null : storable(sample),
      mapped_by: mappedBy ?? 'header',
      bought: storable(bought),
    })
    .where('id', '=', jobId)
    .execute()
}

/** What a person explained of a header counts for the customer's next lists, once a list was written by it. */
export async function rememberMapping(write: Write, actor: Actor, job: StoredImport): Promise<void> {
  const { mapping } = job.reading as ReadingChoice
  if (mapping === undefined || job.mapped_by !== 'person') return
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    insert into import_mappings (plant_id, customer, signature, mapping, updated_by, updated_by_name)
    select o.plant_id, p.customer, ${mapping.signature}, ${JSON.stringify(mapping.columns)}::jsonb, ${by}::bigint, ${name}
    from orders o join projects p on p.id = o.project_id where o.id = ${job.order_id}
    on conflict (plant_id, customer, signature) do update set mapping = excluded.mapping, updated_at = now(),
      updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name`.execute(write)
}

/** Rows of imports that nobody applied in a month; the imports and their files stay on record. Says how many. */
export async function purgeImports(write: Write, days: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update import_jobs j set status = 'discarded', updated_at = now()
    where id in (
      select id from import_jobs old
      where status in ('ready', 'failed', 'discarded') and updated_at < now() - ${days} * interval '1 day'
        and (status <> 'discarded' or exists (select from import_marks m where m.job_id = old.id)
          or exists (select from import_findings f where f.job_id = old.id))
      order by updated_at limit 20 for update skip locked
    ) returning id`.execute(write)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const table of ['import_changes', 'import_parts', 'import_findings', 'import_marks'] as const) {
    await write.deleteFrom(table).where('job_id', 'in', ids).execute()
  }
  return ids.length
}

export interface ReadingJob {
  readonly id: number
  readonly plantId: number
}

/** Rows per transaction: on the embedded database everybody else waits that long. */
const rowsAtOnce = 500
/** Nobody reads more; how many there are is counted in full. */
const maxFindings = 5000

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
  const stored = findings.slice(0, maxFindings)
  for (let from = 0; from < stored.length; from += rowsAtOnce) {
    if (signal.aborted) return
    const rows = stored.slice(from, from + rowsAtOnce)
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
  await saveSample(write, job.id, list, storableJson)
  if (await orderHasMarks(write, job.order_id)) {
    const whole = await isWholeList(write, job)
    await saveWhole(write, job.id, whole)
    await compareImport(write, job, whole)
    await holdOlderRevisions(write, job, Math.min(findings.length, maxFindings))
  }
  await tellRead(write, job, status === 'failed' ? 'import_failed' : 'import_read')
}

/** The import could not be read for a reason that is ours, not the file's. */
export async function keepFailure(db: Database, { id, plantId }: ReadingJob): Promise<void> {
  await db.tx(async (write) => {
    const job = await importForUpdate(write, plantId, String(id))
    if (job.status !== 'reading') return
    const names = await write.selectFrom('import_files').select('name').where('job_id', '=', id).execute()
    const file = names.map(({ name }) => name).join(', ')
    const failed: ImportFinding = { level: 'error', code: 'import.failed', file }
    await stageFindings(write, plantId, id, [failed], maxFindings)
    await saveReading(write, job, null, { status: 'failed', errors: 1, warnings: 0 })
    await tellRead(write, job, 'import_failed')
  })
}

/** Tells whoever started the reading, and open pages. */
async function tellRead(
  write: Write,
  job: StoredImport,
  reason: 'import_read' | 'import_failed',
): Promise<void> {
  const starter = job.updated_by ?? job.created_by
  const notified = await notifyPeople(
    write,
    job.plant_id,
    {
      record: { kind: 'import', id: String(job.id) },
      reason,
      cause: `import-${job.id}/${job.version}`,
      by: null,
    },
    starter === null ? [] : [String(starter)],
  )
  await recordEvent(
    write,
    { plantId: job.plant_id },
    { name: 'imports.read', subjectId: String(job.id), orderId: String(job.order_id) },
  )
  await recordMessages(write, { plantId: job.plant_id }, notified)
}

function countOf(findings: readonly ImportFinding[], level: ImportFinding['level']): number {
  return findings.filter((finding) => finding.level === level).length
}

/**
 * Marks whose revision in the file is older than the one in the order: held unless a person accepts them, and said in a
 * warning at `position` behind the findings of the file.
 */
async function holdOlderRevisions(write: Write, job: StoredImport, position: number): Promise<void> {
  const { rows } = await sql<{ id: number; mark: string; file: string; current: string; requested: string }>`
    select c.id, c.mark, i.file, c.before->>'revision' as current, c.after->>'revision' as requested
    from import_changes c join import_marks i on i.id = c.import_mark_id
    where c.job_id = ${job.id} and c.kind = 'changed' and 'revision' = any(c.fields) order by c.mark`.execute(
    write,
  )
  const older = rows.filter(({ current, requested }) => isOlderRevision(requested, current))
  const [first] = older
  if (first === undefined) return
  await sql`update import_changes set decision = 'hold' where id = any(${older.map(({ id }) => id)}::bigint[])`.execute(
    write,
  )
  await countChanges(write, job.id)
  const { mark, file, current, requested } = first
  const params = { marks: older.length, older: requested, current }
  const finding = { level: 'warning', code: 'import.older_revision', file, value: mark, params } as const
  await stageFindings(write, job.plant_id, job.id, [finding], position)
  await sql`update import_jobs set warnings = warnings + 1 where id = ${job.id}`.execute(write)
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { importReadingsApi } from '@cloud-factory/contract/order-import/import-readings'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { ImportReader } from './import-reader.ts'
import type { ListSample, Mapping, ReadingChoice } from './parsing/import.types.ts'
import { importFactsOf, canReadAgain } from './imports.rules.ts'
import { importForUpdate, orderOfImport, type StoredImport } from './imports.store.ts'
import { factsOf, orderForUpdate } from '../orders/public.ts'
import { resetReading } from './reading.store.ts'

type ReadInput = BodyOf<(typeof importReadingsApi)['POST /api/imports/:id/read']>

interface Deps {
  readonly db: Database
  readonly reader: Pick<ImportReader, 'enqueue' | 'isFull'>
}

/** Reads the files of an import once more, as a person says; nothing of it is in the order yet. */
export async function readAgain(
  { db, reader }: Deps,
  actor: Actor,
  id: string,
  asked: ReadInput,
): Promise<void> {
  if (reader.isFull()) fail('server.busy', { retryAfter: 30 })
  const job = await db.tx((write) => reset(write, actor, id, asked))
  reader.enqueue({ id: job.id, plantId: actor.plantId })
}

async function reset(write: Write, actor: Actor, id: string, asked: ReadInput): Promise<StoredImport> {
  const order = await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await importForUpdate(write, actor.plantId, id)
  const verdict = canReadAgain(actor.tags, importFactsOf(job), factsOf(order))
  if (verdict === 'import.not_ready') fail(verdict, { params: { status: job.status } })
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  const without = asked.without ?? []
  await requireOneFile(write, job, without)
  await resetReading(write, actor, job, choiceOf(job, asked), without)
  await recordAudit(write, actor, {
    action: 'orders.read_import',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    after: { importId: id, encoding: asked.encoding ?? null, without: without.length },
  })
  await recordEvent(write, actor, {
    name: 'imports.reading',
    subjectId: id,
    orderId: String(order.id),
  })
  return job
}

/** What is not said stays as it was: dropping a file must not forget the encoding. */
function choiceOf(job: StoredImport, asked: ReadInput): ReadingChoice {
  const before = job.reading as ReadingChoice
  const encoding = asked.encoding === undefined ? before.encoding : (asked.encoding ?? undefined)
  const mapping = asked.mapping === undefined ? before.mapping : mappingOf(job, asked.mapping)
  const units = asked.units === undefined ? before.units : (asked.units ?? undefined)
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(mapping === undefined ? {} : { mapping }),
    ...(units === undefined ? {} : { units }),
  }
}

function mappingOf(job: StoredImport, asked: NonNullable<ReadInput['mapping']> | null): Mapping | undefined {
  if (asked === null) return undefined
  const sample = job.sample as ListSample | null
  const signature = sample?.signatures[asked.headerRow - 1]
  if (signature === undefined) fail('state.refused', { params: { reason: 'import.no_such_row' } })
  return {
    signature,
    columns: Object.fromEntries(asked.columns.map(({ index, meaning }) => [String(index), meaning])),
  }
}

async function requireOneFile(write: Write, job: StoredImport, without: readonly number[]): Promise<void> {
  const files = await write
    .selectFrom('import_files')
    .select('position')
    .where('job_id', '=', job.id)
    .execute()
  if (files.every(({ position }) => without.includes(position))) {
    fail('state.refused', { params: { reason: 'import.no_file_left' } })
  }
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { importRevisionsApi } from '@cloud-factory/contract/order-import/import-revisions'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { countImport, importForUpdate, orderOfImport, type StoredImport } from './imports.store.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { orderForUpdate } from '../orders/public.ts'
import { comparePartFiles, decidePartFiles } from './part-files.store.ts'
import { compareImport, countChanges, orderHasMarks, saveWhole } from './changes.store.ts'

type Comparison = BodyOf<(typeof importRevisionsApi)['POST /api/imports/:id/compare']>

/** Compares a pending import with the current order. */
export async function compareAgain(
  write: Write,
  actor: Actor,
  id: string,
  { whole, addUnlisted }: Comparison,
): Promise<void> {
  await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await waitingImport(write, actor, id)
  await comparePartFiles(write, job, addUnlisted ?? job.add_unlisted)
  await countImport(write, job.id)
  await saveWhole(write, job.id, whole)
  if (await orderHasMarks(write, job.order_id)) await compareImport(write, job, whole)
}

type Decision = BodyOf<(typeof importRevisionsApi)['POST /api/imports/:id/decisions']>

/** Stores decisions on rows. Rows that cannot be accepted stay held; if such a row is selected explicitly, the command fails. */
export async function decideChanges(write: Write, actor: Actor, id: string, asked: Decision): Promise<void> {
  const job = await waitingImport(write, actor, id)
  const possible = sql`not (kind = 'changed' and started > (after->>'quantity')::int)`
  const where = allOf([
    sql`job_id = ${job.id} and kind <> 'same'`,
    asked.changeIds === undefined ? null : sql`id = any(${asked.changeIds}::bigint[])`,
    asked.kinds === undefined ? null : sql`kind = any(${asked.kinds}::text[])`,
    asked.touched === undefined ? null : asked.touched ? sql`started > 0` : sql`started = 0`,
  ])
  if (asked.changeIds !== undefined && asked.decision === 'accept') {
    const { rows } = await sql<{ mark: string }>`
      select mark from import_changes where ${where} and not (${possible}) limit 1`.execute(write)
    const [first] = rows
    if (first !== undefined) {
      fail('state.refused', { params: { reason: 'import.needs_started', mark: first.mark } })
    }
  }
  await sql`
    update import_changes set decision = ${asked.decision}
    where ${where} and (${asked.decision} = 'hold' or ${possible})`.execute(write)
  await countChanges(write, job.id)
}

type PartDecision = BodyOf<(typeof importRevisionsApi)['POST /api/imports/:id/part-decisions']>

/** Stores decisions on drawings that differ from the list, by row. */
export async function decideParts(
  write: Write,
  actor: Actor,
  id: string,
  { partIds, completes }: PartDecision,
): Promise<void> {
  const job = await waitingImport(write, actor, id)
  await decidePartFiles(write, job.id, partIds, completes)
}

async function waitingImport(write: Write, actor: Actor, id: string): Promise<StoredImport> {
  const job = await importForUpdate(write, actor.plantId, id)
  return job.status === 'ready' ? job : fail('import.not_ready', { params: { status: job.status } })
}

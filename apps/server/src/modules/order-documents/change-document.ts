import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { orderDocumentsApi } from '@cloud-factory/contract/order-documents/order-documents'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { orderForUpdate } from '../orders/public.ts'
import { recordChange, subjectOf } from './add-documents.ts'
import { oneDocument } from './documents.reads.ts'
import { canChange, canRestore } from './documents.rules.ts'
import { documentForUpdate, orderOfDocument, saveDocument } from './documents.store.ts'

type UpdateInput = BodyOf<(typeof orderDocumentsApi)['PATCH /api/documents/:id']>

/** Renames a document or changes its kind or note; nothing is written when nothing differs. */
export async function updateDocument(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: UpdateInput,
): Promise<void> {
  const { order, document } = await lockedForChange(write, actor, id, version, canChange)
  const changes = changesOf<UpdateFields>(document, input)
  if (changes === null) return
  const fields = { ...input, search: searchText(input.name, input.note) }
  await rejectingDuplicate(input.name, () => saveDocument(write, actor, document.id, fields))
  await recordAudit(write, actor, {
    action: 'documents.update',
    ...subjectOf(order),
    before: { document: document.name, ...changes.before },
    after: { document: input.name, ...changes.after },
  })
  await recordChange(write, actor, order)
}

type UpdateFields = Pick<Awaited<ReturnType<typeof documentForUpdate>>, 'name' | 'kind' | 'note'>

/** Takes a document out of use; its versions and their bytes stay. */
export async function retireDocument(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<void> {
  const { order, document } = await lockedForChange(write, actor, id, version, canChange)
  await saveDocument(write, actor, document.id, { retire_reason: reason })
  await recordAudit(write, actor, {
    action: 'documents.retire',
    ...subjectOf(order),
    before: { document: document.name },
    after: { reason },
  })
  await recordChange(write, actor, order)
}

/** Puts a retired document back into use, unless another one has taken its name. */
export async function restoreDocument(
  write: Write,
  actor: Actor,
  id: string,
  { version }: { readonly version: number },
): Promise<void> {
  const { order, document } = await lockedForChange(write, actor, id, version, canRestore)
  await rejectingDuplicate(document.name, () =>
    saveDocument(write, actor, document.id, { retire_reason: null }),
  )
  await recordAudit(write, actor, {
    action: 'documents.restore',
    ...subjectOf(order),
    after: { document: document.name },
  })
  await recordChange(write, actor, order)
}

/** The order and then its document, locked, unchanged since `version`, and open to what is about to be done. */
async function lockedForChange(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  judge: typeof canChange | typeof canRestore,
) {
  const order = await orderForUpdate(write, actor.plantId, await orderOfDocument(write, actor.plantId, id))
  const document = await documentForUpdate(write, actor.plantId, id)
  if (document.version !== version) {
    fail('version.conflict', { current: await oneDocument(asReads(write), actor, id) })
  }
  const facts = { orderStatus: order.status, isRetired: document.retired_at !== null }
  const verdict = judge(actor.tags, facts)
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  return { order, document }
}

async function rejectingDuplicate(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'order_documents_name') throw error
    fail('duplicate', { params: { field: 'name', value: name } })
  }
}

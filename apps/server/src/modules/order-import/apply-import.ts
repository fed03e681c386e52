import type { Differences } from '@cloud-factory/contract/order-import/order-imports'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { marksTakenSince, writeStagedMarks } from './applied-marks.store.ts'
import { importFactsOf, canApply, canDiscard } from './imports.rules.ts'
import {
  fileNamesOf,
  importForUpdate,
  orderOfImport,
  saveImportStatus,
  type StoredImport,
} from './imports.store.ts'
import { rememberMapping } from './reading.store.ts'
import {
  requireWeights,
  unweighedMarks,
  giveDefaultRoutes,
  issueUnstarted,
  shareRoutes,
  recalculateOrders,
} from '../production/public.ts'
import { completeParts, requireSameMeeting } from './part-files.store.ts'
import { factsOf, type OrderFacts, orderForUpdate } from '../orders/public.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import {
  insertRevisions,
  keepBefore,
  marksChangedSince,
  planChanges,
  redefineInPlace,
  supersedeWaiting,
} from './apply-changes.store.ts'
import { addPieces, countQuantities, holdStarted, moveWaiting, type Placement } from './place-pieces.store.ts'

/**
 * Writes the marks, parts and pieces of an import to its order, all or none.
 * @param reason why marks without a weight go into an order that is released: it is kept
 */
export async function applyImport(write: Write, actor: Actor, id: string, reason?: string): Promise<void> {
  // The order first, then the import: two imports of one order, or one applied twice, wait here for each other.
  const order = await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await importForUpdate(write, actor.plantId, id)
  requireApplicable(actor, job, factsOf(order))
  if (job.differences === null) await requireNewMarks(write, job, order.no)
  else await requireAsCompared(write, job, order.no)
  await requireSameMeeting(write, job, order.no)
  const unweighed = order.released_at === null ? null : await unweighedMarks(write, order.id)
  await writeStagedMarks(write, actor, job)
  if (job.differences !== null) await applyChanges(write, actor, job, await fileNamesOf(write, job.id))
  await completeParts(write, actor, job)
  await rememberMapping(write, actor, job)
  if (unweighed !== null) {
    await requireWeights(write, order.id, reason, unweighed)
    await issueNew(write, actor, order.id)
  }
  await recalculateOrders(write, actor, [{ ...order, status: factsOf(order).status }], [])
  await refreshProjectTotals(write, actor.plantId, [order.project_id])
  await saveImportStatus(write, actor, job.id, 'applied')
  await recordAudit(write, actor, {
    action: 'orders.import',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    after: {
      importId: id,
      format: job.format,
      ...writtenBy(job),
      ...(reason === undefined ? {} : { reason }),
    },
  })
  await recordEvent(write, actor, { name: 'orders.imported', subjectId: String(order.id) })
}

/** Drops an import that was not applied; its rows stay for the record. */
export async function discardImport(write: Write, actor: Actor, id: string): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await importForUpdate(write, actor.plantId, id)
  const verdict = canDiscard(actor.tags, importFactsOf(job))
  if (verdict !== true) fail('import.not_ready', { params: { status: job.status } })
  await saveImportStatus(write, actor, job.id, 'discarded')
  await recordAudit(write, actor, {
    action: 'orders.discard_import',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    after: { importId: id },
  })
  await recordEvent(write, actor, {
    name: 'imports.discarded',
    subjectId: id,
    orderId: String(order.id),
  })
}

/**
 * Pieces that come into a released order go to the workshop at once; a mark whose kind no route claims waits until
 * somebody chooses one.
 */
async function issueNew(write: Write, actor: Actor, orderId: number): Promise<void> {
  await giveDefaultRoutes(write, actor.plantId, orderId)
  await shareRoutes(write, orderId)
  await issueUnstarted(write, orderId)
}

/** What was written, in counts: of the first list all of it, of a revision its changes. */
function writtenBy({ differences, computed }: StoredImport): object {
  if (differences === null) return computed as object
  const { added, changed, removed, held } = differences as Differences
  return { added, changed, removed, held }
}

/** An import that was read when the order had no marks adds all of its own; meanwhile another may have come first. */
async function requireNewMarks(write: Write, job: StoredImport, orderNo: string): Promise<void> {
  const taken = await marksTakenSince(write, job)
  if (taken.length > 0) fail('import.stale', { params: { marks: taken.join(', '), order: orderNo } })
}

function requireApplicable(actor: Actor, job: StoredImport, order: OrderFacts): void {
  const verdict = canApply(actor.tags, importFactsOf(job), order)
  if (verdict === true) return
  if (verdict === 'import.not_ready') fail(verdict, { params: { status: job.status } })
  if (verdict === 'import.has_errors') fail(verdict, { params: { errors: job.errors } })
  fail('state.refused', { params: { reason: verdict, status: order.status } })
}

/** What was decided was decided on the order as it was compared. */
async function requireAsCompared(write: Write, job: StoredImport, orderNo: string): Promise<void> {
  const stale = await marksChangedSince(write, job)
  if (stale.length > 0) fail('import.stale', { params: { marks: stale.join(', '), order: orderNo } })
}

/** Writes the accepted changes of an import to its locked order; new marks are written by the command itself. */
async function applyChanges(write: Write, actor: Actor, job: StoredImport, fileNames: string): Promise<void> {
  const plans = await planChanges(write, job)
  if ('impossible' in plans) {
    fail('state.refused', { params: { reason: 'import.needs_started', mark: plans.impossible } })
  }
  const placements: Placement[] = plans.map(({ mark, revision, redefined, quantity, added }) => ({
    mark,
    revision,
    redefined,
    quantity,
    added,
  }))
  await keepBefore(write, job)
  await supersedeWaiting(write, actor, job, plans)
  await redefineInPlace(write, actor, plans)
  await insertRevisions(write, actor, job, plans)
  await moveWaiting(write, actor, job, placements)
  await addPieces(write, actor, job, placements)
  await countQuantities(write, actor, job, placements)
  await holdStarted(write, actor, job, fileNames)
}

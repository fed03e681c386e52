import { sql } from 'kysely'
import type { Differences } from '@cloud-factory/contract/order-import/order-imports'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import {
  type StoredImport,
  fileNamesOf,
  importForUpdate,
  orderOfImport,
  saveImportStatus,
} from './imports.store.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { importFactsOf, canApply, canDiscard } from './imports.policy.ts'
import { rememberMapping } from './store-reading.ts'
import {
  requireWeights,
  unweighedMarks,
  giveDefaultRoutes,
  issueUnstarted,
  shareRoutes,
  recalculateOrders,
} from '../production/public.ts'
import { completeParts, requireSameMeeting } from './part-files.store.ts'
import { syncSubAssemblies } from '../assemblies/public.ts'
import { addImportedBolts, type ListedBolt } from '../bolts/public.ts'
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

/** Marks of the import that were added to the order since it was read; the first few names. */
async function marksUsedSince(write: Write, job: StoredImport): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    select i.mark from import_marks i
    where i.job_id = ${job.id} and i.role <> 'part'
      and exists (select from marks m where m.order_id = ${job.order_id} and m.mark = i.mark)
    order by i.position limit 5`.execute(write)
  return rows.map(({ mark }) => mark)
}

/** Of a compared import, only new and accepted marks. */
const isNew = (job: StoredImport) =>
  job.differences === null
    ? sql`true`
    : sql`exists (select from import_changes c where c.job_id = ${job.id} and c.mark = i.mark and c.import_mark_id = i.id
        and c.kind = 'added' and c.decision = 'accept')`

/**
 * Writes new marks of an import to the order, with their parts and one piece per quantity. The tables have no statistics for new rows, so each staged
 * mark looks up its mark by key; otherwise the planner may compare all with all.
 */
async function writeStagedMarks(write: Write, actor: Actor, job: StoredImport): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    insert into marks (plant_id, order_id, import_id, mark, revision, name, kind, profile, grade, quantity, length_mm,
      width_mm, height_mm, net_kg, gross_kg, area_m2, weight_source, drawing_no, phase, batch, parts, created_by,
      updated_by, updated_by_name)
    select plant_id, ${job.order_id}, job_id, mark, revision, name, kind, profile, grade, quantity, length_mm, width_mm,
      height_mm, net_kg, gross_kg, area_m2, weight_source, drawing_no, phase, batch, jsonb_array_length(parts), ${by}::bigint,
      ${by}::bigint, ${name}
    from import_marks i where job_id = ${job.id} and role <> 'part' and ${isNew(job)} order by position`.execute(
    write,
  )
  await sql`
    insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, width_mm, thickness_mm,
      quantity_per_mark, net_kg, gross_kg, area_m2, holes, is_main, geometry, created_by, updated_by)
    select m.plant_id, m.id, p."partMark", p.profile, p.grade, p."lengthMm", p."widthMm", p."thicknessMm",
      p."quantityPerMark", p."netKg", p."grossKg", p."areaM2", p.holes, p."isMain", p.geometry, ${by}::bigint, ${by}::bigint
    from import_marks i cross join lateral (
        select id, plant_id, import_id from marks
        where order_id = ${job.order_id} and mark = i.mark and revision = i.revision offset 0
      ) m
      cross join lateral jsonb_to_recordset(i.parts) as p ("partMark" text, profile text, grade text,
        "lengthMm" numeric, "widthMm" numeric, "thicknessMm" numeric, "quantityPerMark" int, "netKg" numeric,
        "grossKg" numeric, "areaM2" numeric, holes int, "isMain" boolean, geometry jsonb)
    where i.job_id = ${job.id} and i.role <> 'part' and m.import_id = ${job.id} and ${isNew(job)}`.execute(
    write,
  )
  await sql`
    insert into pieces (plant_id, order_id, mark_id, serial, net_kg, created_by, updated_by)
    select m.plant_id, m.order_id, m.id, m.mark || '-' || lpad(n::text, greatest(3, length(n::text)), '0'), m.net_kg,
      ${by}::bigint, ${by}::bigint
    from marks m cross join lateral generate_series(1, m.quantity) n
    where m.import_id = ${job.id} order by m.id, n`.execute(write)
}

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
  await syncSubAssemblies(write, actor, { orderId: order.id, importId: job.id })
  await addImportedBolts(write, actor, { id: job.id, orderId: job.order_id }, job.bought as ListedBolt[])
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
  const used = await marksUsedSince(write, job)
  if (used.length > 0) fail('import.stale', { params: { marks: used.join(', '), order: orderNo } })
}

function requireApplicable(actor: Actor, job: StoredImport, order: OrderFacts): void {
  const verdict = canApply(actor.tags, importFactsOf(job), order)
  if (verdict === true) return
  if (verdict === 'import.not_ready') fail(verdict, { params: { status: job.status } })
  if (verdict === 'import.has_errors') fail(verdict, { params: { errors: job.errors } })
  reject(verdict, { status: order.status })
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
    reject('import.needs_started', { mark: plans.impossible })
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

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { partsApi } from '@cloud-factory/contract/parts/parts'
import type { PartReportKind } from '@cloud-factory/domain/parts/part-enums'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { addPartLots, canCut, freePartLots, lotForParts, requiresHeats } from '../material/public.ts'
import { signed } from '../quality-records/public.ts'
import { steelShape } from '../steel-profiles/public.ts'
import { keyOf, lockCounters, type PartKey, saveCounters } from './part-counts.store.ts'
import { canReportParts, canUndoPartReport } from './parts.policy.ts'
import type { CountedPart } from './parts.queries.ts'
import { changeOf, changeProblem, type CounterChange, maxQuantity, undoneChange } from './parts.rules.ts'

type ReportInput = BodyOf<(typeof partsApi)['POST /api/orders/:id/part-reports']>

interface OrderRow {
  readonly id: number
  readonly no: string
  readonly project_id: number
  readonly status: string
}

/** The order, if work on its parts goes on. */
async function orderForParts(
  write: Write,
  { plantId, tags }: Pick<Actor, 'plantId' | 'tags'>,
  id: string,
): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`select id, no, project_id, status from orders
    where plant_id = ${plantId} and id = ${id} for key share`.execute(write)
  const order = rows[0] ?? fail('not_found')
  requireAllowed(canReportParts(tags, order.status))
  return order
}

/** A part with the quantity that is reported of it, each part once. */
interface ReportedPart extends PartKey {
  readonly quantity: number
  readonly part: CountedPart
}

/** Reports parts of an order, all or none; returns the ids of the reports. */
export async function reportParts(
  write: Write,
  actor: Actor,
  orderId: string,
  input: ReportInput,
  now: Date,
): Promise<number[]> {
  const order = await orderForParts(write, actor, orderId)
  const totals = new Map<string, PartKey & { quantity: number }>()
  for (const { markId, partMark, quantity } of input.items) {
    const key = { markId: Number(markId), partMark }
    totals.set(keyOf(key), { ...key, quantity: (totals.get(keyOf(key))?.quantity ?? 0) + quantity })
  }
  const counters = await lockCounters(write, actor.plantId, [...totals.values()])
  const parts = [...totals.values()].map((total): ReportedPart => {
    const part = counters.get(keyOf(total))
    if (part === undefined || part.orderId !== order.id)
      return fail('not_found', { params: { field: 'items' } })
    return { ...total, part }
  })
  for (const one of parts) requireQuantity(input.kind, one)
  if (input.kind === 'scrap' && (input.reason ?? '') === '')
    fail('request.invalid', { errors: [{ path: 'body.reason', reason: 'required' }] })
  const lotIds = await lotsOf(write, actor, order, input, parts)
  return writeReports(
    write,
    actor,
    { order, kind: input.kind, reason: input.reason ?? null, now },
    parts,
    lotIds,
  )
}

function requireQuantity(kind: PartReportKind, { quantity, part }: ReportedPart): void {
  const name = `${part.mark} ${part.partMark}`
  if (part.held && kind !== 'scrap') reject('work.piece_held', { part: name })
  const max = maxQuantity(kind, part)
  if (quantity > max) reject(`part.too_many_${kind}`, { part: name, most: max })
}

/** The lot of each reported part; null: none is known. */
function lotsOf(
  write: Write,
  actor: Actor,
  order: OrderRow,
  input: ReportInput,
  parts: readonly ReportedPart[],
): Promise<(number | null)[]> {
  if (input.kind === 'cut') return cutLots(write, actor, order, input.lotId, parts)
  if (input.kind === 'scrap') return scrapLots(write, input.lotId, parts)
  return Promise.resolve(parts.map(() => null))
}

/** Parts are cut from a lot that fits them. Where the project needs heats, no part is cut without one. */
async function cutLots(
  write: Write,
  actor: Actor,
  order: OrderRow,
  lotId: string | undefined,
  parts: readonly ReportedPart[],
): Promise<(number | null)[]> {
  if (lotId === undefined) {
    if (await requiresHeats(write, actor.plantId, order.project_id)) reject('part.heat_missing')
    return parts.map(() => null)
  }
  const lot = await lotForParts(write, actor.plantId, lotId)
  if (lot.status === 'rejected') reject('lot.rejected')
  const steel = { grade: lot.grade, shape: steelShape(lot.profile), isConceded: lot.status === 'concession' }
  for (const { part, partMark } of parts) {
    const grade = part.grade === '' ? null : part.grade
    const verdict = canCut(steel, { shape: steelShape(part.profile), grade })
    if (verdict !== true)
      reject(verdict, { piece: part.mark, part: partMark, grade: part.grade, lotGrade: lot.grade })
  }
  await addPartLots(write, lot.id, parts)
  return parts.map(() => lot.id)
}

/** Parts of several heats lie together: the report says which heat is scrapped. */
async function scrapLots(
  write: Write,
  lotId: string | undefined,
  parts: readonly ReportedPart[],
): Promise<(number | null)[]> {
  const lots: (number | null)[] = []
  for (const one of parts) {
    const { markId, partMark, quantity, part } = one
    const free = await freePartLots(write, markId, partMark)
    const named = lotId === undefined ? free[0] : free.find((lot) => lot.lotId === Number(lotId))
    const isUnclear = lotId === undefined ? free.length > 1 : named === undefined
    if (isUnclear || quantity > (named?.free ?? quantity))
      reject('part.which_heat', {
        part: `${part.mark} ${partMark}`,
        heats: free.map(({ heat }) => heat).join(', '),
      })
    if (named !== undefined)
      await addPartLots(write, named.lotId, [{ markId, partMark, quantity: -quantity }])
    lots.push(named?.lotId ?? null)
  }
  return lots
}

const recorded = {
  cut: { action: 'parts.cut' },
  process: { action: 'parts.process' },
  kit: { action: 'parts.kit' },
  scrap: { action: 'parts.scrap' },
}

interface Frame {
  readonly order: Pick<OrderRow, 'id' | 'no'>
  readonly kind: PartReportKind
  readonly reason: string | null
  readonly now: Date
}

async function writeReports(
  write: Write,
  actor: Actor,
  { order, kind, reason, now }: Frame,
  parts: readonly ReportedPart[],
  lotIds: readonly (number | null)[],
): Promise<number[]> {
  const changes = parts.map(({ part, quantity }) => changeOf(kind, quantity, part, part.drilled))
  await saveChanges(write, parts, changes)
  const { by, byName } = signed(actor)
  const rows = parts.map(({ markId, partMark, quantity }, at) => ({
    markId,
    partMark,
    quantity,
    processed: kind === 'process' ? 0 : Math.abs(changes[at]?.processed ?? 0),
    lotId: lotIds[at] ?? null,
  }))
  const { rows: inserted } = await sql<{ id: number }>`
    insert into part_reports (plant_id, order_id, mark_id, part_mark, kind, quantity, processed, lot_id, reason, reported_at,
      reported_by, reported_by_name)
    select ${actor.plantId}, ${order.id}, "markId", "partMark", ${kind}, quantity, processed, "lotId", ${reason}, ${now}, ${by}, ${byName}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("markId" bigint, "partMark" text, quantity int,
      processed int, "lotId" bigint)
    returning id`.execute(write)
  await recordAction(write, actor, {
    ...recorded[kind],
    subjectKind: 'order',
    event: 'parts.reported',
    id: String(order.id),
    name: order.no,
    after: { parts: namesOf(parts), ...(reason === null ? {} : { reason }) },
  })
  return inserted.map(({ id }) => id)
}

const saveChanges = (
  write: Write,
  parts: readonly (PartKey & { readonly part: CountedPart })[],
  changes: readonly CounterChange[],
) =>
  saveCounters(
    write,
    changes.flatMap((change, at) => {
      const one = parts[at]
      return one === undefined
        ? []
        : [{ ...change, markId: one.markId, partMark: one.partMark, needed: one.part.needed }]
    }),
  )

/** Parts in an audit row, at most. */
const namedParts = 20

const namesOf = (parts: readonly ReportedPart[]): string =>
  parts
    .slice(0, namedParts)
    .map(({ part, quantity }) => `${part.mark} ${part.partMark} × ${quantity}`)
    .join(', ')

interface StoredReport extends PartKey {
  readonly orderId: number
  readonly kind: PartReportKind
  readonly quantity: number
  readonly processed: number
  readonly lotId: number | null
  readonly reportedBy: number | null
  readonly undoneAt: Date | null
}

/** Undoes a report on parts that did not go further since; scrapped parts must not have been replaced. */
export async function undoPartReport(
  write: Write,
  actor: Actor,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<StoredReport>`
    select order_id as "orderId", mark_id as "markId", part_mark as "partMark", kind, quantity, processed, lot_id as "lotId",
      reported_by as "reportedBy", undone_at as "undoneAt"
    from part_reports where plant_id = ${actor.plantId} and id = ${id} for update`.execute(write)
  const report = rows[0] ?? fail('not_found')
  const isUndone = report.undoneAt !== null
  requireAllowed(canUndoPartReport(actor, { isUndone, reportedBy: report.reportedBy }))
  const asReporter = { plantId: actor.plantId, tags: ['order.report'] }
  const order = await orderForParts(write, asReporter, String(report.orderId))
  const part = (await lockCounters(write, actor.plantId, [report])).get(keyOf(report))
  if (part === undefined) return reject('part.revised')
  const change = undoneChange(report.kind, report)
  const problem = changeProblem(part, change)
  if (problem !== null) reject(problem)
  if (report.lotId !== null) await addPartLots(write, report.lotId, [{ ...report, quantity: change.cut }])
  await saveChanges(write, [{ ...report, part }], [change])
  const { by, byName } = signed(actor)
  await sql`update part_reports set undone_at = ${now}, undone_by = ${by}, undone_by_name = ${byName}, undo_reason = ${reason}
    where id = ${id}`.execute(write)
  await recordAction(write, actor, {
    action: 'parts.undo_report',
    subjectKind: 'order',
    event: 'parts.reported',
    id: String(order.id),
    name: order.no,
    before: { parts: namesOf([{ ...report, part }]) },
    after: { reason },
  })
}

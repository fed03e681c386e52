import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { PurchaseLine, purchasesApi } from '@cloud-factory/contract/purchasing/purchases'
import type { MaterialForm } from '@cloud-factory/domain/material/material-enums'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { gradeInUse, receiveMaterial } from '../material/public.ts'
import { acceptsPieces } from './purchases.policy.ts'
import { purchaseForAction } from './save-purchase.ts'
import { averagePrice } from './stock-value.ts'

type Input = BodyOf<(typeof purchasesApi)['POST /api/purchases/:id/receive']>
type SteelLine = PurchaseLine & { readonly form: MaterialForm }
type Delivered = Input['lots'][number] & { readonly line: SteelLine }

const isSteel = (line: PurchaseLine): line is SteelLine => line.form !== 'bought'

/** The lines of the lots; fails when a line gets more pieces than its tolerance accepts. */
export function deliveredLines<
  Line extends PurchaseLine,
  Lot extends { readonly lineId: string; readonly pieces: number },
>(items: readonly Line[], lots: readonly Lot[]): (Lot & { readonly line: Line })[] {
  const delivered = lots.map((lot) => ({
    ...lot,
    line: items.find(({ id }) => id === lot.lineId) ?? fail('not_found', { params: { field: 'lineId' } }),
  }))
  for (const line of items) {
    const pieces = delivered.reduce(
      (sum, lot) => sum + (lot.lineId === line.id ? lot.pieces : 0),
      line.received,
    )
    if (!acceptsPieces(line, pieces))
      reject('purchase.too_many', { profile: line.profile, value: pieces, most: line.maxPieces })
  }
  return delivered
}

/** The delivery as the incoming-material area receives it. */
async function lotInputs(write: Write, plantId: number, lots: readonly Delivered[]) {
  const grades = new Map<string, string>()
  for (const grade of new Set(lots.map(({ line }) => line.grade))) {
    const id = await gradeInUse(asReads(write), plantId, grade)
    grades.set(grade, id ?? reject('purchase.no_grade', { grade }))
  }
  return lots.map(({ line, lineId: _line, lengthMm, ...lot }) => ({
    ...lot,
    form: line.form,
    profile: line.profile,
    gradeId: grades.get(line.grade) ?? '',
    lengthMm: line.form === 'plate' ? null : (lengthMm ?? line.lengthMm),
  }))
}

/** The project whose orders all lines are for; its rules decide on re-tests. null: several, or none. */
async function projectOf(write: Write, plantId: number, lots: readonly Delivered[]): Promise<string | null> {
  const ids = lots.flatMap(({ line }) => line.order?.id ?? [])
  const rows = await readRows(
    asReads(write),
    sql<{ id: number }>`select distinct project_id as id from orders
      where plant_id = ${plantId} and id = any(${ids}::bigint[]) limit 2`,
  )
  return rows.length === 1 ? String(rows[0]?.id) : null
}

/** Counts what came of each line. Its constraint refuses more than accepted. */
async function countReceived(
  write: Write,
  actor: Actor,
  receiptId: string,
  lots: readonly Delivered[],
  now: Date,
): Promise<void> {
  const delivered = lots.map(({ lineId, pieces, kg }) => ({ lineId, pieces, kg }))
  // The lots of a receipt are written in the order of its input.
  await sql`
    with delivered as (
      select * from rows from (
        jsonb_to_recordset(${JSON.stringify(delivered)}::jsonb) as ("lineId" bigint, pieces int, kg numeric)
      ) with ordinality as d ("lineId", pieces, kg, place)
    ), written as (
      select id, row_number() over (order by id) as place from material_lots where receipt_id = ${receiptId}
    ), counted as (
      insert into purchase_receipts (plant_id, line_id, lot_id, pieces, kg, received_at, received_by_name)
      select ${actor.plantId}::bigint, "lineId", written.id, pieces, kg, ${now}::timestamptz, ${actor.cnName}::text
      from delivered join written using (place)
    )
    update purchase_lines l set received = received + d.pieces, received_kg = received_kg + d.kg
    from (select "lineId", sum(pieces)::int as pieces, sum(kg) as kg from delivered group by "lineId") d
    where l.id = d."lineId"`.execute(write)
}

/**
 * Receives a delivery of an ordered purchase: a receipt with lots in quarantine and their bars, the lines' received
 * pieces and the average price change in one transaction.
 */
export async function receivePurchase(
  write: Write,
  actor: Actor,
  id: string,
  { deliveryNote, receivedOn, lots, reason }: Input,
  now: Date,
): Promise<void> {
  const { row, view } = await purchaseForAction(write, actor, id, null, { action: 'receive', now })
  const delivered = deliveredLines(view.items.filter(isSteel), lots)
  await averagePrice(
    write,
    actor.plantId,
    delivered.map(({ kg, line }) => ({ ...line, kg })),
  )
  const receiptId = await receiveMaterial(
    write,
    actor,
    {
      supplier: view.supplier?.name ?? '',
      deliveryNote,
      receivedOn,
      projectId: await projectOf(write, actor.plantId, delivered),
      note: row.no,
      lots: await lotInputs(write, actor.plantId, delivered),
      reason,
    },
    now,
  )
  await countReceived(write, actor, receiptId, delivered, now)
  const texts = delivered.map(({ line, pieces, kg }) => `${pieces} × ${line.profile} ${kg} kg`)
  await recordReceived(write, actor, row, { deliveryNote, lots: texts })
}

/** The status after a delivery, which is recorded with it. */
export async function recordReceived(
  write: Write,
  actor: Actor,
  { id, no, status: before }: Awaited<ReturnType<typeof purchaseForAction>>['row'],
  delivery: { readonly deliveryNote: string; readonly lots: readonly string[] },
): Promise<void> {
  const { rows: open } = await sql`
    select from purchase_lines where purchase_id = ${id} and received < pieces limit 1`.execute(write)
  const status = open.length === 0 ? 'received' : 'partly_received'
  await saveRow(write, actor, 'purchases', id, { status })
  await recordAction(write, actor, {
    action: 'purchases.receive',
    subjectKind: 'purchase',
    event: 'purchases.received',
    id: String(id),
    name: no,
    before: { status: before },
    after: { status, ...delivery },
  })
}

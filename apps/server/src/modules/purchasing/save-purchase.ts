import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  PurchaseRow,
  PurchaseLineInput,
  purchasesApi,
} from '@cloud-factory/contract/purchasing/purchases'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { insertRow, rowForAction, type SavedFields, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { idOrNull, nextNumbers } from '../quality-records/public.ts'
import { parseProfile, steelShape, weighProfile } from '../steel-profiles/public.ts'
import { onePurchase } from './purchases.queries.ts'

type Api = typeof purchasesApi
export type NewLine = Omit<PurchaseLineInput, 'id'> & {
  readonly id?: string | null
  readonly nestId?: string
}

type NewPurchase = Omit<BodyOf<Api['POST /api/purchases']>, 'lines'> & { readonly lines: readonly NewLine[] }

/** Form and weight by theory follow from the profile; an unknown one is a section without a weight. */
function weighed({ profile, lengthMm, pieces, itemId }: NewLine) {
  if (itemId !== undefined && itemId !== null) return { form: 'bought', kg: null }
  const parsed = parseProfile(profile)
  const each = parsed === null ? null : weighProfile(parsed, lengthMm ?? undefined)
  return {
    form: parsed?.kind === 'plate' ? 'plate' : (steelShape(profile)?.form ?? 'section'),
    kg: each === null ? null : Math.round(each.kg * pieces * 1000) / 1000,
  }
}

/** What is missing in a request names the record: its order, nest or supplier. */
async function namingMissing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const field = {
      purchase_lines_order_fkey: 'orderId',
      purchases_supplier_fkey: 'supplierId',
      purchase_lines_item_fkey: 'itemId',
    }[violationOf(error)?.constraint ?? '']
    if (field === undefined) throw error
    return fail('not_found', { params: { field } })
  }
}

/** Writes the lines of a draft: changes those that have an id, adds the others, and deletes what is missing. */
async function writeLines(
  write: Write,
  plantId: number,
  purchase: { readonly id: number; readonly over_percent: number },
  lines: readonly NewLine[],
): Promise<void> {
  const rows = lines.map((line, index) => ({
    ...weighed(line),
    id: line.id ?? null,
    position: index + 1,
    profile: line.profile,
    grade: line.grade,
    length_mm: line.lengthMm,
    pieces: line.pieces,
    price_per_tonne: line.pricePerTonne,
    price_each: line.priceEach ?? null,
    item_id: line.itemId ?? null,
    expected_on: line.expectedOn,
    order_id: line.orderId,
    nest_id: line.nestId ?? null,
    max_pieces: line.pieces + Math.floor((line.pieces * purchase.over_percent) / 100),
  }))
  const ids = rows.flatMap(({ id }) => id ?? [])
  await sql`delete from purchase_lines where purchase_id = ${purchase.id} and not id = any(${ids}::bigint[])`.execute(
    write,
  )
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (id bigint, position int, form text, profile text,
    grade text, length_mm numeric, pieces int, kg numeric, price_per_tonne numeric, price_each numeric,
    item_id bigint, expected_on date, order_id bigint, nest_id bigint, max_pieces int)`
  await namingMissing(async () => {
    const { rows: updated } = await sql`
      update purchase_lines l set position = k.position, form = k.form, profile = k.profile, grade = k.grade,
        length_mm = k.length_mm, pieces = k.pieces, kg = k.kg, price_per_tonne = k.price_per_tonne,
        price_each = k.price_each, item_id = k.item_id, expected_on = k.expected_on, order_id = k.order_id, max_pieces = k.max_pieces
      from ${input} where l.purchase_id = ${purchase.id} and l.id = k.id returning l.id`.execute(write)
    if (updated.length < ids.length) fail('not_found', { params: { field: 'lines' } })
    await sql`
      insert into purchase_lines (plant_id, purchase_id, position, form, profile, grade, length_mm, pieces, kg,
        price_per_tonne, price_each, item_id, expected_on, order_id, nest_id, max_pieces)
      select ${plantId}, ${purchase.id}, position, form, profile, grade, length_mm, pieces, kg, price_per_tonne,
        price_each, item_id, expected_on, order_id, nest_id, max_pieces
      from ${input} where id is null order by position`.execute(write)
  })
}

/** Creates a requisition. Returns its id. */
export async function createPurchase(
  write: Write,
  actor: Actor,
  { lines, supplierId, overPercent, note }: NewPurchase,
  now: Date,
): Promise<string> {
  const [no = ''] = await nextNumbers(write, actor.plantId, 'PO', now)
  const id = await namingMissing(() =>
    insertRow(write, actor, 'purchases', {
      no,
      supplier_id: idOrNull(supplierId),
      over_percent: overPercent,
      note,
    }),
  )
  await writeLines(write, actor.plantId, { id, over_percent: overPercent }, lines)
  await recordAction(write, actor, {
    action: 'purchases.create',
    subjectKind: 'purchase',
    event: 'purchases.changed',
    id: String(id),
    name: no,
    after: { lines: lines.map(lineText) },
  })
  return String(id)
}

const lineText = ({
  profile,
  grade,
  lengthMm,
  pieces,
}: Pick<NewLine, 'profile' | 'grade' | 'lengthMm' | 'pieces'>): string =>
  `${pieces} × ${profile} ${grade}${lengthMm === null ? '' : ` ${lengthMm} mm`}`

/** Locks a purchase order for an action that its policy permits. */
export const purchaseForAction = (
  write: Write,
  actor: Actor,
  id: string,
  version: number | null,
  { action, now }: { readonly action: keyof PurchaseRow['can']; readonly now: Date },
) =>
  rowForAction(write, actor, 'purchases', { id, version, action }, (reads) =>
    onePurchase(reads, actor, id, now),
  )

/** Changes a requisition with its lines. */
export async function changePurchase(
  write: Write,
  actor: Actor,
  id: string,
  { version, lines, supplierId, overPercent, note }: NewPurchase & { readonly version: number },
  now: Date,
): Promise<void> {
  const { row, view } = await purchaseForAction(write, actor, id, version, { action: 'edit', now })
  await namingMissing(() =>
    saveRow(write, actor, 'purchases', row.id, {
      supplier_id: idOrNull(supplierId),
      over_percent: overPercent,
      note,
    }),
  )
  await writeLines(write, actor.plantId, { id: row.id, over_percent: overPercent }, lines)
  await recordAction(write, actor, {
    action: 'purchases.update',
    subjectKind: 'purchase',
    event: 'purchases.changed',
    id,
    name: row.no,
    before: { lines: view.items.map(lineText), note: view.note },
    after: { lines: lines.map(lineText), note },
  })
}

type Step = 'approve' | 'order' | 'close' | 'cancel'

interface StepEffect {
  readonly action: string
  readonly fields: SavedFields<'purchases'>
}

const effectOf = (step: Step, actor: Actor, now: Date): StepEffect => {
  const effects: Readonly<Record<Step, StepEffect>> = {
    approve: {
      action: 'purchases.approve',
      fields: { status: 'approved', approved_at: now, approved_by_name: actor.cnName },
    },
    order: { action: 'purchases.order', fields: { status: 'ordered', ordered_at: now } },
    close: { action: 'purchases.close', fields: { status: 'received' } },
    cancel: { action: 'purchases.cancel', fields: { status: 'cancelled' } },
  }
  return effects[step]
}

/** Approves, orders, closes or cancels. */
export async function movePurchase(
  write: Write,
  actor: Actor,
  id: string,
  { step, version }: { readonly step: Step; readonly version: number },
  now: Date,
): Promise<void> {
  const { row } = await purchaseForAction(write, actor, id, version, { action: step, now })
  const { action, fields } = effectOf(step, actor, now)
  await saveRow(write, actor, 'purchases', row.id, fields)
  await recordAction(write, actor, {
    action,
    subjectKind: 'purchase',
    event: 'purchases.changed',
    id,
    name: row.no,
    before: { status: row.status },
    after: { status: fields.status },
  })
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { purchasesApi } from '@cloud-factory/contract/purchasing/purchases'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { barsToBuy, shortages } from '../nesting/public.ts'
import { profileKey } from '../steel-profiles/public.ts'
import { onOrderMetres } from './purchase-lines.queries.ts'
import { onePurchase } from './purchases.queries.ts'
import { changePurchase, createPurchase, type NewLine } from './save-purchase.ts'

type Api = typeof purchasesApi

/** How many more pieces than ordered are accepted until somebody says otherwise. */
const overPercent = 5
/** Lines of a requisition, as its schema limits them. */
const maxLines = 200

/** What is missing of a profile and grade. Requests wait for each other, so that each sees what the others have put on order. */
async function shortageOf(
  write: Write,
  plantId: number,
  { profile, grade }: { profile: string; grade: string },
) {
  await advisoryLock(write, 'purchases', plantId)
  const key = `${profileKey(profile)} ${grade}`
  const found = (await shortages(asReads(write), plantId, onOrderMetres)).find((row) => row.key === key)
  if (found === undefined || found.shortM <= 0) reject('purchase.nothing_short')
  return found as NonNullable<typeof found>
}

/** Adds lines to the latest requisition without a supplier, in which requests are collected, or to a new one. */
export async function addToRequisition(
  write: Write,
  actor: Actor,
  lines: readonly NewLine[],
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from purchases where plant_id = ${actor.plantId} and status = 'draft' and supplier_id is null
    order by id desc limit 1 for no key update`.execute(write)
  const [open] = rows
  const view = open === undefined ? null : await onePurchase(asReads(write), actor, String(open.id), now)
  if (view === null || view.items.length + lines.length > maxLines)
    return createPurchase(write, actor, { lines, supplierId: null, overPercent, note: '' }, now)
  const stored = view.items.map(({ order, ...line }) => ({ ...line, orderId: order?.id ?? null }))
  await changePurchase(
    write,
    actor,
    view.id,
    {
      version: view.version,
      supplierId: null,
      overPercent: view.overPercent,
      note: view.note,
      lines: [...stored, ...lines],
    },
    now,
  )
  return view.id
}

/** Requests bars for what is neither in stock nor on order. Returns the requisition's id. */
export async function requestShortage(
  write: Write,
  actor: Actor,
  { profile, grade, lengthMm, wastePercent }: BodyOf<Api['POST /api/purchase-requests']>,
  now: Date,
): Promise<string> {
  const { shortM, longestMm, firstOrderId } = await shortageOf(write, actor.plantId, { profile, grade })
  if (longestMm > lengthMm) reject('purchase.bar_too_short', { value: lengthMm, most: longestMm })
  const line: NewLine = {
    profile,
    grade,
    lengthMm,
    pieces: Math.ceil((shortM * 1000 * (1 + wastePercent / 100)) / lengthMm - 1e-6),
    pricePerTonne: null,
    expectedOn: null,
    orderId: firstOrderId === null ? null : String(firstOrderId),
  }
  return addToRequisition(write, actor, [line], now)
}

/** Requests the bars that a plan has to buy. Returns the requisition's id. */
export async function requestNestBars(
  write: Write,
  actor: Actor,
  nestId: string,
  now: Date,
): Promise<string> {
  await advisoryLock(write, 'purchases', actor.plantId)
  const bars = await barsToBuy(asReads(write), actor.plantId, nestId)
  const [first] = bars
  if (first === undefined) return reject('purchase.no_bars')
  await shortageOf(write, actor.plantId, first)
  const lines = bars.map(
    ({ orderId, ...bar }): NewLine => ({
      ...bar,
      nestId,
      pricePerTonne: null,
      expectedOn: null,
      orderId: orderId === null ? null : String(orderId),
    }),
  )
  return addToRequisition(write, actor, lines, now)
}

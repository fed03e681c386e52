import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { BoltLot, boltsApi } from '@cloud-factory/contract/bolts/bolts'
import { testOf } from '@cloud-factory/domain/bolts/bolt-tests'
import type { BoughtItem } from '@cloud-factory/domain/bolts/bought-items'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { canReceiveBolts, lotFits } from './bolts.policy.ts'
import { itemIds } from './bolts.store.ts'

type Api = typeof boltsApi

export type LotReadRow = Selectable<Tables['bolt_lots']> &
  Pick<BoughtItem, 'kind' | 'standard' | 'size' | 'grade'> & {
    readonly designation: string
    readonly is_passed: boolean | null
  }

const sorts = bothWays({ id: ['r.id'] })
const from = sql`bolt_lots r join bought_items i on i.id = r.item_id`

/** Lots with the result of their latest test. */
export const lotsOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<LotReadRow>`
    select r.*, i.kind, i.designation, i.standard, i.size, i.grade, t.is_passed
    from ${from} left join lateral (select is_passed from bolt_tests where lot_id = r.id order by id desc limit 1) t on true
    where ${where} order by ${order} ${limit}`

export const lotsWhere = (
  plantId: number,
  { q = '', itemId, free }: QueryOf<Api['GET /api/bolt-lots']>,
): RawBuilder<unknown> =>
  allOf([
    sql`r.plant_id = ${plantId}`,
    itemId === undefined ? null : sql`r.item_id = ${itemId}`,
    free === undefined ? null : sql`r.issued < r.received`,
    q === ''
      ? null
      : sql`concat_ws(' ', i.designation, r.lot_no, r.certificate_no, r.supplier) ilike ${containsPattern(q)}`,
  ])

function lotView(row: LotReadRow, { tags }: Actor): BoltLot {
  const needsTest = testOf(row)
  const canTest = tags.includes('quality.inspect') || 'permission.denied'
  const canIssue = tags.includes('order.ship') || tags.includes('order.report') || 'permission.denied'
  return {
    id: String(row.id),
    itemId: String(row.item_id),
    kind: row.kind,
    designation: row.designation,
    size: row.size,
    lotNo: row.lot_no,
    certificateNo: row.certificate_no,
    supplier: row.supplier,
    deliveryNote: row.delivery_note,
    location: row.location,
    boxes: row.boxes,
    received: row.received,
    free: row.received - row.issued,
    receivedOn: row.received_on,
    needsTest,
    isPassed: row.is_passed,
    version: row.version,
    can: {
      test: canTest === true && needsTest === null ? 'bolt.no_test' : canTest,
      issue: canIssue === true && row.is_passed === false ? 'bolt.test_failed' : canIssue,
    },
  }
}

export async function listLots(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/bolt-lots']>,
): Promise<ReplyOf<Api['GET /api/bolt-lots']>> {
  const where = lotsWhere(actor.plantId, query)
  const page = lotsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, from, where)
  return {
    items: rows.map((row) => lotView(row, actor)),
    total,
    can: { receive: canReceiveBolts(actor.tags) },
  }
}

/** Fails with `not_found` when the plant has no such lot. */
export async function oneLot(reads: Reads, actor: Actor, id: number): Promise<BoltLot> {
  const where = sql`r.plant_id = ${actor.plantId} and r.id = ${id}`
  const [row] = await readRows(reads, lotsOf(where, sql`r.id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : lotView(row, actor)
}

/** A delivered lot of a bought part. */
export interface DeliveredBolts {
  readonly itemId: number
  readonly lotNo: string
  readonly certificateNo: string
  readonly location: string
  readonly boxes: number | null
  readonly quantity: number
  readonly price: number | null
  readonly supplier: string
  readonly deliveryNote: string
  readonly receivedOn: string
}

/** The bought part, locked: receipts of it wait for each other, so that each averages with what is there. */
async function itemForUpdate(write: Write, plantId: number, id: number) {
  const { rows } = await sql<Selectable<Tables['bought_items']>>`
    select * from bought_items where plant_id = ${plantId} and id = ${id} for no key update`.execute(write)
  return rows[0] ?? fail('not_found')
}

/** Moving average (IAS 2, paragraph 27): what lies there at its average, and what comes at its price. */
async function averagePrice(write: Write, itemId: number, quantity: number, price: number): Promise<void> {
  await sql`
    update bought_items i set price = round((coalesce(i.price, ${price}::numeric) * s.free + ${price}::numeric * ${quantity}::int)
      / (s.free + ${quantity}::int), 4)
    from (select coalesce(sum(received - issued), 0) as free from bolt_lots where item_id = ${itemId}) s
    where i.id = ${itemId}`.execute(write)
}

/** Puts a delivered lot into the stock; returns its id. */
export async function receiveBolts(write: Write, actor: Actor, lot: DeliveredBolts): Promise<number> {
  const item = await itemForUpdate(write, actor.plantId, lot.itemId)
  if (!lotFits(item as Pick<BoughtItem, 'kind' | 'standard' | 'grade'>, lot.quantity))
    reject('bolt.lot_too_large', { lot: lot.lotNo, value: lot.quantity })
  if (lot.price !== null) await averagePrice(write, item.id, lot.quantity, lot.price)
  let id = 0
  try {
    id = await insertRow(write, actor, 'bolt_lots', {
      item_id: item.id,
      lot_no: lot.lotNo,
      certificate_no: lot.certificateNo,
      supplier: lot.supplier,
      delivery_note: lot.deliveryNote,
      location: lot.location,
      boxes: lot.boxes,
      received: lot.quantity,
      price: lot.price,
      received_on: lot.receivedOn,
    })
  } catch (error) {
    if (violationOf(error)?.constraint === 'bolt_lots_key')
      fail('duplicate', { params: { field: 'lotNo', value: lot.lotNo } })
    throw error
  }
  await recordAction(write, actor, {
    action: 'bolts.receive',
    subjectKind: 'bolt_lot',
    event: 'bolts.stocked',
    id: String(id),
    name: lot.lotNo,
    after: {
      item: item.designation,
      quantity: lot.quantity,
      supplier: lot.supplier,
      certificateNo: lot.certificateNo,
    },
  })
  return id
}

/** Receives a lot without a purchase order. */
export async function receiveLot(
  write: Write,
  actor: Actor,
  { kind, name, standard, size, lengthMm, grade, finish, ...lot }: BodyOf<Api['POST /api/bolt-lots']>,
): Promise<BoltLot> {
  const [itemId = 0] = await itemIds(write, actor.plantId, [
    { kind, name, standard, size, lengthMm, grade, finish },
  ])
  const id = await receiveBolts(write, actor, { ...lot, itemId, price: null })
  return oneLot(asReads(write), actor, id)
}

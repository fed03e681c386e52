import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { demoPlanner } from '../quality-records/public.ts'
import { onePurchase } from './purchases.queries.ts'
import { receivePurchase } from './receive-purchase.ts'
import { createPurchase, movePurchase, type NewLine } from './save-purchase.ts'
import { averagePrice } from './stock-value.ts'

const demoSuppliers = [
  ['GYS-01', '江东型钢贸易', '周经理', '021-55010001'],
  ['GYS-02', '华北中厚板', '吴工', '010-66010002'],
] as const

const plate = (profile: string, pieces: number, expectedOn: string): NewLine => ({
  profile,
  grade: 'Q355B',
  lengthMm: null,
  pieces,
  pricePerTonne: 3980,
  expectedOn,
  orderId: null,
})

const dayMs = 86_400_000
const dayOf = (at: Date, days: number): string =>
  new Date(at.getTime() + days * dayMs).toISOString().slice(0, 10)

/** Prices of a tonne by the letters that a profile begins with; the others are plates. */
const tonnePrices: Readonly<Record<string, number>> = { HW: 4050, HN: 3960, CHS: 4720, L: 3890 }
const platePrice = 3980

/** What the steel in stock cost, and the same for the parts of the lists, whose plates are named by their own sizes. */
async function demoPrices(write: Write, plantId: number): Promise<void> {
  const kinds = await readRows(
    asReads(write),
    sql<{ profile: string; grade: string }>`
      select l.profile, g.code as grade from material_lots l join heats h on h.id = l.heat_id
        join steel_grades g on g.id = h.grade_id where l.plant_id = ${plantId}
      union select p.profile, coalesce(p.grade, m.grade) from parts p join marks m on m.id = p.mark_id
        where p.plant_id = ${plantId} and coalesce(p.grade, m.grade) is not null`,
  )
  const priced = kinds.map(({ profile, grade }) => ({
    profile,
    grade,
    kg: 1000,
    pricePerTonne: tonnePrices[/^[A-Z]+/.exec(profile)?.[0] ?? ''] ?? platePrice,
  }))
  await averagePrice(write, plantId, priced)
}

/** Beams that arrived yesterday and were dearer than those in stock: their average price moves. */
async function receivedPurchase(write: Write, actor: Actor, supplierId: string, now: Date): Promise<void> {
  const line = {
    ...plate('HN400*200*8*13', 10, dayOf(now, -1)),
    lengthMm: 12_000,
    pricePerTonne: 4120,
  }
  const id = await createPurchase(write, actor, { supplierId, overPercent: 5, note: '', lines: [line] }, now)
  await movePurchase(write, actor, id, { step: 'approve', version: 1 }, now)
  await movePurchase(write, actor, id, { step: 'order', version: 2 }, now)
  const { items } = await onePurchase(asReads(write), actor, id, now)
  const lot = {
    lineId: items[0]?.id ?? '',
    pieces: 10,
    kg: 7905,
    heatNo: 'H26-88120',
    mill: '津西钢铁',
    thicknessMm: '13',
    lengthMm: null,
    location: 'Q-01',
  }
  const delivery = { deliveryNote: `SH-${dayOf(now, -1)}`, receivedOn: dayOf(now, -1), lots: [lot] }
  await receivePurchase(write, actor, id, delivery, now)
}

/** Suppliers and prices of the demo factory, a received order, an order of plates that is late, and a requisition. */
export async function purchasesDemo(write: Write, context: DemoContext): Promise<void> {
  const { plantId, now } = context
  const actor = demoPlanner(context, ['purchase.view', 'purchase.edit', 'purchase.approve'])
  const ids: number[] = []
  for (const [code, name, contact, phone] of demoSuppliers) {
    const { rows } = await sql<{ id: number }>`
      insert into suppliers (plant_id, code, name, contact, phone, updated_by_name)
      values (${plantId}, ${code}, ${name}, ${contact}, ${phone}, ${actor.cnName}) returning id`.execute(
      write,
    )
    ids.push(...rows.map(({ id }) => id))
  }
  const lines = [plate('-20*2200*9000', 12, dayOf(now, -3)), plate('-16*2200*9000', 8, dayOf(now, 9))]
  const order = { supplierId: String(ids[1]), overPercent: 5, note: '', lines }
  const id = await createPurchase(write, actor, order, now)
  await movePurchase(write, actor, id, { step: 'approve', version: 1 }, now)
  await movePurchase(write, actor, id, { step: 'order', version: 2 }, now)
  const later = {
    supplierId: String(ids[0]),
    overPercent: 5,
    note: '',
    lines: [plate('-12*1500*6000', 20, dayOf(now, 20))],
  }
  await createPurchase(write, actor, later, now)
  await demoPrices(write, plantId)
  await receivedPurchase(write, actor, String(ids[0]), now)
}

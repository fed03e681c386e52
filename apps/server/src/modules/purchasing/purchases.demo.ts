import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { createPurchase, movePurchase, type NewLine } from './save-purchase.ts'

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

/** Suppliers of the demo factory, an order of plates that is late, and a requisition. */
export async function purchasesDemo(write: Write, { plantId, now, known }: DemoContext): Promise<void> {
  const actor: Actor = {
    userId: known.get('user:planner') ?? '',
    plantId,
    username: 'planner',
    cnName: '李文静',
    tags: ['purchase.view', 'purchase.edit', 'purchase.approve'],
    sessionId: '',
    address: '',
    requestId: '',
  }
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
}

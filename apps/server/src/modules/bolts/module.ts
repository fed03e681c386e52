import { parseBought } from '@cloud-factory/domain/bolts/bought-items'
import { boltsApi } from '@cloud-factory/contract/bolts/bolts'
import type { Clock } from '../../platform/clock/clock.ts'
import { sql } from 'kysely'
import type { Database, Write } from '../../platform/db/handles.ts'
import { routes } from '../../platform/http/routes.ts'
import type { DemoContext, Module } from '../../platform/module.ts'
import { demoActor } from '../orders/public.ts'
import { listLots, receiveBolts, receiveLot } from './bolt-lots.ts'
import { listTests, recordTest } from './bolt-tests.ts'
import { type BoltsOnOrderPort, listNeeds, listOrderBolts } from './bolts.queries.ts'
import { insertBolts, itemIds } from './bolts.store.ts'
import { issueBolts, listIssues, undoIssue } from './issue-bolts.ts'
import { addBolts, changeBolt, deleteBolt } from './save-bolts.ts'

/** Bolts of the orders in work of the demo factory: lists, two lots, a test. */
async function boltsDemo(write: Write, context: DemoContext): Promise<void> {
  const actor = demoActor(context)
  const set = parseBought('M20*70 10.9S GB/T 1228')
  const bolt = parseBought('M16*50 8.8 GB/T 5782')
  const line = { mark: '', extraPercent: 3, note: '' }
  const { rows } = await sql<{ id: number }>`
    select id from orders where plant_id = ${context.plantId} and status in ('released', 'in_production')
    order by due_on, id limit 5`.execute(write)
  for (const { id } of rows)
    await insertBolts(write, actor, id, [
      { ...set, ...line, connection: 'N-01', place: 'site', quantity: 480 },
      { ...set, ...line, connection: 'N-02', place: 'site', quantity: 240 },
      { ...bolt, ...line, connection: 'N-02', place: 'site', quantity: 96 },
      { ...parseBought('STUD19*100'), ...line, connection: '', place: 'shop', quantity: 320 },
    ])
  const receivedOn = new Date(context.now.getTime() - 10 * 86_400_000).toISOString().slice(0, 10)
  const delivery = {
    certificateNo: 'ZS-2207',
    location: 'B-02',
    price: 4.6,
    supplier: '沪东紧固件',
    receivedOn,
  }
  const lotOf = async (item: typeof set, lotNo: string, quantity: number) => {
    const [itemId = 0] = await itemIds(write, context.plantId, [item])
    return receiveBolts(write, actor, {
      ...delivery,
      itemId,
      lotNo,
      quantity,
      boxes: 12,
      deliveryNote: lotNo,
    })
  }
  const lot = await lotOf(set, '20-0317', 2400)
  await lotOf(bolt, '16-0098', 300)
  await recordTest(write, actor, {
    kind: 'torque',
    lotId: String(lot),
    reportNo: 'LS-0317',
    testedOn: receivedOn,
    readings: [0.124, 0.131, 0.127, 0.122, 0.133, 0.129, 0.126, 0.13],
  })
}

interface BoltsDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly onOrder: BoltsOnOrderPort
}

/** Bolts and other bought parts: lists of orders, needs, lots in stock, issues, tests. */
export function boltsModule({ db, clock, onOrder }: BoltsDeps): Module {
  const bolts = routes(boltsApi, {
    'GET /api/orders/:id/bolts': ({ actor, params: { id }, query }) =>
      listOrderBolts(db.reads, actor, id, query),
    'POST /api/orders/:id/bolts': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => addBolts(write, actor, id, body))
      return { added: body.items.length }
    },
    'PATCH /api/order-bolts/:id': ({ actor, params: { id }, body }) =>
      db.tx((write) => changeBolt(write, actor, id, body)),
    'DELETE /api/order-bolts/:id': ({ actor, params: { id }, query }) =>
      db.tx((write) => deleteBolt(write, actor, id, query.version)),
    'GET /api/bolt-needs': ({ actor, query }) => listNeeds(db.reads, actor, query, onOrder),
    'GET /api/bolt-lots': ({ actor, query }) => listLots(db.reads, actor, query),
    'POST /api/bolt-lots': ({ actor, body }) => db.tx((write) => receiveLot(write, actor, body)),
    'GET /api/bolt-issues': ({ actor, query }) => listIssues(db.reads, actor, query),
    'POST /api/bolt-issues': ({ actor, body }) =>
      db.tx((write) => issueBolts(write, actor, body, clock.now())),
    'DELETE /api/bolt-issues/:id': ({ actor, params: { id } }) =>
      db.tx((write) => undoIssue(write, actor, id)),
    'GET /api/bolt-tests': ({ actor, query }) => listTests(db.reads, actor, query),
    'POST /api/bolt-tests': ({ actor, body }) => db.tx((write) => recordTest(write, actor, body)),
  })
  return { name: 'bolts', routes: [bolts], demo: boltsDemo }
}

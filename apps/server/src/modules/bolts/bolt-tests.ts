import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { BoltTest, boltsApi } from '@cloud-factory/contract/bolts/bolts'
import {
  type BoltTestKind,
  type BoltTestReason,
  hasLimits,
  judgeBoltTest,
} from '@cloud-factory/domain/bolts/bolt-tests'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { orderForUpdate } from '../orders/public.ts'
import { oneLot } from './bolt-lots.ts'

type Api = typeof boltsApi
type Input = BodyOf<Api['POST /api/bolt-tests']>

interface TestReadRow extends Omit<Selectable<Tables['bolt_tests']>, 'kind' | 'reason' | 'readings'> {
  readonly kind: BoltTestKind
  readonly reason: BoltTestReason | null
  readonly readings: number[]
  readonly lot_no: string | null
  readonly designation: string | null
  readonly order_no: string | null
}

const sorts = bothWays({ id: ['r.id'] })

export const testsOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<TestReadRow>`
    select r.*, l.lot_no, i.designation, o.no as order_no
    from bolt_tests r left join bolt_lots l on l.id = r.lot_id left join bought_items i on i.id = l.item_id
      left join orders o on o.id = r.order_id
    where ${where} order by ${order} ${limit}`

const testView = (row: TestReadRow): BoltTest => ({
  id: String(row.id),
  kind: row.kind,
  lot:
    row.lot_id === null
      ? null
      : { id: String(row.lot_id), no: row.lot_no ?? '', designation: row.designation ?? '' },
  order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
  reportNo: row.report_no,
  testedOn: row.tested_on,
  surface: row.surface,
  designValue: row.design_value,
  readings: row.readings,
  mean: row.mean,
  deviation: row.deviation,
  reason: row.reason,
  testedBy: row.tested_by_name,
})

export async function listTests(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/bolt-tests']>,
): Promise<ReplyOf<Api['GET /api/bolt-tests']>> {
  const { lotId, orderId } = query
  const where = allOf([
    sql`r.plant_id = ${actor.plantId}`,
    lotId === undefined ? null : sql`r.lot_id = ${lotId}`,
    orderId === undefined ? null : sql`r.order_id = ${orderId}`,
  ])
  const page = testsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`bolt_tests r`, where)
  return {
    items: rows.map(testView),
    total,
    can: { add: actor.tags.includes('quality.inspect') || 'permission.denied' },
  }
}

/** What is tested: a lot that needs this test, or an order. */
async function subjectOf(write: Write, actor: Actor, input: Input) {
  if (input.kind === 'slip') {
    const { id, no } = await orderForUpdate(write, actor.plantId, input.orderId)
    return { lotId: null, orderId: id, name: no, size: '' }
  }
  const { id, lotNo, needsTest, size } = await oneLot(asReads(write), actor, Number(input.lotId))
  if (needsTest !== input.kind) reject('bolt.other_test')
  if (!hasLimits(input.kind, size)) reject('bolt.no_limits', { size })
  return { lotId: Number(id), orderId: null, name: lotNo, size }
}

/** Records a test; the rule decides whether it is passed. */
export async function recordTest(write: Write, actor: Actor, input: Input): Promise<BoltTest> {
  const { lotId, orderId, name, size } = await subjectOf(write, actor, input)
  const designValue = input.kind === 'slip' ? input.designValue : null
  const surface = input.kind === 'slip' ? input.surface : ''
  const { mean, deviation, reason } = judgeBoltTest({ ...input, size, designValue })
  const { rows } = await sql<{ id: number }>`
    insert into bolt_tests (plant_id, kind, lot_id, order_id, report_no, tested_on, surface, design_value, readings, mean,
      deviation, is_passed, reason, tested_by, tested_by_name)
    values (${actor.plantId}, ${input.kind}, ${lotId}::bigint, ${orderId}::bigint, ${input.reportNo}, ${input.testedOn}::date,
      ${surface}, ${designValue}::numeric, ${JSON.stringify(input.readings)}::jsonb, ${mean}, ${deviation}, ${reason === null},
      ${reason}, ${signature(actor).updated_by}, ${actor.cnName}) returning id`.execute(write)
  await recordAction(write, actor, {
    action: 'bolts.test',
    subjectKind: orderId === null ? 'bolt_lot' : 'order',
    event: 'bolts.tested',
    id: String(lotId ?? orderId),
    name,
    after: { kind: input.kind, reportNo: input.reportNo, mean, deviation, isPassed: reason === null },
  })
  const [row] = await readRows(
    asReads(write),
    testsOf(sql`r.id = ${rows[0]?.id ?? 0}`, sql`r.id`, sql`limit 1`),
  )
  return row === undefined ? fail('not_found') : testView(row)
}

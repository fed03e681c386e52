import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import { today } from '../../platform/db/factory-day.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { DemoContext } from '../../platform/module.ts'
import { demoActor } from '../orders/public.ts'
import { demoInspector, demoJudge } from '../quality-records/public.ts'
import { releaseTrial, saveTrialReadings, setRequirement } from './release-trial.ts'
import { createTrial, type PiecePort } from './save-trial.ts'
import { oneTrial } from './trials.queries.ts'

interface DemoUnit {
  readonly orderId: string
  readonly name: string
  readonly mark: string
  readonly pieces: string[]
  readonly day: string
}

/** Four columns or beams of each running order, the orders with the most finished work first. */
const demoUnits = (write: Write, { plantId, now }: DemoContext): Promise<DemoUnit[]> =>
  readRows(
    asReads(write),
    sql<DemoUnit>`
      select order_id::text as "orderId", max(name) as name, min(mark) as mark,
        array_agg(id::text order by place) as pieces, ${today(plantId, now)}::text as day
      from (
        select p.id, p.order_id, o.name, m.mark, p.steps_done, row_number() over (partition by p.order_id
          order by p.steps_done desc, p.id) as place
        from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
        where p.plant_id = ${plantId} and o.status = 'in_production' and m.kind in ('column', 'beam') and p.steps_done > 0
          and p.status not in ('packed', 'shipped', 'received', 'scrapped', 'superseded')
      ) ranked where place <= 4 group by order_id having count(*) = 4 order by max(steps_done) desc, order_id`,
  )

/** Name, unit, nominal value, permitted deviations, measured value. */
const demoValues = [
  ['预拼装单元总长', 'mm', 24_000, -5, 5, 24_002.5],
  ['跨度（最外两端支承面距离）', 'mm', 18_000, -10, 5, 17_996],
  ['接口错边', 'mm', 0, null, 2, 0.8],
  ['节点螺栓孔一次穿孔率', '%', 100, -15, null, 98],
] as const

const dayMs = 86_400_000

/** Trial assemblies of three orders: one released, one measured, one planned, whose order requires it for a mark. */
export async function trialsDemo(write: Write, context: DemoContext, port: PiecePort): Promise<void> {
  const units = await demoUnits(write, context)
  const [first, second] = units
  const last = units.at(-1)
  const planner = { ...demoActor(context), tags: ['order.edit'] }
  const plan = async ({ orderId, name, pieces, day }: DemoUnit, days: number, isMeasured: boolean) => {
    const id = await createTrial(
      write,
      planner,
      {
        orderId,
        name: `${name} 单元 1`,
        heldOn: addDays(day, days),
        place: '北侧预拼装场地',
        participants: '质检 赵晓梅，监理 陆工',
        note: '',
        pieces: pieces.map((piece, index) => ({ piece, position: `${'AB'[index % 2]}/${1 + (index >> 1)}` })),
        measurements: demoValues.map(([label, unit, nominal, lowerTol, upperTol]) => ({
          id: null,
          name: label,
          clause: '设计总说明 5.3',
          unit,
          nominal,
          lowerTol,
          upperTol,
        })),
      },
      port,
      context.now,
    )
    const inspector = demoInspector(context)
    const at = new Date(context.now.getTime() + days * dayMs)
    const { values } = await oneTrial(asReads(write), inspector, id)
    const items = values.map((value, index) => ({ id: value.id, measured: demoValues[index]?.[5] ?? null }))
    if (isMeasured) await saveTrialReadings(write, inspector, id, { version: 1, items }, at)
    return id
  }
  if (first !== undefined) {
    const id = await plan(first, -8, true)
    const at = new Date(context.now.getTime() - 7 * dayMs)
    await releaseTrial(write, demoJudge(context), id, { version: 2, result: '各项合格，同意解体发运' }, at)
  }
  if (second !== undefined && second !== last) await plan(second, -1, true)
  if (last === undefined || last === first) return
  await plan(last, 4, false)
  const { orderId, mark } = last
  await setRequirement(write, planner, orderId, { mark, scope: 'mark', version: null })
}

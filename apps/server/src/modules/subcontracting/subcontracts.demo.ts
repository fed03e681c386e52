import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { sql } from 'kysely'
import { today } from '../../platform/db/factory-day.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { DemoContext } from '../../platform/module.ts'
import type { WorkPorts } from '../production/public.ts'
import { demoPlanner } from '../quality-records/public.ts'
import { receivePieces } from './receive-pieces.ts'
import { createSubcontract } from './save-subcontract.ts'
import { addPieces, sendPieces } from './send-pieces.ts'

interface DemoLine {
  readonly orderId: number
  readonly processId: number
  readonly pieces: string[]
}

/** Orders in work with pieces that wait for welding or painting, some of which a supplier can take. */
const waitingPieces = (write: Write, plantId: number, code: string): Promise<DemoLine[]> =>
  readRows(
    asReads(write),
    sql<DemoLine>`
      select p.order_id as "orderId", c.id as "processId", (array_agg(p.id::text order by p.id))[1:6] as pieces
      from pieces p join orders o on o.id = p.order_id join processes c on c.id = p.next_process_id
      where p.plant_id = ${plantId} and c.code = ${code} and c.kind = 'work' and p.holds = 0 and p.step_part = 0
        and p.status not in ('ncr_open', 'rework', 'scrapped', 'superseded')
        and o.status in ('released', 'in_production')
      group by 1, 2 having count(*) >= 6 order by count(*) desc, p.order_id limit 1`,
  )

/** A supplier that shot-blasts and welds for the demo factory; one of its subcontracts is late. */
export async function subcontractsDemo(write: Write, context: DemoContext, ports: WorkPorts): Promise<void> {
  const { plantId, now } = context
  const actor = demoPlanner(context, ['purchase.view', 'purchase.edit'])
  const { rows } = await sql<{ id: string; today: string }>`
    insert into suppliers (plant_id, code, name, contact, phone, updated_by_name)
    values (${plantId}, 'WX-01', '宏泰外协加工', '赵师傅', '021-55010018', ${actor.cnName})
    returning id::text, ${today(plantId, now)}::text as today`.execute(write)
  const { id: supplierId = '', today: day = '' } = rows[0] ?? {}
  for (const [code, promised, price] of demoLines) {
    const [line] = await waitingPieces(write, plantId, code)
    if (line === undefined) continue
    const processId = String(line.processId)
    const id = await createSubcontract(
      write,
      actor,
      {
        orderId: String(line.orderId),
        supplierId,
        basis: 'kg',
        promisedOn: addDays(day, promised),
        note: '',
        lines: [{ id: null, fromProcessId: processId, toProcessId: processId, price, note: '' }],
      },
      now,
    )
    const command = { write, actor, id, now }
    const [own] = await readRows(
      asReads(write),
      sql<{ id: string }>`select id::text from subcontract_lines where subcontract_id = ${id}`,
    )
    await addPieces(command, { lineId: own?.id ?? '', pieces: line.pieces })
    if (promised > 0) continue
    await sendPieces(command, { pieces: line.pieces.slice(0, 5), sentOn: addDays(day, promised - 6) })
    const back = (from: number, to: number) =>
      line.pieces.slice(from, to).map((piece) => ({ piece, kg: null }))
    const accepted = { backOn: day, result: 'accepted', reason: '', pieces: back(0, 2) } as const
    await receivePieces(command, accepted, ports)
    const reason = '角焊缝焊脚不足，设计 8 mm 实测 6 mm'
    await receivePieces(command, { ...accepted, result: 'rejected', reason, pieces: back(2, 3) }, ports)
  }
}

/** Process, days until the promised one, price for a kilogram. */
const demoLines = [
  ['WeldComp', -2, 1.2],
  ['SandBlasted', 5, 0.35],
] as const

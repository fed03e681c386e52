import { sql } from 'kysely'
import { testActor } from './actor.ts'
import { madePieces } from './made-pieces.ts'
import { ordersForQuality } from '../src/app/ports.ts'
import type { Actor } from '../src/platform/auth/actor.ts'
import type { Database, Write } from '../src/platform/db/handles.ts'
import { oneInspection } from '../src/modules/inspection/form.queries.ts'
import { createInspections } from '../src/modules/inspection/create-inspections.ts'
import { saveReadings } from '../src/modules/inspection/save-readings.ts'

export const at = new Date('2026-03-20T04:00:00Z')
export const inspector = testActor({
  userId: '21',
  cnName: '检验员',
  tags: ['quality.view', 'quality.inspect', 'quality.judge'],
})
export const chief = testActor({ userId: '22', cnName: '质检科长', tags: inspector.tags })

export const actionOf = (write: Write) => ({ write, orders: ordersForQuality, now: at })

/**
 * Creates a standard for all members: a main size (h ± 3 at two points), a general deviation (at most L/1000, per
 * location) and a visual check.
 */
export async function newStandard(db: Database, code = 'T 1'): Promise<number> {
  return db.tx(async (write) => {
    const { rows } = await sql<{ id: number }>`
      with s as (insert into standards (plant_id, code, names, verdict, updated_by_name)
        values (1, ${code}, '{"zh":"钢","en":"steel","es":"acero"}', 'gb', 'x') returning id)
      insert into standard_editions (plant_id, standard_id, no, updated_by_name) select 1, id, '2020', 'x' from s
      returning id`.execute(write)
    const edition = rows[0]?.id ?? 0
    const names = (text: string) => ({ zh: text, en: text, es: text })
    const items = [
      { ...main, position: 0, names: names('高度'), nominal: 'h', rule: { kind: 'max', v: '3' }, points: 2 },
      {
        ...main,
        position: 1,
        names: names('弯曲'),
        class: 'general',
        measures: 'deviation',
        rule: {
          kind: 'byPlace',
          joint: { kind: 'max', v: '2' },
          other: { kind: 'ratio', of: 'L', div: '1000', cap: '10', sign: 'max' },
        },
      },
      { ...main, position: 2, names: names('裂纹'), measures: 'visual', rule: { kind: 'none' } },
    ]
    await sql`
      insert into standard_items (plant_id, edition_id, position, shape, names, class, measures, nominal_of, rule, unit,
        points, certainty)
      select 1, ${edition}, position + 10 * n, shape, names, class, measures, nominal, rule, 'mm', points, 'memory'
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (position int, names jsonb, class text, measures text,
        nominal text, rule jsonb, points int)
      cross join unnest(array['beam', 'welded_h', 'weld', 'coating', 'column_h']) with ordinality as s (shape, n)`.execute(
      write,
    )
    return edition
  })
}
const main = { class: 'main', measures: 'size', nominal: null as string | null, points: 1 }

/** Creates a released order with pieces at the gate of `DimInspected`, and their inspection. */
export async function newInspection(
  db: Database,
  {
    quantity = 2,
    process = 'DimInspected',
    ...request
  }: { quantity?: number; process?: string; percent?: number } = {},
) {
  await newStandard(db)
  const made = await madePieces(db, { quantity })
  const processId = String(made.processes[process] ?? 0)
  const input = { pieces: made.pieceIds.map(String), processId, ...request }
  const { ids } = await db.tx((write) => createInspections(actionOf(write), inspector, input))
  return { ...made, id: String(ids[0] ?? 0), processId: Number(processId) }
}

export const formOf = (db: Database, id: string, actor: Actor = inspector) =>
  oneInspection({ reads: db.reads, orders: ordersForQuality }, actor, id)

/**
 * Enters all missing readings: nominal value, no deviation, visual check passed. `wrong` is an offset added to
 * the main size.
 */
export async function readAll(db: Database, id: string, actor: Actor = inspector, wrong = 0): Promise<void> {
  const form = await formOf(db, id)
  const readings = form.lot
    .filter(({ measured }) => measured)
    .flatMap(({ id: pieceId }) =>
      form.items.flatMap((item) =>
        Array.from({ length: item.points }, (_, index) => ({
          itemId: item.id,
          pieceId,
          point: index + 1,
          value:
            item.measures === 'size'
              ? String(Number(item.nominal) + wrong)
              : item.measures === 'visual'
                ? '1'
                : '0',
          was: null,
        })),
      ),
    )
  await db.tx((write) => saveReadings(actionOf(write), actor, id, readings))
}

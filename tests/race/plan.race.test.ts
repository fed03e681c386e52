import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../apps/server/test/sql.ts'
import { newProject, now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { processRouteCrud } from '../../apps/server/src/modules/planning/process-routes.ts'
import { processCrud, shiftCrud } from '../../apps/server/src/modules/planning/plan.routes.ts'
import { releaseOrder } from '../../apps/server/src/modules/production/release-order.ts'
import { disagreements } from '../../apps/server/src/modules/production/disagreements.fixtures.ts'
import { chief, confirmedOrder, processIds } from '../../apps/server/src/modules/production/work.fixtures.ts'
import { oneRow } from '../../apps/server/src/platform/crud/crud.ts'
import { createRow, updateRow } from '../../apps/server/src/platform/crud/crud-commands.ts'
import { type Database, readRows } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('the plan')
const db = found as Database

let processes: Record<string, string>
let project: string
beforeAll(async () => {
  if (found === null) return
  project = await newProject(db)
  await confirmedOrder(db, project, { no: 'R-0' })
  processes = await processIds(db)
})

const context = { actor: chief, now }
const names = { zh: '试验', en: 'trial', es: 'prueba' }
const id = (code: string) => processes[code] ?? ''

describe.skipIf(found === null)('two planners at once', () => {
  test('add shifts that overlap: one of them is refused', async () => {
    await db.tx((write) => sql`delete from shifts`.execute(write))
    const add = (code: string, startsAt: string, endsAt: string) =>
      db.tx((write) =>
        createRow(shiftCrud, { write, ...context }, { code, names, startsAt, endsAt, active: true }),
      )
    const ends = await outcomes([
      add('A', '06:00', '14:00'),
      add('B', '13:00', '20:00'),
      add('C', '19:00', '07:00'),
      add('D', '08:00', '16:00'),
    ])
    expect(ends.filter((end) => end === 'done').length).toBeGreaterThanOrEqual(1)
    const shifts = await readRows(
      db.reads,
      sql<{ pair: string }>`select a.code || b.code as pair from shifts a join shifts b on a.id < b.id
        where exists (select from generate_series(0, 1439) m
          where (m - extract(epoch from a.starts_at)::int / 60 + 1440) % 1440
              < (extract(epoch from a.ends_at - a.starts_at)::int / 60 + 1440) % 1440
            and (m - extract(epoch from b.starts_at)::int / 60 + 1440) % 1440
              < (extract(epoch from b.ends_at - b.starts_at)::int / 60 + 1440) % 1440)`,
    )
    expect(shifts).toEqual([])
    expect(ends.filter((end) => end !== 'done').every((end) => end === 'shift.overlaps')).toBe(true)
  })

  test('claim one kind of marks for two routes: one of them gets it', async () => {
    await db.tx((write) => sql`update routes set kinds = array_remove(kinds, 'stair')`.execute(write))
    const add = (code: string) =>
      db.tx((write) =>
        createRow(
          processRouteCrud,
          { write, ...context },
          {
            code,
            names,
            kinds: ['stair'],
            active: true,
            processIds: [id('CutComp')],
          },
        ),
      )
    const ends = await outcomes(['S1', 'S2', 'S3', 'S4'].map(add))
    expect(ends.toSorted()).toEqual(['done', 'route.kind_taken', 'route.kind_taken', 'route.kind_taken'])
  })
})

describe.skipIf(found === null)('a route is changed while an order is released with it', () => {
  test.each(rounds)('the pieces walk by the route as it is (%d)', async (round) => {
    const steps = [id('CutComp'), id('Drilled'), id('FitUpComp'), id('Packed')]
    const route = { code: `T-${round}`, names, kinds: [], active: true }
    const routeId = await db.tx((write) =>
      createRow(processRouteCrud, { write, ...context }, { ...route, processIds: steps }),
    )
    const order = await confirmedOrder(db, project, { no: `R-${round}`, marks: [`GL-${round}`] })
    await db.tx((write) =>
      sql`update marks set route_id = ${Number(routeId)} where order_id = ${Number(order)}`.execute(write),
    )
    const release = () => db.tx((write) => releaseOrder(write, chief, order, { version: 2 }, now))
    const reorder = () =>
      db.tx((write) =>
        updateRow(processRouteCrud, { write, ...context }, routeId, {
          ...route,
          processIds: steps.slice(1),
          version: 1,
        }),
      )
    const ends = await outcomes(round % 2 === 0 ? [release(), reorder()] : [reorder(), release()])
    const [reordered, released] = round % 2 === 0 ? ends.toReversed() : ends
    expect(released).toBe('done')
    expect(['done', 'route.in_use']).toContain(reordered)
    // The next process of every piece is the first open one of the current route.
    expect(await disagreements(db)).toEqual([])
  })

  test('what a process is does not change under it either', async () => {
    const drilled = await oneRow(processCrud, db.reads, context, id('Drilled'))
    const { can: _can, id: processId, ...input } = drilled
    const change = db.tx((write) =>
      updateRow(processCrud, { write, ...context }, processId, { ...input, kind: 'pack' }),
    )
    expect(await outcomes([change])).toEqual(['in_use'])
  })
})

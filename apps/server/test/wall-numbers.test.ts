import { wholeScope } from './wall-office.fixtures.ts'
import { beforeEach, expect, test } from 'vitest'
import { panelItems } from '../src/modules/wall/items.ts'
import { liveFacts } from '../src/modules/wall/live-facts.ts'
import { MachineMemory } from '../src/modules/wall/machine-memory.ts'
import type { WallScope } from '../src/modules/wall/wall.types.ts'
import { listOrders } from '../src/modules/orders/orders.queries.ts'
import { report, reportInput, foreman } from '../src/modules/production/work.fixtures.ts'
import { workedOrder } from '../src/modules/production/worked-order.fixtures.ts'
import { productionReport } from '../src/modules/production-reports/production-report.queries.ts'
import { now } from '../src/modules/orders/orders.fixtures.ts'
import { wallPorts } from '../src/app/ports.ts'
import { wallQueries } from '../src/modules/wall/wall.queries.ts'

const world = workedOrder()
let facts: ReturnType<typeof liveFacts>

beforeEach(() => {
  const { reads } = world.db
  const clock = { now: () => now }
  const queries = wallQueries(
    wallPorts(() => {
      throw new Error('no figures of machines are asked')
    }),
  )
  const memory = new MachineMemory({
    clock,
    machines: () => queries.machines(reads, 1),
    latest: () => queries.latest(reads, 1),
    links: () => queries.links(reads, 1),
  })
  facts = liveFacts({ db: world.db, clock, plantId: 1, queries, memory })
})
const view = (overrides: Partial<WallScope> = {}) => ({
  facts,
  scope: { ...wholeScope, ...overrides },
  now: now.getTime(),
})

test('tonnes are the same on the wall, in the report and in the list of orders, to the gram', async () => {
  const cutId = world.id('CutComp')
  await world.cut({}, world.pieces)
  await report(world.db, foreman, reportInput(world.id('Drilled'), [world.first()]))
  const { data: wall } = await panelItems.tonnes_today(view({ processIds: [cutId] }))
  const day = (await facts.day()).day
  const { totals } = await productionReport(
    world.db.reads,
    1,
    { from: day, to: day, per: 'day', group: 'none' },
    now,
  )
  const { items } = await listOrders(world.db.reads, foreman, {}, now)
  const listed = items.flatMap(({ byProcess }) => byProcess).filter(({ processId }) => processId === cutId)
  // Two beams of 100.5 kg.
  expect(wall.doneKg).toBe(201)
  expect(totals.find(({ processId }) => processId === cutId)?.kg).toBe(wall.doneKg)
  expect(listed.reduce((sum, { doneKg }) => sum + doneKg, 0)).toBe(wall.doneKg)
  expect(wall.byHour.reduce((sum, { kg }) => sum + kg, 0)).toBe(wall.doneKg)
  const { data: month } = await panelItems.tonnes_month(view({ processIds: [cutId] }))
  expect(month.done.at(-1)).toEqual({ day, kg: 201 })
})

test('only the projects of a screen count on it', async () => {
  const cutId = world.id('CutComp')
  await world.cut({}, world.pieces)
  const kgOf = async (projectIds: string[]) =>
    (await panelItems.tonnes_today(view({ processIds: [cutId], projectIds }))).data.doneKg
  expect(await kgOf([world.project])).toBe(201)
  expect(await kgOf(['999999'])).toBe(0)
  expect((await panelItems.orders_at_risk(view({ projectIds: ['999999'] }))).data.running).toBe(0)
  expect((await panelItems.orders_at_risk(view())).data.running).toBe(1)
})

test('what waits stands before its next process', async () => {
  await world.cut()
  const { data } = await panelItems.process_funnel(view())
  const waiting = data.steps
    .filter(({ waitingPieces }) => waitingPieces > 0)
    .map(({ processId, waitingPieces, waitingKg }) => [processId, waitingPieces, waitingKg])
  expect(waiting.map(([, pieces]) => pieces)).toEqual([1, 1])
  expect(waiting.find(([id]) => id === world.id('CutComp'))).toEqual([world.id('CutComp'), 1, 100.5])
  expect(data.steps.find(({ processId }) => processId === world.id('CutComp'))?.doneTodayKg).toBe(100.5)
})

test('a factory that has said nothing and has no machines shows empty panels, not faults', async () => {
  expect((await panelItems.state_counts(view())).trust).toBe('none')
  expect((await panelItems.workshop_map(view())).data.machines).toEqual([])
  expect((await panelItems.notices(view())).data).toEqual({ notices: [] })
  expect((await panelItems.weld_trace(view())).data).toEqual({ machine: null, points: [], window: null })
  expect((await panelItems.paint(view())).data).toMatchObject({ verdict: 'unknown', dftUm: null })
  expect((await panelItems.first_pass(view())).data).toMatchObject({ yield: null, weldReject: null })
})

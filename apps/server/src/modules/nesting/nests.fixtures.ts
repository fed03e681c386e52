import type { NestRules } from '@cloud-factory/contract/nesting/nests'
import { sql } from 'kysely'
import { silent } from '../../../test/harness.ts'
import { ordersForQuality } from '../../app/ports.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { materialPerson } from '../material/material.fixtures.ts'
import { newProject, now, planner } from '../orders/orders.fixtures.ts'
import { releasedOrder } from '../production/work.fixtures.ts'
import { NestSolver } from './nest-solver.ts'
import { oneNest } from './nests.queries.ts'
import { createNest, releaseNest } from './save-nest.ts'
import { reportBar } from './report-bar.ts'

export const profile = 'HN400*200*8*13'
export const sawyer: Actor = { ...planner, userId: '9', cnName: '锯工', tags: ['order.view', 'order.report'] }

const rules: NestRules = {
  kerfMm: 3,
  trimMm: 10,
  clampMm: 0,
  minRemnantMm: 500,
  pricePerTonne: 4000,
  remnantPercent: 70,
  buy: [],
  seconds: 10,
}

let number = 0

/** Orders, bars and nests for tests, on one database. */
export function nestingPerson(db: Database) {
  const steel = materialPerson(db, ordersForQuality)
  const solver = new NestSolver({ db, log: silent })
  /** A released order of two equal marks with beams of this length; returns its id. */
  const order = async (lengthMm: number, perMark = 1) => {
    const no = `N-${(number += 1)}`
    const id = await releasedOrder(db, await newProject(db, { code: `P-${no}` }), { no })
    await db.tx((write) =>
      sql`insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, quantity_per_mark, is_main)
        select 1, id, 'b', ${profile}, 'Q355B', ${lengthMm}, ${perMark}, true from marks where order_id = ${id}`.execute(
        write,
      ),
    )
    return id
  }
  /** A released lot of bars of 12 m. */
  const bars = (pieces: number, overrides: object = {}) =>
    steel.released({
      form: 'section',
      profile,
      thicknessMm: '13',
      pieces,
      lengthMm: 12_000,
      kg: pieces * 784.8,
      heatNo: `H-${(number += 1)}`,
      ...overrides,
    })
  const create = (change: Partial<NestRules> = {}) =>
    db.tx((write) =>
      createNest(
        write,
        planner,
        { profile, grade: 'Q355B', orderIds: [], rules: { ...rules, ...change } },
        now,
      ),
    )
  const solved = async (change: Partial<NestRules> = {}) => {
    const id = await create(change)
    solver.start(planner, id)
    await solver.idle()
    return oneNest(db.reads, planner, id)
  }
  const one = (id: string) => oneNest(db.reads, planner, id)
  /** Takes remaining orders out of the demand. */
  /** Leaves no demand and no available bar. */
  const clear = () =>
    db.tx(async (write) => {
      await sql`update orders set status = 'on_hold' where status in ('released', 'in_production')`.execute(
        write,
      )
      await sql`update stock_bars set status = 'scrapped' where status = 'available'`.execute(write)
    })
  const release = async ({ id, version }: { id: string; version: number }) => {
    await db.tx((write) => releaseNest(write, planner, id, version))
    return oneNest(db.reads, planner, id)
  }
  const report = (barId: string, remnantMm: number, scrapped: number[] = []) =>
    db.tx((write) => reportBar(write, sawyer, barId, { remnantMm, location: 'R-1', scrapped }, now))
  const counts = async () => {
    const [row] = await readRows(
      db.reads,
      sql<{ nested: number; cut: number; scrapped: number }>`select coalesce(sum(nested), 0)::int as nested,
        coalesce(sum(cut), 0)::int as cut, coalesce(sum(scrapped), 0)::int as scrapped from part_counts`,
    )
    return row
  }
  return { steel, solver, order, bars, create, solved, one, clear, release, report, counts }
}

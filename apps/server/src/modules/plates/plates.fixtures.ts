import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { plateNestsApi, PlateNestRules } from '@cloud-factory/contract/plates/plate-nests'
import { sql } from 'kysely'
import { silent } from '../../../test/harness.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { materialPerson } from '../material/material.fixtures.ts'
import { newProject, now, planner } from '../orders/orders.fixtures.ts'
import { setParts } from '../parts/parts.fixtures.ts'
import { foreman, releasedOrder } from '../production/work.fixtures.ts'
import { PlateNestSolver } from './plate-nest-solver.ts'
import { listPlateRemnants, onePlateJob } from './plate-jobs.queries.ts'
import { onePlateNesting } from './plate-nests.queries.ts'
import { reportLayout } from './report-layout.ts'
import { createPlateJob } from './save-plate-job.ts'
import { createPlateNest, movePlateNest } from './save-plate-nest.ts'

const rules: PlateNestRules = {
  kerfMm: 3,
  trimMm: 10,
  minRemnantLengthMm: 1000,
  minRemnantWidthMm: 300,
  rotate: true,
  pricePerTonne: 4000,
  remnantPercent: 70,
  buy: [],
  seconds: 2,
}

type Report = BodyOf<(typeof plateNestsApi)['POST /api/plate-layouts/:id/report']>

let number = 0

/** Orders of rectangles of 400 × 300 × 20, plates, jobs and nests for tests, on one database. */
export function platePerson(db: Database) {
  const steel = materialPerson(db, ordersForQuality)
  const solver = new PlateNestSolver({ db, log: silent })
  /** A released order of two girders, each with so many equal plates; returns its id. */
  const order = async (perMark: number) => {
    const no = `T-${(number += 1)}`
    const id = await releasedOrder(db, await newProject(db, { code: `P-${no}` }), { no })
    await setParts(db, id, [{ part: 'p', perMark }])
    return id
  }
  /** A released lot of plates of 2 × 8 m, 20 mm thick. */
  const plates = (pieces: number, overrides: object = {}) =>
    steel.released({ pieces, kg: pieces * 2512, heatNo: `H-${(number += 1)}`, ...overrides })
  const job = async (orderId: string) => {
    const id = await db.tx((write) =>
      createPlateJob(
        write,
        planner,
        {
          groups: [{ thicknessMm: 20, grade: 'Q355B' }],
          orderIds: [orderId],
          dueUntil: null,
          onlyWithFile: false,
          note: '',
        },
        now,
      ),
    )
    return onePlateJob(db.reads, planner, id)
  }
  const one = (jobId: string) => onePlateNesting(db.reads, planner, jobId)
  const nest = async (
    jobId: string,
    change: Partial<PlateNestRules> = {},
    sizes: BodyOf<(typeof plateNestsApi)['POST /api/plate-jobs/:id/nesting']>['sizes'] = [],
  ) => {
    const { version } = await onePlateJob(db.reads, planner, jobId)
    const id = await db.tx((write) =>
      createPlateNest(write, planner, jobId, { version, rules: { ...rules, ...change }, sizes }),
    )
    solver.start(planner, id)
    await solver.idle()
    return one(jobId)
  }
  const move = async (jobId: string, step: 'stop' | 'release' | 'cancel') => {
    const { nest: latest } = await one(jobId)
    await db.tx((write) =>
      movePlateNest(write, planner, latest?.id ?? '', { step, version: latest?.version ?? 0 }),
    )
    return one(jobId)
  }
  const report = async (layoutId: string, change: Partial<Report> = {}) => {
    const body = { plate: '', remnants: [], location: 'R-1', scrapped: [], ...change }
    const jobId = await db.tx((write) => reportLayout(write, foreman, layoutId, body, now))
    return one(jobId)
  }
  const remnants = async () => (await listPlateRemnants(db.reads, foreman, {})).items
  const counts = async () => {
    const [row] = await readRows(
      db.reads,
      sql<{
        nested: number
        cut: number
      }>`select coalesce(sum(nested), 0)::int as nested, coalesce(sum(cut), 0)::int as cut
        from part_counts`,
    )
    return row
  }
  return { steel, solver, order, plates, job, one, nest, move, report, remnants, counts }
}

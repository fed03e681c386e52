import {
  productionReportsApi,
  type ProductionRow,
  type productionExportColumns,
  orderScheduleApi,
} from '@cloud-factory/contract/production-reports/production-reports'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { type Routes, routes, type FileReply } from '../../platform/http/routes.ts'
import { productionReport } from './production-report.queries.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type ExportColumn, exportFile, rowsInMemory } from '../../platform/xlsx/export-sheet.ts'
import type { Module } from '../../platform/module.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { processLoad } from './load.queries.ts'
import { orderSchedule } from './schedule.queries.ts'

type Input = BodyOf<(typeof productionReportsApi)['POST /api/exports/production']>
type Column = ExportColumn<ProductionRow>

const columns: Readonly<Record<(typeof productionExportColumns)[number], Column>> = {
  period: { kind: 'text', width: 12, value: ({ period }) => period },
  shift: {
    kind: 'text',
    width: 12,
    value: ({ shiftId }, word) => (shiftId === null ? null : word('shift', shiftId)),
  },
  group: { kind: 'text', width: 26, value: ({ group }) => group?.name ?? null },
  process: { kind: 'text', width: 18, value: ({ processId }, word) => word('process', processId) },
  tonnes: { kind: 'tonnes', width: 12, value: ({ kg }) => kg / 1000 },
  pieces: { kind: 'integer', width: 10, value: ({ pieces }) => pieces },
  hours: { kind: 'number', width: 10, value: ({ hours }) => hours },
  voidTonnes: { kind: 'tonnes', width: 14, value: ({ voidKg }) => voidKg / 1000 },
}

/** The report as a file: one row per period, shift, group and process; no total, for processes do not add up. */
async function exportProduction(reads: Reads, actor: Actor, input: Input, now: Date): Promise<FileReply> {
  const { rows } = await productionReport(reads, actor.plantId, input, now)
  const column = (key: keyof typeof columns) => columns[key]
  return exportFile(reads, { actor, now, input, name: 'production', column, ...rowsInMemory(rows) })
}

interface ProductionReportsDeps {
  readonly db: Database
  readonly clock: Clock
  /** Shifts of the factory, for its planned hours. */
  readonly plan: PlanPort
}

const reportRoutes = ({ db, clock }: ProductionReportsDeps): Routes =>
  routes(productionReportsApi, {
    'GET /api/reports/production': ({ actor, query }) =>
      productionReport(db.reads, actor.plantId, query, clock.now()),
    'POST /api/exports/production': ({ actor, body }) => exportProduction(db.reads, actor, body, clock.now()),
  })

const scheduleRoutes = ({ db, clock, plan }: ProductionReportsDeps): Routes =>
  routes(
    orderScheduleApi,
    {
      'GET /api/orders/load': ({ actor }) => processLoad({ reads: db.reads, plan }, actor, clock.now()),
      'GET /api/orders/schedule': ({ actor, query }) => orderSchedule(db.reads, actor, query, clock.now()),
    },
    { cached: ['GET /api/orders/schedule', 'GET /api/orders/load'] },
  )

/** Output by day and process, and the schedule of orders. */
export const productionReportsModule = (deps: ProductionReportsDeps): Module => ({
  name: 'production-reports',
  routes: [reportRoutes(deps), scheduleRoutes(deps)],
})

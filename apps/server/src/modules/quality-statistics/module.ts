import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { breakdownOf, missesOf, yieldOf } from './yield.queries.ts'
import { chartOf } from './chart.queries.ts'
import { orderQuality } from './order-quality.queries.ts'
import { ncrStatistics } from './ncr-statistics.queries.ts'
import { repairRates } from './repair-rates.queries.ts'

interface StatisticsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly orders: OrdersPort
}

const statisticsRoutes = ({ db, clock, orders }: StatisticsDeps): Routes =>
  routes(qualityStatisticsApi, {
    'GET /api/quality/yield': ({ actor, query }) => yieldOf(db.reads, actor.plantId, query, clock.now()),
    'GET /api/quality/misses': ({ actor, query }) => missesOf(db.reads, actor.plantId, query),
    'GET /api/quality/chart': ({ actor, query }) => chartOf(db.reads, actor.plantId, query),
    'GET /api/quality/breakdown': ({ actor, query }) => breakdownOf(db.reads, actor.plantId, orders, query),
    'GET /api/quality/ncr-statistics': ({ actor, query }) =>
      ncrStatistics(db.reads, actor.plantId, orders, query, clock.now()),
    'GET /api/quality/repair-rates': ({ actor, query }) =>
      repairRates(db.reads, actor.plantId, orders, query),
    'GET /api/orders/:id/quality': ({ actor, params }) =>
      orderQuality(db.reads, actor.plantId, orders, params.id),
  })

interface QualityStatisticsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly orders: OrdersPort
}

/** Yield, defects, repair rates, capability. */
export const qualityStatisticsModule = (deps: QualityStatisticsDeps): Module => ({
  name: 'quality-statistics',
  routes: [statisticsRoutes(deps)],
})

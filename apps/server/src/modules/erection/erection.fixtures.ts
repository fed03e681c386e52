import type { PlanRecord } from '@cloud-factory/contract/erection/erection'
import { randomUUID } from 'node:crypto'
import type { SiteReportKind } from '@cloud-factory/domain/erection/site-states'
import type { TestDatabase } from '../../../test/harness.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { shipper, type Yard } from '../shipping/shipping.fixtures.ts'
import { listLots, listSitePieces } from './erection.queries.ts'
import { applyPlan } from './import-plan.ts'
import { reportSite } from './report-site.ts'

/** A row of a plan. */
export const rowOf = (piece: string, lot: string, more: Partial<PlanRecord> = {}): PlanRecord => ({
  piece,
  lot,
  sequence: null,
  plannedOn: null,
  area: '',
  quantity: null,
  ...more,
})

type ReportInput = Parameters<typeof reportSite>[2]

/** What tests do with the order of a yard. */
export function siteOf({ db }: TestDatabase, { orderId }: Yard) {
  const lots = async () => (await listLots(db.reads, planner, orderId, {})).items
  const piecesOf = async (query: Parameters<typeof listSitePieces>[3] = {}) =>
    (await listSitePieces(db.reads, 1, orderId, query)).items
  return {
    plan: (...records: PlanRecord[]) => db.tx((write) => applyPlan(write, planner, orderId, records)),
    lots,
    lotOf: async (code: string) => {
      const found = (await lots()).find((lot) => lot.code === code)
      if (found === undefined) throw new Error(`no lot ${code}`)
      return found
    },
    piecesOf,
    stateOf: async (serial: string) => (await piecesOf({ q: serial }))[0]?.state,
    /** The outcome of each piece, or why it was refused. */
    report: async (kind: SiteReportKind, pieces: string[], more: Partial<ReportInput> = {}) => {
      const input = { kind, pieces, note: '', source: 'scan' as const, clientKey: randomUUID(), ...more }
      const { items } = await db.tx((write) => reportSite(write, shipper, input, now))
      return items.map(({ outcome, reason }) => reason ?? outcome)
    },
  }
}

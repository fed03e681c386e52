import type { Clock } from '../../platform/clock/clock.ts'
import type { Reads } from '../../platform/db/handles.ts'
import type { MachineMemory } from './machine-memory.ts'
import type { MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import { systemActor } from '../../platform/auth/actor.ts'
import { alarmBoard, alarmPulse } from '../alarms/public.ts'
import { filmMean } from '../coating/public.ts'
import { showingTvs, screenCommand, shownInfo, shownScreen } from '../displays/public.ts'
import { statesNow } from '../machine-states/public.ts'
import { positionedMachines } from '../machines/public.ts'
import { listPlans, maintenanceSummary, repairsToAccept } from '../maintenance/public.ts'
import { memberStates, newestModel } from '../model/public.ts'
import { dispositionsToApprove, ncrsToVerify, openNcrs } from '../ncr/public.ts'
import { inspectionsToJudge } from '../inspection/public.ts'
import { figureReport, type MachineWatch, stopReport } from '../oee/public.ts'
import { ordersToRelease, runningOrders } from '../orders/public.ts'
import { workshopsOf } from '../planning/public.ts'
import { outputCourse, productionReport } from '../production-reports/public.ts'
import { lotsForSite, processesOf, projectNames, waitingWork } from '../production/public.ts'
import { openDemandsOf, type OrdersPort } from '../quality-records/public.ts'
import { breakdownOf, ncrStatistics, repairRates, yieldOf } from '../quality-statistics/public.ts'
import { shippedToday } from '../shipping/public.ts'
import { hourCourses, latestValues, machineLinks } from '../telemetry/public.ts'
import { welderNames, weldWindow } from '../welding/public.ts'
import { factoryWindows, type PlanPort } from '../work-calendar/public.ts'

interface Answer {
  readonly at: number
  readonly value: Promise<unknown>
}

/** Caches queries, so that several items within a short time share one query. */
export class TtlCache {
  readonly #clock: Clock
  readonly #answers = new Map<string, Answer>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the result, at most the given ms old. A failed query is repeated. */
  once<T>(key: string, maxAgeMs: number, ask: () => Promise<T>): Promise<T> {
    const now = this.#clock.now().getTime()
    const known = this.#answers.get(key)
    if (known !== undefined && now >= known.at && now - known.at < maxAgeMs) return known.value as Promise<T>
    const value = ask()
    const answer = { at: now, value }
    this.#answers.set(key, answer)
    value.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
    })
    return value
  }

  forget(key: string): void {
    this.#answers.delete(key)
  }
}

/** Dependencies of the parts of the real plant's data source. */
export interface LiveContext {
  readonly reads: Reads
  readonly plantId: number
  readonly queries: WallQueries
  readonly memory: MachineMemory
  readonly cache: TtlCache
  readonly now: () => Date
}

/** Ports of the queries below; see app/ports.ts. */
export interface WallPorts {
  readonly plan: PlanPort
  readonly orders: OrdersPort
  /** Figures of the current working day. */
  readonly watch: () => MachineWatch
}

interface Days {
  readonly from: string
  readonly to: string
}
type OutputScope = Days & { readonly processId?: string; readonly projectIds?: readonly string[] }
type FigureQuery = Parameters<typeof figureReport>[2]

const notSimulated: readonly MachineSource[] = ['real', 'demo']

/** Decisions that wait for somebody, by kind. */
async function waitingDecisions(reads: Reads, plantId: number, projectIds: readonly string[]) {
  const [release, verdict, disposition, verification, repair] = await Promise.all([
    ordersToRelease(reads, plantId, projectIds),
    inspectionsToJudge(reads, plantId, projectIds),
    dispositionsToApprove(reads, plantId, projectIds),
    ncrsToVerify(reads, plantId, projectIds),
    repairsToAccept(reads, plantId),
  ])
  return { release, verdict, disposition, verification, repair }
}

/** Tested length and the length rejected at first tests, mm. */
const weldRejects =
  (orders: OrdersPort) =>
  async (reads: Reads, plantId: number, { projectId, ...days }: Days & { readonly projectId?: string }) => {
    const by = projectId === undefined ? 'method' : 'project'
    const { items } = await repairRates(reads, plantId, orders, { ...days, by })
    const rows = items.filter(({ key }) => projectId === undefined || key === projectId)
    return {
      testedMm: rows.reduce((sum, { length }) => sum + length.tested, 0),
      rejectedMm: rows.reduce((sum, { length }) => sum + length.rejected, 0),
    }
  }

/** Queries of the wall to other modules, the same as those of their own lists and reports. */
export const wallQueries = ({ plan, orders, watch }: WallPorts) => ({
  screen: shownScreen,
  command: screenCommand,
  tvs: showingTvs,
  machines: positionedMachines,
  latest: latestValues,
  links: machineLinks,
  states: statesNow,
  alarms: alarmBoard,
  alarmPulse,
  processes: processesOf,
  projects: projectNames,
  workshops: workshopsOf,
  report: (reads: Reads, plantId: number, scope: OutputScope, now: Date) =>
    productionReport(reads, plantId, { ...scope, per: 'day', group: 'none' }, now),
  course: outputCourse,
  windows: (reads: Reads, plantId: number, days: readonly [string, string]) =>
    factoryWindows(reads, plan, plantId, days),
  shownInfo,
  running: () => watch().figures(notSimulated),
  figures: (reads: Reads, plantId: number, query: FigureQuery, now: Date) =>
    figureReport({ reads, plan }, plantId, query, now),
  stops: (reads: Reads, plantId: number, query: Omit<FigureQuery, 'by'>, now: Date) =>
    stopReport({ reads, plan }, plantId, query, now),
  timeline: (hours: number) => watch().timeline(notSimulated, hours),
  orders: runningOrders,
  waiting: waitingWork,
  lots: lotsForSite,
  shipping: (reads: Reads, plantId: number, projectIds: readonly string[], day: string) =>
    shippedToday(reads, plantId, projectIds, day, openDemandsOf),
  firstPass: yieldOf,
  crewYield: async (reads: Reads, plantId: number, scope: Days & { readonly projectId?: string }) =>
    (await breakdownOf(reads, plantId, orders, { ...scope, by: 'crew' })).items,
  /** First tests of welds by welder, most tests first. */
  welders: async (reads: Reads, plantId: number, scope: Days & { readonly projectId?: string }) =>
    (await repairRates(reads, plantId, orders, { ...scope, by: 'welder' })).items,
  welderNames,
  decisions: waitingDecisions,
  weldRejects: weldRejects(orders),
  openNcrs,
  ncrs: (reads: Reads, plantId: number, days: Days & { readonly projectIds: readonly string[] }, now: Date) =>
    ncrStatistics(reads, plantId, orders, { ...days, by: 'defect', measure: 'reports' }, now),
  film: filmMean,
  weldWindow,
  maintenance: (reads: Reads, plantId: number, now: Date) =>
    maintenanceSummary(reads, systemActor(plantId), now),
  /** Plans that are due, the earliest first. */
  duePlans: async (reads: Reads, plantId: number, now: Date) => {
    const query = { state: ['overdue', 'due'] as ('overdue' | 'due')[], pageSize: 12 }
    return (await listPlans(reads, systemActor(plantId), query, now)).items
  },
  hours: hourCourses,
  model: newestModel,
  memberStates: (reads: Reads, plantId: number, orderId: number, now: Date) =>
    memberStates(reads, systemActor(plantId), String(orderId), now),
})

export type WallQueries = ReturnType<typeof wallQueries>
export type ScreenQuery = Parameters<typeof shownScreen>[2]
export type ScreenAsker = Parameters<typeof shownScreen>[1]
export type FoundScreen = Awaited<ReturnType<typeof shownScreen>>
export type ShownInfo = Awaited<ReturnType<typeof shownInfo>>

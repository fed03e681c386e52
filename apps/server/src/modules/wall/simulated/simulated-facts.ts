import type { MaintenanceData, ProcessFunnel } from '@cloud-factory/domain/wall/wall-panels'
import type { ApprovalsData, DecisionKind } from '@cloud-factory/domain/wall/wall-site'
import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import type {
  DayFacts,
  LotFact,
  OrderFact,
  OutputFacts,
  QualityFacts,
  ShippingFacts,
  WallFacts,
  MachineNow,
  WelderFact,
} from '../wall.types.ts'
import {
  playedDay,
  crewNames,
  customerNames,
  defectNames,
  lastStage,
  planNames,
  projectNames,
  stageCount,
  stageNames,
  welderNames,
  type Played,
  type PlayedOrder,
  type SimulationPort,
} from './played.ts'
import { pareto, type PlayedDeps, simulatedMachines } from './simulated-machines.ts'

interface SimulatedDeps extends PlayedDeps {
  readonly simulation: () => SimulationPort | null
  /** The real plant's source, for its display information and time zone. */
  readonly live: WallFacts
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** An order has a forecast from this progress on: before, a night without work would make it late. */
const minProgress = 0.25
/** Planned output of the simulated plant per hour. */
const plannedKgPerHour = 10_000
/** Picks a label; the same order always gets the same one. */
const place = (words: readonly string[], no: string): string =>
  words[Number.parseInt(no.replace(/\D/g, '') || '0', 10) % words.length] ?? ''

/** A pseudo-random share, constant for a seed and day; used for days before the simulation began. */
function invented(seed: number, day: number): number {
  const mixed = Math.imul((seed + 1) ^ (day * 2_654_435_761), 2_246_822_519)
  return 0.88 + ((mixed >>> 8) % 1_000) / 5_000
}

/** Data source of the simulated plant. Nothing of it is in the tables of the real plant. */
export function simulatedFacts(deps: SimulatedDeps): WallFacts {
  const { simulation, live, serverNow } = deps
  const { all: allMachines, ...machines } = simulatedMachines(deps)
  const played = () => {
    const port = simulation()
    port?.watched()
    return port?.played() ?? null
  }
  return {
    ...machines,
    async day() {
      const { timeZone } = await live.day()
      return playedDay(played()?.now ?? serverNow(), timeZone, simulation()?.state().scenario === 'night')
    },
    output: async (_scope, of) => outputOf(played(), of, simulation()?.state().seed ?? 0),
    reported: () => live.reported(),
    course: async (_scope, of, stage) => courseOn(played(), stage, of),
    async doneToday(_scope, of) {
      const play = played()
      return new Map(Object.keys(stageNames).map((stage) => [stage, sumKg(courseOn(play, stage, of))]))
    },
    processes: async () => Object.entries(stageNames).map(([id, names]) => ({ id, names })),
    cuttingId: async () => 'cut',
    coatingId: async () => lastStage,
    async orders() {
      const play = played()
      return [...(play?.books.orders.values() ?? [])].map((order) => orderFact(order, play?.now ?? 0))
    },
    funnel: async (_scope, of) => funnelOf(played(), of),
    lots: async () => lotsOf(played()),
    quality: async () => qualityOf(played()),
    crews: async () =>
      [...(played()?.books.quality.crews ?? [])].map(([crew, sums]) => ({
        names: crewNames[crew] ?? null,
        ...sums,
      })),
    welders: async () => [...(played()?.books.quality.crews ?? [])].flatMap(weldersOf),
    decisions: async () => decisionsOf(played(), serverNow()),
    async defects() {
      const sums = [...(played()?.books.quality.defects ?? [])]
      return pareto('count', new Map(sums.map(([word, count]) => [word, { seconds: 0, count }])), defectNames)
    },
    film: async () => (played() === null ? null : { mean: 186, asked: 180, readings: 75 }),
    shipping: async () => shippingOf(played()),
    model: async () => null,
    maintenance: async ({ day }) => maintenanceOf(await allMachines(), day),
    run() {
      played()
      return simulation()?.state().startedAt ?? ''
    },
    simulation() {
      const state = simulation()?.state()
      // Another instance runs the simulation. Its data is not available here, but the screen must still be marked as simulated.
      const { running, paused, scenario, seed, speed } = state ?? elsewhere
      return { running, paused, scenario, seed, speed, clock: played()?.now ?? null }
    },
  }
}

const sumKg = (course: readonly { readonly kg: number }[]): number =>
  course.reduce((all, { kg }) => all + kg, 0)

/** Output of a stage on the working day, in steps of ten minutes. */
function courseOn(play: Played | null, stage: string, { planned, now }: DayFacts): OutputFacts['course'] {
  const from = (planned[0]?.from ?? now) - 6 * hourMs
  return [...(play?.books.course.get(stage) ?? [])]
    .map(([at, kg]) => ({ at, kg }))
    .filter(({ at }) => at >= from)
}

function outputOf(play: Played | null, of: DayFacts, seed: number): OutputFacts {
  const course = courseOn(play, lastStage, of)
  const hoursADay = of.planned.reduce((all, span) => all + (span.to - span.from), 0) / hourMs
  const days = of.monthPlanned
    .filter((span) => span.day < of.day)
    .map((span) => ({
      day: span.day,
      kg: Math.round(plannedKgPerHour * hoursADay * invented(seed, dayNumber(span.day))),
    }))
  return {
    processId: play === null ? null : lastStage,
    doneKg: sumKg(course),
    hours: play === null ? null : play.books.labourHours,
    course,
    days: [...days, { day: of.day, kg: sumKg(course) }],
    targetKg: plannedKgPerHour * hoursADay * of.monthPlanned.length,
  }
}

function orderFact(order: PlayedOrder, now: number): OrderFact {
  const all = (order.begunKg / Math.max(1, order.begunPieces)) * order.pieces * stageCount
  const progress = all === 0 ? 0 : Math.min(1, order.stageKg / all)
  const promisedAt = order.begunAt + order.promisedDays * dayMs
  // Extrapolates the pace so far.
  const doneAt = progress < minProgress ? null : now + ((now - order.begunAt) * (1 - progress)) / progress
  return {
    id: order.no,
    orderNo: order.no,
    project: place(projectNames, order.no),
    customer: place(customerNames, order.no),
    dueDate: dayOf(Math.floor(promisedAt / dayMs)),
    lateDays: doneAt === null ? null : Math.ceil((doneAt - promisedAt) / dayMs),
    progress,
    held: false,
    openNcrs: order.openNcrs,
  }
}

/** Each crew welds with two people, who share its inspections. */
function weldersOf([crew, { inspected, passed }]: readonly [
  crew: string,
  sums: { readonly inspected: number; readonly passed: number },
]): WelderFact[] {
  const [first = '', second = ''] = welderNames[crew] ?? []
  const tested = Math.ceil(inspected / 2)
  const failed = Math.floor((inspected - passed) / 3)
  const others = inspected - tested
  return [
    { name: first, tested, accepted: tested - failed },
    { name: second, tested: others, accepted: others - (inspected - passed - failed) },
  ]
}

/** One lot of each order, needed a few days after it was promised; of what is painted, all but the last is shipped. */
function lotsOf(play: Played | null): LotFact[] {
  return [...(play?.books.orders.values() ?? [])]
    .map((order): LotFact => {
      const { orderNo, project, dueDate, progress } = orderFact(order, play?.now ?? 0)
      const kg = Math.round((order.begunKg / Math.max(1, order.begunPieces)) * order.pieces)
      return {
        id: orderNo,
        orderNo,
        lotNo: 'L1',
        project,
        requiredOn: dayOf(dayNumber(dueDate ?? '') + siteDays),
        kg,
        shippedKg: Math.round(kg * Math.max(0, progress - unshippedShare)),
      }
    })
    .toSorted((one, other) => one.requiredOn.localeCompare(other.requiredOn))
}
const siteDays = 3
const unshippedShare = 0.15

function funnelOf(play: Played | null, of: DayFacts): ProcessFunnel {
  return {
    steps: Object.entries(stageNames).map(([stage, names]) => {
      const waiting = play?.waiting.get(stage) ?? []
      return {
        processId: stage,
        names,
        waitingKg: sumKg(waiting),
        waitingPieces: waiting.length,
        doneTodayKg: sumKg(courseOn(play, stage, of)),
        waitingDays: null,
      }
    }),
  }
}

function qualityOf(play: Played | null): QualityFacts {
  const { inspected = 0, passed = 0, testedMm = 0, rejectedMm = 0, ncrs = [] } = play?.books.quality ?? {}
  return {
    steps: inspected === 0 ? [] : [{ stage: 'after_weld', inspected, passed }],
    testedMm,
    rejectedMm,
    ncrsOpen: ncrs.length,
    ncrsOverdue: 0,
  }
}

/** NCRs of the last hour wait for their disposition, those from the fourth hour on for their verification. */
function decisionsOf(play: Played | null, serverNow: number): ApprovalsData['rows'] {
  if (play === null) return []
  const { now, books } = play
  const raisedWithin = (from: number, to: number) =>
    books.quality.ncrs.map(({ at }) => at).filter((at) => now - at >= from && now - at < to)
  const row = (kind: DecisionKind, instants: readonly number[], waitsAfter: number) => ({
    kind,
    count: instants.length,
    // Timestamps of panels are by the server's clock.
    since: instants.length === 0 ? null : serverNow - (now - Math.min(...instants) - waitsAfter),
  })
  return [
    row('disposition', raisedWithin(0, hourMs), 0),
    row('verification', raisedWithin(4 * hourMs, Infinity), 4 * hourMs),
  ]
}

function maintenanceOf(machines: readonly MachineNow[], today: string): MaintenanceData {
  const stopped = machines.filter(({ state }) => state === 'fault' || state === 'maintenance').length
  const due = machines.filter((_, index) => index % 17 === 3).slice(0, planNames.length)
  return {
    openRepairs: stopped,
    duePlans: due.length,
    overduePlans: 0,
    dueChecks: 0,
    mtbfS: null,
    mttrS: null,
    sparesLow: 0,
    next: due.map(({ machine }, index) => ({
      machine: machine.code,
      names: planNames[index] ?? stageNames['cut'] ?? { zh: '', en: '', es: '' },
      dueDate: dayOf(dayNumber(today) + index + 1),
      overdue: false,
    })),
  }
}

function shippingOf(play: Played | null): ShippingFacts {
  if (play === null)
    return { shippedTodayKg: 0, packedWaitingKg: 0, deliveriesToday: 0, deliveriesLoading: 0 }
  const { shippedKg, packedKg, trucks, loadingUntil } = play.books.shipping
  const deliveriesLoading = loadingUntil === null ? 0 : 1
  return {
    shippedTodayKg: shippedKg,
    packedWaitingKg: packedKg,
    deliveriesToday: trucks + deliveriesLoading,
    deliveriesLoading,
  }
}

const elsewhere = { running: false, paused: false, scenario: 'normal', seed: 42, speed: 1 } as const

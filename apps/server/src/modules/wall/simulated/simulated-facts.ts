import { dayNumber, dayOf } from '../civil-days.ts'
import type { DayFacts, OrderFact, OutputFacts, ShippingFacts, WallFacts } from '../facts.types.ts'
import type { WallScope } from '../wall.types.ts'
import { playedDay } from './played-day.ts'
import {
  customerNames,
  defectNames,
  lastStage,
  planNames,
  projectNames,
  stageCount,
  stageNames,
} from './played-labels.ts'
import { pareto, type PlayedDeps, simulatedMachines } from './simulated-machines.ts'
import type { Played, PlayedOrder, SimulationPort } from './simulation.port.ts'

interface SimulatedDeps extends PlayedDeps {
  readonly simulation: () => SimulationPort | null
  /** The real factory's, for what is said and for its time zone. */
  readonly live: WallFacts
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** What the played factory plans for an hour. */
const plannedKgPerHour = 10_000
/** One of some words, the same for the same order. */
const place = (words: readonly string[], no: string): string =>
  words[Number.parseInt(no.replace(/\D/g, '') || '0', 10) % words.length] ?? ''

/** A share that is the same for the same seed and day: how the days went that nobody has seen played. */
function invented(seed: number, day: number): number {
  const mixed = Math.imul((seed + 1) ^ (day * 2_654_435_761), 2_246_822_519)
  return 0.88 + ((mixed >>> 8) % 1_000) / 5_000
}

/** The factory that is played: nothing of it is in the tables of the real one. */
export function simulatedFacts(deps: SimulatedDeps): WallFacts {
  const { simulation, live, serverNow } = deps
  const { all: allMachines, ...machines } = simulatedMachines(deps)
  const played = () => {
    const port = simulation()
    port?.watched()
    return port?.played() ?? null
  }

  async function day(): Promise<DayFacts> {
    const { timeZone } = await live.day()
    return playedDay(played()?.now ?? serverNow(), timeZone, simulation()?.state().scenario === 'night')
  }

  const courseOf = (stage: string) =>
    [...(played()?.books.course.get(stage) ?? [])].map(([at, kg]) => ({ at, kg }))
  const doneOn = (stage: string, { planned, now }: DayFacts) => {
    const from = (planned[0]?.from ?? now) - 6 * hourMs
    return courseOf(stage).filter(({ at }) => at >= from)
  }
  const sum = (course: readonly { readonly kg: number }[]) => course.reduce((all, { kg }) => all + kg, 0)

  async function output(_scope: WallScope, of: DayFacts): Promise<OutputFacts> {
    const play = played()
    const course = doneOn(lastStage, of)
    const seed = simulation()?.state().seed ?? 0
    const hoursADay = of.planned.reduce((all, span) => all + (span.to - span.from), 0) / hourMs
    const days = of.monthPlanned
      .filter((span) => span.day < of.day)
      .map((span) => ({
        day: span.day,
        kg: Math.round(plannedKgPerHour * hoursADay * invented(seed, dayNumber(span.day))),
      }))
    return {
      processId: play === null ? null : lastStage,
      doneKg: sum(course),
      hours: play === null ? null : play.books.labourHours,
      course,
      days: [...days, { day: of.day, kg: sum(course) }],
      targetKg: plannedKgPerHour * hoursADay * of.monthPlanned.length,
    }
  }

  function orderFact(order: PlayedOrder, now: number): OrderFact {
    const all = (order.begunKg / Math.max(1, order.begunPieces)) * order.pieces * stageCount
    const progress = all === 0 ? 0 : Math.min(1, order.stageKg / all)
    const promisedAt = order.begunAt + order.promisedDays * dayMs
    // At the pace so far; an order that has just begun says nothing yet.
    const doneAt = progress < 0.1 ? null : now + ((now - order.begunAt) * (1 - progress)) / progress
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

  return {
    ...machines,
    day,
    output,
    said: () => live.said(),
    course: async (_scope, of, stage) => doneOn(stage, of),
    async doneToday(_scope, of) {
      return new Map(Object.keys(stageNames).map((stage) => [stage, sum(doneOn(stage, of))]))
    },
    cuttingId: async () => 'cut',
    coatingId: async () => lastStage,
    async orders() {
      const play = played()
      return [...(play?.books.orders.values() ?? [])].map((order) => orderFact(order, play?.now ?? 0))
    },
    async funnel(_scope, of) {
      const play = played()
      return {
        steps: Object.entries(stageNames).map(([stage, names]) => {
          const waiting = play?.waiting.get(stage) ?? []
          return {
            processId: stage,
            names,
            waitingKg: sum(waiting),
            waitingPieces: waiting.length,
            doneTodayKg: sum(doneOn(stage, of)),
            waitingDays: null,
          }
        }),
      }
    },
    async quality() {
      const quality = played()?.books.quality
      const { inspected = 0, passed = 0, testedMm = 0, rejectedMm = 0, ncrs = [] } = quality ?? {}
      return {
        steps: inspected === 0 ? [] : [{ stage: 'after_weld', inspected, passed }],
        testedMm,
        rejectedMm,
        ncrsOpen: ncrs.length,
        ncrsOverdue: 0,
      }
    },
    async defects() {
      const sums = [...(played()?.books.quality.defects ?? [])]
      return pareto('count', new Map(sums.map(([word, count]) => [word, { seconds: 0, count }])), defectNames)
    },
    film: async () => (played() === null ? null : { mean: 186, asked: 180, readings: 75 }),
    shipping: async () => shippingOf(played()),
    async maintenance({ day: today }) {
      const all = await allMachines()
      const stopped = all.filter(({ state }) => state === 'fault').length
      const due = all.filter((_, index) => index % 17 === 3).slice(0, planNames.length)
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
    },
    run() {
      played()
      return simulation()?.state().startedAt ?? ''
    },
    simulation() {
      const state = simulation()?.state()
      // Another instance plays: what it plays is not known here, but that it is played has to be said.
      const { running, paused, scenario, seed, speed } = state ?? elsewhere
      return { running, paused, scenario, seed, speed, clock: played()?.now ?? null }
    },
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

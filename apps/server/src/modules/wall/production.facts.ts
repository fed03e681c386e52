import { outputProcess } from '@cloud-factory/contract/planning/output-process.rules'
import type { DayFacts, OutputFacts, WallFacts, OrderFact, WallScope } from './wall.types.ts'
import type { LiveContext } from './wall.queries.ts'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'

type Part = Pick<
  WallFacts,
  | 'output'
  | 'course'
  | 'doneToday'
  | 'processes'
  | 'cuttingId'
  | 'coatingId'
  | 'orders'
  | 'funnel'
  | 'lots'
  | 'shipping'
>

/** Data of orders: the production report, the list of orders, waiting work and shipments. */
export function productionFacts(context: LiveContext): Part {
  const { reads, plantId, queries, cache, now } = context
  const processes = () => processesOf(context)
  const working = async () => (await processes()).filter(({ active, kind }) => active && kind === 'work')
  const doneToday: Part['doneToday'] = async (scope, day) =>
    new Map((await todayReport(context, scope, day)).totals.map(({ processId, kg }) => [processId, kg]))

  return {
    output: (scope, day) => outputOf(context, scope, day),
    course: (scope, day, processId) => courseOf(context, scope, day, processId),
    doneToday,
    processes: async () => (await working()).map(({ id, names }) => ({ id: String(id), names })),
    cuttingId: async () => String((await working())[0]?.id ?? '') || null,
    coatingId: async () =>
      String((await working()).findLast(({ gives }) => gives === 'coated')?.id ?? '') || null,
    orders: ({ projectIds }) =>
      cache.once(`orders ${projectIds.join()}`, 10_000, async () =>
        (await queries.orders(reads, plantId, projectIds, now())).map(orderFact),
      ),
    async funnel(scope, day) {
      const [all, waiting, done] = await Promise.all([
        working(),
        queries.waiting(reads, plantId, scope.projectIds, now()),
        doneToday(scope, day),
      ])
      const byProcess = new Map(waiting.map((one) => [one.processId, one]))
      return {
        steps: all.map(({ id, names }) => {
          const there = byProcess.get(id)
          return {
            processId: String(id),
            names,
            waitingKg: there?.kg ?? 0,
            waitingPieces: there?.pieces ?? 0,
            doneTodayKg: done.get(String(id)) ?? 0,
            waitingDays: there === undefined ? null : Math.round(there.days * 10) / 10,
          }
        }),
      }
    },
    lots: async ({ projectIds }) =>
      (await queries.lots(reads, plantId, projectIds)).map(({ id, no, ...lot }) => ({
        ...lot,
        id: String(id),
        lotNo: no,
      })),
    shipping: ({ projectIds }, { day }) => queries.shipping(reads, plantId, projectIds, day),
  }
}

const processesOf = ({ reads, plantId, queries, cache }: LiveContext) =>
  cache.once('processes', 30_000, () => queries.processes(reads, plantId))

/** The process whose tonnes count, and its target of the month, kg. */
async function countedProcess(context: LiveContext, { processIds }: WallScope, { day }: DayFacts) {
  const { reads, plantId, queries } = context
  const [info, all] = await Promise.all([queries.shownInfo(reads, plantId), processesOf(context)])
  const targets = (info?.content.targets ?? []).filter(({ month }) => month === day.slice(0, 7))
  const id = outputProcess(
    all.map((process) => ({ ...process, id: String(process.id) })),
    targets.map(({ processId }) => processId),
    processIds,
  )
  const target = targets.find(({ processId }) => processId === id)
  return { id, targetKg: target === undefined ? null : Number(target.tonnes) * 1_000 }
}

/** The day's production report over all processes. */
const todayReport = (context: LiveContext, { projectIds }: WallScope, { day }: DayFacts) => {
  const { reads, plantId, queries, cache, now } = context
  return cache.once(`today ${day} ${projectIds.join()}`, 4_000, () =>
    queries.report(reads, plantId, { from: day, to: day, projectIds }, now()),
  )
}

const courseOf = (
  { reads, plantId, queries }: LiveContext,
  { projectIds }: WallScope,
  { day }: DayFacts,
  processId: string,
) => queries.course(reads, plantId, { from: day, to: day, processId, projectIds })

async function outputOf(context: LiveContext, scope: WallScope, day: DayFacts): Promise<OutputFacts> {
  const { reads, plantId, queries, cache, now } = context
  const { id, targetKg } = await countedProcess(context, scope, day)
  if (id === null) return { processId: null, doneKg: 0, hours: null, course: [], days: [], targetKg: null }
  const { projectIds } = scope
  return cache.once(`output ${id} ${day.day} ${projectIds.join()} ${targetKg}`, 4_000, async () => {
    const of = { processId: id, projectIds }
    const [month, whole, done] = await Promise.all([
      queries.report(reads, plantId, { from: day.monthDays[0], to: day.day, ...of }, now()),
      todayReport(context, scope, day),
      courseOf(context, scope, day, id),
    ])
    const hours = whole.totals.reduce((sum, total) => sum + total.hours, 0)
    return {
      processId: id,
      doneKg: whole.totals.find(({ processId }) => processId === id)?.kg ?? 0,
      hours: hours === 0 ? null : hours,
      course: done,
      days: month.rows.map(({ period, kg }) => ({ day: period, kg })),
      targetKg,
    }
  })
}

const orderFact = (order: OrderRow): OrderFact => ({
  id: order.id,
  orderNo: order.no,
  project: order.project.name,
  customer: order.customer,
  dueDate: order.dueOn,
  lateDays: order.forecast?.daysLate ?? order.daysLate,
  progress: order.progress,
  held: order.status === 'on_hold' || order.heldPieces > 0,
  openNcrs: order.openNcrs,
})

import { outputProcess } from '@cloud-factory/contract/output-process.rules'
import type { DayFacts, OutputFacts, WallFacts } from './facts.types.ts'
import type { WallScope } from './wall.types.ts'
import type { Asking } from './asking.types.ts'

type Part = Pick<
  WallFacts,
  'output' | 'course' | 'doneToday' | 'cuttingId' | 'coatingId' | 'orders' | 'funnel' | 'shipping'
>

/** What orders say: the production report, the list of orders, what waits and what is shipped. */
export function productionFacts({ reads, plantId, ports, asked, now }: Asking): Part {
  const processes = () => asked.once('processes', 30_000, () => ports.processes(reads, plantId))

  /** Which process's tonnes count, and its target of the month, kg. */
  async function counted({ processIds }: WallScope, { day }: DayFacts) {
    const [info, all] = await Promise.all([ports.shownInfo(reads, plantId), processes()])
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
  const today = ({ projectIds }: WallScope, { day }: DayFacts) =>
    asked.once(`today ${day} ${projectIds.join()}`, 4_000, () =>
      ports.report(reads, plantId, { from: day, to: day, projectIds }, now()),
    )

  const course = ({ projectIds }: WallScope, { day }: DayFacts, processId: string) =>
    ports.course(reads, plantId, { from: day, to: day, processId, projectIds })

  async function output(scope: WallScope, day: DayFacts): Promise<OutputFacts> {
    const { id, targetKg } = await counted(scope, day)
    if (id === null) return { processId: null, doneKg: 0, hours: null, course: [], days: [], targetKg: null }
    const { projectIds } = scope
    return asked.once(`output ${id} ${day.day} ${projectIds.join()} ${targetKg}`, 4_000, async () => {
      const of = { processId: id, projectIds }
      const [month, whole, done] = await Promise.all([
        ports.report(reads, plantId, { from: day.monthDays[0], to: day.day, ...of }, now()),
        today(scope, day),
        course(scope, day, id),
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

  const doneToday = async (scope: WallScope, day: DayFacts) =>
    new Map((await today(scope, day)).totals.map(({ processId, kg }) => [processId, kg]))

  const working = async () => (await processes()).filter(({ active, kind }) => active && kind === 'work')

  return {
    output,
    course,
    doneToday,
    cuttingId: async () => String((await working())[0]?.id ?? '') || null,
    coatingId: async () =>
      String((await working()).findLast(({ gives }) => gives === 'coated')?.id ?? '') || null,
    orders: ({ projectIds }) =>
      asked.once(`orders ${projectIds.join()}`, 10_000, async () =>
        (await ports.orders(reads, plantId, projectIds, now())).map((order) => ({
          id: order.id,
          orderNo: order.no,
          project: order.project.name,
          customer: order.customer,
          dueDate: order.dueOn,
          lateDays: order.forecast?.daysLate ?? order.daysLate,
          progress: order.progress,
          held: order.status === 'on_hold' || order.heldPieces > 0,
          openNcrs: order.openNcrs,
        })),
      ),
    async funnel(scope, day) {
      const [all, waiting, done] = await Promise.all([
        working(),
        ports.waiting(reads, plantId, scope.projectIds, now()),
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
    shipping: ({ projectIds }, { day }) => ports.shipping(reads, plantId, projectIds, day),
  }
}

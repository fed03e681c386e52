import { parentPort, workerData } from 'node:worker_threads'
import { nestPlates, type PlatePlan } from '@cloud-factory/domain/nesting/plate-search'
import type { SearchTask } from '../nesting/public.ts'
import type { PlateSearchInput } from './plate-nest-plan.ts'

// One thickness and grade after the other; each has its share of the time by its number of parts, and what an earlier one left over.
const { input, timeLimitMs, cancelled } = workerData as SearchTask<PlateSearchInput>
const flag = new Int32Array(cancelled)
const began = performance.now()
const used = new Map<string, number>()
const plans: PlatePlan[] = []
const weights = input.groups.map(({ problem }) => problem.demands.length)
const total = weights.reduce((sum, weight) => sum + weight, 0)
let share = 0

for (const [at, { problem }] of input.groups.entries()) {
  share += (weights[at] ?? 0) / total
  const end = began + timeLimitMs * share
  const stock = problem.stock.flatMap((line) => {
    if (line.quantity === undefined) return [line]
    const quantity = line.quantity - (used.get(line.id) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const done = plans.reduce((sum, { cost, bound }) => ({ cost: sum.cost + cost, bound: sum.bound + bound }), {
    cost: 0,
    bound: 0,
  })
  const plan = nestPlates(
    { ...problem, stock },
    {
      remainingMs: () => end - performance.now(),
      isCancelled: () => Atomics.load(flag, 0) === 1,
      onProgress: ({ cost, bound }) =>
        parentPort?.postMessage({ progress: { cost: done.cost + cost, bound: done.bound + bound } }),
    },
  )
  for (const { stock: line } of plan.plates) used.set(line.id, (used.get(line.id) ?? 0) + 1)
  plans.push(plan)
}
parentPort?.postMessage({ result: { plans } })
parentPort?.postMessage('done')

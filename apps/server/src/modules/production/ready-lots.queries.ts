import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ReadyLot, WorkPiece, workApi } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { processesOf } from './pieces.queries.ts'
import { reportablePieces } from './work.queries.ts'
import type { WorkPorts } from './work-ports.ts'

type ReadyLotsApi = (typeof workApi)['GET /api/ready-lots']

/** What a crew can take up now: reportable pieces by order, production lot and process. */
export async function listReadyLots(
  reads: Reads,
  actor: Actor,
  { page = 1, pageSize = 50, q = '', sort, processId }: QueryOf<ReadyLotsApi>,
  gates: WorkPorts,
): Promise<ReplyOf<ReadyLotsApi>> {
  const all = await reportablePieces(reads, actor, gates)
  const pieces =
    processId === undefined
      ? all
      : all.filter(({ nextProcessId: id }) => id !== null && processId.includes(id))
  const lots = [...Map.groupBy(pieces, keyOf).values()].filter(([first]) =>
    first?.orderNo.toLowerCase().includes(q.toLowerCase()),
  )
  if (sort === '-dueOn') lots.reverse()
  const shown = lots.slice((page - 1) * pageSize, page * pageSize)
  const [orders, processes] = await Promise.all([
    readRows(
      reads,
      sql<{ id: number; name: string; due_on: string | null }>`
        select id, name, due_on::text as due_on from orders
        where plant_id = ${actor.plantId} and id = any(${shown.map(([piece]) => Number(piece?.orderId))}::bigint[])`,
    ),
    processesOf(reads, actor.plantId),
  ])
  const orderOf = new Map(orders.map((order) => [String(order.id), order]))
  const namesOf = new Map(processes.map(({ id, names }) => [String(id), names]))
  const items = shown.flatMap((of): ReadyLot[] => {
    const [first] = of
    const order = orderOf.get(first?.orderId ?? '')
    const names = namesOf.get(first?.nextProcessId ?? '')
    if (first === undefined || order === undefined || names === undefined) return []
    return [
      {
        id: keyOf(first),
        order: { id: first.orderId, no: first.orderNo, name: order.name },
        productionLot: first.productionLot,
        process: { id: first.nextProcessId ?? '', names },
        pieces: of.length,
        kg: of.reduce((sum, { netKg }) => sum + Math.round((netKg ?? 0) * 1000), 0) / 1000,
        dueOn: order.due_on,
      },
    ]
  })
  return { items, total: lots.length }
}

const keyOf = ({ orderId, productionLot, nextProcessId }: WorkPiece): string =>
  [orderId, productionLot?.id ?? '', nextProcessId].join('.')

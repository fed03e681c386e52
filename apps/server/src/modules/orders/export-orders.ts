import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { orderExportsApi } from '@cloud-factory/contract/orders/order-exports'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { ordersByIds } from './orders.reads.ts'
import {
  beginsWith,
  markSorts,
  marksOf,
  markView,
  pieceSorts,
  piecesOf,
  pieceView,
  requireOrder,
} from './pieces.reads.ts'
import { exportFile, maxAsked } from '../../platform/xlsx/export-sheet.ts'
import { markColumns, orderColumn, pieceColumns } from './order-columns.ts'
import { orderIds } from './order-ids.reads.ts'

type OrdersInput = BodyOf<(typeof orderExportsApi)['POST /api/exports/orders']>
type MarksInput = BodyOf<(typeof orderExportsApi)['POST /api/exports/orders/:id/marks']>
type PiecesInput = BodyOf<(typeof orderExportsApi)['POST /api/exports/orders/:id/pieces']>

/** Exports the given orders, or all that match, as a file. Exports are audited. */
export async function exportOrders(
  { reads, tx }: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  input: OrdersInput,
  now: Date,
): Promise<FileReply> {
  const { filter = {}, sort, columns, words = {}, name = 'orders' } = input
  const ids = input.ids?.map(Number) ?? (await orderIds(reads, actor, { ...filter, sort }, now, maxAsked))
  const file = await exportFile(reads, {
    actor,
    now,
    name,
    words,
    columns: columns.map(({ key, title = key }) => ({ title, column: orderColumn(key) })),
    ids,
    read: (some) => ordersByIds(reads, actor, some, now),
  })
  await tx((write) =>
    recordAudit(write, actor, {
      action: 'orders.export',
      subjectKind: 'order',
      subjectId: '',
      subjectName: '',
      after: { rows: ids.length, ...(input.ids === undefined ? { filter } : {}) },
    }),
  )
  return file
}

/** Marks of an order as a file; fails with `not_found` when the plant has no such order. */
export async function exportMarks(
  reads: Reads,
  actor: Actor,
  orderId: string,
  { q, sort = 'mark', columns, words = {}, name = 'marks' }: MarksInput,
  now: Date,
): Promise<FileReply> {
  await requireOrder(reads, actor.plantId, orderId)
  const where = allOf([sql`order_id = ${orderId}`, beginsWith('mark', q)])
  const ids = await readRows(
    reads,
    sql<{ id: number }>`select id from marks where ${where} order by ${markSorts[sort]} limit ${maxAsked}`,
  )
  return exportFile(reads, {
    actor,
    now,
    name,
    words,
    columns: columns.map(({ key, title = key }) => ({ title, column: markColumns[key] })),
    ids: ids.map(({ id }) => id),
    read: async (some) => {
      const rows = await readRows(reads, marksOf(amongIds(some), { sort, pageSize: some.length }))
      return rows.map((row) => markView(row, actor))
    },
  })
}

/** Pieces of an order as a file; fails with `not_found` when the plant has no such order. */
export async function exportPieces(
  reads: Reads,
  actor: Actor,
  orderId: string,
  { q, status, sort = 'serial', columns, words = {}, name = 'pieces' }: PiecesInput,
  now: Date,
): Promise<FileReply> {
  await requireOrder(reads, actor.plantId, orderId)
  const where = allOf([
    sql`order_id = ${orderId}`,
    status === undefined || status.length === 0 ? null : sql`status = any(${status})`,
    beginsWith('serial', q),
  ])
  const ids = await readRows(
    reads,
    sql<{ id: number }>`select id from pieces where ${where} order by ${pieceSorts[sort]} limit ${maxAsked}`,
  )
  return exportFile(reads, {
    actor,
    now,
    name,
    words,
    columns: columns.map(({ key, title = key }) => ({ title, column: pieceColumns[key] })),
    ids: ids.map(({ id }) => id),
    read: async (some) => {
      const rows = await readRows(reads, piecesOf(amongIds(some), { sort, pageSize: some.length }))
      return rows.map((row) => pieceView(row, actor.plantId))
    },
  })
}

const amongIds = (ids: readonly number[]) => sql`id = any(${ids}::bigint[])`

import type {
  MarkExportColumn,
  PieceExportColumn,
  orderExportsApi,
} from '@cloud-factory/contract/orders/order-exports'
import type { MarkRow, PieceRow } from '@cloud-factory/contract/orders/order-marks'
import type { OrderExportColumn, OrderRow } from '@cloud-factory/contract/orders/orders'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { CellKind, CellValue } from '../../platform/xlsx/sheet.ts'
import {
  exportAudited,
  type ExportColumn,
  exportFile,
  maxRequested,
} from '../../platform/xlsx/export-sheet.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { ordersByIds, orderIds } from './orders.queries.ts'
import {
  beginsWith,
  markSorts,
  marksOf,
  markView,
  pieceSorts,
  piecesOf,
  piecesWhere,
  pieceView,
  requireOrder,
} from './pieces.queries.ts'

const plain =
  <Row>(kind: CellKind, width: number) =>
  (value: (row: Row) => CellValue): ExportColumn<Row> => ({ kind, width, value })
const summed =
  <Row>(kind: CellKind, width: number) =>
  (value: (row: Row) => number): ExportColumn<Row> => ({ kind, width, value, sum: true })

const text = (width: number) => plain<OrderRow>('text', width)
const whole = plain<OrderRow>('integer', 8)
const day = plain<OrderRow>('day', 12)
const tonnes = summed<OrderRow>('tonnes', 13)

/** To the gram, as it is stored. */
const inTonnes = (kg: number): number => Math.round(kg * 1000) / 1_000_000

/** Days past the due date that are ahead are no lateness. */
const lateOnly = (days: number | null): number | null => (days !== null && days > 0 ? days : null)

const orders: Readonly<Record<OrderExportColumn, ExportColumn<OrderRow>>> = {
  no: text(18)(({ no }) => no),
  name: text(24)(({ name }) => name),
  projectCode: text(16)(({ project }) => project.code),
  project: text(24)(({ project }) => project.name),
  customer: text(24)(({ customer }) => customer),
  customerPo: text(18)(({ customerPo }) => customerPo),
  status: { kind: 'text', width: 12, value: ({ status }, word) => word('status', status) },
  priority: { kind: 'text', width: 10, value: ({ priority }, word) => word('priority', priority) },
  dueOn: day(({ dueOn }) => dueOn),
  assignee: text(14)(({ assignee }) => assignee?.name ?? null),
  daysLate: whole(({ daysLate }) => daysLate),
  forecast: day(({ forecast }) => forecast?.doneOn ?? null),
  forecastLate: whole(({ forecast }) => lateOnly(forecast?.daysLate ?? null)),
  marks: summed<OrderRow>('integer', 9)(({ marks }) => marks),
  pieces: summed<OrderRow>('integer', 9)(({ pieces }) => pieces),
  tonnes: tonnes(({ weightKg }) => weightKg / 1000),
  tonnesLeft: tonnes(({ weightKg, progress }) => inTonnes(weightKg * (1 - progress))),
  progress: plain<OrderRow>('percent', 9)(({ progress }) => progress),
  held: summed<OrderRow>('integer', 9)(({ heldPieces }) => heldPieces),
  ncrs: summed<OrderRow>('integer', 9)(({ openNcrs }) => openNcrs),
  contractTonnes: plain<OrderRow>('tonnes', 13)(({ contractTonnes }) => contractTonnes),
  note: text(40)(({ note }) => note),
  updatedAt: plain<OrderRow>('instant', 17)(({ updatedAt }) => new Date(updatedAt)),
  updatedBy: text(12)(({ updatedBy }) => updatedBy),
}

/** The column of a key; `left.7`: tonnes that process 7 still has to do, nothing where the order does not pass it. */
function orderColumn(key: string): ExportColumn<OrderRow> {
  const known = orders[key as OrderExportColumn] as ExportColumn<OrderRow> | undefined
  if (known !== undefined) return known
  const process = key.slice('left.'.length)
  return {
    kind: 'tonnes',
    width: 12,
    sum: true,
    value: ({ byProcess }) => {
      const count = byProcess.find(({ processId }) => processId === process)
      return count === undefined ? null : inTonnes(count.kg - count.doneKg)
    },
  }
}

/** A tick where it holds, in every language. */
const tick = (holds: boolean): string | null => (holds ? '✓' : null)
const markText = (width: number) => plain<MarkRow>('text', width)
const markSum = summed<MarkRow>('integer', 9)
const markNumber = plain<MarkRow>('number', 11)
const markKg = plain<MarkRow>('kg', 12)

const markColumns: Readonly<Record<MarkExportColumn, ExportColumn<MarkRow>>> = {
  mark: markText(16)(({ mark }) => mark),
  revision: markText(8)(({ revision }) => revision),
  name: markText(16)(({ name }) => name),
  kind: { kind: 'text', width: 12, value: ({ kind }, word) => word('kind', kind) },
  profile: markText(22)(({ profile }) => profile),
  grade: markText(10)(({ grade }) => grade),
  quantity: markSum(({ quantity }) => quantity),
  lengthMm: markNumber(({ lengthMm }) => lengthMm),
  netKg: markKg(({ netKg }) => netKg),
  totalKg: summed<MarkRow>('kg', 14)(({ totalKg }) => totalKg),
  grossKg: markKg(({ grossKg }) => grossKg),
  areaM2: markNumber(({ areaM2 }) => areaM2),
  drawingNo: markText(18)(({ drawingNo }) => drawingNo),
  phase: markText(10)(({ phase }) => phase),
  parts: markSum(({ parts }) => parts),
  held: markText(8)(({ held }) => tick(held)),
}

const pieceText = (width: number) => plain<PieceRow>('text', width)

const pieceColumns: Readonly<Record<PieceExportColumn, ExportColumn<PieceRow>>> = {
  serial: pieceText(18)(({ serial }) => serial),
  mark: pieceText(16)(({ mark }) => mark),
  status: { kind: 'text', width: 12, value: ({ status }, word) => word('piece', status) },
  netKg: {
    kind: 'kg',
    width: 12,
    sum: true,
    value: ({ netKg, status }) => (status === 'scrapped' || status === 'superseded' ? null : netKg),
  },
  held: pieceText(8)(({ held }) => tick(held)),
  qr: pieceText(48)(({ qr }) => qr),
}

type OrdersInput = BodyOf<(typeof orderExportsApi)['POST /api/exports/orders']>
type MarksInput = BodyOf<(typeof orderExportsApi)['POST /api/exports/orders/:id/marks']>
type PiecesInput = BodyOf<(typeof orderExportsApi)['POST /api/exports/orders/:id/pieces']>

/** Exports the given orders, or all that match, as a file. Exports are audited. */
export async function exportOrders(
  db: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  input: OrdersInput,
  now: Date,
): Promise<FileReply> {
  const { reads } = db
  const { filter = {}, sort } = input
  const ids = input.ids?.map(Number) ?? (await orderIds(reads, actor, { ...filter, sort }, now, maxRequested))
  const read = (some: readonly number[]) => ordersByIds(reads, actor, some, now)
  return exportAudited(
    db,
    { actor, now, input, name: 'orders', column: orderColumn, ids, read },
    { action: 'orders.export', subjectKind: 'order', filter: input.ids === undefined ? filter : undefined },
  )
}

/** Marks of an order as a file; fails with `not_found` when the plant has no such order. */
export async function exportMarks(
  reads: Reads,
  actor: Actor,
  orderId: string,
  input: MarksInput,
  now: Date,
): Promise<FileReply> {
  await requireOrder(reads, actor.plantId, orderId)
  const { q, sort = 'mark' } = input
  const where = allOf([sql`order_id = ${orderId}`, beginsWith('mark', q)])
  const ids = await readRows(
    reads,
    sql<{
      id: number
    }>`select id from marks where ${where} order by ${markSorts[sort]} limit ${maxRequested}`,
  )
  return exportFile(reads, {
    actor,
    now,
    input,
    name: 'marks',
    column: (key) => markColumns[key],
    ids: ids.map(({ id }) => id),
    read: async (some) => {
      const rows = await readRows(reads, marksOf(amongIds(some), { sort, pageSize: some.length }))
      return rows.map((row) => markView(row, actor))
    },
  })
}

/** Pieces of an order, of which only some are meant, as a file; fails with `not_found` when the plant has no such order. */
export async function exportPieces(
  reads: Reads,
  actor: Actor,
  orderId: string,
  input: PiecesInput,
  now: Date,
  among: RawBuilder<{ id: number }> | null = null,
): Promise<FileReply> {
  await requireOrder(reads, actor.plantId, orderId)
  const { sort = 'serial' } = input
  const where = piecesWhere(orderId, input, among)
  const ids = await readRows(
    reads,
    sql<{
      id: number
    }>`select id from pieces where ${where} order by ${pieceSorts[sort]} limit ${maxRequested}`,
  )
  return exportFile(reads, {
    actor,
    now,
    input,
    name: 'pieces',
    column: (key) => pieceColumns[key],
    ids: ids.map(({ id }) => id),
    read: async (some) => {
      const rows = await readRows(reads, piecesOf(amongIds(some), { sort, pageSize: some.length }))
      return rows.map((row) => pieceView(row, actor.plantId))
    },
  })
}

const amongIds = (ids: readonly number[]) => sql`id = any(${ids}::bigint[])`

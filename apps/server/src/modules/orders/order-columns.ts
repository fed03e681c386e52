import type {
  MarkExportColumn,
  OrderExportColumn,
  PieceExportColumn,
} from '@cloud-factory/contract/orders/order-exports'
import type { MarkRow, PieceRow } from '@cloud-factory/contract/orders/order-marks'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { CellKind, CellValue } from '../../platform/xlsx/sheet.ts'
import type { ExportColumn } from '../../platform/xlsx/export-sheet.ts'

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
export function orderColumn(key: string): ExportColumn<OrderRow> {
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

export const markColumns: Readonly<Record<MarkExportColumn, ExportColumn<MarkRow>>> = {
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

export const pieceColumns: Readonly<Record<PieceExportColumn, ExportColumn<PieceRow>>> = {
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

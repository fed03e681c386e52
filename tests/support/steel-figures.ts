import type { PieceDrawing } from '@cloud-factory/contract/drawings/drawings'
import type { LabourReport } from '@cloud-factory/contract/labour/labour'
import type { MaterialTrace } from '@cloud-factory/contract/material/material-trace'
import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { OrderPart } from '@cloud-factory/contract/parts/parts'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import type { App } from './journey.ts'
import { piecesOf } from './order-story.ts'
import { barsInStock, heats, lotOf } from './steel-story.ts'
import { got } from './work.ts'

const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 1000) / 1000

/** What the pages of stock, nests, parts, pieces, trace and reports say of the order, in kg, mm and hours. */
export async function steelFigures(app: App, orderId: string, nestIds: readonly string[]) {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const scope = `from=${day(-3)}&to=${day(1)}&group=none&orderId=${orderId}`
  const [order, parts, report, labour, pieces, bars] = await Promise.all([
    got<OrderRow>(app, `/api/orders/${orderId}`),
    got<{ items: OrderPart[] }>(app, `/api/orders/${orderId}/parts`),
    got<ProductionReport>(app, `/api/reports/production?per=day&${scope}`),
    got<LabourReport>(app, `/api/labour?${scope}`),
    piecesOf(app, orderId),
    barsInStock(app),
  ])
  const nests = await Promise.all(nestIds.map((id) => got<NestDetail>(app, `/api/nests/${id}`)))
  const cut = nests.flatMap(({ items }) => items.filter(({ status }) => status === 'cut'))
  const lots = await Promise.all(Object.values(heats).map((heat) => lotOf(app, heat)))
  const ids = [...pieces.values()].map(({ id }) => id)
  const traces = await Promise.all(
    ids.map((id) => got<MaterialTrace>(app, `/api/material-trace/pieces/${id}`)),
  )
  const uses = traces.flatMap((trace) => trace.uses)
  const drawings = await Promise.all(
    ids.map((id) => got<{ items: PieceDrawing[] }>(app, `/api/pieces/${id}/drawings`)),
  )
  return {
    orderKg: order.weightKg,
    pieceKg: sum([...pieces.values()].map(({ netKg }) => netKg ?? 0)),
    partKg: sum(parts.items.map(({ needed, netKg }) => needed * (netKg ?? 0))),
    builtKg: sum(parts.items.map(({ built, netKg }) => built * (netKg ?? 0))),
    tracedKg: sum(uses.map(({ kg }) => kg)),
    byHeat: Object.fromEntries(
      [...Map.groupBy(uses, ({ heatNo }) => heatNo)].map(([heat, own]) => [
        heat,
        sum(own.map(({ kg }) => kg)),
      ]),
    ),
    reportedKg: report.totals.map(({ kg }) => kg),
    labourKg: labour.rows.map(({ kg }) => kg),
    hours: report.totals.map(({ hours }) => hours),
    labourHours: labour.rows.map(({ hours }) => hours),
    revisions: drawings.flatMap(({ items }) => items.map(({ madeTo }) => madeTo?.revision)),
    nestedMm: sum(cut.flatMap(({ parts: cuts }) => cuts.map(({ lengthMm }) => lengthMm))),
    remnantMm: sum(bars.map(({ lengthMm }) => lengthMm)),
    wasteMm: sum(cut.map(({ wasteMm }) => wasteMm)),
    remnantKg: sum(bars.map(({ kg }) => kg)),
    usedKg: sum(lots.map(({ usedKg }) => usedKg)),
    leftKg: sum(lots.map(({ leftKg }) => leftKg)),
  }
}

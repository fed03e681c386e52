import { fromMicro, toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { FormItem, ReadingInput } from '@cloud-factory/contract/inspection/inspection-forms'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { demoInspector, type OrdersPort } from '../quality-records/public.ts'
import { createInspections } from './create-inspections.ts'
import { oneInspection } from './form.queries.ts'
import { submitInspection } from './move-inspection.ts'
import { saveReadings } from './save-readings.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'
import { instrumentCrud } from './instruments.ts'

/** Progress of open inspections: no readings, some, submitted, submitted with one value beyond its limit. */
const stands = ['made', 'begun', 'submitted', 'beyond'] as const

/** Open inspections of the demo factory, of pieces before a gate. The real commands create them. */
export async function openInspectionsDemo(
  write: Write,
  context: DemoContext,
  orders: OrdersPort,
): Promise<void> {
  const { plantId, now } = context
  const actor = demoInspector(context)
  const action = { write, orders, now }
  const form = (id: string) => oneInspection({ reads: asReads(write), orders }, actor, id)
  const waiting = await orders.waiting(asReads(write), plantId, stands.length)
  for (const [index, { pieceIds, processId }] of waiting.entries()) {
    const input = { pieces: pieceIds.map(String), processId: String(processId) }
    const made = await createInspections(action, actor, { ...input, percent: 20 })
    const id = String(made.ids[0] ?? '')
    const stand = stands[index]
    if (id === '' || stand === undefined || stand === 'made') continue
    const readings = readingsOf(await form(id), stand === 'beyond')
    const entered = stand === 'begun' ? readings.slice(0, Math.ceil(readings.length / 2)) : readings
    if (entered.length > 0) await saveReadings(action, actor, id, entered)
    const { can, version } = await form(id)
    if (stand !== 'begun' && can.submit === true) await submitInspection(action, actor, id, { version })
  }
}

/**
 * One reading for each point of the measured pieces, in the middle of the permitted range; `beyond`: the first one is outside.
 */
function readingsOf(form: Awaited<ReturnType<typeof oneInspection>>, beyond: boolean): ReadingInput[] {
  const readings = form.lot
    .filter(({ measured }) => measured)
    .flatMap(({ id: pieceId }) =>
      form.items
        .filter(({ missing }) => missing.length === 0)
        .flatMap((item) =>
          Array.from({ length: item.points }, (_, index) => ({
            itemId: item.id,
            pieceId,
            point: index + 1,
            value: valueOf(item, 0n),
            was: null,
          })),
        ),
    )
  const wrong = form.items.findIndex(({ upper, measures }) => measures !== 'visual' && upper !== null)
  const item = form.items[wrong]
  return readings.map((reading) =>
    beyond && item !== undefined && reading.itemId === item.id && reading.point === 1
      ? { ...reading, value: valueOf(item, tenths((toMicro(item.upper ?? '0') * 3n) / 2n)) }
      : reading,
  )
}

/** Rounded like the display of an instrument. */
const tenths = (micro: bigint): bigint => (micro / 100_000n) * 100_000n

/** The nominal size, if there is one, plus some millionths; for visual items: accepted. */
function valueOf({ measures, nominal }: Pick<FormItem, 'measures' | 'nominal'>, beside: bigint): string {
  if (measures === 'visual') return '1'
  return fromMicro(beside + (nominal === null ? 0n : toMicro(nominal)))
}

/** Code, name, kind, unit, range, resolution, days until the calibration expires; null: needs no calibration. */
const instruments = [
  ['LJ-001', '钢卷尺 30 m', '钢卷尺', 'mm', ['0', '30000', '1'], 210],
  ['LJ-002', '钢直角尺 500 mm', '直角尺', 'mm', ['0', '500', '0.5'], 120],
  ['LJ-003', '塞尺 0.02–1.00 mm', '塞尺', 'mm', ['0.02', '1', '0.01'], 18],
  ['LJ-004', '焊接检验尺', '焊缝规', 'mm', ['0', '60', '0.1'], 95],
  ['LJ-005', '涂层测厚仪', '测厚仪', 'µm', ['0', '2000', '1'], 300],
  ['LJ-006', '数显卡尺 300 mm', '卡尺', 'mm', ['0', '300', '0.01'], -9],
] as const

/** Measuring instruments of the demo factory: most are calibrated, one is due soon, one is overdue. */
export async function instrumentsDemo(write: Write, context: DemoContext): Promise<void> {
  const actor = demoInspector(context)
  for (const [code, name, kind, unit, [rangeLow, rangeHigh, resolution], days] of instruments)
    await createRow(
      instrumentCrud,
      { write, actor, now: context.now },
      {
        code,
        name,
        kind,
        unit,
        rangeLow,
        rangeHigh,
        resolution,
        calibratedUntil: new Date(context.now.getTime() + days * 86_400_000).toISOString().slice(0, 10),
        active: true,
      },
    )
}

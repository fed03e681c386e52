import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import { demoInspector } from '../quality-records/public.ts'
import { createInstrument } from './save-instrument.ts'

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
    await createInstrument(write, actor, {
      code,
      name,
      kind,
      unit,
      rangeLow,
      rangeHigh,
      resolution,
      calibratedUntil: new Date(context.now.getTime() + days * 86_400_000).toISOString().slice(0, 10),
      active: true,
    })
}

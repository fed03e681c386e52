import type { InspectedShape, InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { toMicro, fromMicro } from '@cloud-factory/domain/numbers/decimals'
import { requiredSizes } from '@cloud-factory/contract/standards/limits.rules'
import { judgeReading } from '@cloud-factory/contract/inspection/verdict.rules'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { type OrdersPort, type PassedPieces, nextNumbers } from '../quality-records/public.ts'
import { editionInUse, type FormEdition, type FormItem, itemsOfForm } from '../standards/public.ts'
import { standardsInUse } from './due.queries.ts'
import { guessSizes, shapesOf, stageOfProcess, frozenBy } from './inspections.rules.ts'
import { type DemoLot, insertDemoLots } from './inspections.demo-rows.ts'
import { reportedCrews } from './lot-makers.ts'

/** The inspector and the approver of the demo factory. */
const inspector = { user: 'user:inspector', name: '赵晓梅' }
const judge = { user: 'user:admin', name: '系统管理员' }

/**
 * Inspections of the pieces that passed gates in the demo factory: one lot per mark and gate. Its first piece is measured,
 * judged by the shipped standard and locked. The passes are added too.
 */
export async function inspectionsDemo(write: Write, context: DemoContext, orders: OrdersPort): Promise<void> {
  const { plantId, now, known } = context
  const reads = asReads(write)
  const [standard] = await standardsInUse(reads, plantId)
  const edition = standard === undefined ? null : await editionInUse(reads, plantId, standard.id)
  if (edition === null) return
  const forms = formsOf(write, plantId, edition)
  const beyond = await orders.beyond(reads, plantId)
  const made: Unnumbered[] = []
  for (const passed of beyond) {
    const lot = await lotOf(context, forms, passed)
    if (lot === null) continue
    const first = made.length % failsEach === failsEach - 1 ? firstTry(lot) : null
    made.push(...(first === null ? [lot] : [first, { ...lot, repeats: true }]))
  }
  const nos = await nextNumbers(write, plantId, 'QI', now, Math.max(1, made.length))
  const lots = made.map(({ repeats, ...lot }, index): DemoLot => {
    return { ...lot, no: nos[index] ?? '', repeats: repeats ? (nos[index - 1] ?? null) : null }
  })
  const idOf = (user: string) => Number(known.get(user) ?? 0) || null
  const people = {
    inspectorId: idOf(inspector.user),
    inspector: inspector.name,
    judgeId: idOf(judge.user),
    judge: judge.name,
  }
  const crews = new Map<number, ReadonlyMap<number, number>>()
  const machines = new Map<number, ReadonlyMap<number, number>>()
  for (const [process, own] of Map.groupBy(lots, ({ passed }) => passed.processId)) {
    // A piece that failed first is in two lots of a gate.
    const pieceIds = [...new Set(own.flatMap(({ passed }) => passed.pieceIds))]
    crews.set(process, await reportedCrews({ reads, orders }, plantId, process, pieceIds))
    machines.set(process, await orders.lastMachines(reads, plantId, pieceIds, process))
  }
  await insertDemoLots(write, plantId, { edition, people, lots, crews, machines })
}

/** One in this many lots failed first and was inspected again. */
const failsEach = 17

type Unnumbered = Omit<DemoLot, 'no' | 'repeats'> & { readonly repeats: boolean }

/** Distance to the previous working day, in days: the demo factory does not work on Sundays. */
const dayBefore = (at: Date): number => (new Date(at.getTime() - 86_400_000).getUTCDay() === 0 ? 2 : 1)

/** The same lot on the previous working day, with one reading beyond its limit; null when no reading of it has a limit. */
function firstTry(lot: Unnumbered): Unnumbered | null {
  const at = lot.readings.findIndex(({ share }) => share !== null && share !== '0')
  const wrong = lot.readings[at]
  const item = lot.items.find(({ position }) => position === wrong?.position)
  const limit = item?.upper ?? item?.lower
  if (wrong === undefined || item === undefined || limit === null || limit === undefined) return null
  const beyond = (toMicro(limit) * 7n) / 5n
  // Rounded like the display of an instrument: tenths of a millimetre, hundredths for small values.
  const digit = beyond > -1_000_000n && beyond < 1_000_000n ? 10_000n : 100_000n
  const value = fromMicro((beyond / digit) * digit + (item.nominal === null ? 0n : toMicro(item.nominal)))
  const judged = { ...wrong, value, ...judgeReading(item.measures, value, item.nominal, item) }
  const readings = lot.readings.with(at, judged)
  return { ...lot, readings, verdict: 'fail', daysBefore: dayBefore(lot.passed.at) }
}

type Forms = (shape: InspectedShape, stage: InspectionStage) => Promise<readonly FormItem[]>

/** Items of the edition; each list is read once. */
function formsOf(write: Write, plantId: number, edition: FormEdition): Forms {
  const known = new Map<string, readonly FormItem[]>()
  return async (shape, stage) => {
    const key = `${shape} ${stage}`
    const items = known.get(key) ?? (await itemsOfForm(asReads(write), plantId, edition.id, shape, stage))
    known.set(key, items)
    return items
  }
}

async function lotOf(context: DemoContext, forms: Forms, passed: PassedPieces): Promise<Unnumbered | null> {
  const stage = stageOfProcess(passed.processCode)
  const sizes = { ...usualSizes, ...guessSizes(passed) }
  for (const shape of shapesOf(passed, stage, passed.processCode)) {
    const items = await forms(shape, stage)
    if (items.length === 0) continue
    const frozen = items.map((item, position) => {
      const place = item.asksPlace ? 'other' : 'any'
      return { ...item, ...frozenBy({ ...item, place }, sizes), place, position, itemId: item.id } as const
    })
    const readings = frozen.flatMap((item) =>
      Array.from({ length: item.points }, (_, index) => {
        const value = valueOf(item, () => context.random())
        return {
          position: item.position,
          point: index + 1,
          value,
          ...judgeReading(item.measures, value, item.nominal, item),
        }
      }),
    )
    const judged = { verdict: 'pass', daysBefore: 0, repeats: false } as const
    const required = new Set<string | null>(
      items.flatMap((item) => [...requiredSizes(item.rule), item.nominalOf]),
    )
    const used = Object.fromEntries(Object.entries(sizes).filter(([name]) => required.has(name)))
    return { stage, shape, sizes: used, passed, items: frozen, readings, ...judged }
  }
  return null
}

/** Sizes that a profile does not contain. */
const usualSizes = {
  h: '400',
  b: '200',
  tw: '8',
  tf: '12',
  t: '8',
  L: '6000',
  L1: '3000',
  l2: '500',
  d: '200',
  pitch: '80',
  span: '12000',
}

/** A reading of good work: near the middle of the permitted range, in tenths of a millimetre. */
function valueOf(
  item: Pick<FormItem, 'measures'> & {
    readonly nominal: string | null
    readonly lower: string | null
    readonly upper: string | null
  },
  random: () => number,
): string {
  if (item.measures === 'visual') return '1'
  const low = item.lower === null ? 0 : Number(item.lower)
  const high = item.upper === null ? Math.abs(low) : Number(item.upper)
  const spread = (random() + random() + random()) / 3
  const deviation = (low + (high - low) * (0.1 + 0.8 * spread)).toFixed(high - low < 1 ? 2 : 1)
  const exact = toMicro(deviation) + (item.nominal === null ? 0n : toMicro(item.nominal))
  return fromMicro(exact)
}

import { dewPoint } from '@cloud-factory/domain/coating/coats.rules'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { insertOne } from '../../platform/crud/crud-commands.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { demoInspector, demoJudge, type OrdersPort, nextNumbers } from '../quality-records/public.ts'
import { coatSpecCrud } from './coat-specs.ts'
import { insertCoat, validatePieces, keepReadings, saveCoat, recalculateCoats } from './coats.store.ts'

const indoor = {
  code: 'C3-M',
  name: '室内环氧体系',
  layers: [
    { layer: 'primer' as const, product: '环氧富锌底漆', minUm: 60 },
    { layer: 'top' as const, product: '聚氨酯面漆', minUm: 65 },
  ],
  minUm: 125,
  maxUm: 300,
  allowanceUm: 25,
  rule: 'spot' as const,
  fire: null,
  active: true,
}
const fireproof = {
  ...indoor,
  code: 'C3-F',
  name: '室内环氧体系加膨胀型防火涂料',
  fire: { type: 'intumescent' as const, designMm: 2 },
}

/** Specifications, and coats of pieces before the painting gate: one record judged, one being measured. */
export async function coatsDemo(write: Write, context: DemoContext, orders: OrdersPort): Promise<void> {
  const actor = demoInspector(context)
  const command = { write, actor, now: context.now }
  const specId = await insertOne(coatSpecCrud, command, indoor)
  await insertOne(coatSpecCrud, command, fireproof)
  const gates = await orders.waiting(asReads(write), context.plantId, 60)
  const painted = gates.filter(({ processCode }) => processCode === 'PaintComp').slice(0, 2)
  for (const [index, { pieceIds }] of painted.entries()) {
    await film(write, actor, orders, {
      context,
      specId,
      pieceIds: pieceIds.slice(0, 10),
      isJudged: index === 0,
    })
  }
}

interface Film {
  readonly context: DemoContext
  readonly specId: number
  readonly pieceIds: readonly number[]
  readonly isJudged: boolean
}

async function film(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  { context, specId, pieceIds, isJudged }: Film,
): Promise<void> {
  const { plantId, now } = context
  const pieces = await orders.pieces(asReads(write), plantId, pieceIds)
  const [first] = pieces
  if (first === undefined) return
  const [no = ''] = await nextNumbers(write, plantId, 'CO', now)
  const { minUm, maxUm, allowanceUm, rule, fire, code } = indoor
  const climate = { airC: 18.5, humidity: 62, substrateC: 16.4 }
  const id = await insertCoat(
    write,
    actor,
    {
      no,
      order_id: first.orderId,
      order_no: first.orderNo,
      spec_id: specId,
      spec_code: code,
      check_kind: 'film',
      limits: JSON.stringify({ minUm, maxUm, allowanceUm, rule, fire }),
      applied_at: new Date(now.getTime() - 86_400_000),
      air_c: climate.airC,
      humidity: climate.humidity,
      substrate_c: climate.substrateC,
      dew_point_c: dewPoint(climate),
      note: '',
      judged_at: null,
      judged_by_name: null,
      search: searchText(no, first.orderNo, code),
    },
    rule,
    pieces,
  )
  const measured = pieces.slice(0, isJudged ? 3 : 1)
  await keepReadings(
    write,
    plantId,
    id,
    measured.map((piece) => ({ pieceId: piece.id, readings: readings(context) })),
  )
  await saveCoat(write, actor, id, { measured: measured.length })
  if (!isJudged || measured.length < Math.min(3, pieces.length)) return
  const judge = demoJudge(context)
  await validatePieces(write, plantId, id, 'pass', [])
  await saveCoat(write, judge, id, { status: 'pass', judged_at: now, judged_by_name: judge.cnName })
  await recalculateCoats(write, actor, pieceIds, now)
}

/** Between 130 and 170 µm, typical of careful work. */
const readings = (context: DemoContext): string[][] =>
  [0, 1, 2, 3, 4].map(() => [0, 1, 2].map(() => String(130 + Math.floor(context.random() * 40))))

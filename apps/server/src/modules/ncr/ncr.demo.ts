import type { NcrCause, NcrDisposition, NcrSeverity } from '@cloud-factory/domain/ncr/ncr-enums'
import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { type OrdersPort, demoForeman, demoInspector, demoJudge } from '../quality-records/public.ts'
import { approveNcr, cancelNcr, disposeNcr, finishNcr, startNcr, verifyNcr } from './decide-ncr.ts'
import type { NcrCommandContext } from './edit-ncr.ts'
import { raiseNcr } from './raise-ncr.ts'

/** The status up to which a demo report is processed. */
type Until = 'open' | 'dispositioned' | 'approved' | 'executing' | 'verify' | 'closed' | 'cancelled'

interface DemoNcr {
  readonly days: number
  readonly defect: string
  readonly severity: NcrSeverity
  readonly words: string
  readonly pieces: number
  readonly disposition: NcrDisposition
  readonly cause: NcrCause
  readonly cost: number
  readonly until: Until
}

const row = (
  days: number,
  until: Until,
  defect: string,
  severity: NcrSeverity,
  words: string,
  [disposition, cause, cost, pieces]: readonly [NcrDisposition, NcrCause, number, number],
): DemoNcr => ({ days, until, defect, severity, words, disposition, cause, cost, pieces })

const demoNcrs: readonly DemoNcr[] = [
  row(0, 'open', 'WLD-01', 'major', '翼缘与腹板角焊缝咬边深 1.1 mm，长约 180 mm', ['rework', 'man', 80, 1]),
  row(1, 'open', 'CUT-03', 'major', '端部连接孔组孔距 +2.3 mm', ['repair', 'machine', 260, 2]),
  row(2, 'dispositioned', 'DIM-05', 'minor', '侧向弯曲矢高 9 mm，超出 L/1000', ['rework', 'method', 150, 1]),
  row(3, 'executing', 'WLD-02', 'minor', '对接焊缝表面气孔 3 处', ['rework', 'environment', 60, 1]),
  row(4, 'verify', 'WLD-06', 'major', '加劲板焊脚尺寸不足，设计 8 mm 实测 6 mm', ['rework', 'man', 220, 2]),
  row(6, 'approved', 'DIM-04', 'minor', '翼缘垂直度 3.6 mm', ['rework', 'machine', 120, 1]),
  row(8, 'open', 'NDT-03', 'critical', '一级焊缝超声检测发现未熔合，深 14 mm 长 25 mm', [
    'repair',
    'method',
    900,
    1,
  ]),
  row(9, 'closed', 'CTG-03', 'minor', '中间漆干膜平均 96 μm，低于要求', ['rework', 'environment', 340, 3]),
  row(11, 'executing', 'NDT-02', 'major', '二级焊缝夹渣，评定 IV 级', ['repair', 'man', 650, 1]),
  row(13, 'dispositioned', 'DIM-01', 'critical', '构件长度短 7 mm', ['concession', 'measure', 0, 1]),
  row(16, 'closed', 'WLD-01', 'minor', '牛腿角焊缝咬边 0.6 mm', ['rework', 'man', 40, 1]),
  row(19, 'closed', 'DIM-03', 'major', '腹板中心偏移 3.2 mm', ['concession', 'machine', 0, 2]),
  row(22, 'cancelled', 'CUT-04', 'minor', '螺栓孔径偏大，复测合格', ['rework', 'measure', 0, 1]),
  row(27, 'verify', 'DIM-06', 'major', '箱形截面扭曲 6.5 mm', ['rework', 'method', 480, 1]),
  row(31, 'open', 'DIM-10', 'major', '连接板装反，开孔方向错误', ['rework', 'man', 300, 2]),
  row(35, 'closed', 'NDT-01', 'major', '密集气孔，评定 III 级以上', ['repair', 'material', 560, 1]),
  row(42, 'closed', 'CUT-01', 'minor', '切割面局部缺棱 1.4 mm', ['rework', 'machine', 70, 2]),
  row(51, 'approved', 'WLD-05', 'major', '坡口焊缝未焊满 1.5 mm', ['repair', 'man', 180, 1]),
  row(64, 'closed', 'OTH-03', 'minor', '吊运碰伤，翼缘边缘凹陷', ['rework', 'man', 90, 1]),
  row(78, 'closed', 'WLD-07', 'critical', '焊趾表面裂纹 12 mm', ['repair', 'method', 1200, 1]),
  row(97, 'executing', 'DIM-07', 'major', '起拱值 −8 mm，未达设计', ['rework', 'method', 700, 1]),
  row(112, 'closed', 'OTH-01', 'critical', '按旧版图纸下料，板厚错误', ['scrap', 'method', 4200, 1]),
]

/** The responsible crew by group of defects. */
const responsible: Readonly<Record<string, string>> & { readonly OTH: string } = {
  DIM: 'W2-1',
  CUT: 'W1-1',
  WLD: 'W2-3',
  NDT: 'W2-4',
  CTG: 'W3-3',
  OTH: 'W2-2',
}

const hour = 3_600_000

/** Creates reports of all statuses and ages. It uses the real commands, so that pieces and counters are consistent. */
export async function ncrDemo(write: Write, context: DemoContext, orders: OrdersPort): Promise<void> {
  const { plantId, now } = context
  const waiting = await orders.waiting(asReads(write), plantId, 200)
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from defects where plant_id = ${plantId}`.execute(write)
  const defects = new Map(rows.map(({ id, code }) => [code, String(id)]))
  const crewOf = (defect: string) =>
    context.known.get(`crew:${responsible[defect.slice(0, 3)] ?? responsible.OTH}`) ?? null
  const people = {
    inspector: demoInspector(context),
    judge: demoJudge(context),
    doer: demoForeman(context),
  }
  const placeOf = spreader(waiting, context.known.get('order with a model'))
  for (const [index, ncr] of demoNcrs.toReversed().entries()) {
    const place = placeOf(ncr, index)
    const pieces = place?.pieceIds.slice(0, ncr.pieces) ?? []
    if (pieces.length === 0) continue
    const raisedAt = new Date(now.getTime() - ncr.days * 24 * hour - 3 * hour)
    const due = new Date(raisedAt.getTime() + 10 * 24 * hour)
    const id = await raiseNcr(
      write,
      index % 3 === 0 ? people.doer : people.inspector,
      orders,
      {
        source: index % 3 === 0 ? 'scan' : 'piece',
        defectId: defects.get(ncr.defect) ?? '0',
        severity: ncr.severity,
        description: ncr.words,
        crewId: crewOf(ncr.defect),
        dueOn: due.toISOString().slice(0, 10),
        pieces: pieces.map(String),
        inspectionId: null,
        itemId: null,
      },
      raisedAt,
    )
    await carryOut({ write, orders, ...people }, id, ncr, raisedAt)
  }
}

type WaitingPieces = Awaited<ReturnType<OrdersPort['waiting']>>[number]

/** Orders with open reports; those due next. */
const maxWithOpen = 3

/**
 * Where reports are raised: the open ones in few orders, as in a factory that works well, of which one has a model that
 * shows them; the others anywhere.
 */
function spreader(waiting: readonly WaitingPieces[], withModel: string | undefined) {
  const byOrder = Map.groupBy(waiting, ({ orderId }) => String(orderId))
  const withOpen = [...new Set([...(withModel === undefined ? [] : [withModel]), ...byOrder.keys()])]
    .map((id) => byOrder.get(id) ?? [])
    .filter(({ length }) => length > 0)
    .slice(0, maxWithOpen)
  const free = new Set(waiting)
  const take = (places: readonly WaitingPieces[], share: number): WaitingPieces | undefined => {
    const left = places.filter((place) => free.has(place))
    const place = left[Math.floor(share * left.length)]
    if (place !== undefined) free.delete(place)
    return place
  }
  let open = 0
  return ({ until }: DemoNcr, index: number): WaitingPieces | undefined => {
    if (until === 'closed' || until === 'cancelled') return take(waiting, index / demoNcrs.length)
    open += 1
    return take(withOpen[open % withOpen.length] ?? [], 0)
  }
}

interface DemoStep {
  readonly write: Write
  readonly orders: OrdersPort
  readonly judge: Actor
  readonly doer: Actor
}

const steps: readonly Until[] = ['open', 'dispositioned', 'approved', 'executing', 'verify', 'closed']

async function carryOut(
  { write, orders, judge, doer }: DemoStep,
  id: string,
  ncr: DemoNcr,
  raisedAt: Date,
): Promise<void> {
  const context = (actor: Actor, step: number): NcrCommandContext => ({
    write,
    actor,
    orders,
    now: new Date(raisedAt.getTime() + step * Math.min(20, 2 + ncr.days * 3) * (hour / 6)),
  })
  if (ncr.until === 'cancelled')
    return cancelNcr(context(judge, 1), id, { version: 1, note: '复测合格，误报' })
  const isConcession = ncr.disposition === 'concession'
  const reported = steps
    .slice(1, steps.indexOf(ncr.until) + 1)
    .filter((step) => !isConcession || (step !== 'executing' && step !== 'verify'))
  for (const [index, step] of reported.entries()) {
    const version = index + 1
    const at = index + 1
    if (step === 'dispositioned')
      await disposeNcr(context(judge, at), id, {
        version,
        disposition: ncr.disposition,
        note: notes[ncr.disposition],
        processId: null,
        crewId: null,
        dueOn: new Date(raisedAt.getTime() + 14 * 24 * hour).toISOString().slice(0, 10),
        cause: ncr.cause,
        causeNote: '',
        cost: ncr.cost,
      })
    if (step === 'approved')
      await approveNcr(context(judge, at), id, {
        version,
        note: '同意',
        agreedBy: isConcession ? '业主代表，联系单 QR-021' : null,
      })
    if (step === 'executing') await startNcr(context(doer, at), id, { version, note: '' })
    if (step === 'verify')
      await finishNcr(context(doer, at), id, { version, note: '已按处置意见完成', cost: null, replace: true })
    if (step === 'closed')
      await verifyNcr(context(judge, at), id, {
        version,
        passed: true,
        note: '复检合格',
        reinspectionId: null,
      })
  }
}

const notes: Readonly<Record<NcrDisposition, string>> = {
  rework: '打磨后补焊，恢复到图纸尺寸',
  repair: '按返修工艺刨开缺陷后重焊，24 小时后复探',
  concession: '不影响安装，原样接收',
  scrap: '报废，按新版图纸补做',
  return: '退回供应商',
}

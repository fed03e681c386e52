import { sql } from 'kysely'
import type { Factory, History } from './factory.fixtures.ts'

export async function readPoints({ call }: Factory, id: string, isGood: boolean): Promise<void> {
  const { lot, items } = (await call('GET', `/api/inspections/${id}`)).body
  const valueOf = (item: { measures: string; nominal: string | null }) => {
    if (item.measures === 'visual') return '1'
    return item.measures === 'size' ? String(Number(item.nominal) + (isGood ? 0 : 9)) : '0'
  }
  const readings = lot.flatMap(({ id: pieceId }: { id: string }) =>
    items.flatMap((item: { id: string; points: number; measures: string; nominal: string | null }) =>
      Array.from({ length: item.points }, (_, index) => ({
        itemId: item.id,
        pieceId,
        point: index + 1,
        value: valueOf(item),
        was: null,
      })),
    ),
  )
  await call('PUT', `/api/inspections/${id}/readings`, { readings })
}

export async function stepWithWelds(
  { call, rows, now, welder, wps }: Factory,
  what: string,
  pieceIds: readonly string[],
) {
  if (what === 'give') {
    const welds = [{ no: 'W1', joint: 'butt', class: '2', lengthMm: 3500, thicknessMm: 12, wpsId: null }]
    await call('POST', '/api/welds/of-pieces', { pieceIds, welds })
    return
  }
  const welds = await rows(
    sql<{ id: number; state: string; version: number; request: number | null; result: number | null }>`
      select w.id, w.state, w.version,
        (select max(r.request_id) from ndt_request_welds r where r.weld_id = w.id and not r.closed) as request,
        (select max(r.id) from ndt_results r where r.weld_id = w.id and r.undone_at is null) as result
      from welds w where w.piece_id = any(${[...pieceIds]}::bigint[]) order by w.id`,
  )
  const [first] = welds
  if (first === undefined) return
  // There is nothing to record or undo yet.
  const target: Readonly<Record<string, number | null>> = {
    pass: first.request,
    fail: first.request,
    undo: first.result,
  }
  if (target[what] === null) return
  const weldIds = welds.map(({ id }) => String(id))
  const at = now().toISOString()
  const welderIds = [welder]
  const test = { method: 'ut', level: 'B', standard: 'GB/T 11345', note: '' }
  const verdict = { verdict: what, defects: what === 'fail' ? [crack] : [], testedMm: 3500 }
  const result = { weldId: String(first.id), testedAt: at, tester: '赵工', note: '', ...verdict }
  const results = `/api/ndt/requests/${first.request}/results`
  const calls: Readonly<Record<string, readonly [string, object]>> = {
    weld: ['/api/welds/welded', { weldIds, welderIds, wpsId: wps, weldedAt: at }],
    request: ['/api/ndt/requests', { weldIds, ...test }],
    repair: [
      `/api/welds/${first.id}/repair`,
      { version: first.version, welderIds, repairedAt: at, note: '' },
    ],
    undo: [`/api/ndt/results/${first.result}/undo`, { reason: '看错' }],
    pass: [results, result],
    fail: [results, result],
  }
  await call('POST', ...(calls[what] ?? ['', {}]))
}

const crack = { positionMm: 100, lengthMm: 40, depthMm: 6.5, type: 'crack', grade: 'IV' }

export async function stepWithCoats(
  { call, rows, now, specId }: Factory,
  what: string,
  pieceIds: readonly string[],
) {
  if (what === 'reopen') {
    const [last] = await rows(
      sql<{
        id: number
        version: number
      }>`select c.id, c.version from coats c join coat_pieces p on p.coat_id = c.id
        where p.piece_id = ${pieceIds[0]} order by c.id desc limit 1`,
    )
    if (last !== undefined)
      await call('POST', `/api/coats/${last.id}/reopen`, { version: last.version, reason: '复测' })
    return
  }
  const climate = { airC: 20, humidity: 50, substrateC: 18.5, note: '' }
  const opened = { specId, check: 'film', pieceIds, appliedAt: now().toISOString(), ...climate }
  const { id, version } = (await call('POST', '/api/coats', opened)).body
  if (what === 'draft' || id === undefined) return
  const value = what === 'good' ? '150' : '40'
  const readings = Array.from({ length: 5 }, () => [value, value, value])
  const pieces = pieceIds.map((pieceId) => ({ pieceId, readings }))
  const measured = await call('PUT', `/api/coats/${id}/readings`, { version, pieces })
  await call('POST', `/api/coats/${id}/judge`, { version: measured.body.version })
}

export async function stepWithReports(
  factory: Factory,
  { orderId, processes }: History,
  step: { readonly what: string; readonly choice: number },
  pieceIds: readonly string[],
) {
  const { call, rows, defect } = factory
  if (step.what === 'raise') {
    const facts = { defectId: defect, severity: 'major', description: '咬边', crewId: null, dueOn: null }
    const of = { source: 'piece', pieces: pieceIds, inspectionId: null, itemId: null }
    await call('POST', '/api/ncrs', { ...facts, ...of })
    return
  }
  const [open] = await rows(
    sql<{ id: number }>`select n.id from ncrs n join ncr_pieces p on p.ncr_id = n.id
      where p.order_id = ${orderId} and n.closed_at is null order by n.id limit 1`,
  )
  if (open === undefined) return
  const { version, status, disposition } = (await call('GET', `/api/ncrs/${open.id}`)).body
  const isConceded = status === 'approved' && disposition === 'concession'
  const [action, body] =
    step.what === 'cancel'
      ? (['cancel', { note: '误报' }] as const)
      : (nextActions(step, processes)[isConceded ? 'verify' : status] ?? [])
  if (action !== undefined) await call('POST', `/api/ncrs/${open.id}/${action}`, { version, ...body })
}

/** What is done next with a report, by its status. */
function nextActions(
  { what, choice }: { readonly what: string; readonly choice: number },
  processes: History['processes'],
): Readonly<Record<string, readonly [string, object]>> {
  const disposition = ['rework', 'repair', 'concession', 'scrap'][choice % 4]
  const processId = disposition === 'concession' ? String(processes['DimInspected']) : null
  const causes = { crewId: null, dueOn: null, cause: null, causeNote: '', cost: null }
  return {
    open: ['dispose', { disposition, note: '打磨', processId, ...causes }],
    dispositioned: ['approve', { note: '', agreedBy: '业主' }],
    approved: ['start', { note: '' }],
    executing: ['finish', { note: '完成', cost: null, replace: choice > 5 }],
    verify: ['verify', { passed: what !== 'fail', note: '', reinspectionId: null }],
  }
}

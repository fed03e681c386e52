import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import type { ListedPiece } from '@cloud-factory/contract/orders/order-marks'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Factory, History } from './factory.fixtures.ts'
import { closeOrder, revisionSteps, stepWithRevision } from './order-steps.fixtures.ts'
import { readPoints, stepWithCoats, stepWithReports, stepWithWelds } from './quality-steps.fixtures.ts'

/** What people do to pieces, as they come: most of it is refused at the wrong time. */
const choices = {
  report: ['FitUpComp', 'DimInspected', 'WeldNDTComp', 'PaintComp', 'SignedOff', 'undo'],
  finish: ['SignedOff', 'SignedOff', 'PaintComp', 'DimInspected'],
  inspect: ['FitUpComp', 'DimInspected', 'WeldNDTComp', 'PaintComp', 'SignedOff'],
  weld: ['give', 'weld', 'request', 'pass', 'fail', 'repair', 'undo'],
  coat: ['good', 'thin', 'draft', 'reopen'],
  ncr: ['raise', 'next', 'next', 'fail', 'cancel'],
  material: ['assign', 'reject', 'quarantine', 'release', 'withdraw', 'accept'],
  pack: ['open', 'close', 'reopen'],
  ship: ['plan', 'load', 'send', 'recall', 'unload', 'delete'],
  piece: ['hold', 'resume', 'scrap', 'replace'],
  order: [...revisionSteps, 'close', 'close'],
} as const
type ActionName = keyof typeof choices

const stepOf = <V extends ActionName>(action: V) =>
  fc.record({
    action: fc.constant(action),
    what: fc.constantFrom(...(choices[action] as readonly string[])),
    /** Which pieces, as bits; never none. */
    pieces: fc.integer({ min: 1, max: 7 }),
    /** How far an inspection goes, whether it is good, what is decided on a report. */
    choice: fc.nat(11),
  })
const weights: Record<ActionName, number> = {
  report: 2,
  finish: 1,
  inspect: 3,
  weld: 5,
  coat: 3,
  ncr: 4,
  material: 3,
  pack: 8,
  ship: 6,
  piece: 1,
  order: 3,
}
const step = fc.oneof(
  ...(Object.keys(choices) as ActionName[]).map((action) => ({
    weight: weights[action],
    arbitrary: stepOf(action),
  })),
)
/** How far pieces come before anything happens to them: finished, in a package, in a closed one, on a truck. */
const beginnings: readonly (readonly [ActionName, string])[] = [
  ['finish', 'SignedOff'],
  ['pack', 'open'],
  ['pack', 'close'],
  ['ship', 'plan'],
  ['ship', 'load'],
]
/** All pieces are made, packed and sent. */
export const sentSteps: readonly (readonly [Step['action'], string])[] = [
  ['finish', 'SignedOff'],
  ['pack', 'open'],
  ['pack', 'close'],
  ['ship', 'plan'],
  ['ship', 'load'],
  ['ship', 'send'],
]
export const story = fc
  .tuple(
    fc.constantFrom(7, 3),
    fc.integer({ min: 1, max: beginnings.length }),
    fc.array(step, { minLength: 8, maxLength: 20 }),
  )
  .map(([pieces, far, steps]): Step[] => [
    ...beginnings.slice(0, far).map(([action, what]) => ({ action, what, pieces, choice: 1 })),
    ...steps,
  ])
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What a list or a gate said of an action, and what became of it. */
export interface Reported {
  readonly action: string
  readonly allowed: boolean
  readonly done: boolean
}

interface Doing {
  readonly factory: Factory
  readonly history: History
  readonly step: Step
  readonly pieceIds: readonly string[]
}

/** Does a step; tells where something was said beforehand. */
export async function take(factory: Factory, history: History, chosen: Step): Promise<Reported[]> {
  const rows = await factory.rows(
    sql<{ id: number }>`select id from pieces where order_id = ${history.orderId}
      and status not in ('scrapped', 'superseded') order by id`,
  )
  const all = rows.map(({ id }) => String(id))
  const pieceIds = all.filter((_, index) => (chosen.pieces & (1 << (index % 3))) > 0)
  if (pieceIds.length === 0) return []
  const reported = await actions[chosen.action]({ factory, history, step: chosen, pieceIds })
  return reported ?? []
}

/** What a piece must have met before work is reported at a gate. */
const welded: readonly OpenDemand[] = ['weld_open', 'ndt_due', 'ndt_failed']
const painted: readonly OpenDemand[] = [...welded, 'coat_open', 'coat_failed', 'fire_open']
const dueBy: Readonly<Record<string, readonly OpenDemand[]>> = {
  WeldNDTComp: welded,
  PaintComp: painted,
  SignedOff: painted,
}

/** A piece that was let past a gate had met what is due there; a gate may be shut for other reasons. */
function workedPast(
  code: string,
  listed: readonly ListedPiece[],
  items: readonly { readonly outcome: string; readonly pieceId: string }[],
): Reported[] {
  const due = dueBy[code] ?? []
  const unmet = new Set(
    listed.flatMap(({ id, missing }) => (missing?.some((demand) => due.includes(demand)) ? [id] : [])),
  )
  return items
    .filter(({ outcome }) => outcome === 'reported')
    .map(({ pieceId }) => ({ action: `report ${code}`, allowed: !unmet.has(pieceId), done: true }))
}

const actions: Record<ActionName, (doing: Doing) => Promise<Reported[] | void>> = {
  report: async ({ factory: { call, rows }, history, step: { what }, pieceIds }) => {
    if (what === 'undo') {
      const [last] = await rows(
        sql<{ id: number | null }>`select max(id) as id from work_reports
          where piece_id = ${pieceIds[0]} and undone_at is null`,
      )
      const id = last?.id ?? null
      if (id !== null) await call('POST', `/api/work-reports/${id}/undo`, { reason: '报错了' })
      return
    }
    const processId = String(history.processes[what])
    const frame = { withEarlier: true, crewId: null, worker: null, hours: null, source: 'list' }
    const { items: listed } = (await call('GET', `/api/orders/${history.orderId}/pieces?pageSize=200`)).body
    const work = { clientKey: randomUUID(), processId, pieces: pieceIds, ...frame }
    const { items } = (await call('POST', '/api/work-reports', work)).body
    return workedPast(what, listed, items)
  },
  finish: async (doing) => {
    for (const what of choices.inspect) {
      await actions.inspect({ ...doing, step: { ...doing.step, what, choice: 1 } })
      await actions.report({ ...doing, step: { ...doing.step, what } })
      if (what === doing.step.what) return
    }
  },
  inspect: async (doing) => {
    const { factory, history, step: chosen, pieceIds } = doing
    const processId = String(history.processes[chosen.what])
    const made = await factory.call('POST', '/api/inspections', { pieces: pieceIds, processId })
    const id = made.body?.items?.[0]?.id as string | undefined
    if (made.status !== 201 || id === undefined) return
    const isGood = chosen.choice % 3 > 0
    await readPoints(factory, id, isGood)
    const moves = ['submit', 'judge', 'lock'].slice(0, chosen.choice > 8 ? chosen.choice - 9 : 3)
    for (const move of moves) {
      const { version } = (await factory.call('GET', `/api/inspections/${id}`)).body
      const verdict = move === 'judge' ? { verdict: isGood ? 'pass' : 'fail', note: '' } : {}
      await factory.call('POST', `/api/inspections/${id}/${move}`, { version, ...verdict })
    }
  },
  weld: async ({ factory, step: { what }, pieceIds }) => stepWithWelds(factory, what, pieceIds),
  coat: async ({ factory, step: { what }, pieceIds }) => stepWithCoats(factory, what, pieceIds),
  ncr: async ({ factory, history, step: chosen, pieceIds }) =>
    stepWithReports(factory, history, chosen, pieceIds),
  material: async ({ factory: { call, rows }, history: { lotId }, step: { what }, pieceIds }) => {
    if (what === 'assign') {
      await call('POST', '/api/heat-uses', { lotId, pieces: pieceIds, part: '', kgEach: 1 })
      return
    }
    const isDocument = what === 'withdraw' || what === 'accept'
    const [lot] = await rows(
      sql<{ version: number; document: number; documentVersion: number }>`
        select l.version, c.id as document, c.version as "documentVersion" from material_lots l
          join mill_certificate_heats h on h.heat_id = l.heat_id join mill_certificates c on c.id = h.certificate_id
        where l.id = ${lotId}`,
    )
    const url = isDocument ? `/api/mill-certificates/${lot?.document}` : `/api/lots/${lotId}`
    const version = isDocument ? lot?.documentVersion : lot?.version
    const note = what === 'release' || what === 'accept' ? {} : { note: '复核' }
    await call('POST', `${url}/${what}`, { version, ...note })
  },
  pack: async (doing) => (doing.step.what === 'open' ? openPackage(doing) : movePackage(doing)),
  ship: async (doing) => (doing.step.what === 'plan' ? planDelivery(doing) : moveDelivery(doing)),
  piece: async ({ factory: { call }, step: { what }, pieceIds: [id] }) => {
    const action = what === 'replace' ? 'scrap' : what
    const body = action === 'scrap' ? { replace: what === 'replace' } : {}
    await call('POST', `/api/pieces/${id}/${action}`, { reason: '划伤', ...body })
  },
  order: async ({ factory, history, step: { what } }) =>
    what === 'close' ? closeOrder(factory, history) : stepWithRevision(factory, history, what),
}

const noLimits = { maxKg: null, maxLengthMm: null, maxWidthMm: null, maxHeightMm: null, packingKg: 0 }

async function openPackage({
  factory: { call },
  history: { orderId },
  pieceIds,
}: Doing): Promise<Reported[]> {
  const { items: offered } = (await call('GET', `/api/orders/${orderId}/packable?pageSize=200`)).body
  const box = { no: null, note: null, ...noLimits, contents: [pieceIds] }
  const reply = await call('POST', `/api/orders/${orderId}/packages`, box)
  const allowed = pieceIds.every((id) => (offered as { id: string }[]).some((piece) => piece.id === id))
  return [{ action: 'open package', allowed, done: reply.status === 201 }]
}

async function movePackage({ factory: { call }, history: { orderId }, step: { what } }: Doing) {
  const status = what === 'close' ? 'open' : 'closed'
  const { items } = (await call('GET', `/api/packages?orderId=${orderId}&status=${status}`)).body
  const [box] = items
  if (box === undefined) return []
  const body = what === 'close' ? { weighedKg: null } : { reason: '换包' }
  const reply = await call('POST', `/api/packages/${box.id}/${what}`, { version: box.version, ...body })
  return [{ action: `${what} package`, allowed: box.can[what] === true, done: reply.status === 200 }]
}

async function planDelivery({ factory: { call }, history: { projectId } }: Doing): Promise<void> {
  const loose = await call('GET', `/api/packages?projectId=${projectId}&status=closed&loose=true`)
  const packageIds = (loose.body.items as { id: string }[]).map(({ id }) => id)
  if (packageIds.length > 0) await call('POST', '/api/deliveries', { ...truck, projectId, packageIds })
}

const truck = {
  no: null,
  truckPlate: '沪A·12345',
  driver: null,
  driverPhone: null,
  consignee: '城建集团',
  address: '体育路 1 号',
  plannedOn: null,
  alarmPercent: 0.5,
  alarmKg: 50,
  note: null,
}

const bodies: Readonly<Record<string, object>> = {
  load: {},
  send: { differenceReason: null },
  recall: { reason: '修路' },
  unload: { reason: '换车' },
}

async function moveDelivery({ factory: { call }, history: { projectId }, step: { what } }: Doing) {
  const { items } = (await call('GET', `/api/deliveries?projectId=${projectId}`)).body
  const [loaded] = items
  if (loaded === undefined) return []
  const { version } = loaded
  const url = `/api/deliveries/${loaded.id}`
  const reply =
    what === 'delete'
      ? await call('DELETE', `${url}?version=${version}`)
      : await call('POST', `${url}/${what}`, { version, ...bodies[what] })
  return [{ action: `${what} delivery`, allowed: loaded.can[what] === true, done: reply.status < 300 }]
}

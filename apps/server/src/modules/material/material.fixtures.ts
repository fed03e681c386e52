import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { testActor } from '../../../test/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import type { OrdersPort } from '../quality-records/orders.port.ts'
import { assignHeat } from './assign-heat.ts'
import { acceptCertificate, addCertificate } from './save-certificate.ts'
import { releaseLot } from './change-lot.ts'
import { oneCertificate } from './certificates.queries.ts'
import { oneLot } from './lots.queries.ts'
import { oneReceipt } from './receipts.queries.ts'
import { receiveMaterial } from './receive-material.ts'
import { seedGrades } from './shipped/shipped-grades.ts'

export const materialNow = new Date('2026-03-20T08:00:00Z')
export const keeper = testActor({
  userId: '21',
  cnName: '质检员',
  tags: [
    'quality.view',
    'quality.inspect',
    'quality.judge',
    'quality.concession',
    'quality.standards',
    'order.report',
  ],
})

/** Enters certificates, which the keeper then judges. */
const clerk = testActor({ userId: '22', cnName: '资料员', tags: ['quality.view', 'quality.inspect'] })

/** Values of a heat of Q355B that is in order at 16 mm. */
export const goodValues = {
  C: '0.16',
  Si: '0.25',
  Mn: '1.30',
  P: '0.018',
  S: '0.006',
  ReH: '382',
  Rm: '538',
  A: '26',
}

/** Receives, certifies, releases and assigns for tests, on one database. */
export function materialPerson(db: Database, orders: OrdersPort) {
  const gradeId = async (code = 'Q355B') => {
    await db.tx((write) => seedGrades(write, 1))
    const [row] = await readRows(
      db.reads,
      sql<{ id: number }>`select id from steel_grades where plant_id = 1 and code = ${code}`,
    )
    return String(row?.id)
  }
  const lotInput = async (overrides: object = {}) => ({
    form: 'plate' as const,
    profile: '-20*2000*8000',
    thicknessMm: '20' as string | null,
    pieces: 2,
    kg: 1000,
    gradeId: await gradeId(),
    heatNo: 'H1',
    mill: '',
    ...overrides,
  })
  const receive = async (
    overrides: {
      lots?: object[]
      supplier?: string
      deliveryNote?: string
      projectId?: string | null
      reason?: string | undefined
    } = {},
  ) => {
    const { lots = [{}], ...head } = overrides
    const input = {
      supplier: '北方钢联',
      deliveryNote: randomUUID(),
      receivedOn: '2026-03-19',
      projectId: null,
      note: '',
      reason: '余料',
      ...head,
      lots: await Promise.all(lots.map(lotInput)),
    }
    const id = await db.tx((write) => receiveMaterial(write, keeper, input, materialNow))
    return oneReceipt(db.reads, keeper, id)
  }
  const certify = async (heatId: string, overrides: object = {}, line: object = {}, by = clerk) => {
    const input = {
      no: randomUUID(),
      kind: '3.1' as const,
      supplier: '北方钢联',
      issuedOn: '2026-03-10',
      note: '',
      lines: [{ heatId, gradeCode: 'Q355B', thicknessMm: '16', values: goodValues, ...line }],
      ...overrides,
    }
    const id = await db.tx((write) => addCertificate(write, by, input))
    return oneCertificate(db.reads, keeper, id)
  }
  const accept = async (id: string) => {
    const { version } = await oneCertificate(db.reads, keeper, id)
    await db.tx((write) => acceptCertificate(write, keeper, id, { version }, materialNow))
  }
  const lot = (id: string) => oneLot(db.reads, keeper, id)
  const release = async (id: string) => {
    const { version } = await lot(id)
    await db.tx((write) => releaseLot(write, keeper, id, { version }, materialNow))
  }
  /** A lot of which everything is in order. */
  const released = async (overrides: object = {}) => {
    const receipt = await receive({ lots: [overrides] })
    const [{ id, heat } = { id: '', heat: { id: '' } }] = receipt.items
    await accept((await certify(heat.id)).id)
    await release(id)
    return lot(id)
  }
  const assign = (
    lotId: string,
    pieces: readonly (number | string)[],
    kgEach: number | null = null,
    part = '',
  ) =>
    db.tx((write) =>
      assignHeat(write, keeper, orders, { lotId, pieces: pieces.map(String), part, kgEach }, materialNow),
    )
  return { gradeId, lotInput, receive, certify, accept, lot, release, released, assign }
}

import { madePieces } from '../../../test/made-pieces.ts'
import { testActor } from '../../../test/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'
import { giveWelds } from './change-weld.ts'
import { recordResult } from './record-result.ts'
import { recordWelded } from './record-welded.ts'
import { requestTests } from './request-tests.ts'
import { certificateCrud, procedureCrud, welderCrud } from './welders.ts'
import { listWelds } from './welds.queries.ts'

/** Noon of a working day; the tests count hours from here. */
export const noon = new Date('2026-03-20T04:00:00Z')
export const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000)
export const inspector = testActor()

/** A welder with a certificate until the end of the year, and one whose certificate ended in February; a procedure. */
export async function weldingShop(db: Database): Promise<{ welder: string; expired: string; wps: string }> {
  return db.tx(async (write) => {
    const context = { write, actor: inspector, now: noon }
    const add = async (code: string, validUntil: string) => {
      const welder = await createRow(welderCrud, context, {
        code,
        name: code,
        crew: '',
        active: true,
      })
      await createRow(certificateCrud, context, {
        welderId: welder,
        no: `C-${code}`,
        process: 'gmaw',
        positions: ['1G', '2F'],
        materialGroup: 'II',
        thicknessMin: 3,
        thicknessMax: null,
        validFrom: '2024-01-01',
        validUntil,
      })
      return welder
    }
    const wps = await createRow(procedureCrud, context, {
      code: 'WPS-01',
      revision: 'A',
      process: 'gmaw',
      materialGroup: 'II',
      thicknessMin: 3,
      thicknessMax: 40,
      current: { min: 180, max: 260 },
      voltage: null,
      speed: null,
      preheat: 20,
      interpass: 250,
      active: true,
    })
    return { welder: await add('H01', '2026-12-31'), expired: await add('H02', '2026-02-28'), wps }
  })
}

export const weld = (no: string, over: Partial<Parameters<typeof giveWelds>[3]['welds'][number]> = {}) => ({
  no,
  joint: 'butt' as const,
  class: '2' as const,
  lengthMm: 3500,
  thicknessMm: 12,
  wpsId: null,
  ...over,
})

/** Pieces with welds, welded at noon by a qualified welder, and a request for UT of all of them. */
export async function testableWelds(
  db: Database,
  plan = [weld('W1')],
  quantity = 1,
  order: { readonly no?: string; readonly project?: string } = {},
  shopThere: Awaited<ReturnType<typeof weldingShop>> | null = null,
) {
  const made = await madePieces(db, { quantity, ...order })
  const shop = shopThere ?? (await weldingShop(db))
  const pieceIds = made.pieceIds.map(String)
  await db.tx((write) => giveWelds(write, inspector, ordersForQuality, { pieceIds, welds: plan }, noon))
  const orderId = String(made.orderId)
  const { items } = await listWelds(db.reads, inspector, { orderId, sort: 'no', pageSize: 200 })
  const weldIds = items.map(({ id }) => id)
  const welded = { weldIds, welderIds: [shop.welder], wpsId: shop.wps, weldedAt: noon.toISOString() }
  await db.tx((write) => recordWelded(write, inspector, ordersForQuality, welded, noon))
  return { ...made, ...shop, weldIds, request: await requestOf(db, weldIds) }
}

export async function requestOf(db: Database, weldIds: readonly string[], at = noon): Promise<string> {
  const input = {
    weldIds: [...weldIds],
    method: 'ut' as const,
    level: 'B' as const,
    standard: 'GB/T 11345',
    note: '',
  }
  return String(await db.tx((write) => requestTests(write, inspector, ordersForQuality, input, at)))
}

const crack = { positionMm: 100, lengthMm: 40, depthMm: 6.5, type: 'crack', grade: 'IV' } as const

/** Records a result of a weld at an hour after welding. */
export const result = (
  db: Database,
  request: string,
  weldId: string,
  { verdict = 'pass' as 'pass' | 'fail', testedMm = 700, hour = 24 } = {},
) =>
  db.tx((write) =>
    recordResult(
      write,
      inspector,
      ordersForQuality,
      request,
      {
        weldId,
        testedAt: hours(hour).toISOString(),
        tester: '赵工',
        testedMm,
        defects: verdict === 'fail' ? [crack] : [],
        verdict,
        note: '',
      },
      hours(Math.max(hour, 24)),
    ),
  )

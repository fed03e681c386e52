import { fourEyesDecisions } from '@cloud-factory/domain/identity/permissions'
import { type RawBuilder, sql } from 'kysely'
import { newStandard } from '../../../test/made-inspections.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { testApp } from '../../../test/app.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { materialPerson } from '../material/material.fixtures.ts'
import { defectId } from '../ncr/ncr.fixtures.ts'
import { weldingShop } from '../welding/welds.fixtures.ts'

/** An empty factory in which one administrator may do everything alone, with what quality needs to begin. */
export type Factory = Awaited<ReturnType<typeof openFactory>>

export interface History {
  readonly orderId: string
  readonly projectId: string
  readonly processes: Readonly<Record<string, number>>
  readonly lotId: string
}

export async function openFactory() {
  // After the days on which fixtures release orders and receive steel.
  let time = Date.parse('2026-03-25T04:00:00Z')
  let changes = 0
  const now = () => new Date((time += 1000))
  const app = await testApp({ demo: 'none', clock: { now } })
  const { db } = app.database
  let authorization = ''
  const signIn = async () => void (authorization = (await app.signIn('admin')).token)
  await signIn()
  /** A call as the administrator; anything but success or a refusal with a reason fails the test. */
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const reply = await app.inject({
      method,
      url,
      headers: { authorization },
      ...(payload === undefined ? {} : { payload }),
    })
    const isAnswer = reply.statusCode < 300 || reply.statusCode === 404 || reply.statusCode === 409
    if (!isAnswer) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
    if (method !== 'GET' && reply.statusCode < 300) changes += 1
    return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
  }
  await call('PUT', '/api/four-eyes', { version: 1, alone: fourEyesDecisions })
  const { can: _can, ...settings } = (await call('GET', '/api/ndt/settings')).body
  await call('PUT', '/api/ndt/settings', { ...settings, waitHours: 0, waitHoursHigh: 0 })
  await newStandard(db)
  const spec = {
    code: 'C3',
    name: 'C3',
    minUm: 125,
    maxUm: null,
    allowanceUm: 25,
    rule: 'spot',
    fire: null,
    active: true,
  }
  const layers = [{ layer: 'primer', product: '环氧富锌', minUm: 60 }]
  const { id: specId } = (await call('POST', '/api/coat-specs', { ...spec, layers })).body
  const { welder, wps } = await weldingShop(db)
  return {
    app,
    call,
    /** A session does not last for hundreds of histories: the clock moves with each look at it. */
    signIn,
    rows: <T>(statement: RawBuilder<T>) => readRows(db.reads, statement),
    now,
    /** So many calls have changed something. */
    changes: () => changes,
    welder,
    wps,
    defect: await defectId(db),
    specId,
  }
}

let histories = 0

/** A released order of three pieces, and a released lot of steel with its certificate. */
export async function newHistory({ app, rows, signIn }: Factory): Promise<History> {
  await signIn()
  const { db } = app.database
  histories += 1
  const { orderId, processes } = await madePieces(db, {
    quantity: 3,
    no: `H-${histories}`,
    project: `P-${histories}`,
  })
  const lot = await materialPerson(db, ordersForQuality).released({ heatNo: `H${histories}` })
  const [order] = await rows(
    sql<{ project: number }>`select project_id as project from orders where id = ${orderId}`,
  )
  return { orderId: String(orderId), projectId: String(order?.project), processes, lotId: lot.id }
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import type { packagesApi } from '@cloud-factory/contract/shipping/packages'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import { newOrder, newProject, now, planner } from '../orders/orders.fixtures.ts'
import { refreshOrderTotals } from '../orders/orders.store.ts'
import type { ConformityPort, StopPort, WithheldPort } from '../production/work-ports.ts'
import { closePackage } from './pack-pieces.ts'
import { oneDelivery } from './deliveries.queries.ts'
import { finishLoading } from './load-delivery.ts'
import { packagesByIds } from './packages.queries.ts'
import { createPackages } from './save-package.ts'
import { createDelivery } from './save-delivery.ts'
import { sendDelivery } from './send-delivery.ts'

/** A person of the tests who packs and sends. */
export const shipper: Actor = {
  ...planner,
  userId: '9',
  username: 'shipper',
  cnName: '赵发运',
  tags: ['order.view', 'order.ship'],
}

/** Quality that finds nothing missing. */
export const allConform: ConformityPort = async () => new Map()
export const noneStopped: StopPort = async () => undefined
/** The same as a select: these pieces may not leave. */
export const keeping =
  (...ids: readonly (string | number)[]): WithheldPort =>
  () =>
    sql<{ id: number }>`select unnest(${ids.map(Number)}::bigint[]) as id`

export const noLimits = { maxKg: null, maxLengthMm: null, maxWidthMm: null, maxHeightMm: null }

type PackagesInput = BodyOf<(typeof packagesApi)['POST /api/orders/:id/packages']>
type DeliveryInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries']>

const packagesInput = (overrides: Partial<PackagesInput> = {}): PackagesInput => ({
  no: null,
  ...noLimits,
  packingKg: 0,
  note: null,
  contents: [[]],
  ...overrides,
})

export const deliveryInput = (projectId: string, overrides: Partial<DeliveryInput> = {}): DeliveryInput => ({
  projectId,
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
  packageIds: [],
  ...overrides,
})

export const newPackages = async (db: Database, orderId: string, overrides: Partial<PackagesInput> = {}) => {
  const ids = await db.tx((write) =>
    createPackages(write, shipper, orderId, packagesInput(overrides), allConform),
  )
  return packagesByIds(db.reads, shipper, ids)
}

export const newDelivery = (db: Database, projectId: string, overrides: Partial<DeliveryInput> = {}) =>
  db.tx((write) => createDelivery(write, shipper, deliveryInput(projectId, overrides), '2026-03-20'))

/** A truck that left with these pieces of a yard in one package; returns the delivery's id. */
export async function sentDelivery(
  db: Database,
  { orderId, projectId }: Pick<Yard, 'orderId' | 'projectId'>,
  pieceIds: readonly string[],
): Promise<string> {
  const [box] = await newPackages(db, orderId, { contents: [[...pieceIds]] })
  const packageId = box?.id ?? ''
  const closing = { version: box?.version ?? 0, weighedKg: null }
  await db.tx((write) => closePackage(write, shipper, packageId, closing, now, allConform))
  const id = await newDelivery(db, projectId, { packageIds: [packageId] })
  const versionNow = async () => (await oneDelivery(db.reads, shipper, id)).version
  const version = await versionNow()
  await db.tx((write) => finishLoading(write, shipper, id, { version }))
  const leaving = { version: await versionNow(), differenceReason: null }
  await db.tx((write) => sendDelivery(write, shipper, id, leaving, now, allConform))
  return id
}

export interface Yard {
  readonly projectId: string
  readonly orderId: string
  readonly routeId: number
  /** Of pieces that are ready to be packed, ascending. */
  readonly pieceIds: readonly string[]
}

let numbers = 0

/** A released order whose pieces of 100 kg have all their work behind them. */
export async function openYard(
  db: Database,
  { pieces = 6, kg = 100 as number | null, project = null as string | null } = {},
): Promise<Yard> {
  numbers += 1
  const no = `Y-${numbers}`
  const projectId = project ?? (await newProject(db, { code: `P-${no}` }))
  const orderId = await newOrder(db, projectId, { no })
  const routeId = await routeOf(db, no)
  const pieceIds = await db.tx(async (write) => {
    await sql`
      insert into project_weights (project_id, process_id, plant_id, weight)
      select ${projectId}, process_id, 1, 25 from route_steps where route_id = ${routeId}
        and not exists (select from project_weights where project_id = ${projectId})`.execute(write)
    await sql`update orders set status = 'in_production', released_at = now(), started_at = now()
      where id = ${orderId}`.execute(write)
    await sql`
      insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, length_mm, width_mm, height_mm,
        net_kg, weight_source, route_id, updated_by_name)
      values (1, ${orderId}, 'GL-1', '钢梁', 'beam', 'HN400*200*8*13', ${pieces}, 6000, 200, 400, ${kg}, 'file',
        ${routeId}, 'x')`.execute(write)
    await sql`
      insert into pieces (plant_id, order_id, mark_id, serial, status, net_kg, steps_done, next_process_id)
      select 1, order_id, id, mark || '-' || lpad(n::text, 3, '0'), 'coated', net_kg, 1,
        (select process_id from route_steps where route_id = ${routeId} and position = 1)
      from marks, generate_series(1, ${pieces}::int) n where order_id = ${orderId}`.execute(write)
    await refreshOrderTotals(write, planner, Number(orderId))
    const { rows } = await sql<{ id: number }>`
      select id from pieces where order_id = ${orderId} order by id`.execute(write)
    return rows.map(({ id }) => String(id))
  })
  return { projectId, orderId, routeId, pieceIds }
}

/** A route of one work step, packing, dispatch and receipt. */
async function routeOf(db: Database, code: string): Promise<number> {
  return db.tx(async (write) => {
    const names = JSON.stringify({ zh: code, en: code, es: code })
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into processes (plant_id, code, names, position, unit, kind, gives, updated_by_name)
        select 1, ${code} || '-' || kind, ${names}, at, 'piece', kind, gives, 'x'
        from (values (0, 'work', 'coated'), (1, 'pack', null), (2, 'ship', null), (3, 'receive', null))
          as p (at, kind, gives)
        returning id, position
      ), route as (
        insert into routes (plant_id, code, names, updated_by_name) values (1, ${code}, ${names}, 'x') returning id
      ), steps as (
        insert into route_steps (route_id, position, plant_id, process_id)
        select route.id, made.position, 1, made.id from route, made
      ) select id from route`.execute(write)
    return rows[0]?.id ?? 0
  })
}

/** Where a piece stands. */
export async function pieceStatus(db: Database, id: string): Promise<string> {
  const row = await db.reads
    .selectFrom('pieces')
    .select('status')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  return row.status
}

/** A picture of one white pixel. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

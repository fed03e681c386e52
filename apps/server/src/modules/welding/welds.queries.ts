import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { WeldPiece, WeldRow, WeldTemplate, weldsApi } from '@cloud-factory/contract/welding/welds'
import { type RawBuilder, sql } from 'kysely'
import type { JointType, WeldClass, WeldState, WeldProcess } from '@cloud-factory/domain/welding/weld-enums'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { type OrdersPort, allowedWith } from '../quality-records/public.ts'
import { weldCan } from './weld.rules.ts'
import type { StoredWeld } from './welds.store.ts'

/** A weld as its list reads it, with procedure and welders. */
interface WeldReadRow {
  readonly id: number
  readonly piece_id: number
  readonly order_id: number
  readonly serial: string
  readonly order_no: string
  readonly mark: string
  readonly grade: string | null
  readonly no: string
  readonly joint: JointType
  readonly class: WeldClass
  readonly length_mm: number
  readonly thickness_mm: number
  readonly wps_id: number | null
  readonly wps: string | null
  readonly welders: readonly { readonly id: string; readonly code: string; readonly name: string }[]
  readonly machine_name: string | null
  readonly welded_at: Date | null
  readonly state: WeldState
  readonly demand_mm: number
  readonly tested_mm: number
  readonly tests: number
  readonly repairs: number
  readonly version: number
}

const weldView = (row: WeldReadRow, actor: Actor): WeldRow => ({
  id: String(row.id),
  no: row.no,
  joint: row.joint,
  class: row.class,
  lengthMm: row.length_mm,
  thicknessMm: row.thickness_mm,
  wpsId: row.wps_id === null ? null : String(row.wps_id),
  piece: { id: String(row.piece_id), serial: row.serial },
  order: { id: String(row.order_id), no: row.order_no },
  mark: row.mark,
  grade: row.grade,
  wps: row.wps,
  welders: [...row.welders],
  machine: row.machine_name,
  weldedAt: row.welded_at?.toISOString() ?? null,
  state: row.state,
  demandMm: row.demand_mm,
  testedMm: row.tested_mm,
  repairs: row.repairs,
  version: row.version,
  can: allowedWith(actor, 'quality.inspect', weldCan(row)),
})

type WeldsApi = (typeof weldsApi)['GET /api/welds']
type WeldsQuery = QueryOf<WeldsApi>

const sorts = {
  /** Of a register on paper; lists do not ask for it. */
  piece: sql`serial, piece_id, no, id`,
  updatedAt: sql`updated_at, id`,
  '-updatedAt': sql`updated_at desc, id desc`,
  no: sql`no, id`,
  '-no': sql`no desc, id desc`,
  weldedAt: sql`welded_at, id desc`,
  '-weldedAt': sql`welded_at desc nulls last, id desc`,
}

/** One page of the weld register. */
export async function listWelds(reads: Reads, actor: Actor, query: WeldsQuery): Promise<ReplyOf<WeldsApi>> {
  const where = weldsWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, weldsOf(where, query), sql`welds`, where)
  return { items: rows.map((row) => weldView(row, actor)), total }
}

export function weldsWhere(plantId: number, query: WeldsQuery): RawBuilder<unknown> {
  const { orderId, pieceId, welderId, state } = query
  const pattern = searchPattern(query.q ?? '')
  const among = (column: string, words: readonly string[] | undefined) =>
    words === undefined || words.length === 0 ? null : sql`${sql.ref(column)} = any(${[...words]}::text[])`
  return allOf([
    sql`plant_id = ${plantId}`,
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    pieceId === undefined ? null : sql`piece_id = ${pieceId}`,
    welderId === undefined
      ? null
      : sql`id in (select weld_id from weld_welders where welder_id = ${welderId})`,
    among('class', query.class),
    among('joint', query.joint),
    among('state', state),
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

interface WeldsPage extends Pick<WeldsQuery, 'page' | 'pageSize'> {
  readonly sort?: keyof typeof sorts | undefined
}

export function weldsOf(where: RawBuilder<unknown>, query: WeldsPage) {
  const order = sorts[query.sort ?? '-updatedAt']
  return sql<WeldReadRow>`
    with page as (select * from welds where ${where} order by ${order} ${limitOf(query)})
    select page.*, p.wps, coalesce(n.welders, '[]') as welders
    from page
    left join lateral (select code || ' ' || revision as wps from wps where wps.id = page.wps_id) p on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', w.id::text, 'code', w.code, 'name', w.name) order by w.code) as welders
      from weld_welders ww join welders w on w.id = ww.welder_id where ww.weld_id = page.id
    ) n on true
    order by ${order}`
}

/** One weld; fails with `not_found` when the plant has no such weld. */
export async function oneWeld(reads: Reads, actor: Actor, id: string): Promise<WeldRow> {
  const [row] = await weldsByIds(reads, actor, [Number(id)])
  return row ?? fail('not_found')
}

export async function weldsByIds(reads: Reads, actor: Actor, ids: readonly number[]): Promise<WeldRow[]> {
  const where = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
  const rows = await readRows(reads, weldsOf(where, { pageSize: ids.length, sort: 'no' }))
  return rows.map((row) => weldView(row, actor))
}

/** Welds of an order by piece and number. */
export async function orderWelds(
  reads: Reads,
  actor: Actor,
  orderId: string,
  most: number,
): Promise<WeldRow[]> {
  const where = sql`plant_id = ${actor.plantId} and order_id = ${orderId}`
  const rows = await readRows(reads, weldsOf(where, { pageSize: most, sort: 'piece' }))
  return rows.map((row) => weldView(row, actor))
}

/** A piece by what a device sent, with its welds. */
export async function pieceWithWelds(
  reads: Reads,
  actor: Actor,
  orders: OrdersPort,
  text: string,
): Promise<WeldPiece> {
  const found = await orders.findOne(reads, actor.plantId, text)
  const [piece] = await orders.pieces(reads, actor.plantId, [found])
  if (piece === undefined) return fail('not_found')
  const where = sql`plant_id = ${actor.plantId} and piece_id = ${piece.id}`
  const welds = await readRows(reads, weldsOf(where, { pageSize: 200, sort: 'no' }))
  const { id, serial, orderNo, mark, profile } = piece
  return { id: String(id), serial, orderNo, mark, profile, welds: welds.map((row) => weldView(row, actor)) }
}

export async function templateOf(
  reads: Reads,
  plantId: number,
  markId: string,
): Promise<{ welds: WeldTemplate[] }> {
  const [row] = await readRows(
    reads,
    sql<{
      welds: WeldTemplate[]
    }>`select welds from weld_templates where plant_id = ${plantId} and mark_id = ${markId}`,
  )
  return { welds: row?.welds ?? [] }
}

interface Bounds {
  readonly lowA: number
  readonly highA: number
  readonly lowV: number
  readonly highV: number
}

/** Smallest to largest current and voltage of the active procedures for a process; null: no procedure has values. */
export async function weldWindow(
  reads: Reads,
  plantId: number,
  process: WeldProcess,
): Promise<Bounds | null> {
  const [row] = await readRows(
    reads,
    sql<{ readonly [K in keyof Bounds]: number | null }>`
      select min((current_window ->> 'min')::float8) as "lowA", max((current_window ->> 'max')::float8) as "highA",
        min((voltage_window ->> 'min')::float8) as "lowV", max((voltage_window ->> 'max')::float8) as "highV"
      from wps where plant_id = ${plantId} and active and process = ${process}
        and current_window is not null and voltage_window is not null`,
  )
  const { lowA = null, highA = null, lowV = null, highV = null } = row ?? {}
  return lowA === null || highA === null || lowV === null || highV === null
    ? null
    : { lowA, highA, lowV, highV }
}

/** How the audit log names a weld. */
export const subjectOf = ({ id, serial, no }: Pick<StoredWeld, 'id' | 'serial' | 'no'>) =>
  ({ subjectKind: 'weld', subjectId: String(id), subjectName: `${serial} ${no}` }) as const

export async function requireVersion(
  write: Write,
  actor: Actor,
  weld: StoredWeld,
  version: number,
): Promise<void> {
  if (weld.version === version) return
  fail('version.conflict', { current: await oneWeld(asReads(write), actor, String(weld.id)) })
}

export function requireCan(weld: StoredWeld, action: keyof ReturnType<typeof weldCan>): void {
  requireAllowed(weldCan(weld)[action], { weld: `${weld.serial} ${weld.no}` })
}

import { sql, type Selectable, type RawBuilder } from 'kysely'
import type { Limits, Place } from '@cloud-factory/contract/standards/limits.rules'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import type { itemClasses, itemMeasures, SizeName } from '@cloud-factory/domain/inspection/quality-enums'
import { type LotVerdict, lotVerdict, soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { frozenBy, type InspectionFacts } from './inspections.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-forms'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import type { QualityProcess, OrdersPort } from '../quality-records/public.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, bothWays, countedPage, limitOf, waitingIn } from '../../platform/db/list-page.ts'

export type StoredInspection = Selectable<Tables['inspections']>

export interface StoredItem extends Limits {
  readonly id: number
  /** The item of the standard from which it was created. */
  readonly itemId: number | null
  readonly names: Names
  readonly class: (typeof itemClasses)[number]
  readonly measures: (typeof itemMeasures)[number]
  readonly place: Place
  readonly nominalOf: SizeName | null
  readonly nominal: string | null
  readonly rule: ToleranceRule
  readonly unit: string
  readonly tool: string
  readonly points: number
  readonly clause: string
  /** Optional in the standard; added by the inspector. */
  readonly added: boolean
}

export interface StoredReading {
  readonly itemId: number
  readonly pieceId: number
  readonly point: number
  readonly value: string
  readonly deviation: string
  readonly inside: boolean
  readonly instrumentId: number | null
  readonly note: string | null
  readonly readBy: number | null
  readonly readByName: string
}

interface LotPiece {
  readonly id: number
  readonly serial: string
  readonly measured: boolean
  readonly verdict: 'pass' | 'fail' | null
}

/** The parts of an inspection besides its own row. */
export interface Parts {
  readonly items: readonly StoredItem[]
  readonly lot: readonly LotPiece[]
  readonly readings: readonly StoredReading[]
}

export async function partsOf(reads: Reads, inspectionId: number): Promise<Parts> {
  const parts = await partsOfMany(reads, [inspectionId])
  return parts(inspectionId)
}

/** Parts of several inspections, in one read. */
export async function partsOfMany(
  reads: Reads,
  ids: readonly number[],
): Promise<(inspectionId: number) => Parts> {
  const items = grouped(await readRows(reads, itemsOf(ids)))
  const lots = grouped(await readRows(reads, lotsOf(ids)))
  const readings = grouped(await readRows(reads, readingsOf(ids)))
  return (id) => ({ items: items(id), lot: lots(id), readings: readings(id) })
}

type Owned<Row> = Row & { readonly owner: number }

/** Groups rows by their inspection and removes the inspection's id from them. */
function grouped<Row>(rows: readonly Owned<Row>[]): (owner: number) => readonly Omit<Owned<Row>, 'owner'>[] {
  const byOwner = new Map<number, Omit<Owned<Row>, 'owner'>[]>()
  for (const { owner, ...row } of rows) {
    const own = byOwner.get(owner)
    if (own === undefined) byOwner.set(owner, [row])
    else own.push(row)
  }
  return (owner) => byOwner.get(owner) ?? []
}

const itemsOf = (ids: readonly number[]) => sql<Owned<StoredItem>>`
  select inspection_id as owner, id, item_id as "itemId", names, class, measures, place, nominal_of as "nominalOf",
    trim_scale(nominal)::text as nominal, trim_scale(lower)::text as lower, trim_scale(upper)::text as upper, rule, unit,
    tool, points, clause, added
  from inspection_items where inspection_id = any(${[...ids]}::bigint[]) order by inspection_id, position`

const lotsOf = (ids: readonly number[]) => sql<Owned<LotPiece>>`
  select inspection_id as owner, piece_id as id, serial, measured, verdict from inspection_pieces
  where inspection_id = any(${[...ids]}::bigint[]) order by inspection_id, serial, piece_id`

const readingsOf = (ids: readonly number[]) => sql<Owned<StoredReading>>`
  select inspection_id as owner, item_id as "itemId", piece_id as "pieceId", point, trim_scale(value)::text as value,
    trim_scale(deviation)::text as deviation, inside, instrument_id as "instrumentId", note, read_by as "readBy",
    read_by_name as "readByName"
  from readings where inspection_id = any(${[...ids]}::bigint[]) order by inspection_id, item_id, piece_id, point`

type Judged = Pick<StoredInspection, 'verdict_family'>

/** Verdict of the rule for the whole lot, or for one of its pieces. */
export function verdictByRule(
  { verdict_family: family }: Judged,
  parts: Pick<Parts, 'items' | 'readings'>,
  pieceId?: number,
): LotVerdict {
  const byItem = new Map<number, StoredReading[]>()
  for (const reading of parts.readings) {
    if (pieceId !== undefined && reading.pieceId !== pieceId) continue
    const own = byItem.get(reading.itemId)
    if (own === undefined) byItem.set(reading.itemId, [reading])
    else own.push(reading)
  }
  const items = parts.items.map((item) => ({ ...item, readings: byItem.get(item.id) ?? [] }))
  return lotVerdict(family, items)
}

/** Pieces that may pass although the readings of the lot fail (decision 0025). */
export const soundOf = (row: Judged, parts: Parts): ReadonlySet<number> =>
  soundPieces(verdictByRule(row, parts).verdict, parts.lot, parts.readings)

type Sizes = Parameters<typeof frozenBy>[1]
export const sizesOf = (row: Pick<StoredInspection, 'sizes'>): Sizes => row.sizes as Sizes

export function factsOf(row: StoredInspection, parts: Parts, isCorrected: boolean): InspectionFacts {
  const measured = parts.lot.filter((piece) => piece.measured).length
  const points = parts.items.reduce((sum, item) => sum + item.points, 0)
  return {
    hasOrder: row.order_id !== null,
    status: row.status,
    verdict: row.verdict,
    readings: parts.readings.length,
    missingPoints: measured * points - parts.readings.length,
    missingSizes: parts.items.filter((item) => frozenBy(item, sizesOf(row)).missing.length > 0).length,
    isCorrected,
  }
}

export function inspectionView(row: StoredInspection, processes: readonly QualityProcess[]): InspectionRow {
  const process = processes.find(({ id }) => id === row.process_id)
  return {
    id: String(row.id),
    no: row.no,
    stage: row.stage,
    status: row.status,
    verdict: row.verdict,
    standardCode: row.standard_code,
    editionNo: row.edition_no,
    shape: row.shape as InspectionRow['shape'],
    order: row.order_id === null ? null : { id: String(row.order_id), no: row.order_no ?? '' },
    mark: row.mark,
    process:
      process === undefined ? null : { id: String(process.id), code: process.code, names: process.names },
    isHoldPoint: row.is_hold_point,
    pieces: row.pieces,
    inspector: row.inspector_name,
    judge: row.judge_name,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

type ListApi = (typeof inspectionsApi)['GET /api/inspections']
type ListQuery = QueryOf<ListApi>

const sorts = bothWays({ no: ['no', 'id'], createdAt: ['created_at', 'id'] })

/** One page of inspections, the latest first unless sorted otherwise. */
export async function listInspections(
  { reads, orders }: { readonly reads: Reads; readonly orders: OrdersPort },
  actor: Actor,
  query: ListQuery,
): Promise<ReplyOf<ListApi>> {
  const where = inspectionsWhere(actor.plantId, query)
  const [{ rows, total }, processes] = await Promise.all([
    countedPage(reads, inspectionsOf(where, query), sql`inspections`, where),
    orders.processes(reads, actor.plantId),
  ])
  return { items: rows.map((row) => inspectionView(row, processes)), total }
}

/** In the order of their numbers. */
export async function inspectionsByIds(
  { reads, orders }: { readonly reads: Reads; readonly orders: OrdersPort },
  actor: Actor,
  ids: readonly number[],
): Promise<InspectionRow[]> {
  if (ids.length === 0) return []
  const where = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
  const rows = await readRows(reads, inspectionsOf(where, { pageSize: ids.length, sort: 'no' }))
  const processes = await orders.processes(reads, actor.plantId)
  return rows.map((row) => inspectionView(row, processes))
}

export const inspectionsOf = (where: RawBuilder<unknown>, query: ListQuery) =>
  sql<StoredInspection>`
    select * from inspections where ${where} order by ${sorts[query.sort ?? '-createdAt']} ${limitOf(query)}`

export function inspectionsWhere(plantId: number, query: ListQuery): RawBuilder<unknown> {
  const { q, orderId, processId, pieceId } = query
  const pattern = searchPattern(q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    oneOf(sql`status`, query.status),
    oneOf(sql`verdict`, query.verdict),
    oneOf(sql`stage`, query.stage),
    orderId === undefined ? null : sql`order_id = ${orderId}`,
    processId === undefined ? null : sql`process_id = ${processId}`,
    pieceId === undefined
      ? null
      : sql`id in (select inspection_id from inspection_pieces where piece_id = ${pieceId} and plant_id = ${plantId})`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

const oneOf = (column: RawBuilder<unknown>, words: readonly string[] | undefined) =>
  words === undefined || words.length === 0 ? null : sql`${column} = any(${[...words]}::text[])`

/** Measured inspections that wait for their verdict. */
export const inspectionsToJudge = (reads: Reads, plantId: number, projectIds: readonly string[]) =>
  waitingIn(reads, plantId, { table: 'inspections', status: 'submitted', since: 'submitted_at', projectIds })

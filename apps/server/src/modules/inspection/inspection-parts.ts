import { sql, type Selectable } from 'kysely'
import type { Limits, Place } from '@cloud-factory/contract/standards/limits.rules'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import type { itemClasses, itemMeasures, SizeName } from '@cloud-factory/domain/inspection/quality-enums'
import { type LotVerdict, lotVerdict, soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { frozenBy, type InspectionFacts } from './inspections.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

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
    status: row.status,
    verdict: row.verdict,
    readings: parts.readings.length,
    missingPoints: measured * points - parts.readings.length,
    missingSizes: parts.items.filter((item) => frozenBy(item, sizesOf(row)).missing.length > 0).length,
    isCorrected,
  }
}

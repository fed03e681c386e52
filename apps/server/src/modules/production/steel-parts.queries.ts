import { sql } from 'kysely'
import type { SteelPart, SteelShape } from '@cloud-factory/domain/order-import/steel-parts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { parseProfile } from '../steel-profiles/public.ts'

const forms: Readonly<Record<string, SteelShape['form']>> = {
  plate: 'plate',
  'round-tube': 'tube',
  'rect-tube': 'tube',
  'round-bar': 'bar',
  'square-bar': 'bar',
}

/** The shape of a profile as written; null: unknown, or welded from plates. */
function steelShape(written: string): SteelShape | null {
  const profile = parseProfile(written)
  if (profile === null || profile.kind === 'box') return null
  // A rolled section is in a catalogue; an H section that is not is made from plates.
  if ((profile.kind === 'h' || profile.kind === 'tee') && profile.standard === undefined) return null
  const { kind, heightMm = null, widthMm = null, thicknessMm = null, kgPerM = null } = profile
  return { form: forms[kind] ?? 'section', kind, heightMm, widthMm, thicknessMm, kgPerM }
}

interface PartRow {
  readonly piece: number
  readonly part_mark: string
  readonly profile: string
  readonly grade: string | null
  readonly kg: number | null
}

/** The parts of each piece by mark; pieces without parts in their list are left out. */
async function steelParts(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
): Promise<Map<number, SteelPart[]>> {
  const rows = await readRows(
    reads,
    sql<PartRow>`
      select p.id as piece, s.part_mark, min(s.profile) as profile, min(s.grade) as grade,
        sum(s.net_kg * s.quantity_per_mark)::float8 as kg
      from pieces p join parts s on s.mark_id = p.mark_id
      where p.plant_id = ${plantId} and p.id = any(${[...pieceIds]}::bigint[])
      group by p.id, s.part_mark order by p.id, s.part_mark`,
  )
  const parts = new Map<number, SteelPart[]>()
  for (const { piece, part_mark: mark, profile, grade, kg } of rows) {
    const own = parts.get(piece) ?? []
    own.push({ mark, profile, shape: steelShape(profile), grade, kg })
    parts.set(piece, own)
  }
  return parts
}

/** Ids of pieces whose serial has this prefix, as typed or in capitals; at most `limit`. */
async function bySerial(reads: Reads, plantId: number, text: string, limit: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select id from pieces where plant_id = ${plantId}
        and (serial like ${prefixPattern(text)} or serial like ${prefixPattern(text.toUpperCase())})
      order by serial, id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

interface PieceLocation {
  readonly pack: { readonly id: string; readonly no: string } | null
  readonly delivery: {
    readonly id: string
    readonly no: string
    readonly sentAt: string | null
    readonly consignee: string
  } | null
}

/** The package and the delivery of pieces; pieces in none are left out. */
async function location(
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<Map<number, PieceLocation>> {
  const rows = await readRows(
    reads,
    sql<{
      piece: number
      package_id: number
      package_no: string
      delivery_id: number | null
      delivery_no: string
      sent_at: Date | null
      consignee: string
    }>`
      select x.piece_id as piece, k.id as package_id, k.no as package_no, d.id as delivery_id, d.no as delivery_no, d.sent_at,
        d.consignee
      from package_pieces x join packages k on k.id = x.package_id left join deliveries d on d.id = k.delivery_id
      where x.plant_id = ${plantId} and x.piece_id = any(${[...ids]}::bigint[])`,
  )
  return new Map(
    rows.map((row) => [
      row.piece,
      {
        pack: { id: String(row.package_id), no: row.package_no },
        delivery:
          row.delivery_id === null
            ? null
            : {
                id: String(row.delivery_id),
                no: row.delivery_no,
                sentAt: row.sent_at?.toISOString() ?? null,
                consignee: row.consignee,
              },
      },
    ]),
  )
}

/** Ids of pieces that completed a step, in the order in which work on them began: the demo factory's heats were used for them. */
async function begun(reads: Reads, plantId: number, limit: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select id from pieces where plant_id = ${plantId} and steps_done > 0 and status not in ('scrapped', 'superseded')
      order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Queries of the material module to orders. */
export const answersForMaterial = { bySerial, location, begun, steelParts, steelShape }

import type { PlateResultRecord } from '@cloud-factory/contract/plates/plates'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { parseProfile, steelShape } from '../steel-profiles/public.ts'
import type { PlateLot, StoredRemnant } from './plate-fit.ts'

interface LotRow extends Omit<PlateLot, 'steel' | 'usable'> {
  readonly profile: string
  readonly grade: string
  readonly status: string
}

/** Lots that a result names, at most. */
const maxNamed = 5000

interface LotsOptions {
  /** Keeps others from cutting or reserving them until the transaction ends. */
  readonly lock?: boolean
  readonly limit?: number
}

/** Lots of plates with what of them is neither cut nor reserved. */
export const lotsOf = async (
  reads: Reads,
  where: RawBuilder<unknown>,
  { lock = false, limit = maxNamed }: LotsOptions = {},
): Promise<PlateLot[]> => {
  // First the lock, then the counts: those of a statement that waited for the lock would be from before.
  if (lock)
    await readRows(
      reads,
      sql`select l.id from material_lots l join heats h on h.id = l.heat_id
        where l.form = 'plate' and ${where} order by l.id for no key update of l`,
    )
  const rows = await readRows(
    reads,
    sql<LotRow>`
      select l.id, h.no as heat, l.profile, g.code as grade, l.status, l.thickness_mm::float8 as "thicknessMm",
        round(l.kg / l.pieces, 3) as kg, l.kg - l.cut_kg as "leftKg",
        l.length_mm as "lengthMm", l.width_mm as "widthMm", l.location,
        l.pieces - (select count(*)::int from plate_cuts c where c.lot_id = l.id and c.remnant_id is null)
          - (select count(*)::int from plate_layouts y where y.lot_id = l.id and y.remnant_id is null and y.status = 'reserved') as plates
      from material_lots l join heats h on h.id = l.heat_id join steel_grades g on g.id = h.grade_id
      where l.form = 'plate' and ${where} order by l.id limit ${limit}`,
  )
  return rows.map(({ profile, grade, status, ...lot }) => ({
    ...lot,
    ...sizeOf({ ...lot, profile }),
    profile,
    steel: { grade, shape: steelShape(profile), isConceded: status === 'concession' },
    usable: status === 'released' || status === 'concession',
  }))
}

/** Lots and remnants that rows name. `lock` keeps others from cutting them until the transaction ends. */
export async function namedSteel(
  reads: Reads,
  plantId: number,
  records: readonly Pick<PlateResultRecord, 'heat' | 'plate'>[],
  lock: boolean,
): Promise<{ lots: PlateLot[]; remnants: StoredRemnant[] }> {
  const heats = [...new Set(records.map(({ heat }) => heat))]
  const ids = records.flatMap(({ plate }) => /^P(\d{1,15})$/i.exec(plate)?.[1] ?? [])
  const stored = await readRows(
    reads,
    sql<{ id: number; lot_id: number; kg: number; status: string }>`
      select id, lot_id, kg, status from plate_remnants where plant_id = ${plantId} and id = any(${ids}::bigint[])
      order by id ${lock ? sql`for no key update` : sql``}`,
  )
  const found = await lotsOf(
    reads,
    sql`l.plant_id = ${plantId} and (h.no = any(${heats}::text[]) or l.id = any(${stored.map((one) => one.lot_id)}::bigint[]))`,
    { lock },
  )
  const byId = new Map(found.map((lot) => [lot.id, lot]))
  return {
    lots: found,
    remnants: stored.flatMap(({ id, lot_id: lotId, kg, status }) => {
      const lot = byId.get(lotId)
      return lot === undefined ? [] : [{ id, lot, kg, isAvailable: status === 'available' }]
    }),
  }
}

/** The size of the plates of a lot: of its own columns, or of a profile that names it, such as -20*2000*8000. */
function sizeOf({ profile, lengthMm, widthMm }: Pick<LotRow, 'profile' | 'lengthMm' | 'widthMm'>) {
  const named = parseProfile(profile)
  return { lengthMm: lengthMm ?? named?.lengthMm ?? null, widthMm: widthMm ?? named?.widthMm ?? null }
}

/** A remnant in stock with its size. */
export interface FreeRemnant extends StoredRemnant {
  readonly lengthMm: number
  readonly widthMm: number
}

/** Lots and remnants that one search looks at, at most; the oldest first. */
const maxStock = 500

/** Plates and remnants of usable lots of these thicknesses that nobody has reserved. */
export async function freePlates(
  reads: Reads,
  plantId: number,
  thicknesses: readonly number[],
): Promise<{ lots: PlateLot[]; remnants: FreeRemnant[] }> {
  const fits = sql`l.plant_id = ${plantId} and l.thickness_mm = any(${[...thicknesses]}::numeric[])
    and l.status in ('released', 'concession') and l.left_kg > 0`
  const [whole, stored] = await Promise.all([
    lotsOf(reads, fits, { limit: maxStock }),
    readRows(
      reads,
      sql<Omit<FreeRemnant, 'lot' | 'isAvailable'> & { readonly lotId: number }>`
        select r.id, r.lot_id as "lotId", r.kg, r.length_mm as "lengthMm", r.width_mm as "widthMm"
        from plate_remnants r join material_lots l on l.id = r.lot_id
        where r.plant_id = ${plantId} and r.status = 'available' and ${fits} order by r.id limit ${maxStock}`,
    ),
  ])
  const byId = new Map(whole.map((lot) => [lot.id, lot]))
  const others = [...new Set(stored.map(({ lotId }) => lotId))].filter((id) => !byId.has(id))
  for (const lot of await lotsOf(reads, sql`l.id = any(${others}::bigint[])`)) byId.set(lot.id, lot)
  return {
    lots: whole.filter(({ plates, leftKg, kg }) => plates > 0 && leftKg >= kg),
    remnants: stored.flatMap(({ lotId, ...remnant }) => {
      const lot = byId.get(lotId)
      return lot === undefined ? [] : [{ ...remnant, lot, isAvailable: true }]
    }),
  }
}

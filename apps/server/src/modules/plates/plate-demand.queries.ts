import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { PlateDemandRow, platesApi } from '@cloud-factory/contract/plates/plates'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, usualPageSize } from '../../platform/db/list-page.ts'
import { demandOf, openProfiles } from '../nesting/public.ts'
import type { CountedPart } from '../parts/public.ts'
import { parseProfile, steelShape } from '../steel-profiles/public.ts'

/** A spelling of a plate in the lists of released orders. */
interface PlateProfile {
  readonly profile: string
  readonly thickness: number
  readonly width: number | null
}

/** The spellings of plates of known thickness. */
export async function plateProfiles(reads: Reads, plantId: number): Promise<PlateProfile[]> {
  return (await openProfiles(reads, plantId)).flatMap((profile) => {
    const shape = steelShape(profile)
    if (shape?.form !== 'plate' || shape.thicknessMm === null) return []
    return [{ profile, thickness: shape.thicknessMm, width: parseProfile(profile)?.widthMm ?? null }]
  })
}

interface Filter {
  readonly orderIds?: readonly string[]
  readonly where?: RawBuilder<unknown>
}

/** A part that is cut from plates. */
export interface PlatePart extends CountedPart {
  readonly thicknessMm: number
  readonly widthMm: number | null
}

/** Parts of marks of released orders that are cut from plates. */
const platePartsOf = (
  plantId: number,
  profiles: readonly PlateProfile[],
  { orderIds = [], where = sql`true` }: Filter,
) => sql<PlatePart>`
  select d.*, t.thickness as "thicknessMm", coalesce(d."listWidthMm", t.width) as "widthMm"
  from (${demandOf(plantId, { orderIds, profiles: profiles.map(({ profile }) => profile) })}) d
    join jsonb_to_recordset(${JSON.stringify(profiles)}::jsonb) as t (profile text, thickness numeric, width numeric)
      on t.profile = d.profile
  where ${where}`

type DemandApi = (typeof platesApi)['GET /api/plate-demand']

export const plateGroups = (plantId: number, profiles: readonly PlateProfile[], filter: Filter) => sql<
  Omit<PlateDemandRow, 'stockKg'>
>`
  select "thicknessMm", grade, count(distinct "orderId")::int as orders, min(due) as due, sum(needed)::int as needed,
    sum(nested)::int as nested, sum(cut)::int as cut, sum(missing)::int as missing,
    round(sum(missing * coalesce("lengthMm" * "widthMm", 0)) / 1000000, 2) as "missingM2",
    round(sum(missing * coalesce("netKg", 0)), 1) as "missingKg",
    coalesce(sum(missing) filter (where drawn), 0)::int as "withFile",
    coalesce(sum(missing) filter (where not drawn), 0)::int as "withoutFile"
  from (${platePartsOf(plantId, profiles, filter)}) parts group by 1, 2 order by 1, 2`

/** Demand of parts from plates, one row for a thickness and grade; there are some dozens of them. */
export async function listPlateDemand(
  reads: Reads,
  { plantId, tags }: Actor,
  { q = '', missing, orderId, sort, page = 1, pageSize = usualPageSize }: QueryOf<DemandApi>,
): Promise<ReplyOf<DemandApi>> {
  const orderIds = orderId === undefined ? [] : [orderId]
  const profiles = await plateProfiles(reads, plantId)
  const [groups, stock] = await Promise.all([
    readRows(reads, plateGroups(plantId, profiles, { orderIds })),
    plateStock(reads, plantId),
  ])
  const words = q.toLowerCase().split(/\s+/)
  const found = groups.filter((row) => {
    const text = `${row.thicknessMm} ${row.grade}`.toLowerCase()
    return (missing === undefined || row.missing > 0) && words.every((word) => text.includes(word))
  })
  const sorted = sort === '-thickness' ? found.toReversed() : found
  const items = sorted
    .slice((page - 1) * pageSize, page * pageSize)
    .map((row) => ({ ...row, stockKg: stock.get(`${row.thicknessMm} ${row.grade}`) ?? 0 }))
  return { items, total: found.length, can: { add: tags.includes('order.edit') || 'permission.denied' } }
}

/** Weight of usable plates by thickness and grade. */
async function plateStock(reads: Reads, plantId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(
    reads,
    sql<{ key: string; kg: number }>`
      select trim_scale(l.thickness_mm)::text || ' ' || g.code as key, sum(l.left_kg) as kg
      from material_lots l join heats h on h.id = l.heat_id join steel_grades g on g.id = h.grade_id
      where l.plant_id = ${plantId} and l.form = 'plate' and l.left_kg > 0 and l.thickness_mm is not null
        and l.status in ('released', 'concession')
      group by 1`,
  )
  return new Map(rows.map(({ key, kg }) => [key, kg]))
}

type Selection = Omit<BodyOf<(typeof platesApi)['POST /api/plate-jobs']>, 'note'>

/** Missing parts that a job is made of, those that are due first come first. */
export async function missingPlateParts(
  reads: Reads,
  plantId: number,
  { groups, orderIds, dueUntil, onlyWithFile }: Selection,
  max: number,
): Promise<PlatePart[]> {
  const chosen = new Set(groups.map(({ thicknessMm }) => thicknessMm))
  const profiles = (await plateProfiles(reads, plantId)).filter(({ thickness }) => chosen.has(thickness))
  const where = allOf([
    sql`(t.thickness, d.grade) in (select "thicknessMm", grade from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
      as chosen ("thicknessMm" numeric, grade text))`,
    sql`missing > 0 and not held`,
    dueUntil === null ? null : sql`due <= ${dueUntil}`,
    onlyWithFile ? sql`drawn` : null,
  ])
  return readRows(
    reads,
    sql<PlatePart>`${platePartsOf(plantId, profiles, { orderIds, where })}
      order by due nulls last, "orderNo", mark, "partMark", "markId" limit ${max}`,
  )
}

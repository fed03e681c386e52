import type { PartGeometry } from '@cloud-factory/contract/order-import/import-revisions'
import { mitreEnds } from '@cloud-factory/domain/nesting/mitre'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { type CountedPart, countedParts, keyOf } from '../parts/public.ts'
import type { PartMitre } from './nest-plan.rules.ts'
import { profileKey, steelShape } from '../steel-profiles/public.ts'

export interface DemandFilter {
  /** All spellings of one profile. */
  readonly profiles?: readonly string[] | undefined
  readonly grade?: string | undefined
  readonly orderIds?: readonly string[] | undefined
  readonly markIds?: readonly number[] | undefined
}

/** Parts of marks of released orders. */
export function demandOf(plantId: number, { profiles, grade, orderIds = [], markIds }: DemandFilter) {
  const marks = allOf([
    sql`o.plant_id = ${plantId} and o.status in ('released', 'in_production')`,
    orderIds.length === 0 ? null : sql`o.id = any(${orderIds.map(Number)}::bigint[])`,
    markIds === undefined ? null : sql`m.id = any(${[...markIds]}::bigint[])`,
  ])
  const parts = allOf([
    profiles === undefined ? null : sql`profile = any(${[...profiles]}::text[])`,
    grade === undefined ? null : sql`coalesce(grade, m.grade, '') = ${grade}`,
  ])
  return countedParts(marks, parts)
}

/** Whether parts of a profile are cut from bars: a known section, tube or bar that is not made from plates. */
export function isCutFromBars(profile: string): boolean {
  const shape = steelShape(profile)
  return shape !== null && shape.form !== 'plate'
}

/** Different profiles with grade that are read at most; a factory's open orders have some hundred. */
const maxGroups = 5000

/** The demand for a profile, as one list spells it, and grade. */
interface DemandGroup {
  readonly profile: string
  readonly grade: string
  readonly orderIds: readonly number[]
  readonly due: string | null
  readonly needed: number
  readonly nested: number
  readonly cut: number
  readonly missing: number
  readonly missingM: number
  /** Of the missing parts. */
  readonly longestMm: number
  /** The order with missing parts that is due first. */
  readonly firstOrderId: number | null
}

export const demandGroups = (
  plantId: number,
  profiles: readonly string[],
): RawBuilder<DemandGroup> => sql<DemandGroup>`
  select profile, grade, array_agg(distinct "orderId") as "orderIds", min(due) as due, sum(needed)::int as needed,
    sum(nested)::int as nested, sum(cut)::int as cut, sum(missing)::int as missing,
    round(sum(missing * coalesce("lengthMm", 0)) / 1000, 1) as "missingM",
    coalesce(max("lengthMm") filter (where missing > 0), 0) as "longestMm",
    (array_agg("orderId" order by due nulls last, "orderId") filter (where missing > 0))[1] as "firstOrderId"
  from (${demandOf(plantId, { profiles })}) parts group by profile, grade order by profile, grade limit ${maxGroups}`

/** Demand of parts from bars, one row for all spellings of a profile. Its name is the shortest spelling. */
export async function barDemand(reads: Reads, plantId: number) {
  const profiles = (await openProfiles(reads, plantId)).filter(isCutFromBars)
  const groups = await readRows(reads, demandGroups(plantId, profiles))
  return [...Map.groupBy(groups, ({ profile, grade }) => `${profileKey(profile)} ${grade}`)].map(
    ([key, spelled]) => {
      const sum = (figure: 'needed' | 'nested' | 'cut' | 'missing' | 'missingM') =>
        spelled.reduce((total, row) => total + row[figure], 0)
      const dues = spelled.flatMap(({ due }) => due ?? []).toSorted()
      const [first] = spelled.toSorted((a, b) => a.profile.length - b.profile.length)
      const urgent = spelled
        .filter(({ firstOrderId }) => firstOrderId !== null)
        .toSorted((a, b) => ((a.due ?? '9') < (b.due ?? '9') ? -1 : 1))
      return {
        key,
        profile: first?.profile ?? '',
        grade: first?.grade ?? '',
        orders: new Set(spelled.flatMap(({ orderIds }) => orderIds)).size,
        due: dues[0] ?? null,
        needed: sum('needed'),
        nested: sum('nested'),
        cut: sum('cut'),
        missing: sum('missing'),
        missingM: Math.round(sum('missingM') * 10) / 10,
        longestMm: Math.max(...spelled.map(({ longestMm }) => longestMm)),
        firstOrderId: urgent[0]?.firstOrderId ?? null,
      }
    },
  )
}

/** All spellings of profiles in the lists of released orders. */
export async function openProfiles(reads: Reads, plantId: number): Promise<string[]> {
  const rows = await readRows(
    reads,
    sql<{ profile: string }>`
      select distinct p.profile from parts p join marks m on m.id = p.mark_id join orders o on o.id = m.order_id
      where o.plant_id = ${plantId} and o.status in ('released', 'in_production')`,
  )
  return rows.map(({ profile }) => profile)
}

/** How the lists of released orders spell a profile. */
export async function spellingsOf(reads: Reads, plantId: number, profile: string): Promise<string[]> {
  const key = profileKey(profile)
  return (await openProfiles(reads, plantId)).filter((spelling) => profileKey(spelling) === key)
}

/** Parts of a profile and grade that are missing, those that are due first come first. */
export const missingParts = (reads: Reads, plantId: number, filter: DemandFilter, max: number) =>
  readRows(
    reads,
    sql<CountedPart & { readonly lengthMm: number }>`
      select * from (${demandOf(plantId, filter)}) parts where missing > 0 and "lengthMm" > 0
      order by due nulls last, "markId", "partMark" limit ${max}`,
  )

type SizedPart = Pick<CountedPart, 'markId' | 'partMark'> & { readonly lengthMm: number }

/** The mitre cuts of parts that have a part file, by mark and part mark. `heightMm`: of their profile. */
export async function mitresOf(
  reads: Reads,
  parts: readonly SizedPart[],
  heightMm: number,
): Promise<ReadonlyMap<string, PartMitre>> {
  const markIds = [...new Set(parts.map(({ markId }) => markId))]
  const drawn = await readRows(
    reads,
    sql<
      Pick<SizedPart, 'markId' | 'partMark'> & {
        readonly outline: Pick<PartGeometry, 'heightMm' | 'contours'>
      }
    >`
      select distinct on (mark_id, part_mark) mark_id as "markId", part_mark as "partMark",
        jsonb_build_object('heightMm', geometry->'heightMm', 'contours', geometry->'contours') as outline
      from parts where mark_id = any(${markIds}::bigint[]) and geometry is not null order by mark_id, part_mark, id`,
  )
  const outlines = new Map(drawn.map((row) => [keyOf(row), row.outline]))
  return new Map(
    parts.flatMap((part) => {
      const outline = outlines.get(keyOf(part))
      const ends = outline === undefined ? null : mitreEnds(outline, { lengthMm: part.lengthMm, heightMm })
      return ends === null || outline === undefined || (ends.left === 0 && ends.right === 0)
        ? []
        : [[keyOf(part), { ...ends, heightMm: Math.min(heightMm, outline.heightMm) }] as const]
    }),
  )
}

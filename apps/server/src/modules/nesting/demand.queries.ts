import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { profileKey, steelShape } from '../steel-profiles/public.ts'

/** A part of a mark of a released order, with how many of it are needed, nested, cut, and without a nest. */
export interface DemandPart {
  readonly orderId: number
  readonly orderNo: string
  readonly due: string | null
  readonly markId: number
  readonly mark: string
  readonly partMark: string
  readonly profile: string
  /** Empty: the list names none. */
  readonly grade: string
  readonly lengthMm: number | null
  readonly needed: number
  readonly nested: number
  readonly cut: number
  readonly missing: number
}

export interface DemandFilter {
  /** All spellings of one profile. */
  readonly profiles?: readonly string[] | undefined
  readonly grade?: string | undefined
  readonly orderIds?: readonly string[] | undefined
  readonly markIds?: readonly number[] | undefined
}

/**
 * Pieces whose cutting was reported without a nest need no parts any more: what is missing is neither more than the whole
 * demand without the nested and cut parts, nor more than the pieces that are not begun need without the nested ones.
 */
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
  return sql<DemandPart>`
    select o.id as "orderId", o.no as "orderNo", o.due_on as due, m.id as "markId", m.mark, s.part_mark as "partMark", s.profile, s.grade,
      s.length_mm as "lengthMm", s.per_mark * p.counted as needed, coalesce(c.nested, 0) as nested,
      coalesce(c.cut, 0) as cut, greatest(0, least(s.per_mark * p.counted - coalesce(c.nested, 0) - coalesce(c.cut, 0),
        s.per_mark * p.unbegun - coalesce(c.nested, 0))) as missing
    from orders o join marks m on m.order_id = o.id
      cross join lateral (
        select part_mark, min(profile) as profile, min(coalesce(grade, m.grade, '')) as grade, max(length_mm) as length_mm,
          sum(quantity_per_mark)::int as per_mark
        from parts where mark_id = m.id and ${parts} group by part_mark
      ) s
      cross join lateral (
        select count(*)::int as counted, (count(*) filter (where steps_done = 0))::int as unbegun
        from pieces where mark_id = m.id and status not in ('scrapped', 'superseded')
      ) p
      left join part_counts c on c.mark_id = m.id and c.part_mark = s.part_mark
    where ${marks}`
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

export const demandGroups = (plantId: number): RawBuilder<DemandGroup> => sql<DemandGroup>`
  select profile, grade, array_agg(distinct "orderId") as "orderIds", min(due) as due, sum(needed)::int as needed,
    sum(nested)::int as nested, sum(cut)::int as cut, sum(missing)::int as missing,
    round(sum(missing * coalesce("lengthMm", 0)) / 1000, 1) as "missingM",
    coalesce(max("lengthMm") filter (where missing > 0), 0) as "longestMm",
    (array_agg("orderId" order by due nulls last, "orderId") filter (where missing > 0))[1] as "firstOrderId"
  from (${demandOf(plantId, {})}) parts group by profile, grade order by profile, grade limit ${maxGroups}`

/** Demand of parts from bars, one row for all spellings of a profile. Its name is the shortest spelling. */
export async function barDemand(reads: Reads, plantId: number) {
  const groups = (await readRows(reads, demandGroups(plantId))).filter(({ profile }) =>
    isCutFromBars(profile),
  )
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

/** How the lists of released orders spell a profile. */
export async function spellingsOf(reads: Reads, plantId: number, profile: string): Promise<string[]> {
  const rows = await readRows(
    reads,
    sql<{ profile: string }>`
      select distinct p.profile from parts p join marks m on m.id = p.mark_id join orders o on o.id = m.order_id
      where o.plant_id = ${plantId} and o.status in ('released', 'in_production')`,
  )
  const key = profileKey(profile)
  return rows.flatMap((row) => (profileKey(row.profile) === key ? [row.profile] : []))
}

/** Parts of a profile and grade that are missing, those that are due first come first. */
export const missingParts = (reads: Reads, plantId: number, filter: DemandFilter, max: number) =>
  readRows(
    reads,
    sql<DemandPart & { readonly lengthMm: number }>`
      select * from (${demandOf(plantId, filter)}) parts where missing > 0 and "lengthMm" > 0
      order by due nulls last, "markId", "partMark" limit ${max}`,
  )

import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { DemandRow, nestsApi } from '@cloud-factory/contract/nesting/nests'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, usualPageSize } from '../../platform/db/list-page.ts'
import { steelShape } from '../steel-profiles/public.ts'

/** A part of a mark of a released order, with how many of it are needed, nested, cut, and without a nest. */
export interface DemandPart {
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
  readonly profile?: string | undefined
  readonly grade?: string | undefined
  readonly orderIds?: readonly string[] | undefined
  readonly markIds?: readonly number[] | undefined
}

/**
 * Pieces whose cutting was reported without a nest need no parts any more: what is missing is neither more than the whole
 * demand without the nested and cut parts, nor more than the pieces that are not begun need without the nested ones.
 */
export function demandOf(plantId: number, { profile, grade, orderIds = [], markIds }: DemandFilter) {
  const marks = allOf([
    sql`o.plant_id = ${plantId} and o.status in ('released', 'in_production')`,
    orderIds.length === 0 ? null : sql`o.id = any(${orderIds.map(Number)}::bigint[])`,
    markIds === undefined ? null : sql`m.id = any(${[...markIds]}::bigint[])`,
  ])
  const parts = allOf([
    profile === undefined ? null : sql`profile = ${profile}`,
    grade === undefined ? null : sql`coalesce(grade, m.grade, '') = ${grade}`,
  ])
  return sql<DemandPart>`
    select o.no as "orderNo", o.due_on as due, m.id as "markId", m.mark, s.part_mark as "partMark", s.profile, s.grade,
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

type Query = QueryOf<(typeof nestsApi)['GET /api/part-demand']>

/** Different profiles with grade that are read at most; a factory's open orders have some hundred. */
const maxGroups = 5000

export const demandGroups = (plantId: number): RawBuilder<DemandRow> => sql<DemandRow>`
  select profile, grade, count(distinct "orderNo")::int as orders, min(due) as due, sum(needed)::int as needed,
    sum(nested)::int as nested, sum(cut)::int as cut, sum(missing)::int as missing,
    round(sum(missing * coalesce("lengthMm", 0)) / 1000, 1) as "missingM"
  from (${demandOf(plantId, {})}) parts group by profile, grade order by profile, grade limit ${maxGroups}`

/** Demand by profile and grade. Which profiles come from bars is a matter of the profile grammar, so the page is cut here. */
export async function listDemand(
  reads: Reads,
  actor: Actor,
  query: Query,
): Promise<ReplyOf<(typeof nestsApi)['GET /api/part-demand']>> {
  const { q = '', page = 1, pageSize = usualPageSize, sort = 'profile', missing } = query
  const word = q.toUpperCase()
  const groups = (await readRows(reads, demandGroups(actor.plantId))).filter(
    (row) =>
      isCutFromBars(row.profile) &&
      (missing === undefined || row.missing > 0) &&
      (row.profile.toUpperCase().includes(word) || row.grade.toUpperCase().includes(word)),
  )
  const sorted = sort === 'profile' ? groups : groups.toReversed()
  return { items: sorted.slice((page - 1) * pageSize, page * pageSize), total: groups.length }
}

/** Parts of a profile and grade that are missing, those that are due first come first. */
export const missingParts = (reads: Reads, plantId: number, filter: DemandFilter, max: number) =>
  readRows(
    reads,
    sql<DemandPart & { readonly lengthMm: number }>`
      select * from (${demandOf(plantId, filter)}) parts where missing > 0 and "lengthMm" > 0
      order by due nulls last, "markId", "partMark" limit ${max}`,
  )

import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { NestBar, NestDetail, NestRow, NestRules, nestsApi } from '@cloud-factory/contract/nesting/nests'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { partCode } from '../parts/public.ts'
import { steelShape } from '../steel-profiles/public.ts'
import { canReportBar, nestCan } from './nests.policy.ts'

type Query = QueryOf<(typeof nestsApi)['GET /api/nests']>
type NestReadRow = Selectable<Tables['nests']> & { readonly stock_bars: number }

const sorts = bothWays({ id: ['id'] })

/** Proposed for the first nest: a band saw, and steel at a usual price. */
export const firstRules: NestRules = {
  kerfMm: 3,
  trimMm: 10,
  clampMm: 0,
  minRemnantMm: 500,
  pricePerTonne: 4000,
  remnantPercent: 70,
  buy: [],
  seconds: 20,
}

export async function listNests(
  reads: Reads,
  actor: Actor,
  query: Query,
): Promise<ReplyOf<(typeof nestsApi)['GET /api/nests']>> {
  const where = nestsWhere(actor.plantId, query)
  const page = nestsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const [{ rows, total }, latest] = await Promise.all([
    countedPage(reads, page, sql`nests`, where),
    readRows(reads, nestsOf(sql`plant_id = ${actor.plantId}`, sql`id desc`, sql`limit 1`)),
  ])
  return {
    items: rows.map((row) => nestView(row, actor)),
    total,
    rules: latest[0]?.rules ?? firstRules,
    can: { add: actor.tags.includes('order.edit') || 'permission.denied' },
  }
}

export function nestsWhere(plantId: number, { q = '', status = [] }: Query): RawBuilder<unknown> {
  return allOf([
    sql`plant_id = ${plantId}`,
    status.length === 0 ? null : sql`status = any(${[...status]}::text[])`,
    q === '' ? null : sql`(no || ' ' || profile || ' ' || grade) ilike ${containsPattern(q)}`,
  ])
}

export const nestsOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<NestReadRow>`
    ${pageRows('nests', where, order, limit)}
    select page.*, (select count(*)::int from nest_bars b where b.nest_id = page.id and b.stock_bar_id is not null) as stock_bars
    from page order by page.place`

function nestView(row: NestReadRow, actor: Actor): NestRow {
  return {
    id: String(row.id),
    no: row.no,
    status: row.status,
    reason: row.reason,
    profile: row.profile,
    grade: row.grade,
    bars: row.bars,
    parts: row.parts,
    unmadeParts: row.unmade.reduce((sum, { quantity }) => sum + quantity, 0),
    cost: row.cost === null ? null : row.cost / 100,
    bound: row.bound === null ? null : row.bound / 100,
    waste: row.waste,
    ended: row.ended as NestRow['ended'],
    createdAt: row.created_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: nestCan(actor.tags, row.status, row.stock_bars),
  }
}

interface BarReadRow
  extends Pick<Selectable<Tables['nest_bars']>, 'id' | 'position' | 'status' | 'cut_by_name' | 'cut_at'> {
  readonly stock_bar_id: number | null
  readonly heat: string | null
  readonly location: string | null
  readonly is_remnant: boolean
  readonly length_mm: number
  readonly parts_mm: number
  readonly remnant_mm: number
  readonly waste_mm: number
  readonly parts: readonly (Omit<NestBar['parts'][number], 'code'> & { readonly markId: number | null })[]
}

/** One nest; fails with `not_found` when the plant has no such nest. */
export async function oneNest(reads: Reads, actor: Actor, id: string): Promise<NestDetail> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, nestsOf(where, sql`id`, sql`limit 1`))
  if (row === undefined) return fail('not_found')
  const bars = await readRows(
    reads,
    sql<BarReadRow>`
      select b.id, b.position, b.status, b.stock_bar_id, h.no as heat, s.location, s.parent_id is not null as is_remnant,
        b.length_mm, b.parts_mm, b.remnant_mm, b.waste_mm, b.cut_by_name, b.cut_at,
        (select coalesce(jsonb_agg(jsonb_build_object('position', p.position, 'order', p.order_no, 'mark', p.mark, 'part', p.part_mark,
          'fromMm', p.from_mm, 'lengthMm', p.length_mm, 'leftDeg', p.left_deg, 'rightDeg', p.right_deg,
          'turned', p.turned, 'scrapped', p.scrapped, 'markId', p.mark_id) order by p.position), '[]')
         from nest_parts p where p.nest_bar_id = b.id) as parts
      from nest_bars b left join stock_bars s on s.id = b.stock_bar_id left join material_lots l on l.id = s.lot_id
        left join heats h on h.id = l.heat_id
      where b.nest_id = ${row.id} order by b.position`,
  )
  return {
    ...nestView(row, actor),
    orderIds: row.order_ids.map(String),
    rules: row.rules,
    profileMm: steelShape(row.profile)?.heightMm ?? null,
    unmade: [...row.unmade],
    items: bars.map((bar) => ({
      id: String(bar.id),
      position: bar.position,
      status: bar.status,
      stockBarId: bar.stock_bar_id === null ? null : String(bar.stock_bar_id),
      heat: bar.heat,
      location: bar.location ?? '',
      isRemnant: bar.is_remnant,
      lengthMm: bar.length_mm,
      remnantMm: bar.remnant_mm,
      sharedMm:
        Math.round((bar.parts.reduce((sum, { lengthMm }) => sum + lengthMm, 0) - bar.parts_mm) * 10) / 10,
      wasteMm: bar.waste_mm,
      cutBy: bar.cut_by_name,
      cutAt: bar.cut_at?.toISOString() ?? null,
      parts: bar.parts.map(({ markId, ...part }) => ({
        ...part,
        code: markId === null ? null : partCode(actor.plantId, markId, part.part),
      })),
      can: { report: canReportBar(actor.tags, bar.status) },
    })),
  }
}

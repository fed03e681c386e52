import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { DemandRow, nestsApi } from '@cloud-factory/contract/nesting/nests'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { usualPageSize } from '../../platform/db/list-page.ts'
import { canCut } from '../material/public.ts'
import { profileKey, steelShape } from '../steel-profiles/public.ts'
import { barDemand } from './demand.queries.ts'

/** Steel of a profile and grade, in metres. */
interface SteelMetres {
  readonly profile: string
  readonly grade: string
  readonly metres: number
}

/** Ordered or requested bars that are not received yet; purchasing knows them. */
export type OnOrderPort = (reads: Reads, plantId: number) => Promise<readonly SteelMetres[]>

/** Demand with what is in stock and on order. */
export interface Shortage extends DemandRow {
  readonly key: string
  readonly longestMm: number
  readonly firstOrderId: number | null
}

/** Bars that no nest plans; those in quarantine have arrived, so nobody buys them again. */
const freeMetres = (reads: Reads, plantId: number) =>
  readRows(
    reads,
    sql<SteelMetres & { readonly isConceded: boolean }>`
      select l.profile, g.code as grade, l.status = 'concession' as "isConceded", sum(b.length_mm) / 1000 as metres
      from stock_bars b join material_lots l on l.id = b.lot_id join heats h on h.id = l.heat_id
        join steel_grades g on g.id = h.grade_id
      where b.plant_id = ${plantId} and b.status = 'available' and l.status <> 'rejected' and l.left_kg > 0
        and not exists (select from nest_bars n where n.stock_bar_id = b.id and n.status = 'planned')
      group by 1, 2, 3`,
  )

/** Parts in plans on bars that are still to be bought: nested, but without steel. */
const plannedToBuy = (reads: Reads, plantId: number) =>
  readRows(
    reads,
    sql<SteelMetres>`
      select n.profile, n.grade, sum(b.parts_mm) / 1000 as metres from nest_bars b join nests n on n.id = b.nest_id
      where n.plant_id = ${plantId} and n.status = 'planned' and b.status = 'planned' and b.stock_bar_id is null group by 1, 2`,
  )

const tenths = (metres: number): number => Math.round(metres * 10) / 10
const keyOf = ({ profile, grade }: Omit<SteelMetres, 'metres'>) => `${profileKey(profile)} ${grade}`

interface Supply {
  readonly key: string
  left: number
  readonly fits: (row: { readonly profile: string; readonly grade: string }) => boolean
}

/**
 * Distributes bars over the rows that need them: first to the same profile and grade, then to those that they may serve.
 * @returns what stays uncovered of each row
 */
function uncovered(
  rows: readonly { key: string; profile: string; grade: string; needM: number }[],
  supplies: Supply[],
) {
  const open = new Map(rows.map(({ key, needM }) => [key, needM]))
  for (const isSame of [true, false])
    for (const row of rows)
      for (const supply of supplies) {
        if (supply.left <= 0 || (isSame ? supply.key !== row.key : !supply.fits(row))) continue
        const covered = Math.min(supply.left, open.get(row.key) ?? 0)
        supply.left -= covered
        open.set(row.key, (open.get(row.key) ?? 0) - covered)
      }
  return open
}

/** The demand beside stock and orders. Missing parts and parts on bars to buy need steel; free bars and open orders cover it. */
export async function shortages(reads: Reads, plantId: number, onOrder: OnOrderPort): Promise<Shortage[]> {
  const [demand, stock, toBuy, ordered] = await Promise.all([
    barDemand(reads, plantId),
    freeMetres(reads, plantId),
    plannedToBuy(reads, plantId),
    onOrder(reads, plantId),
  ])
  const sumOf = (steel: readonly SteelMetres[], key: string) =>
    steel.reduce((sum, row) => sum + (keyOf(row) === key ? row.metres : 0), 0)
  const supplies = [...stock, ...ordered.map((row) => ({ ...row, isConceded: false }))].map((row): Supply => {
    const shape = steelShape(row.profile)
    return {
      key: keyOf(row),
      left: row.metres,
      fits: ({ profile, grade }) =>
        shape !== null &&
        canCut({ ...row, shape }, { shape: steelShape(profile), grade: grade === '' ? null : grade }) ===
          true,
    }
  })
  const fitting = (row: { profile: string; grade: string }) =>
    tenths(supplies.slice(0, stock.length).reduce((sum, one) => sum + (one.fits(row) ? one.left : 0), 0))
  const stockM = new Map(demand.map((row) => [row.key, fitting(row)]))
  const needs = demand.map((row) => ({ ...row, needM: row.missingM + sumOf(toBuy, row.key) }))
  const open = uncovered(needs, supplies)
  return demand.map((row) => ({
    ...row,
    stockM: stockM.get(row.key) ?? 0,
    onOrderM: tenths(sumOf(ordered, row.key)),
    shortM: tenths(open.get(row.key) ?? 0),
  }))
}

type Query = QueryOf<(typeof nestsApi)['GET /api/part-demand']>

/** Demand by profile and grade. Which profiles come from bars is a matter of the profile grammar, so the page is cut here. */
export async function listDemand(
  reads: Reads,
  actor: Actor,
  { q = '', page = 1, pageSize = usualPageSize, sort = 'profile', missing }: Query,
  onOrder: OnOrderPort,
): Promise<ReplyOf<(typeof nestsApi)['GET /api/part-demand']>> {
  const words = [q.toUpperCase(), profileKey(q)]
  const rows = (await shortages(reads, actor.plantId, onOrder)).filter(
    (row) =>
      (missing === undefined || row.missing > 0) &&
      words.some((word) => `${row.profile.toUpperCase()} ${row.key}`.includes(word)),
  )
  const sorted = sort === 'profile' ? rows : rows.toReversed()
  return { items: sorted.slice((page - 1) * pageSize, page * pageSize), total: rows.length }
}

/** Bars that a plan has to buy, by length, with the order that is due first. */
export const barsToBuy = (reads: Reads, plantId: number, nestId: string) =>
  readRows(
    reads,
    sql<{ profile: string; grade: string; lengthMm: number; pieces: number; orderId: number | null }>`
      select n.profile, n.grade, b.length_mm as "lengthMm", count(*)::int as pieces,
        (select o.id from nest_bars t join nest_parts p on p.nest_bar_id = t.id join marks m on m.id = p.mark_id
          join orders o on o.id = m.order_id
          where t.nest_id = n.id and t.stock_bar_id is null and t.length_mm = b.length_mm
          order by o.due_on nulls last, o.id limit 1) as "orderId"
      from nests n join nest_bars b on b.nest_id = n.id
      where n.plant_id = ${plantId} and n.id = ${nestId} and n.status = 'planned' and b.stock_bar_id is null
      group by n.id, n.profile, n.grade, b.length_mm order by b.length_mm`,
  )

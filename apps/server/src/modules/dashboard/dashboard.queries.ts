import { sql } from 'kysely'
import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import type { DashboardTile } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Tile } from './dashboard.tiles.ts'

/**
 * The total of a list. It comes from the list's own endpoint, so that a tile always agrees with the list behind it. Null: the
 * person may not see that list.
 */
export type ListTotal = (
  actor: Actor,
  list: Tile['list'],
  query: Readonly<Record<string, string>>,
) => Promise<number | null>

interface ReadContext {
  readonly reads: Reads
  readonly now: Date
  readonly total: ListTotal
}

/** The tiles of an area with their numbers; tiles of lists that the person may not see are left out. */
export async function countTiles(
  { reads, now, total }: ReadContext,
  actor: Actor,
  tiles: Readonly<Partial<Record<DashboardTile, Tile>>>,
): Promise<DashboardCounts> {
  const counted = await Promise.all(
    Object.entries(tiles).map(async ([id, tile]) => {
      const found = await total(actor, tile.list, tile.query)
      if (found === null) return []
      const task = tile.task !== undefined && satisfies(actor.tags, tile.task)
      return [{ id: id as DashboardTile, total: found, task, to: addressOf(tile) }]
    }),
  )
  const [day] = await readRows(
    reads,
    sql<{ today: string }>`select ${today(actor.plantId, now)}::text as today`,
  )
  return { items: counted.flat(), today: day?.today ?? fail('not_found'), at: now.toISOString() }
}

/** Without parameters a page restores its last filter, so the page size is always given. */
function addressOf({ page, part, query }: Tile): string {
  const isBare = Object.keys(query).length === 0
  const search = new URLSearchParams({
    ...(part !== undefined && { part }),
    ...query,
    ...(isBare && { pageSize: '50' }),
  })
  return `${page}?${search.toString().replaceAll('%2C', ',')}`
}

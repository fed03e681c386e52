import { type Selectable, sql } from 'kysely'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { ViewList } from '@cloud-factory/domain/views/view-lists'
import { maxViews, type SavedView, type viewsApi } from '@cloud-factory/contract/views/views'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canDeleteView, canEditView, canSee, canShare } from './views.policy.ts'

export type StoredView = Selectable<Tables['saved_views']>

/** So many of the others' views are listed; more nobody reads. */
const maxShared = 200

/** One's own views of a list, and those that others share; by name. */
export async function listViews(
  reads: Reads,
  actor: Actor,
  list: ViewList,
): Promise<ReplyOf<(typeof viewsApi)['GET /api/me/views']>> {
  if (!canSee(actor.tags, list)) fail('permission.denied')
  const rows = await readRows(reads, viewsOf(actor, list))
  return { items: rows.map((row) => viewOf(row, actor)), total: rows.length }
}

export function viewsOf({ plantId, userId }: Pick<Actor, 'plantId' | 'userId'>, list: ViewList) {
  return sql<StoredView>`
    (select * from saved_views where owner_id = ${Number(userId)} and list = ${list}
      order by name limit ${maxViews})
    union all
    (select * from saved_views where plant_id = ${plantId} and list = ${list} and shared
      and owner_id <> ${Number(userId)} order by name limit ${maxShared})`
}

export async function oneView(reads: Reads, actor: Actor, id: string): Promise<SavedView> {
  const rows = await readRows(
    reads,
    sql<StoredView>`select * from saved_views where plant_id = ${actor.plantId} and id = ${id}`,
  )
  const [row] = rows
  return row === undefined ? fail('not_found') : viewOf(row, actor)
}

export const factsOf = (row: StoredView, actor: Actor) => ({
  list: row.list as ViewList,
  mine: row.owner_id === Number(actor.userId),
  shared: row.shared,
})

export function viewOf(row: StoredView, actor: Actor): SavedView {
  const facts = factsOf(row, actor)
  return {
    id: String(row.id),
    list: facts.list,
    name: row.name,
    query: row.query as SavedView['query'],
    columns: row.columns as SavedView['columns'],
    shared: row.shared,
    mine: facts.mine,
    owner: row.owner_name,
    version: row.version,
    can: {
      edit: canEditView(actor.tags, facts),
      share: canShare(actor.tags, facts.list),
      delete: canDeleteView(actor.tags, facts),
    },
  }
}

import { z } from 'zod'
import { endpoints, id, idParam, listOf, allowed, queryVersion, version } from '../endpoint.ts'
import { type ViewList, viewLists } from '@cloud-factory/domain/views/view-lists'
import { text } from '../enums.ts'

const viewList = z.enum(Object.keys(viewLists) as [ViewList, ...ViewList[]])

/** Why a view cannot be changed or shared. */
export const viewReasons = ['view.shared', 'view.not_shareable', 'view.too_many'] as const
export type ViewReason = (typeof viewReasons)[number]

/** Maximum number of views per list and person. */
export const maxViews = 50

const key = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/)
/** Parameters of the list's address: search, filters, sort, page size; never the page. */
const viewQuery = z.record(key, z.string().max(1000)).refine((query) => Object.keys(query).length <= 40)
/** Column settings that differ from the defaults. */
const viewColumns = z.strictObject({
  order: z.array(key).max(100),
  shown: z.record(key, z.boolean()),
  widths: z.record(key, z.int().min(1).max(5000)),
  density: z.enum(['compact', 'normal', 'loose']),
  /** Absent in views that are older than pinning and grouping. */
  pinned: z.array(key).max(100).optional(),
  grouped: z.boolean().optional(),
})

export const savedView = z.object({
  id,
  list: viewList,
  name: z.string(),
  query: z.record(z.string(), z.string()),
  columns: viewColumns.nullable(),
  shared: z.boolean(),
  /** It belongs to the caller. */
  mine: z.boolean(),
  owner: z.string(),
  version,
  can: z.object({ edit: allowed, share: allowed, delete: allowed }),
})
export type SavedView = z.output<typeof savedView>

const viewInput = {
  name: text(60).min(1),
  query: viewQuery,
  columns: viewColumns.nullable(),
  shared: z.boolean(),
}

export const viewsApi = endpoints({
  'GET /api/me/views': {
    summary: 'Saved views of a list: one’s own, and those that others share.',
    permission: 'self',
    query: z.strictObject({ list: viewList }),
    reply: listOf(savedView),
    errors: ['permission.denied'],
  },
  'POST /api/me/views': {
    summary: 'Saves a view of a list.',
    permission: 'self',
    body: z.strictObject({ list: viewList, ...viewInput }),
    status: 201,
    reply: savedView,
    errors: ['permission.denied', 'duplicate', 'state.refused'],
  },
  'PATCH /api/me/views/:id': {
    summary: 'Changes a view: what it shows, its name, or whether it is shared.',
    permission: 'self',
    params: idParam,
    body: z.strictObject({ version, ...viewInput }),
    reply: savedView,
    errors: ['permission.denied', 'not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/me/views/:id': {
    summary: 'Deletes a view.',
    permission: 'self',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['permission.denied', 'not_found', 'version.conflict', 'state.refused'],
  },
})

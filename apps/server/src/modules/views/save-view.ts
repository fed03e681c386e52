import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { maxViews, type viewsApi } from '@cloud-factory/contract/views/views'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { factsOf, type StoredView, viewOf } from './views.queries.ts'
import { canChangeView, canDeleteView, canSee, canShare, type ViewVerdict } from './views.policy.ts'
import {
  countOwnViews,
  deleteViewRow,
  insertView,
  saveView,
  type ViewFields,
  viewForUpdate,
} from './views.store.ts'

type CreateInput = BodyOf<(typeof viewsApi)['POST /api/me/views']>
type UpdateInput = BodyOf<(typeof viewsApi)['PATCH /api/me/views/:id']>

/** Saves a view as one's own; returns its id. */
export async function createView(write: Write, actor: Actor, input: CreateInput): Promise<string> {
  const { list, ...fields } = input
  if (!canSee(actor.tags, list)) fail('permission.denied')
  if (fields.shared) requireVerdict(canShare(actor.tags, list))
  // Two windows that save at once count one after the other.
  await advisoryLock(write, 'views', Number(actor.userId))
  if ((await countOwnViews(write, actor, list)) >= maxViews) requireVerdict('view.too_many')
  const id = await rejectingDuplicate(input.name, () => insertView(write, actor, list, fields))
  await record(write, actor, { action: 'views.create', id: String(id), name: input.name, after: input })
  return String(id)
}

export async function updateView(write: Write, actor: Actor, id: string, input: UpdateInput): Promise<void> {
  const { version, ...fields } = input
  const view = await current(write, actor, id, version)
  requireVerdict(canChangeView(actor.tags, factsOf(view, actor), fields.shared))
  await rejectingDuplicate(fields.name, () => saveView(write, actor, view.id, fields))
  await record(write, actor, {
    action: 'views.update',
    id,
    name: fields.name,
    before: fieldsOf(view),
    after: fields,
  })
}

export async function deleteView(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const view = await current(write, actor, id, version)
  requireVerdict(canDeleteView(actor.tags, factsOf(view, actor)))
  await deleteViewRow(write, actor.plantId, view.id)
  await record(write, actor, { action: 'views.delete', id, name: view.name, before: fieldsOf(view) })
}

async function current(write: Write, actor: Actor, id: string, version: number): Promise<StoredView> {
  const view = await viewForUpdate(write, actor, id)
  if (!canSee(actor.tags, factsOf(view, actor).list)) fail('permission.denied')
  if (view.version !== version) fail('version.conflict', { current: viewOf(view, actor) })
  return view
}

const fieldsOf = ({ name, query, columns, shared }: StoredView) => ({ name, query, columns, shared })

function requireVerdict(verdict: ViewVerdict): void {
  requireAllowed(verdict, { most: maxViews })
}

interface Action {
  readonly action: 'views.create' | 'views.update' | 'views.delete'
  readonly id: string
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

async function record(write: Write, actor: Actor, { id, name, ...action }: Action): Promise<void> {
  await recordAudit(write, actor, { ...action, subjectKind: 'view', subjectId: id, subjectName: name })
  await recordEvent(write, actor, { name: `${action.action}d`, subjectId: id })
}

async function rejectingDuplicate<T>(name: ViewFields['name'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'saved_views_name_key') throw error
    return fail('duplicate', { params: { field: 'name', value: name } })
  }
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { mostViews, type viewsApi } from '@cloud-factory/contract/views'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { factsOf, type StoredView, viewOf } from './views.reads.ts'
import { mayChangeView, mayDeleteView, maySee, mayShare, type ViewVerdict } from './views.rules.ts'
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
  if (!maySee(actor.tags, list)) refuse('permission.denied')
  if (fields.shared) requireVerdict(mayShare(actor.tags, list))
  // Two windows that save at once count one after the other.
  await advisoryLock(write, 'views', Number(actor.userId))
  if ((await countOwnViews(write, actor, list)) >= mostViews) requireVerdict('view.too_many')
  const id = await refusingDuplicate(input.name, () => insertView(write, actor, list, fields))
  await record(write, actor, { action: 'views.create', id: String(id), name: input.name, after: input })
  return String(id)
}

export async function updateView(write: Write, actor: Actor, id: string, input: UpdateInput): Promise<void> {
  const { version, ...fields } = input
  const view = await current(write, actor, id, version)
  requireVerdict(mayChangeView(actor.tags, factsOf(view, actor), fields.shared))
  await refusingDuplicate(fields.name, () => saveView(write, actor, view.id, fields))
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
  requireVerdict(mayDeleteView(actor.tags, factsOf(view, actor)))
  await deleteViewRow(write, actor.plantId, view.id)
  await record(write, actor, { action: 'views.delete', id, name: view.name, before: fieldsOf(view) })
}

async function current(write: Write, actor: Actor, id: string, version: number): Promise<StoredView> {
  const view = await viewForUpdate(write, actor, id)
  if (!maySee(actor.tags, factsOf(view, actor).list)) refuse('permission.denied')
  if (view.version !== version) refuse('version.conflict', { current: viewOf(view, actor) })
  return view
}

const fieldsOf = ({ name, query, columns, shared }: StoredView) => ({ name, query, columns, shared })

function requireVerdict(verdict: ViewVerdict): void {
  if (verdict !== true) refuse('state.refused', { params: { reason: verdict, most: mostViews } })
}

interface Deed {
  readonly action: 'views.create' | 'views.update' | 'views.delete'
  readonly id: string
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

async function record(write: Write, actor: Actor, { id, name, ...deed }: Deed): Promise<void> {
  await recordAudit(write, actor, { ...deed, subjectKind: 'view', subjectId: id, subjectName: name })
  await recordEvent(write, actor.plantId, { name: `${deed.action}d`, subjectId: id, payload: { name } })
}

async function refusingDuplicate<T>(name: ViewFields['name'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'saved_views_name_key') throw error
    return refuse('duplicate', { params: { field: 'name', value: name } })
  }
}

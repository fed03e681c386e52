import type { customerApi } from '@cloud-factory/contract/customer-links/customer-links'
import type { StateSum } from '@cloud-factory/contract/model/models'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { type Masking, masked } from '@cloud-factory/domain/displays/display-enums'
import { memberStatuses } from '@cloud-factory/domain/model/member-states'
import { finishedOrderStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { invitationsOf } from '../inspection/public.ts'
import { listMembers, listModels, memberDays, memberStates, oneChunk } from '../model/public.ts'
import { ordersByIds } from '../orders/public.ts'
import { releasedDossiers } from '../quality-documents/public.ts'
import { customerLinkOf } from './customer-session.ts'

type Api = typeof customerApi

/** Orders that are not yet, or no longer, work for the customer. */
const unshown = ['draft', 'cancelled']
const maxOrders = 500

interface ProjectRead {
  readonly name: string
  readonly code: string
  readonly customer: string
  readonly factory: string
  readonly timeZone: string
  readonly startsOn: string | null
  readonly endsOn: string | null
  readonly expiresAt: Date
}

/** The project of the customer's link, with its orders: first those that are being made. */
export async function customerProject(
  reads: Reads,
  actor: Actor,
  now: Date,
): Promise<ReplyOf<Api['GET /api/customer/project']>> {
  const { linkId, projectId } = customerLinkOf(actor)
  const { plantId } = actor
  const [[project], ids, processes] = await Promise.all([
    readRows(
      reads,
      sql<ProjectRead>`
        select p.name, p.code, p.customer, f.name as factory, f.time_zone as "timeZone", p.starts_on as "startsOn",
          p.ends_on as "endsOn", l.expires_at as "expiresAt"
        from customer_links l join projects p on p.id = l.project_id join plants f on f.id = p.plant_id
        where l.plant_id = ${plantId} and l.id = ${linkId}`,
    ),
    readRows(
      reads,
      sql<{ id: number; hasModel: boolean }>`
        select o.id, exists (select from model_revisions r where r.order_id = o.id and r.status = 'current') as "hasModel"
        from orders o where o.plant_id = ${plantId} and o.project_id = ${projectId} and o.status <> all(${unshown}::text[])
        order by o.status = any(${finishedOrderStatuses}::text[]), o.due_on nulls last, o.no limit ${maxOrders}`,
    ),
    readRows(
      reads,
      sql<{ id: string; names: Names }>`
        select id::text, names from processes where plant_id = ${plantId} order by position, id`,
    ),
  ])
  if (project === undefined) return fail('not_found')
  const withModel = new Set(ids.filter(({ hasModel }) => hasModel).map(({ id }) => String(id)))
  const orders = await ordersByIds(
    reads,
    actor,
    ids.map(({ id }) => id),
    now,
  )
  return {
    ...project,
    person: actor.cnName,
    expiresAt: project.expiresAt.toISOString(),
    processes,
    orders: orders.map(({ id, no, name, status, dueOn, pieces, weightKg, progress, byProcess }) => ({
      id,
      no,
      name,
      status,
      dueOn,
      pieces,
      kg: weightKg,
      progress,
      byProcess,
      hasModel: withModel.has(id),
    })),
  }
}

/** Fails with `not_found` unless the order is one that the customer sees. */
async function requireOwnOrder(reads: Reads, actor: Actor, orderId: string): Promise<void> {
  const { projectId } = customerLinkOf(actor)
  const [row] = await readRows(
    reads,
    sql<{ id: number }>`select id from orders where plant_id = ${actor.plantId} and id = ${orderId}
      and project_id = ${projectId} and status <> all(${unshown}::text[])`,
  )
  if (row === undefined) fail('not_found')
}

/** The model in use of one of the customer's orders, in the colours that customers see. */
export async function customerModel(
  reads: Reads,
  actor: Actor,
  orderId: string,
  now: Date,
): Promise<ReplyOf<Api['GET /api/customer/orders/:id/model']>> {
  await requireOwnOrder(reads, actor, orderId)
  const { items } = await listModels(reads, actor, orderId)
  const { id, chunks } = items.find(({ status }) => status === 'current') ?? fail('not_found')
  const [members, { states, sums }] = await Promise.all([
    listMembers(reads, actor.plantId, id),
    memberStates(reads, actor, orderId, now),
  ])
  const status = withoutFaults({ states: states.status, sums: sums.status })
  return {
    id,
    chunks,
    members,
    states: { status: status.states, process: states.process },
    sums: { status: status.sums, process: sums.process },
  }
}

/** When the pieces reached their states, faults among what was in progress; the factory's plans stay with it. */
export async function customerModelDays(
  reads: Reads,
  actor: Actor,
  orderId: string,
  now: Date,
): Promise<ReplyOf<Api['GET /api/customer/orders/:id/model-days']>> {
  await requireOwnOrder(reads, actor, orderId)
  const { real, pieces, ...model } = await memberDays(reads, actor.plantId, orderId, now)
  const inProgress = memberStatuses.indexOf('in_process')
  const states = real.states.map((state) => (faults.has(memberStatuses[state] ?? '') ? inProgress : state))
  const planned = { counts: pieces.kg.map(() => 0), days: [], states: [] }
  return { ...model, pieces, real: { ...real, states }, planned }
}

/** What is stopped or repaired is in progress for the customer. */
const faults: ReadonlySet<string> = new Set(['ncr_open', 'rework'])

interface StatusColours {
  readonly states: readonly (number | null)[]
  readonly sums: readonly StateSum[]
}

/** The same sums with faults among what is in progress. */
function withoutFaults({ states, sums }: StatusColours): { states: (number | null)[]; sums: StateSum[] } {
  const shown: StateSum[] = []
  const places = sums.map((sum) => {
    const state = faults.has(sum.state) ? 'in_process' : sum.state
    const at = shown.findIndex((one) => one.state === state)
    const before = shown[at]
    if (before === undefined) return shown.push({ ...sum, state }) - 1
    const { pieces, kg, inModel } = before
    shown[at] = { state, pieces: pieces + sum.pieces, kg: kg + sum.kg, inModel: inModel + sum.inModel }
    return at
  })
  return { sums: shown, states: states.map((at) => (at === null ? null : (places[at] ?? null))) }
}

/** A portion of the model in use of one of the customer's orders. */
export async function customerChunk(
  reads: Reads,
  actor: Actor,
  { id, position }: { readonly id: string; readonly position: string },
) {
  const [model] = await readRows(
    reads,
    sql<{ orderId: string }>`select order_id::text as "orderId" from model_revisions
      where plant_id = ${actor.plantId} and id = ${id} and status = 'current'`,
  )
  await requireOwnOrder(reads, actor, model?.orderId ?? fail('not_found'))
  return oneChunk(reads, actor.plantId, id, position)
}

/** Invitations of the project, with the names of inspectors as the link shows them. */
export async function customerInvitations(reads: Reads, actor: Actor, id?: string) {
  const { linkId, projectId } = customerLinkOf(actor)
  const [link] = await readRows(
    reads,
    sql<{
      masking: Masking
    }>`select masking from customer_links where plant_id = ${actor.plantId} and id = ${linkId}`,
  )
  const shown = (name: string) => masked(name, link?.masking ?? 'hidden')
  const which = { projectId, ...(id !== undefined && { id }) }
  return invitationsOf(reads, actor.plantId, which, shown)
}

/** Orders of a project with the dossier that was released last; fails with `not_found` when the plant has no such project. */
export async function ordersWithDossiers(reads: Reads, plantId: number, projectId: string) {
  const [orders, dossiers] = await Promise.all([
    readRows(
      reads,
      sql<{ id: string | null; no: string; name: string }>`
        select o.id::text, o.no, o.name from projects p
          left join orders o on o.project_id = p.id and o.status <> all(${unshown}::text[])
        where p.plant_id = ${plantId} and p.id = ${projectId} order by o.no limit ${maxOrders}`,
    ),
    releasedDossiers(reads, plantId, projectId),
  ])
  if (orders.length === 0) return fail('not_found')
  return orders.flatMap(({ id, no, name }) =>
    id === null
      ? []
      : [{ id, no, name, dossier: dossiers.find(({ orderId }) => orderId === id)?.view ?? null }],
  )
}

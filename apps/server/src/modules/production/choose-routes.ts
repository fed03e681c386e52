import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { productionApi } from '@cloud-factory/contract/production/production'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { orderForUpdate, refreshOrderTotals, canChooseRoute } from '../orders/public.ts'
import { issueUnstarted, marksToRoute, setRoute, shareRoute } from './routes-of-marks.store.ts'

type RoutesApi = (typeof productionApi)['PUT /api/orders/:id/routes']

/** Sets the route of marks that nobody has started. In a released order their pieces begin with its first step. */
export async function chooseRoutes(
  write: Write,
  actor: Actor,
  id: string,
  { routeId, markIds }: BodyOf<RoutesApi>,
): Promise<ReplyOf<RoutesApi>> {
  const order = await orderForUpdate(write, actor.plantId, id)
  const orderStatus = order.status as OrderStatus
  const refused = canChooseRoute(actor.tags, { orderStatus, held: false, started: false })
  if (refused !== true) fail('state.refused', { params: { reason: refused, status: orderStatus } })
  const route = await shareRoute(write, actor.plantId, routeId)
  if (route === null) fail('not_found', { params: { field: 'routeId' } })
  const marks = await marksToRoute(write, order.id, markIds)
  if (marks.length < new Set(markIds).size) fail('not_found', { params: { field: 'markIds' } })
  const started = marks.find((mark) => mark.started)
  if (started !== undefined) fail('state.refused', { params: { reason: 'mark.started', mark: started.mark } })
  if (marks.length === 0) return { marks: 0 }
  const ids = marks.map((mark) => mark.id)
  await setRoute(write, actor, ids, routeId)
  if (order.released_at !== null) {
    await sql`select from pieces where mark_id = any(${ids}::bigint[]) order by id for no key update`.execute(
      write,
    )
    await issueUnstarted(write, order.id)
  }
  await refreshOrderTotals(write, actor, order.id)
  const named = marks
    .slice(0, 20)
    .map(({ mark }) => mark)
    .join(', ')
  await recordAudit(write, actor, {
    action: 'orders.choose_route',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    after: { route, marks: marks.length, mark: named },
  })
  await recordEvent(write, actor, { name: 'orders.routed', subjectId: id })
  return { marks: marks.length }
}

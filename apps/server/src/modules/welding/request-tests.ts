import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ndtApi } from '@cloud-factory/contract/welding/ndt'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { type OrdersPort, nextNumbers } from '../quality-records/public.ts'
import { closeLines, insertRequest, requestForUpdate, settleRequest } from './ndt.store.ts'
import { lockWelds, type StoredWeld } from './welds.store.ts'

type Api = typeof ndtApi
type Input = BodyOf<Api['POST /api/ndt/requests']>

/** Requests a test for welds of one order. A weld is on at most one open request. Returns the request's id. */
export async function requestTests(
  write: Write,
  actor: Actor,
  orders: OrdersPort,
  input: Input,
  now: Date,
): Promise<number> {
  const welds = await lockWelds(write, actor.plantId, orders, [...new Set(input.weldIds.map(Number))])
  const [first] = welds
  if (first === undefined) return fail('not_found')
  for (const weld of welds) requireTestable(weld, first)
  const [no = ''] = await nextNumbers(write, actor.plantId, 'NT', now)
  const { method, level, standard, note } = input
  const fields = { no, order_id: first.order_id, order_no: first.order_no, method, level, standard, note }
  const id = await rejectingTwice(() =>
    insertRequest(write, actor, { ...fields, search: searchText(no, first.order_no, note) }, welds),
  )
  await recordAudit(write, actor, {
    action: 'ndt.request',
    subjectKind: 'ndt_request',
    subjectId: String(id),
    subjectName: no,
    after: { order: first.order_no, method, level, welds: welds.map((weld) => `${weld.serial} ${weld.no}`) },
  })
  await recordEvent(write, actor, {
    name: 'ndt.requested',
    subjectId: String(id),
    orderId: String(first.order_id),
  })
  return id
}

function requireTestable(weld: StoredWeld, first: StoredWeld): void {
  const failFor = (reason: string) => reject(reason, { weld: `${weld.serial} ${weld.no}` })
  if (weld.order_id !== first.order_id) failFor('ndt.other_order')
  if (weld.state === 'failed') failFor('weld.not_repaired')
}

async function rejectingTwice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'ndt_request_welds_open') throw error
    return reject('ndt.requested_already')
  }
}

/** Cancels the open lines of a request; results stay. */
export async function cancelRequest(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: BodyOf<Api['POST /api/ndt/requests/:id/cancel']>,
): Promise<void> {
  const request = await requestForUpdate(write, actor.plantId, id)
  if (request.status !== 'open') reject('ndt.not_open')
  if (request.version !== version) fail('version.conflict')
  await closeLines(write, actor.plantId, request.id, true, null)
  await settleRequest(write, actor, request.id)
  await recordAudit(write, actor, {
    action: 'ndt.cancel',
    subjectKind: 'ndt_request',
    subjectId: id,
    subjectName: request.no,
    after: { reason },
  })
  await recordEvent(write, actor, { name: 'ndt.cancelled', subjectId: id })
}

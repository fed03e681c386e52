import type { ProcessRow, RouteRow } from '@cloud-factory/contract/planning/processes'
import type { ModelRevision } from '@cloud-factory/contract/model/models'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import { setTimeout as pause } from 'node:timers/promises'
import { frameIfc } from '../../apps/server/src/modules/model/ifc.fixtures.ts'
import type { apiAs } from '../../tests/support/app.ts'
import { frameOf, listOf } from './hall.ts'

export type Api = Awaited<ReturnType<typeof apiAs>>

/** Calls the API; fails unless it succeeds. */
export async function sent<T>(api: Api, method: string, path: string, body?: unknown): Promise<T> {
  const { status, body: reply } = await api.call(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(reply)}`)
  return reply as T
}

async function until<T extends { readonly status: string }>(api: Api, path: string, status: string) {
  for (;;) {
    const now = await sent<T>(api, 'GET', path)
    if (now.status === status) return now
    if (now.status !== 'reading') throw new Error(`${path}: ${JSON.stringify(now)}`)
    await pause(100)
  }
}

const fileForm = (file: Blob, name: string): FormData => {
  const form = new FormData()
  form.append('files', file, name)
  return form
}

interface HallProject {
  readonly projectId: string
  readonly routeId: string
  /** Of the route. */
  readonly firstProcessId: string
}

/** A project with a route that the marks of halls take. */
export async function hallProject(api: Api): Promise<HallProject> {
  const { id: projectId } = await sent<ProjectRow>(api, 'POST', '/api/projects', {
    code: 'HALLS',
    name: 'Halls',
    customer: 'Customer',
    contractNo: null,
    startsOn: null,
    endsOn: null,
    acceptanceStandard: 'GB50205-2020',
    drawingsRequired: false,
    kitsRequired: false,
  })
  const { items } = await sent<{ items: ProcessRow[] }>(api, 'GET', '/api/processes?pageSize=200')
  const codes = ['CutComp', 'WeldComp', 'Packed', 'SentSite', 'ReceivedOnSite']
  const processIds = codes.map((code) => items.find((one) => one.code === code)?.id)
  const { id: routeId } = await sent<RouteRow>(api, 'POST', '/api/routes', {
    code: 'HALLS',
    names: { zh: '厂房', en: 'Halls', es: 'Naves' },
    kinds: [],
    active: true,
    processIds,
  })
  return { projectId, routeId, firstProcessId: processIds[0] ?? '' }
}

/** A released order of a hall with so many parts, and its model in use. */
export async function hallOrder(
  api: Api,
  { projectId, routeId }: HallProject,
  parts: number,
): Promise<ModelRevision> {
  const frame = frameOf(parts)
  const empty = { name: '', customerPo: null, priority: 'B', dueOn: null, contractTonnes: null, note: null }
  const draft = { projectId, no: `HALL-${parts}`, ...empty }
  const { id } = await sent<OrderRow>(api, 'POST', '/api/orders', draft)
  const list = fileForm(listOf(frame), 'list.xls')
  const job = await sent<{ id: string }>(api, 'POST', `/api/orders/${id}/imports`, list)
  await until(api, `/api/imports/${job.id}`, 'ready')
  await sent(api, 'POST', `/api/imports/${job.id}/apply`)
  await sent(api, 'PUT', `/api/orders/${id}/routes`, { routeId, markIds: [] })
  const version = async () => (await sent<OrderRow>(api, 'GET', `/api/orders/${id}`)).version
  await sent(api, 'POST', `/api/orders/${id}/status`, { version: await version(), to: 'confirmed' })
  await sent(api, 'POST', `/api/orders/${id}/release`, { version: await version() })
  const file = fileForm(new Blob([frameIfc(frame)]), 'hall.ifc')
  const added = await sent<ModelRevision>(api, 'POST', `/api/orders/${id}/models`, file)
  for (;;) {
    const { items } = await sent<{ items: ModelRevision[] }>(api, 'GET', `/api/orders/${id}/models`)
    const model = items.find((one) => one.id === added.id)
    if (model?.status === 'failed') throw new Error(`the model: ${model.error}`)
    if (model?.status === 'waiting')
      return sent<ModelRevision>(api, 'POST', `/api/models/${model.id}/use`, { version: model.version })
    await pause(200)
  }
}

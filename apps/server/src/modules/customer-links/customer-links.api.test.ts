import type { MemberDays } from '@cloud-factory/contract/model/models'
import { modelOn } from '@cloud-factory/domain/model/member-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { loggedActions } from '../../../test/people.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let app: TestApp
/** Project with a model; one with open and locked inspections; another one. */
let own: string
let inspected: string
let foreign: string
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['admin', 'planner', 'inspector', 'foreman'])
    tokens[name] = (await app.signIn(name)).token
  own =
    await one(sql`select o.project_id::text as id from model_revisions r join orders o on o.id = r.order_id
    where r.status = 'current' limit 1`)
  inspected =
    await one(sql`select o.project_id::text as id from inspections i join orders o on o.id = i.order_id
    group by o.project_id having count(*) filter (where i.status in ('draft', 'submitted', 'judged')) > 0
      and count(*) filter (where i.status = 'locked') > 0 order by count(*) desc limit 1`)
  foreign = await one(sql`select p.id::text from projects p where p.id not in (${own}, ${inspected}) limit 1`)
})
afterAll(() => app.close())

async function one(statement: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await app.database.db.tx((write) => statement.execute(write))
  return (rows[0] as { id: string } | undefined)?.id ?? ''
}

async function call(token: string, method: Method, url: string, payload?: object) {
  const headers = { authorization: tokens[token] ?? token }
  const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    body: isJson && reply.body !== '' ? reply.json() : null,
    raw: reply.rawPayload,
  }
}

async function newLink(projectId: string, masking = 'initial') {
  const input = { name: 'Ms. Site', masking, days: 30 }
  const { status, body } = await call('planner', 'POST', `/api/projects/${projectId}/customer-links`, input)
  expect(status).toBe(201)
  return body as { link: { id: string; version: number }; code: string; password: string }
}

const openWith = (code: string, password: string) =>
  call(`customer_code_${code}`, 'POST', '/api/customer/session', { password })

async function customer(projectId: string, masking?: string): Promise<string> {
  const { code, password } = await newLink(projectId, masking)
  const { status, body } = await openWith(code, password)
  expect(status).toBe(200)
  return body.token
}

test('a link opens with its code and password, until it is revoked; wrong passwords are limited', async () => {
  const { link, code, password } = await newLink(own)
  expect((await openWith(`${code}x`, password)).status).toBe(401)
  expect(await openWith(code, 'wrong')).toMatchObject({ status: 401, body: { code: 'signin.failed' } })
  const { body } = await openWith(code, password)
  const project = await call(body.token, 'GET', '/api/customer/project')
  expect(project.body).toMatchObject({ person: 'Ms. Site' })
  expect(project.body.orders.length).toBeGreaterThan(0)

  const path = `/api/projects/${own}/customer-links`
  const [listed] = (await call('planner', 'GET', path)).body.items
  expect(listed).toMatchObject({ id: link.id, state: 'open', lastUsedAt: expect.any(String) })
  expect((await call('foreman', 'GET', path)).status).toBe(403)
  const extend = `/api/customer-links/${link.id}/extend`
  expect((await call('planner', 'POST', extend, { version: 9, days: 60 })).status).toBe(409)
  const extended = await call('planner', 'POST', extend, { version: listed.version, days: 60 })
  expect(extended.body.expiresAt > listed.expiresAt).toBe(true)
  const revoke = { version: extended.body.version }
  const revoked = await call('planner', 'POST', `/api/customer-links/${link.id}/revoke`, revoke)
  expect(revoked.body).toMatchObject({ state: 'revoked', can: { extend: 'customer_link.revoked' } })
  expect((await call(body.token, 'GET', '/api/customer/project')).status).toBe(401)
  expect(await openWith(code, password)).toMatchObject({ status: 401, body: { code: 'session.expired' } })

  const other = await newLink(own)
  for (let attempt = 0; attempt < 10; attempt += 1) await openWith(other.code, 'wrong')
  expect((await openWith(other.code, other.password)).status).toBe(429)
  const actions = await loggedActions(app.database.db)
  for (const action of ['create', 'reject', 'open', 'extend', 'revoke'])
    expect(actions).toContain(`customer_links.${action}`)
})

test('an expired link opens nothing, and its sessions end with it', async () => {
  const { link, code, password } = await newLink(own)
  const { body } = await openWith(code, password)
  await one(sql`update customer_links set expires_at = now() where id = ${link.id}`)
  expect((await call(body.token, 'GET', '/api/customer/project')).status).toBe(401)
  expect((await openWith(code, password)).status).toBe(401)
})

interface Operation {
  readonly security?: readonly unknown[]
  readonly 'x-permission'?: string
}

test('a customer reaches the endpoints of customers; every other one refuses', async () => {
  const { paths } = (await app.document()) as { paths: Record<string, Record<string, Operation>> }
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Method,
      path,
      permission: operation['x-permission'] ?? '',
      isPublic: operation.security?.length === 0,
    })),
  )
  const session = await customer(own)
  const code = `customer_code_${(await newLink(own)).code}`
  const lettingIn = async (token: string) => {
    const found: string[] = []
    for (const { method, path, isPublic, permission } of endpoints) {
      // Ending the session would end the test.
      if (isPublic || (method === 'DELETE' && permission === 'customer.view')) continue
      const url = path.replaceAll(/\{\w+\}/g, '999999999')
      const { status } = await call(token, method, url, method === 'GET' ? undefined : {})
      if (status !== 403) found.push(`${method} ${path}`)
    }
    return found
  }
  expect(endpoints.length).toBeGreaterThan(400)
  const customers = endpoints.filter(({ permission }) => permission === 'customer.view')
  expect(await lettingIn(session)).toEqual(
    customers.filter(({ method }) => method !== 'DELETE').map(({ method, path }) => `${method} ${path}`),
  )
  expect(customers.every(({ path }) => path.startsWith('/api/customer/'))).toBe(true)
  expect(await lettingIn(code)).toEqual(['POST /api/customer/session'])
  // A person of the factory is no customer.
  expect((await call('admin', 'GET', '/api/customer/project')).status).toBe(403)
  expect((await call(session, 'DELETE', '/api/customer/session')).status).toBe(204)
  expect((await call(session, 'GET', '/api/customer/project')).status).toBe(401)
})

test('the customer sees the model by its states; nobody of another project does', async () => {
  const session = await customer(own)
  const outsider = await customer(foreign)
  const { orders } = (await call(session, 'GET', '/api/customer/project')).body
  const withModel = orders.find(({ hasModel }: { hasModel: boolean }) => hasModel)
  const modelPath = `/api/customer/orders/${withModel.id}/model`
  const model = (await call(session, 'GET', modelPath)).body
  expect(Object.keys(model.states)).toEqual(['status', 'process'])
  expect(model.members.length).toBe(model.states.status.length)
  // The factory sees pieces that are stopped; for the customer they are in progress, with the same sums.
  const internal = (await call('planner', 'GET', `/api/orders/${withModel.id}/model-states`)).body.sums.status
  type Sum = { readonly state: string; readonly pieces: number }
  const words = (sums: readonly Sum[]) => sums.map(({ state }) => state)
  const total = (sums: readonly Sum[]) => sums.reduce((sum, { pieces }) => sum + pieces, 0)
  expect(words(internal)).toContain('ncr_open')
  expect(words(model.sums.status)).not.toContain('ncr_open')
  expect(total(model.sums.status)).toBe(total(internal))
  // The slider shows what was made, without faults and without plans; on its last day it shows the sums of today.
  const daysPath = `/api/customer/orders/${withModel.id}/model-days`
  const { pieces, real, planned }: MemberDays = (await call(session, 'GET', daysPath)).body
  expect(planned).toEqual({ counts: pieces.kg.map(() => 0), days: [], states: [] })
  const last = modelOn(pieces, real, { day: Infinity, members: model.members.length })
  expect(last.sums.map(({ state, pieces: n }) => [state, n])).toEqual(
    model.sums.status.map((sum: Sum) => [sum.state, sum.pieces]),
  )
  const chunkPath = `/api/customer/models/${model.id}/chunks/0`
  expect((await call(session, 'GET', chunkPath)).status).toBe(200)
  for (const path of [modelPath, daysPath, chunkPath])
    expect((await call(outsider, 'GET', path)).status).toBe(404)
})

test('the customer witnesses, signs and downloads; nobody of another project does', async () => {
  const session = await customer(inspected)
  const outsider = await customer(foreign)

  const open = await one(sql`select i.id::text from inspections i join orders o on o.id = i.order_id
    where o.project_id = ${inspected} and i.status in ('draft', 'submitted', 'judged') order by i.id limit 1`)
  const invite = { onDay: '2030-05-06', note: 'Gate 2' }
  const invited = await call('inspector', 'PUT', `/api/inspections/${open}/invitation`, invite)
  expect(invited.body.invitation).toMatchObject({ ...invite, answer: null })
  const locked = await one(sql`select i.id::text from inspections i join orders o on o.id = i.order_id
    where o.project_id = ${inspected} and i.status = 'locked' and i.inspector_name <> '' order by i.id limit 1`)
  expect(
    (await call('inspector', 'PUT', `/api/inspections/${locked}/invitation`, invite)).body.params,
  ).toMatchObject({ reason: 'inspection.locked' })
  await one(sql`insert into inspection_invitations (plant_id, inspection_id, on_day, note, answer, answered_at,
    answered_by_name, updated_by_name) values (1, ${locked}, '2020-01-02', '', 'accepted', now(), 'x', 'x')`)

  const [first, second] = (await call(session, 'GET', '/api/customer/invitations')).body.items
  expect(first).toMatchObject({
    ...invite,
    verdict: null,
    can: { answer: true, sign: 'invitation.not_accepted' },
  })
  expect(second.inspector).toMatch(/^.\*\*\*$/u)
  const at = `/api/customer/invitations/${first.id}`
  const accepted = { answer: 'accepted', day: '2030-05-07', note: 'Two people' }
  const answered = await call(session, 'PUT', `${at}/answer`, accepted)
  expect(answered.body).toMatchObject({
    answer: 'accepted',
    answerDay: '2030-05-07',
    can: { sign: 'inspection.not_locked' },
  })
  expect((await call(session, 'PUT', `${at}/signature`, { name: 'A' })).status).toBe(409)
  const form = (await call('inspector', 'GET', `/api/inspections/${open}`)).body
  const messages = async (): Promise<{ reason: string; by: string; record: { no: string } }[]> =>
    (await call('inspector', 'GET', '/api/me/messages')).body.items
  expect((await messages())[0]).toMatchObject({
    reason: 'customer_accepted',
    by: 'Ms. Site',
    record: { kind: 'inspection', id: open },
  })
  expect(form.invitation).toMatchObject({
    answer: 'accepted',
    answerNote: 'Two people',
    answeredBy: 'Ms. Site',
  })
  const moved = await call('inspector', 'PUT', `/api/inspections/${open}/invitation`, {
    ...invite,
    onDay: '2030-05-08',
  })
  expect(moved.body.invitation).toMatchObject({ onDay: '2030-05-08', answer: null })
  const signature = `/api/customer/invitations/${second.id}/signature`
  expect((await call(session, 'PUT', signature, { name: 'A. Witness' })).body).toMatchObject({
    signedBy: 'A. Witness',
    can: { answer: 'inspection.locked', sign: 'invitation.signed' },
  })
  expect((await call(session, 'PUT', signature, { name: 'B' })).status).toBe(409)

  const dossierOrder = await one(sql`select order_id::text as id from inspections where id = ${locked}`)
  const release = () =>
    call('inspector', 'POST', `/api/orders/${dossierOrder}/released-dossiers`, { language: 'en' })
  const released = await release()
  expect(released.status).toBe(201)
  expect((await release()).body.id).toBe(released.body.id)
  expect(
    (await call('planner', 'GET', `/api/projects/${inspected}/customer-links`)).body.orders,
  ).toContainEqual(expect.objectContaining({ id: dossierOrder, dossier: released.body }))
  const [dossier] = (await call(session, 'GET', '/api/customer/dossiers')).body.items
  const file = `/api/customer/dossiers/${dossier.id}/file`
  const downloaded = await call(session, 'GET', file)
  expect(downloaded.raw.subarray(0, 5).toString()).toBe('%PDF-')
  expect(downloaded.raw.length).toBe(dossier.bytes)

  const reached = await Promise.all([
    call(outsider, 'GET', file),
    call(outsider, 'PUT', `${at}/answer`, accepted),
    call(outsider, 'PUT', signature, { name: 'A' }),
  ])
  expect(reached.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await call(outsider, 'GET', '/api/customer/invitations')).body.items).toEqual([])
  expect((await call(outsider, 'GET', '/api/customer/dossiers')).body.items).toEqual([])
  const actions = await loggedActions(app.database.db)
  for (const action of [
    'inspections.answer',
    'inspections.sign',
    'customer_links.download',
    'papers.release',
  ])
    expect(actions).toContain(action)
})

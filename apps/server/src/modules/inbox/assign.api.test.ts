import type { Assignee } from '@cloud-factory/contract/inbox/assignees'
import type { MessageView } from '@cloud-factory/contract/inbox/messages'
import type { ImportApplied } from '@cloud-factory/contract/record-import/import-endpoints'
import { type AssignableRecord, assignableRecordNames } from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { denied, type People, signInAll, unknown, withoutTag } from './inbox.fixtures.ts'

interface Assigned {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly assignee: Assignee
}
interface Choice {
  readonly id: string
  readonly name: string
  readonly assignable: boolean
}

/** Somebody who assigns, somebody who can be chosen and somebody who cannot; an open record and one that is over. */
const cases = {
  order: {
    list: '/api/orders',
    by: 'admin',
    to: 'planner',
    other: 'foreman',
    open: `status = 'in_production'`,
    over: `status = 'closed'`,
  },
  ncr: {
    list: '/api/ncrs',
    by: 'inspector',
    to: 'foreman',
    other: 'planner',
    open: `status = 'open', closed_at = null`,
    over: `status = 'cancelled', closed_at = now()`,
  },
  repair: {
    list: '/api/repairs',
    by: 'admin',
    to: 'equipment',
    other: 'foreman',
    open: `status = 'reported', cancel_reason = null`,
    over: `status = 'cancelled', cancel_reason = 'x'`,
  },
} as const satisfies Record<AssignableRecord, object>
const tables = { order: 'orders', ncr: 'ncrs', repair: 'repairs' } as const

let app: TestApp
let people: People
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  people = await signInAll(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await run(`update users set status = 'active'`)
  for (const table of Object.values(tables)) await run(`update ${table} set assignee_id = null`)
  await run('delete from conversations')
})

const run = (statement: string) => app.database.db.tx((write) => sql.raw(statement).execute(write))
const call: People['call'] = (...request) => people.call(...request)
const idOf = (person: string): string => people.idOf(person)
const messages = async (person: string) =>
  (await call<{ items: MessageView[] }>(person, 'GET', '/api/me/messages')).body.items
const choices = async (person: string, kind: AssignableRecord) =>
  (await call<{ items: Choice[] }>(person, 'GET', `/api/assignees/${kind}`)).body.items
/** A record of the kind that can be assigned. */
async function recordOf(kind: AssignableRecord): Promise<Assigned> {
  const { list, open } = cases[kind]
  const status = open.split("'")[1] ?? ''
  const { body } = await call<{ items: Assigned[] }>('admin', 'GET', `${list}?pageSize=1&status=${status}`)
  const [record] = body.items
  if (record === undefined) throw new Error(`no ${kind} to assign`)
  return record
}
const assign = (kind: AssignableRecord, { id, version }: Assigned, to: string | null, by?: string) =>
  call<Assigned>(by ?? cases[kind].by, 'POST', `${cases[kind].list}/${id}/assign`, {
    version,
    assigneeId: to,
  })

describe.each(assignableRecordNames)('the assignee of a record: %s', (kind) => {
  const { list, by, to, other, open, over } = cases[kind]

  test('gets a message, follows the record, and the list finds it', async () => {
    const record = await recordOf(kind)
    const { status, body } = await assign(kind, record, idOf(to))
    expect(status).toBe(200)
    const person = { id: idOf(to), name: expect.any(String) }
    expect(body).toMatchObject({ version: record.version + 1, assignee: person })
    const [message, ...more] = await messages(to)
    expect(message).toMatchObject({
      reason: 'assigned',
      record: { kind, id: record.id, no: record.no },
      by: expect.stringMatching(/./),
      read: false,
    })
    expect(more).toEqual([])
    const { body: talk } = await call(to, 'GET', `/api/conversations/${kind}/${record.id}`)
    expect(talk).toMatchObject({ following: true })
    const listed = async (query: string) =>
      (await call<{ items: Assigned[]; total: number }>(by, 'GET', `${list}?${query}`)).body
    expect(await listed(`assigneeId=${idOf(to)}`)).toMatchObject({ total: 1, items: [{ id: record.id }] })
    expect((await listed('sort=assignee')).items[0]).toMatchObject({ id: record.id, assignee: person })
    const [all, free] = [await listed(''), await listed('assigneeId=none')]
    expect(free.total).toBe(all.total - 1)
  })

  test('sorts the list by the names of people, not by their accounts', async () => {
    await run(`update ${tables[kind]} t set assignee_id = u.id
      from (select id, row_number() over (order by id) as nth, count(*) over () as people from users) u
      where u.nth = 1 + t.id % u.people and t.id % 7 > 0`)
    const sorted = async (sort: string) =>
      (await call<{ items: Assigned[] }>(by, 'GET', `${list}?sort=${sort}&pageSize=200`)).body.items.map(
        ({ assignee }) => assignee?.name ?? '～',
      )
    const names = await sorted('assignee')
    expect(new Set(names).size).toBeGreaterThan(2)
    expect(names).toEqual(names.toSorted())
    expect(await sorted('-assignee')).toEqual(names.toReversed())
  })

  test('is nobody again, without another message', async () => {
    const first = await assign(kind, await recordOf(kind), idOf(to))
    const { status, body } = await assign(kind, first.body, null)
    expect([status, body.assignee]).toEqual([200, null])
    expect(await messages(to)).toHaveLength(1)
    // The same again changes nothing.
    expect((await assign(kind, body, null)).body.version).toBe(body.version)
  })

  test('gets no message from themselves', async () => {
    expect((await assign(kind, await recordOf(kind), idOf(by))).status).toBe(200)
    expect(await messages(by)).toEqual([])
  })

  test('must be active, may do the work and see the record', async () => {
    const record = await recordOf(kind)
    const refused = {
      status: 409,
      body: { code: 'state.refused', params: { reason: 'assignee.cannot_work' } },
    }
    expect(await assign(kind, record, idOf(other))).toMatchObject(refused)
    expect(await assign(kind, record, '999999')).toMatchObject(unknown)
    await run(`update users set status = 'disabled' where id = ${idOf(to)}`)
    expect(await assign(kind, record, idOf(to))).toMatchObject(refused)
  })

  test('who has left is shown, and can no longer be chosen', async () => {
    const { body } = await assign(kind, await recordOf(kind), idOf(to))
    expect(await choices(by, kind)).toContainEqual(
      expect.objectContaining({ id: idOf(to), assignable: true }),
    )
    await run(`update users set status = 'disabled' where id = ${idOf(to)}`)
    expect(await choices(by, kind)).toContainEqual(
      expect.objectContaining({ id: idOf(to), assignable: false }),
    )
    expect((await call<Assigned>(by, 'GET', `${list}/${body.id}`)).body.assignee).toMatchObject({
      id: idOf(to),
    })
    await assign(kind, body, null)
    expect((await choices(by, kind)).map(({ id }) => id)).not.toContain(idOf(to))
  })

  test('is set by the first of two windows', async () => {
    const record = await recordOf(kind)
    const replies = await Promise.all([assign(kind, record, idOf(to)), assign(kind, record, idOf(by))])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const won = replies.find(({ status }) => status === 200)?.body
    const lost = replies.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({
      code: 'version.conflict',
      current: { version: record.version + 1, assignee: won?.assignee },
    })
  })

  test('is not set on what is over, nor by who has no right, nor on what does not exist', async () => {
    const record = await recordOf(kind)
    expect(await assign(kind, record, idOf(to), 'viewer')).toMatchObject(denied)
    expect(await assign(kind, { ...record, id: '999999' }, idOf(to))).toMatchObject(unknown)
    await run(`update ${tables[kind]} set ${over} where id = ${record.id}`)
    expect(await assign(kind, record, idOf(to))).toMatchObject({
      status: 409,
      body: { code: 'state.refused' },
    })
    await run(`update ${tables[kind]} set ${open} where id = ${record.id}`)
  })

  test('is in the audit log by name, before and after', async () => {
    const { body } = await assign(kind, await recordOf(kind), idOf(to))
    await assign(kind, body, null)
    const rows = await app.database.db.reads
      .selectFrom('audit_log')
      .select(['before', 'after', 'subject_name'])
      .where('action', '=', `${tables[kind]}.assign`)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const { name = '' } = body.assignee ?? {}
    expect(rows).toEqual([
      { before: { assignee: name }, after: { assignee: null }, subject_name: body.no },
      { before: { assignee: null }, after: { assignee: name }, subject_name: body.no },
    ])
  })
})

test('whoever accepts a repair order is its assignee', async () => {
  const { id, version } = await recordOf('repair')
  const { body } = await call('equipment', 'POST', `/api/repairs/${id}/accept`, { version })
  expect(body).toMatchObject({ assignee: { id: idOf('equipment') } })
})

test('people are listed for who may see such records', async () => {
  const order = await choices('viewer', 'order')
  expect(order.map(({ id }) => id).toSorted()).toEqual([idOf('admin'), idOf('planner')].toSorted())
  expect(await call('inspector', 'GET', '/api/assignees/repair')).toMatchObject(denied)
  await withoutTag(app, 'planner', 'order.view', async () =>
    expect((await choices('viewer', 'order')).map(({ id }) => id)).toEqual([idOf('admin')]),
  )
})

test('a new person to whom something is assigned is not deleted when their import is undone', async () => {
  const fields = { username: 'newcomer', cnName: '新人', email: null, phone: null, wecomId: null }
  const roles = await call<{ items: { id: string }[] }>('admin', 'GET', '/api/roles?q=planner')
  const records = [{ ...fields, roleIds: roles.body.items.map(({ id }) => id) }]
  const url = '/api/record-imports/users'
  const made = await call<ImportApplied>('admin', 'POST', url, { records, file: 'people.csv' })
  const { importId, items } = made.body
  const id = items[0]?.id ?? ''
  expect(await assign('order', await recordOf('order'), id)).toMatchObject({ status: 200 })
  await run('delete from conversations')
  expect(await call('admin', 'POST', `${url}/undo`, { importId })).toMatchObject({
    body: { undone: 0, remaining: [{ id, reason: 'in_use' }] },
  })
})

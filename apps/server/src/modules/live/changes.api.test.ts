import type { Change, LiveChanges } from '@cloud-factory/domain/live/change-areas'
import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

// On a socket, with the real clock: how soon a change is heard is the matter here.

let app: TestApp
let origin: string
let admin: string
const leaving = new Set<AbortController>()
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  origin = await app.instance.server.listen({ host: '127.0.0.1', port: 0 })
  admin = (await app.signIn('admin')).token
})
afterEach(() => {
  for (const one of leaving) one.abort()
  leaving.clear()
})
afterAll(() => app.close())

/** A person with just this permission, under its name, signed in. */
async function signInWith(tag: Permission): Promise<string> {
  const name = tag.replace('.', '-')
  await app.database.db.tx((write) =>
    sql`with role as (insert into roles (plant_id, code, name, tags) values (1, ${name}, ${name}, ${[tag]}) returning id),
      person as (insert into users (plant_id, username, username_key, cn_name, password_hash)
        select 1, ${name}, ${name}, ${name}, password_hash from users where username = 'admin' returning id)
      insert into user_roles (user_id, role_id) select person.id, role.id from person, role`.execute(write),
  )
  return (await app.signIn(name)).token
}

/** Follows changes as a tab of that name, from now on. */
async function follow(authorization: string, tab: string) {
  const leave = new AbortController()
  leaving.add(leave)
  const path = `${origin}/api/live?topics=changes&listener=${tab}`
  const { body } = await fetch(path, { headers: { authorization }, signal: leave.signal })
  const frames: LiveChanges[] = []
  let isOver = false
  const read = async () => {
    let text = ''
    for await (const part of body ?? []) {
      text += new TextDecoder().decode(part)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, data] = /^event: changed\ndata: (.*)$/m.exec(block) ?? []
        if (data !== undefined) frames.push(JSON.parse(data) as LiveChanges)
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  await expect.poll(() => frames.length).toBe(1)
  frames.length = 0
  return {
    changes: (): readonly Change[] => frames.flatMap(({ changes }) => changes ?? []),
    isOver: () => isOver,
  }
}
async function addProject(code: string): Promise<string> {
  const project = { contractNo: null, acceptanceStandard: 'GB50205-2020', startsOn: null, endsOn: null }
  const reply = await app.inject({
    method: 'POST',
    url: '/api/projects',
    headers: { authorization: admin, 'x-tab': 'tab-a' },
    payload: { code, name: code, customer: code, ...project },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<{ id: string }>().id
}

test('whoever may view an area hears of a change within a second, without a word of the record; nobody else does', async () => {
  const own = await follow(admin, 'tab-a')
  const colleague = await follow(await signInWith('order.view'), 'tab-b')
  const inspector = await follow(await signInWith('quality.view'), 'tab-c')
  const id = await addProject('P-1')
  await expect.poll(colleague.changes).toEqual([{ area: 'project', id, orderId: null }])
  await expect.poll(own.changes).toEqual([{ area: 'project', id, orderId: null, own: true }])
  expect(inspector.changes()).toEqual([])
})

test('an import is one change of its order, however many pieces it brings', async () => {
  const one = await follow(admin, 'tab-b')
  await app.database.db.tx((write) =>
    sql`insert into outbox (plant_id, name, subject_id, payload)
      select 1, 'packages.packed', n::text, '{"orderId":"7"}' from generate_series(1, 400) n`.execute(write),
  )
  await expect.poll(one.changes).toEqual([{ area: 'package', id: null, orderId: '7' }])
})

test('whom no stream gets through asks what has changed since; of too long ago everything may have', async () => {
  const ask = async (since = '') => {
    const url = `/api/live/frames?topics=changes${since}`
    const reply = await app.inject({ url, headers: { authorization: admin } })
    return reply.json<{ changes: LiveChanges }>().changes
  }
  const { seq } = await ask()
  const id = await addProject('P-2')
  expect(await ask(`&since=${seq}`)).toEqual({
    seq: seq + 1,
    changes: [{ area: 'project', id, orderId: null }],
  })
  expect((await ask('&since=999999999')).changes).toBeNull()
})

test('the stream of a person who loses a right ends; with the rest of them it may be opened again', async () => {
  const one = await follow(await signInWith('equipment.view'), 'tab-d')
  await app.database.db.tx((write) =>
    sql`update roles set tags = '{}' where code = 'equipment-view'`.execute(write),
  )
  await expect.poll(one.isOver).toBe(true)
})

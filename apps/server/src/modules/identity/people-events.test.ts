import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addPerson, rightPassword } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { changePassword, updateProfile } from './own-account.ts'
import { createRole, deleteRole, updateRole } from './change-roles.ts'
import { createUser, endUserSessions, resetPassword, setUserStatus, updateUser } from './change-users.ts'
import { type Bench, openBench, plantWithAdmin } from './people.fixtures.ts'

let bench: Bench
let admin: Actor
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  admin = await plantWithAdmin(bench)
})
afterAll(() => bench.database.close())

/** Events of the command, with the names of their subjects left out where they are not `id`. */
async function eventsOf(command: () => Promise<unknown>) {
  const read = () => bench.db.reads.selectFrom('outbox').select(['seq', 'name', 'subject_id']).execute()
  const before = new Set((await read()).map(({ seq }) => seq))
  await command()
  return (await read())
    .filter(({ seq }) => !before.has(seq))
    .map(({ name, subject_id }) => `${name} ${subject_id}`)
}
const person = { cnName: '李文静', email: null, phone: null }
const arrival = { address: '10.0.0.1', device: 'x', userAgent: 'x', requestId: 'x' } as never

it('open pages hear of every change to people', async () => {
  let id = ''
  const created = await eventsOf(async () => {
    const { userId } = await createUser(bench)(admin, { ...person, username: 'li', roleIds: [] })
    id = String(userId)
  })
  expect(created).toEqual([`users.created ${id}`])
  const changes = {
    update: () => updateUser(bench)(admin, id, { ...person, phone: '1', roleIds: [], version: 1 }),
    disable: () => setUserStatus(bench)(admin, id, { version: 2, status: 'disabled' }),
    reset: () => resetPassword(bench)(admin, id),
    'end sessions': () => endUserSessions(bench)(admin, id),
  }
  for (const [what, change] of Object.entries(changes))
    expect([what, await eventsOf(change)]).toEqual([what, [`users.changed ${id}`]])
})

it('and of what people change of themselves', async () => {
  const li = await addPerson(bench.db, { username: 'li', password: rightPassword })
  const expected = [`users.changed ${li.userId}`]
  expect(await eventsOf(() => updateProfile(bench)(li, { ...person, version: 1 }))).toEqual(expected)
  const words = { current: rightPassword, next: 'Noch-ein-Träger 27' }
  expect(await eventsOf(() => changePassword(bench)(li, words, arrival))).toEqual(expected)
})

it('and of every change to roles', async () => {
  let id = ''
  const role = { code: 'welders', name: '焊工组', tags: [] }
  const created = await eventsOf(async () => {
    id = String(await createRole(bench)(admin, role))
  })
  const changed = await eventsOf(() => updateRole(bench)(admin, id, { ...role, name: '焊工', version: 1 }))
  const deleted = await eventsOf(() => deleteRole(bench)(admin, id, 2))
  expect([...created, ...changed, ...deleted]).toEqual([
    `roles.created ${id}`,
    `roles.changed ${id}`,
    `roles.deleted ${id}`,
  ])
})

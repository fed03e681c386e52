import { permissions } from '@cloud-factory/domain/identity/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, loggedActions } from '../../../test/people.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { createRole, deleteRole, updateRole } from './change-roles.ts'
import { type Bench, openBench, plantWithAdmin, roleId } from './people.fixtures.ts'
import { roleById, roleList } from './people.queries.ts'
import { addShippedRoles } from './roles.store.ts'

let bench: Bench
let admin: Actor
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  admin = await plantWithAdmin(bench)
})
afterAll(() => bench.database.close())

const view = (id: string | number, judge = admin) => roleById(bench.db.reads, 1, judge, Number(id))
const welders = { code: 'welders', name: '焊工组', tags: ['order.view', 'order.report'] as const }

describe('a role of the factory’s own', () => {
  it('is made, changed and deleted, and the log tells', async () => {
    const id = String(await createRole(bench)(admin, { ...welders, tags: ['order.view', 'order.view'] }))
    expect(await view(id)).toMatchObject({
      tags: ['order.view'],
      shipped: false,
      users: 0,
      can: { delete: true },
    })
    await updateRole(bench)(admin, id, { version: 1, name: '焊工', tags: welders.tags })
    expect(await view(id)).toMatchObject({ name: '焊工', tags: welders.tags, version: 2 })
    await deleteRole(bench)(admin, id, 2)
    expect(await view(id)).toBeNull()
    expect(await loggedActions(bench.db)).toEqual(['role.create', 'role.update', 'role.delete'])
  })
  it('has a code that no other has', async () => {
    const twice = createRole(bench)(admin, { ...welders, code: 'planner' })
    await expect(twice).rejects.toMatchObject({
      code: 'duplicate',
      facts: { params: { field: 'code', value: 'planner' } },
    })
  })
  it('is not deleted while somebody has it', async () => {
    await addPerson(bench.db, { username: 'welder', role: 'welders', tags: welders.tags })
    const id = await roleId(bench, 'welders')
    await expect(deleteRole(bench)(admin, id, 1)).rejects.toMatchObject({ code: 'in_use' })
    expect(await view(id)).toMatchObject({ users: 1, can: { delete: 'in_use' } })
  })
  it('is not changed or deleted by an older version', async () => {
    const id = String(await createRole(bench)(admin, welders))
    await updateRole(bench)(admin, id, { version: 1, ...welders })
    const conflict = { code: 'version.conflict', facts: { current: { version: 2 } } }
    await expect(updateRole(bench)(admin, id, { version: 1, ...welders })).rejects.toMatchObject(conflict)
    await expect(deleteRole(bench)(admin, id, 1)).rejects.toMatchObject(conflict)
  })
})

describe('nobody', () => {
  it('makes a role, or makes one, or takes one away, with more than they have', async () => {
    const clerk = await addPerson(bench.db, { username: 'clerk', tags: ['authority.roles', 'order.view'] })
    const refused = { code: 'grant.exceeds' }
    await expect(createRole(bench)(clerk, welders)).rejects.toMatchObject(refused)
    const id = String(await createRole(bench)(clerk, { ...welders, tags: ['order.view'] }))
    await expect(updateRole(bench)(clerk, id, { version: 1, ...welders })).rejects.toMatchObject(refused)
    const planner = await roleId(bench, 'planner')
    const weaker = updateRole(bench)(clerk, planner, { version: 1, name: '计划', tags: [] })
    await expect(weaker).rejects.toMatchObject(refused)
  })
  it('changes or deletes the administrator’s role, or deletes a shipped one', async () => {
    const adminRole = await roleId(bench, 'admin')
    const change = { version: 1, name: 'x', tags: [...permissions] }
    await expect(updateRole(bench)(admin, adminRole, change)).rejects.toMatchObject({ code: 'state.refused' })
    for (const code of ['admin', 'viewer']) {
      const work = deleteRole(bench)(admin, await roleId(bench, code), 1)
      await expect(work).rejects.toMatchObject({ code: 'state.refused' })
    }
  })
})

describe('the shipped roles', () => {
  it('are there after the first start, and what the factory made of them stays', async () => {
    const planner = await roleId(bench, 'planner')
    await updateRole(bench)(admin, planner, { version: 1, name: '计划科', tags: ['order.view'] })
    await bench.db.tx((write) =>
      write
        .updateTable('roles')
        .set({ tags: ['order.view'] })
        .where('code', '=', 'admin')
        .execute(),
    )
    await bench.db.tx((write) => addShippedRoles(write, 1))
    expect(await view(planner)).toMatchObject({ name: '计划科', tags: ['order.view'], shipped: true })
    expect((await view(await roleId(bench, 'admin')))?.tags).toEqual(permissions)
    const { items, total } = await roleList(bench.db.reads, 1, admin, {})
    expect(total).toBe(8)
    expect(items.map(({ code }) => code)).toEqual([
      'admin',
      'buyer',
      'equipment',
      'foreman',
      'inspector',
      'manager',
      'planner',
      'viewer',
    ])
  })
  it('are found by name and code, sorted and paged', async () => {
    const codes = async (query: Parameters<typeof roleList>[3]) =>
      (await roleList(bench.db.reads, 1, admin, query)).items.map(({ code }) => code)
    expect(await codes({ q: '质检' })).toEqual(['inspector'])
    expect(await codes({ q: 'PLAN' })).toEqual(['planner'])
    expect(await codes({ sort: '-code', pageSize: 2, page: 2 })).toEqual(['manager', 'inspector'])
    expect(await codes({ q: '%' })).toEqual([])
  })
})

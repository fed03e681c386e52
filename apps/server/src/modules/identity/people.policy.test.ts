import { describe, expect, it } from 'vitest'
import { permissions } from '@cloud-factory/domain/identity/permissions'
import { exceeds, canDeleteRole, canDisableUser, canEditRole, canEditUser } from './people.policy.ts'
import { shippedRoles } from './roles.store.ts'

const judge = { userId: '1', tags: ['authority.users', 'authority.roles', 'order.view'] }
const equal = { id: '2', tags: ['order.view'], isLastAdmin: false }
const stronger = { id: '3', tags: ['order.view', 'order.edit'], isLastAdmin: false }

describe('who may change whom', () => {
  it.each([
    ['nobody with nothing', [], [], false],
    ['a tag one has', ['a', 'b'], ['a'], false],
    ['a tag one has not', ['a'], ['a', 'b'], true],
    ['a tag that only begins like one’s own', ['order.view'], ['order.viewer'], true],
  ])('%s', (_, own, tags, more) => {
    expect(exceeds(own, tags)).toBe(more)
  })
  it('a person with no more rights', () => {
    expect(canEditUser(judge, equal)).toBe(true)
    expect(canDisableUser(judge, equal)).toBe(true)
  })
  it('not a person with more rights', () => {
    expect(canEditUser(judge, stronger)).toBe('grant.exceeds')
    expect(canDisableUser(judge, stronger)).toBe('grant.exceeds')
  })
  it('not disable oneself, and not the last administrator', () => {
    expect(canDisableUser(judge, { ...equal, id: '1' })).toBe('state.refused')
    expect(canDisableUser(judge, { ...equal, id: '1', isLastAdmin: true })).toBe('last_admin')
  })
})

describe('which role may be changed', () => {
  const role = { code: 'welders', tags: ['order.view'], shipped: false, users: 0 }
  it.each([
    ['one’s own making', {}, true, true],
    ['one with more rights', { tags: ['order.edit'] }, 'grant.exceeds', 'grant.exceeds'],
    ['one that somebody has', { users: 1 }, true, 'in_use'],
    ['a shipped one', { shipped: true }, true, 'state.refused'],
    ['the administrator’s', { code: 'admin', shipped: true }, 'state.refused', 'state.refused'],
  ])('%s', (_, facts, edit, remove) => {
    expect(canEditRole(judge, { ...role, ...facts })).toBe(edit)
    expect(canDeleteRole(judge, { ...role, ...facts })).toBe(remove)
  })
})

describe('the shipped roles', () => {
  const tagsOf = (code: string) => shippedRoles.find((role) => role.code === code)?.tags ?? []
  it('give everything to the administrator and nothing about people to anybody else', () => {
    expect([...tagsOf('admin')].sort()).toEqual([...permissions].sort())
    for (const { code, tags } of shippedRoles) {
      if (code !== 'admin') expect(tags).not.toContain('authority.users')
    }
  })
  it('let the manager see and approve purchases, the visitor see', () => {
    const isView = (tag: string) => tag.endsWith('.view') || tag === 'authority.audit'
    expect(tagsOf('manager').filter((tag) => !isView(tag))).toEqual(['purchase.approve', 'cost.edit'])
    expect(tagsOf('viewer').filter((tag) => !isView(tag))).toEqual([])
  })
  it('name no tag twice', () => {
    for (const { tags } of shippedRoles) expect(new Set(tags).size).toBe(tags.length)
  })
})

import { permissions } from '@cloud-factory/domain/identity/permissions'
import { expect, test } from 'vitest'
import { shareOf, switchTags, tagAreas } from './role-tags.rules.ts'
import common from '../../../../../packages/dictionary/src/common.zh.json'
import words from '../../../../../packages/dictionary/src/permissions.zh.json'

test('every tag is in one area, none is left out', () => {
  expect(tagAreas.flatMap(({ tags }) => tags).toSorted()).toEqual([...permissions].toSorted())
})

test('every area and every tag has a name', () => {
  const named: Readonly<Record<string, Readonly<Record<string, string>>>> = words.tag
  const areas: Readonly<Record<string, string>> = { ...common.area, ...words.area }
  for (const tag of permissions) {
    const [area = '', action = ''] = tag.split('.')
    expect(areas[area], area).toBeTruthy()
    expect(named[area]?.[action], tag).toBeTruthy()
  }
})

test('switching keeps the order of the contract and what else was chosen', () => {
  expect(switchTags(['screen.view', 'order.view'], ['order.edit'], true)).toEqual([
    'order.view',
    'order.edit',
    'screen.view',
  ])
  expect(switchTags(['order.view', 'order.edit'], ['order.view'], false)).toEqual(['order.edit'])
  expect(switchTags([], permissions, true)).toEqual(permissions)
})

test('a tag that is no longer known goes away with the next change', () => {
  expect(switchTags(['old.tag', 'order.view'], [], true)).toEqual(['order.view'])
})

test('how much of an area is chosen', () => {
  const area = { area: 'order', tags: ['order.view', 'order.edit'] } as const
  expect(shareOf([], area)).toBe('none')
  expect(shareOf(['order.view'], area)).toBe('some')
  expect(shareOf(['order.edit', 'order.view', 'screen.view'], area)).toBe('all')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  close,
  closeAll,
  closeOthers,
  maxPages,
  livePages,
  markUnsaved,
  move,
  noTabs,
  refresh,
  refreshAll,
  restore,
  retitle,
  type Tabs,
  unsavedTabs,
  type Visit,
  visit,
  withdraw,
} from './tabs.rules.ts'

const page = (id: string, more: Partial<Visit> = {}): Visit => ({
  id,
  fullPath: id,
  name: id,
  titleKey: id,
  affix: false,
  noCache: false,
  ...more,
})
const home = page('/dashboard', { affix: true, noCache: true })
const open = (...ids: readonly string[]): Tabs =>
  ids.reduce((tabs, id) => visit(tabs, page(id)), visit(noTabs, home))
const ids = (tabs: Tabs) => tabs.list.map(({ id }) => id)
const dirty = (tabs: Tabs, id: string) => markUnsaved(tabs, id, 'form', true)

describe('visiting', () => {
  test('one tab per path; it remembers the latest query', () => {
    const tabs = visit(open('/a', '/b'), page('/a', { fullPath: '/a?q=1#x' }))
    expect(ids(tabs)).toEqual(['/dashboard', '/a', '/b'])
    expect(tabs.list[1]?.fullPath).toBe('/a?q=1#x')
    expect(tabs.current).toBe('/a')
  })

  test('the same visit again is the same state', () => {
    const tabs = open('/a')
    expect(visit(tabs, page('/a'))).toBe(tabs)
  })

  test('a title given by the page survives the next visit', () => {
    const tabs = visit(retitle(open('/a', '/b'), '/a', 'SO-1'), page('/a', { fullPath: '/a?x=1' }))
    expect(tabs.list[1]?.title).toBe('SO-1')
  })

  test('a pinned tab stands before the others, wherever it is opened', () => {
    expect(ids(visit(visit(noTabs, page('/a')), home))).toEqual(['/dashboard', '/a'])
  })
})

describe('closing', () => {
  test('pinned tabs cannot be closed', () => {
    const tabs = open('/a')
    expect(close(tabs, '/dashboard')).toEqual({ tabs, go: null })
  })

  test.each([
    [
      'after a close the user goes to the last remaining tab',
      '/b',
      ['/a', '/b', '/c'],
      '/c',
      ['/dashboard', '/a', '/c'],
    ],
    [
      'the last tab closed leads to the one before',
      '/c',
      ['/a', '/b', '/c'],
      '/b',
      ['/dashboard', '/a', '/b'],
    ],
    [
      'closing another tab than the active one never navigates',
      '/c',
      ['/a', '/c', '/b'],
      null,
      ['/dashboard', '/a', '/b'],
    ],
  ])('%s', (_, id, opened, go, left) => {
    const tabs = go === '/c' ? visit(open(...opened), page(id)) : open(...opened)
    const closed = close(tabs, id)
    expect(closed.go).toBe(go)
    expect(ids(closed.tabs)).toEqual(left)
  })

  test('or to / if none remain', () => {
    const tabs = visit(noTabs, page('/a'))
    expect(close(tabs, '/a')).toMatchObject({ go: '/', tabs: { list: [] } })
  })

  test('close others keeps the pinned and this one, and goes to it', () => {
    const closed = closeOthers(open('/a', '/b', '/c'), '/a')
    expect(ids(closed.tabs)).toEqual(['/dashboard', '/a'])
    expect(closed.go).toBe('/a')
    expect(closed.tabs.alive).not.toContain('/b')
  })

  test('close others on the current tab stays', () => {
    expect(closeOthers(open('/a', '/b'), '/b').go).toBeNull()
  })

  test('close all never leaves you on a page without a tab', () => {
    expect(closeAll(open('/a', '/b'))).toMatchObject({ go: '/dashboard' })
    expect(closeAll(visit(open('/a'), home)).go).toBeNull()
    expect(closeAll(visit(noTabs, page('/a'))).go).toBe('/')
  })
})

describe('kept pages', () => {
  test('a refreshed tab stays in its place as another round', () => {
    const tabs = refresh(dirty(open('/a', '/b'), '/a'), '/a')
    expect(tabs.list.map(({ id, round }) => [id, round])).toEqual([
      ['/dashboard', 0],
      ['/a', 1],
      ['/b', 0],
    ])
    expect(unsavedTabs(tabs)).toEqual([])
  })

  test('switching size drops every kept page', () => {
    const tabs = refreshAll(open('/a', '/b'))
    expect(livePages(tabs).map(({ id }) => id)).toEqual(['/b'])
    expect(tabs.list.every(({ round }) => round === 1)).toBe(true)
  })

  test('the dashboard is never kept', () => {
    expect(livePages(open('/a')).map(({ id }) => id)).toEqual(['/a'])
  })

  test('ten pages are kept; the one seen longest ago gives way, its tab stays', () => {
    const many = Array.from({ length: maxPages + 2 }, (_, at) => `/p${at}`)
    const live = livePages(open(...many)).map(({ id }) => id)
    expect(live).toEqual(many.slice(2))
    expect(open(...many).list).toHaveLength(maxPages + 3)
  })

  test('a page with unsaved work never gives way', () => {
    const many = Array.from({ length: maxPages + 2 }, (_, at) => `/p${at}`)
    const tabs = many.reduce((before, id) => visit(before, page(id)), dirty(open('/form'), '/form'))
    expect(livePages(tabs).map(({ id }) => id)).toContain('/form')
  })
})

describe('unsaved work', () => {
  test('is counted by form and ends with the tab', () => {
    const two = markUnsaved(dirty(open('/a'), '/a'), '/a', 'other', true)
    const one = markUnsaved(two, '/a', 'form', false)
    expect(unsavedTabs(one).map(({ id }) => id)).toEqual(['/a'])
    expect(unsavedTabs(markUnsaved(one, '/a', 'other', false))).toEqual([])
    expect(close(one, '/a').tabs.unsaved).toEqual({})
  })

  test('only the tabs asked about are named', () => {
    const tabs = dirty(dirty(open('/a', '/b'), '/a'), '/b')
    expect(unsavedTabs(tabs, ['/b']).map(({ id }) => id)).toEqual(['/b'])
  })
})

describe('moving', () => {
  test.each([
    ['/c', 1, ['/dashboard', '/c', '/a', '/b']],
    ['/a', 9, ['/dashboard', '/b', '/c', '/a']],
    ['/b', 0, ['/dashboard', '/b', '/a', '/c']],
    ['/dashboard', 2, ['/dashboard', '/a', '/b', '/c']],
  ])('%s to %i', (id, to, order) => {
    expect(ids(move(open('/a', '/b', '/c'), id, to))).toEqual(order)
  })
})

test('withdrawn rights take tabs away, but not the one on the screen', () => {
  const tabs = open('/a', '/b')
  expect(ids(withdraw(tabs, ({ id }) => id !== '/dashboard'))).toEqual(['/dashboard', '/b'])
  expect(withdraw(tabs, () => false)).toBe(tabs)
})

test('restored tabs come without being visited, and once', () => {
  const tabs = restore(visit(noTabs, page('/b')), [home, { ...page('/a'), title: 'A' }, page('/b')])
  expect(ids(tabs)).toEqual(['/dashboard', '/b', '/a'])
  expect(tabs.current).toBe('/b')
})

const step = fc.oneof(
  fc.record({ do: fc.constant('visit' as const), id: fc.constantFrom('/a', '/b', '/c', '/d') }),
  fc.record({
    do: fc.constantFrom('close' as const, 'others' as const, 'all' as const),
    id: fc.constantFrom('/a', '/b', '/c', '/dashboard'),
  }),
  fc.record({ do: fc.constant('move' as const), id: fc.constantFrom('/a', '/b', '/dashboard') }),
)

test('whatever is done, the pinned tab stays, tabs are unique and the page shown has its tab', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let tabs = visit(noTabs, home)
      for (const { do: act, id } of steps) {
        if (act === 'visit') tabs = visit(tabs, page(id))
        else if (act === 'move') tabs = move(tabs, id, 3)
        else {
          const closed =
            act === 'close' ? close(tabs, id) : act === 'others' ? closeOthers(tabs, id) : closeAll(tabs)
          tabs = closed.tabs
          if (closed.go !== null) tabs = visit(tabs, closed.go === '/dashboard' ? home : page(closed.go))
        }
        expect(ids(tabs)[0]).toBe('/dashboard')
        expect(new Set(ids(tabs)).size).toBe(tabs.list.length)
        expect(ids(tabs)).toContain(tabs.current)
        expect(livePages(tabs).some((tab) => tab.id === tabs.current)).toBe(true)
      }
    }),
  )
})

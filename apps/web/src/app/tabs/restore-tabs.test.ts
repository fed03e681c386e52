import { describe, expect, test } from 'vitest'
import { noTabs, visit } from '../../shared/tabs/tabs.rules.ts'
import { allRoutes } from '../routes.tsx'
import { storedTabs, tabsToRestore } from './restore-tabs.ts'
import { refreshTarget, shownLocation } from './shown-location.ts'

const at = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://here')
  return { pathname, search, hash, state: null, key: 'k' } as Parameters<typeof shownLocation>[0]
}
const fullPaths = (tags: readonly string[], stored: unknown) =>
  tabsToRestore(allRoutes, tags, stored).map(({ fullPath }) => fullPath)

describe('tabs after a reload', () => {
  const storedList = [
    { fullPath: '/quality/list?q=1', title: null },
    { fullPath: '/set/show', title: 'Hall 2' },
    { fullPath: '/gone', title: null },
    { fullPath: '/realData', title: null },
  ]

  test('pinned first, then those whose page exists and is allowed', () => {
    expect(fullPaths(['quality.view', 'display.set', 'screen.view'], storedList)).toEqual([
      '/dashboard',
      '/quality/list?q=1',
      '/set/show',
    ])
  })

  test('what is no longer allowed is not restored', () => {
    expect(fullPaths(['quality.view'], storedList)).toEqual(['/dashboard', '/quality/list?q=1'])
  })

  test.each([null, 'x', [1, null, { fullPath: 3 }], [{ fullPath: '//evil.example/quality/list', title: 5 }]])(
    '%j is as nothing',
    (stored) => {
      expect(fullPaths(['quality.view'], stored)).toEqual(['/dashboard'])
    },
  )

  test('a page has one tab, however its addresses were written', () => {
    const many = ['/Order/List', '/order/list/?q=1'].map((fullPath) => ({ fullPath, title: null }))
    const tabs = tabsToRestore(allRoutes, ['order.view'], many).filter(({ affix }) => !affix)
    expect(new Set(tabs.map(({ id }) => id))).toEqual(new Set(['/order/list']))
  })

  test('pinned tabs need not be kept', () => {
    const home = {
      id: '/dashboard',
      fullPath: '/dashboard',
      name: 'D',
      titleKey: 'd',
      affix: true,
      noCache: true,
    }
    const list = visit(visit(noTabs, home), { ...home, id: '/a', fullPath: '/a?x', affix: false })
    expect(storedTabs(list)).toEqual([{ fullPath: '/a?x', title: null }])
  })
})

describe('/redirect/{path*}: helper used to refresh a view', () => {
  test.each([
    ['/redirect/order/list?q=1#h', '/order/list?q=1#h'],
    ['/redirect/', '/'],
    ['/redirect', '/'],
    ['/redirect//evil.example', '/'],
    ['/order/list', null],
    ['/redirected', null],
  ])('%s asks for %s', (path, target) => {
    expect(refreshTarget(at(path))).toBe(target)
  })

  test('meanwhile the page refreshed stays on the screen', () => {
    expect(shownLocation(at('/redirect/order/list?q=1')).pathname).toBe('/order/list')
  })

  test('however its address is written', () => {
    expect(shownLocation(at('/redirect/Order//list/')).pathname).toBe('/order/list')
  })
})

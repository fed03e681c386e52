import { describe, expect, test } from 'vitest'
import common from '../../../../packages/dictionary/src/common.zh.json'
import shell from '../../../../packages/dictionary/src/shell.zh.json'
import type { PageRoute } from './page-route.ts'
import { crumbsOf, findRoute, pagesOf } from './route-tree.ts'
import { allRoutes, shellRoutes } from './routes.tsx'

/** Pages with a tab: all but those for addresses without a page. */
const tabPages = pagesOf(allRoutes).filter(({ path }) => !['/404', '/401'].includes(path))
const at = (path: string) => findRoute(allRoutes, path)?.route

describe('routes of the specification', () => {
  test.each([
    ['/dashboard', 'Dashboard', 'dashboard'],
    ['/quality/list', 'QualityList', 'qualityList'],
    ['/baseInfo/edit', 'BaseInfoEdit', 'baseInfoEdit'],
    ['/set/show', 'SetShow', 'setShow'],
    ['/virtualData', 'VirtualData', 'screen'],
    ['/realData', 'RealData', 'screen'],
  ])('%s is %s', (path, name, titleKey) => {
    expect(at(path)).toMatchObject({ name, titleKey })
  })

  test.each([
    ['/quality', '/quality/list'],
    ['/baseInfo', '/baseInfo/edit'],
    ['/set', '/set/show'],
  ])('%s leads to %s', (path, redirect) => {
    expect(at(path)?.redirect).toBe(redirect)
  })

  test('the dashboard is pinned and never cached', () => {
    expect(at('/dashboard')).toMatchObject({ affix: true, noCache: true })
  })

  test('/set is always shown as a submenu', () => {
    expect(at('/set')?.alwaysShow).toBe(true)
  })

  test('/virtualData and /realData are hidden full-screen pages', () => {
    for (const path of ['/virtualData', '/realData'])
      expect(at(path)).toMatchObject({ hidden: true, fullScreen: true })
  })
})

describe('every route', () => {
  test('with a title has words for it', () => {
    for (const { titleKey } of flat(allRoutes)) {
      if (titleKey !== undefined) expect({ ...common.route, ...shell.route }).toHaveProperty([titleKey])
    }
  })

  const flat = (routes: readonly PageRoute[]): readonly PageRoute[] =>
    routes.flatMap((route) => [route, ...flat(route.children ?? [])])

  test('has a path of its own, and each page a name of its own', () => {
    const paths = flat(allRoutes).map(({ path }) => path)
    const names = tabPages.map(({ name }) => name)
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain(undefined)
  })

  test('that leads on leads to a page', () => {
    for (const { redirect } of flat(allRoutes)) {
      if (redirect !== undefined) expect(at(redirect)?.page).toBeDefined()
    }
  })

  test('has its crumbs end at itself', () => {
    for (const { path, titleKey } of tabPages) {
      if (!path.includes(':'))
        expect(crumbsOf(findRoute(allRoutes, path)).at(-1)).toEqual({ titleKey, path: null })
    }
  })
})

test('routes are generated once, for the role admin: all of them', () => {
  expect(shellRoutes()).toBe(allRoutes)
})

import { describe, expect, test } from 'vitest'
import { lazyComponent } from '../shared/ui/lazy-component.ts'
import type { PageRoute } from './page-route.ts'
import {
  crumbsOf,
  findRoute,
  generateRoutes,
  landingOf,
  menuOf,
  normalPath,
  normalSearch,
  routeAllowed,
  usualPages,
} from './route-tree.ts'

const routes: readonly PageRoute[] = [
  { path: '/dashboard', name: 'Dashboard', titleKey: 'dashboard' },
  {
    path: '/order',
    redirect: '/order/list',
    permission: 'order.view',
    titleKey: 'orders',
    children: [
      { path: '/order/list', name: 'OrderList', titleKey: 'orderList' },
      {
        path: '/order/detail/:id',
        name: 'OrderDetail',
        titleKey: 'orderDetail',
        hidden: true,
        activeMenu: '/order/list',
      },
      { path: '/order/detail/new', name: 'OrderNew', titleKey: 'orderNew', hidden: true },
    ],
  },
  {
    path: '/set',
    alwaysShow: true,
    permission: 'display.set',
    titleKey: 'set',
    children: [{ path: '/set/show', name: 'SetShow', titleKey: 'setShow' }],
  },
  {
    path: '/authority',
    titleKey: 'authority',
    permissionOr: ['authority.users', 'authority.roles'],
    children: [
      { path: '/authority/users', name: 'Users', titleKey: 'users', permission: 'authority.users' },
      {
        path: '/authority/roles',
        name: 'Roles',
        titleKey: 'roles',
        permissionAnd: ['authority.roles', 'authority.users'],
      },
    ],
  },
]
const all = ['order.view', 'display.set', 'authority.users', 'authority.roles']
const paths = (tags: readonly string[]) => menuOf(routes, tags).map(({ path }) => path)

describe('a menu entry is hidden unless the permission tags satisfy', () => {
  test('permission: the single tag', () => {
    expect(paths([])).toEqual(['/dashboard'])
    expect(paths(['order.view'])).toEqual(['/dashboard', '/order/list'])
  })

  test('permissionOr: any of the listed tags', () => {
    expect(paths(['authority.users'])).toContain('/authority/users')
  })

  test('permissionAnd: all of the listed tags; a group of which nothing is left is not shown', () => {
    expect(paths(['authority.roles'])).toEqual(['/dashboard'])
    expect(
      menuOf(routes, all)
        .at(-1)
        ?.children.map(({ path }) => path),
    ).toEqual(['/authority/users', '/authority/roles'])
  })
})

describe('the sidebar', () => {
  test('a single visible child stands in the place of its group', () => {
    expect(menuOf(routes, all)[1]).toMatchObject({ path: '/order/list', titleKey: 'orderList', children: [] })
  })

  test('/set is always shown as a submenu', () => {
    expect(menuOf(routes, all)[2]).toMatchObject({ path: '/set', children: [{ path: '/set/show' }] })
  })
})

test('a group within a group is an entry of its own, with those of its pages that are permitted', () => {
  const nested: PageRoute = {
    path: '/quality',
    titleKey: 'quality',
    children: [
      { path: '/quality/list', titleKey: 'list' },
      {
        path: '/quality/rules',
        titleKey: 'rules',
        children: [
          { path: '/quality/gates', titleKey: 'gates' },
          { path: '/quality/limits', titleKey: 'limits' },
          { path: '/quality/secret', titleKey: 'secret', permission: 'authority.audit' },
        ],
      },
    ],
  }
  const [, group] = menuOf([nested], [])[0]?.children ?? []
  expect(group?.children.map(({ path }) => path)).toEqual(['/quality/gates', '/quality/limits'])
  expect(crumbsOf(findRoute([nested], '/quality/limits')).map(({ titleKey }) => titleKey)).toEqual([
    'dashboard',
    'quality',
    'rules',
    'limits',
  ])
})

test('route generation always uses the role admin and adds all routes', () => {
  expect(generateRoutes(routes, 'admin')).toBe(routes)
})

describe('finding a route', () => {
  test('a fixed path wins over one with params', () => {
    expect(findRoute(routes, '/order/detail/new')?.route.name).toBe('OrderNew')
    expect(findRoute(routes, '/order/detail/7')).toMatchObject({
      route: { name: 'OrderDetail' },
      params: { id: '7' },
    })
  })

  test('an unknown path has none', () => {
    expect(findRoute(routes, '/order/detail')).toBeNull()
    expect(findRoute(routes, '/nothing')).toBeNull()
  })

  test('a page asks what its groups ask', () => {
    const chain = findRoute(routes, '/order/list')?.chain ?? []
    expect(routeAllowed(chain, ['order.view'])).toBe(true)
    expect(routeAllowed(chain, ['quality.view'])).toBe(false)
  })
})

describe('breadcrumb', () => {
  const crumbs = (path: string) =>
    crumbsOf(findRoute(routes, path)).map(({ titleKey, path: to }) => [titleKey, to])

  test('a dashboard crumb is always prepended', () => {
    expect(crumbs('/order/list')).toEqual([
      ['dashboard', '/dashboard'],
      ['orders', '/order/list'],
      ['orderList', null],
    ])
  })

  test('on the dashboard itself there is one crumb', () => {
    expect(crumbs('/dashboard')).toEqual([['dashboard', null]])
  })
})

describe('a group of the menu, opened by its own address', () => {
  const group: PageRoute = {
    path: '/authority',
    titleKey: 'authority',
    children: [
      { path: '/authority/users', titleKey: 'users', permission: 'authority.users' },
      { path: '/authority/audit', titleKey: 'audit', permission: 'authority.audit' },
    ],
  }
  test('leads to the page it names', () => {
    expect(landingOf({ path: '/order', redirect: '/order/list' }, [])).toBe('/order/list')
  })
  test('leads to its first page that the person may open, and to /401 when there is none', () => {
    expect(landingOf(group, ['authority.users', 'authority.audit'])).toBe('/authority/users')
    expect(landingOf(group, ['authority.audit'])).toBe('/authority/audit')
    expect(landingOf(group, [])).toBe('/401')
  })
})

test.each([
  ['/order/list', '/order/list'],
  ['/order/list/', '/order/list'],
  ['/order//list', '/order/list'],
  ['//order/list', '/order/list'],
  ['/ORDER/List', '/order/list'],
  ['/order/%6Cist', '/order/list'],
  ['/Order/Detail/A%2fb', '/order/detail/A%2Fb'],
  ['/order/detail/%E9%92%A2', '/order/detail/%E9%92%A2'],
  ['/Gone//Page/', '/Gone/Page'],
  ['/', '/'],
])('%s is the page at %s', (written, path) => {
  expect(normalPath(routes, written)).toBe(path)
  expect(normalPath(routes, path)).toBe(path)
})

test.each([
  ['?part=batches', '?part=productionLots'],
  ['?part=outages&machineId=3', '?part=outOfService&machineId=3'],
  ['?orderId=7&batchId=12', '?orderId=7&productionLotId=12'],
  ['?part=batchesOf&q=part=outages', '?part=batchesOf&q=part=outages'],
  ['?heldBatchId=1&q=%26batchId=2', '?heldBatchId=1&q=%26batchId=2'],
  ['', ''],
])('the query %s is %s today', (written, search) => {
  expect(normalSearch(written)).toBe(search)
  expect(normalSearch(search)).toBe(search)
})

test('fetched ahead are the pages of the menu and those of their records, as far as they are permitted', () => {
  const page = lazyComponent(async () => () => null)
  const withPages = (route: PageRoute): PageRoute => ({
    ...route,
    page: Object.assign(() => null, page, { displayName: route.path }),
    ...(route.children !== undefined && { children: route.children.map(withPages) }),
  })
  const ahead = (tags: readonly string[]) =>
    usualPages(routes.map(withPages), tags).map(({ displayName }) => displayName)
  expect(ahead([])).toEqual(['/dashboard'])
  expect(ahead(['order.view'])).toEqual(['/dashboard', '/order/list', '/order/detail/:id'])
})

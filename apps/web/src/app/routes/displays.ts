import { DesktopOutlined } from '@ant-design/icons'
import { lazyPage, type PageRoute } from '../page-route.ts'

/** Information shown on the walls. */
const infoRoute: PageRoute = {
  path: '/baseInfo',
  guide: 'display-info',
  redirect: '/baseInfo/edit',
  permissionOr: ['display.info', 'display.view'],
  children: [
    {
      path: '/baseInfo/edit',
      name: 'BaseInfoEdit',
      titleKey: 'baseInfoEdit',
      page: lazyPage(
        async () => (await import('../../modules/displays/info.page.tsx')).InfoPage,
        'display-info',
      ),
    },
  ],
}

/** Screens for the walls, and the TVs paired with them. */
const screenRoutes: readonly PageRoute[] = [
  {
    path: '/set/show',
    name: 'SetShow',
    titleKey: 'setShow',
    permissionOr: ['display.set', 'display.view'],
    page: lazyPage(async () => (await import('../../modules/displays/show.page.tsx')).ShowPage, 'displays'),
  },
  {
    path: '/set/screen/:id',
    name: 'SetScreen',
    titleKey: 'setScreen',
    permissionOr: ['display.set', 'display.view'],
    hidden: true,
    activeMenu: '/set/show',
    page: lazyPage(
      async () => (await import('../../modules/displays/screen.page.tsx')).ScreenPage,
      'displays',
    ),
  },
]

/** What the walls show: information and screens. */
export const displayRoutes: readonly PageRoute[] = [
  {
    path: '/set',
    guide: 'screens#screens',
    redirect: '/set/show',
    permissionOr: ['display.info', 'display.set', 'display.view'],
    titleKey: 'set',
    alwaysShow: true,
    icon: DesktopOutlined,
    children: [infoRoute, ...screenRoutes],
  },
]

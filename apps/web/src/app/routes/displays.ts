import { DesktopOutlined, SettingOutlined } from '@ant-design/icons'
import { lazyPage, type PageRoute } from '../page-route.ts'

/** Information shown on the walls. */
const infoRoute: PageRoute = {
  path: '/baseInfo',
  redirect: '/baseInfo/edit',
  permissionOr: ['display.info', 'display.view'],
  icon: DesktopOutlined,
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
const setRoutes: readonly PageRoute[] = [
  {
    path: '/set',
    redirect: '/set/show',
    permissionOr: ['display.set', 'display.view'],
    titleKey: 'set',
    alwaysShow: true,
    icon: SettingOutlined,
    children: [
      {
        path: '/set/show',
        name: 'SetShow',
        titleKey: 'setShow',
        page: lazyPage(
          async () => (await import('../../modules/displays/show.page.tsx')).ShowPage,
          'displays',
        ),
      },
      {
        path: '/set/screen/:id',
        name: 'SetScreen',
        titleKey: 'setScreen',
        hidden: true,
        activeMenu: '/set/show',
        page: lazyPage(
          async () => (await import('../../modules/displays/screen.page.tsx')).ScreenPage,
          'displays',
        ),
      },
    ],
  },
]

/** Pages for the information and the layout of wall screens. */
export const displayRoutes: readonly PageRoute[] = [infoRoute, ...setRoutes]

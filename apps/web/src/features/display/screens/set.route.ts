import { SettingOutlined } from '@ant-design/icons'
import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Screens for the walls, and the TVs paired with them. */
export const setRoutes: readonly PageRoute[] = [
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
        page: lazyPage(async () => (await import('./show.page.tsx')).ShowPage, 'displays'),
      },
      {
        path: '/set/screen/:id',
        name: 'SetScreen',
        titleKey: 'setScreen',
        hidden: true,
        activeMenu: '/set/show',
        page: lazyPage(async () => (await import('./screen.page.tsx')).ScreenPage, 'displays'),
      },
    ],
  },
]

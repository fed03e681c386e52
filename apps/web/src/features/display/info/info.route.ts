import { DesktopOutlined } from '@ant-design/icons'
import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Information shown on the walls. */
export const infoRoute: PageRoute = {
  path: '/baseInfo',
  redirect: '/baseInfo/edit',
  permissionOr: ['display.info', 'display.view'],
  icon: DesktopOutlined,
  children: [
    {
      path: '/baseInfo/edit',
      name: 'BaseInfoEdit',
      titleKey: 'baseInfoEdit',
      page: lazyPage(async () => (await import('./info.page.tsx')).InfoPage, 'display-info'),
    },
  ],
}

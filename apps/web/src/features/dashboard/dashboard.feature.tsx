import { DashboardOutlined } from '@ant-design/icons'
import { lazyPlainPage, type PageRoute } from '../../app/page-route.ts'

export const dashboardRoutes: readonly PageRoute[] = [
  {
    path: '/dashboard',
    name: 'Dashboard',
    titleKey: 'dashboard',
    icon: DashboardOutlined,
    affix: true,
    noCache: true,
    page: lazyPlainPage(
      async () => (await import('./dashboard.page.tsx')).DashboardPage,
      'dashboard',
      'permissions',
    ),
  },
]

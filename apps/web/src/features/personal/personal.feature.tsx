import { UserOutlined } from '@ant-design/icons'
import { lazyPage, type PageRoute } from '../../app/page-route.ts'

export const personalRoutes: readonly PageRoute[] = [
  {
    path: '/personal',
    name: 'Personal',
    titleKey: 'personal',
    icon: UserOutlined,
    hidden: true,
    page: lazyPage(async () => (await import('./personal.page.tsx')).PersonalPage, 'account', 'permissions'),
  },
]

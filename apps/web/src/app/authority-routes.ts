import { TeamOutlined } from '@ant-design/icons'
import { auditRoutes } from '../features/audit/audit.feature.tsx'
import { peopleRoutes } from '../features/people/people.feature.tsx'
import type { PageRoute } from './page-route.ts'

/** 权限管理: pages of two features under one entry of the menu. */
export const authorityRoutes: readonly PageRoute[] = [
  {
    path: '/authority',
    titleKey: 'authority',
    icon: TeamOutlined,
    permissionOr: ['authority.users', 'authority.roles', 'authority.audit'],
    children: [...peopleRoutes, ...auditRoutes],
  },
]

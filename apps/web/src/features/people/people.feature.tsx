import { lazyPage, type PageRoute } from '../../app/page-route.ts'

/** Pages of the group /authority; the log is another feature's. */
export const peopleRoutes: readonly PageRoute[] = [
  {
    path: '/authority/users',
    name: 'AuthorityUsers',
    titleKey: 'authorityUsers',
    permission: 'authority.users',
    page: lazyPage(async () => (await import('./users.page.tsx')).UsersPage, 'identity', 'permissions'),
  },
  {
    path: '/authority/roles',
    name: 'AuthorityRoles',
    titleKey: 'authorityRoles',
    permission: 'authority.roles',
    page: lazyPage(async () => (await import('./roles.page.tsx')).RolesPage, 'identity', 'permissions'),
  },
]

import { lazyPage, type PageRoute } from '../../app/page-route.ts'

/** The log's page in the group /authority. */
export const auditRoutes: readonly PageRoute[] = [
  {
    path: '/authority/audit',
    name: 'AuthorityAudit',
    titleKey: 'authorityAudit',
    permission: 'authority.audit',
    page: lazyPage(async () => (await import('./audit.page.tsx')).AuditPage, 'audit', 'permissions'),
  },
]

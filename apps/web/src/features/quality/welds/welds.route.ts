import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** The weld register and non-destructive tests. */
export const weldRoutes: readonly PageRoute[] = [
  {
    path: '/quality/welds',
    name: 'Welds',
    titleKey: 'welds',
    page: lazyPage(async () => (await import('./welds.page.tsx')).WeldsPage, 'welding'),
  },
  {
    path: '/quality/ndt',
    name: 'Ndt',
    titleKey: 'ndt',
    page: lazyPage(async () => (await import('./ndt.page.tsx')).NdtPage, 'welding'),
  },
  {
    path: '/quality/ndt/:id',
    name: 'NdtRequest',
    titleKey: 'ndtRequest',
    hidden: true,
    activeMenu: '/quality/ndt',
    page: lazyPage(
      async () => (await import('./ndt-request.page.tsx')).NdtRequestPage,
      'welding',
      'quality-documents',
    ),
  },
]

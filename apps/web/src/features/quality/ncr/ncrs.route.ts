import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Non-conformances and the defects they are called by. */
export const ncrRoutes: readonly PageRoute[] = [
  {
    path: '/quality/ncrs',
    name: 'NcrList',
    titleKey: 'ncrList',
    page: lazyPage(async () => (await import('./ncrs.page.tsx')).NcrsPage, 'ncr'),
  },
  {
    path: '/quality/ncr/:id',
    name: 'NcrDetail',
    titleKey: 'ncrDetail',
    hidden: true,
    activeMenu: '/quality/ncrs',
    page: lazyPage(async () => (await import('./ncr.page.tsx')).NcrPage, 'ncr', 'quality-documents'),
  },
  {
    path: '/quality/defects',
    name: 'DefectList',
    titleKey: 'defectList',
    hidden: true,
    activeMenu: '/quality/ncrs',
    page: lazyPage(async () => (await import('./defects.page.tsx')).DefectsPage, 'ncr'),
  },
]

import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Inspections. */
export const inspectionRoutes: readonly PageRoute[] = [
  {
    path: '/quality/list',
    name: 'QualityList',
    titleKey: 'qualityList',
    page: lazyPage(async () => (await import('./inspections.page.tsx')).InspectionsPage, 'inspections'),
  },
]

import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Inspections and what is due. */
export const inspectionRoutes: readonly PageRoute[] = [
  {
    path: '/quality/list',
    name: 'QualityList',
    titleKey: 'qualityList',
    page: lazyPage(async () => (await import('./inspections.page.tsx')).InspectionsPage, 'inspection'),
  },
  {
    path: '/quality/due',
    name: 'InspectionDue',
    titleKey: 'inspectionDue',
    page: lazyPage(async () => (await import('./due.page.tsx')).DuePage, 'inspection'),
  },
  {
    path: '/quality/inspection/:id',
    name: 'InspectionDetail',
    titleKey: 'inspectionDetail',
    hidden: true,
    activeMenu: '/quality/list',
    page: lazyPage(
      async () => (await import('./inspection.page.tsx')).InspectionPage,
      'inspection',
      'quality-documents',
      'ncr',
    ),
  },
]

/** Requirements of each gate. */
export const gatePlanRoute: PageRoute = {
  path: '/quality/gates',
  name: 'GatePlans',
  titleKey: 'gatePlans',
  page: lazyPage(async () => (await import('./gate-plans.page.tsx')).GatePlansPage, 'inspection'),
}

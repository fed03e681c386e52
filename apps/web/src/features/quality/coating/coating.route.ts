import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Coats: records of films and fire coatings, and what is specified. */
export const coatingRoutes: readonly PageRoute[] = [
  {
    path: '/quality/coating',
    name: 'Coating',
    titleKey: 'coating',
    page: lazyPage(async () => (await import('./coating.page.tsx')).CoatingPage, 'coating', 'welding'),
  },
  {
    path: '/quality/coating/:id',
    name: 'CoatRecord',
    titleKey: 'coatRecord',
    hidden: true,
    activeMenu: '/quality/coating',
    page: lazyPage(
      async () => (await import('./coat.page.tsx')).CoatPage,
      'coating',
      'welding',
      'quality-documents',
    ),
  },
]

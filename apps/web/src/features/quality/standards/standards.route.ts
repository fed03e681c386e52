import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Standards, their limits for given sizes, and measuring instruments. */
export const standardRoutes: readonly PageRoute[] = [
  {
    path: '/quality/standards',
    name: 'QualityStandards',
    titleKey: 'standards',
    permission: 'quality.view',
    page: lazyPage(async () => (await import('./standards.page.tsx')).StandardsPage, 'standards'),
  },
  {
    path: '/quality/limits',
    name: 'QualityLimits',
    titleKey: 'limits',
    permission: 'quality.view',
    page: lazyPage(async () => (await import('./limits.page.tsx')).LimitsPage, 'standards'),
  },
  {
    path: '/quality/instruments',
    name: 'QualityInstruments',
    titleKey: 'instruments',
    permission: 'quality.view',
    page: lazyPage(async () => (await import('./instruments.page.tsx')).InstrumentsPage, 'standards'),
  },
]

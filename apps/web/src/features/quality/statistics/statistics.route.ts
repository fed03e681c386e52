import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Yield, misses and control charts. */
export const statisticsRoute: PageRoute = {
  path: '/quality/statistics',
  name: 'QualityStatistics',
  titleKey: 'qualityStatistics',
  page: lazyPage(
    async () => (await import('./statistics.page.tsx')).StatisticsPage,
    'quality-statistics',
    'inspection',
    'ncr',
    'welding',
  ),
}

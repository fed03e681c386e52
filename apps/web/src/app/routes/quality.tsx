import { lazyListPage, lazyPage, type PageRoute } from '../page-route.ts'
import { gradeRoutes, materialRoutes } from './material.tsx'
import { trialRoutes } from './shipping.tsx'
import { SafetyCertificateOutlined } from '@ant-design/icons'

const page = lazyPage(
  async () => (await import('../../modules/quality-documents/verify.page.tsx')).VerifyPage,
  'quality-documents',
  'inspection',
)

/** Papers of orders, and those that were given out. */
export const documentsRoute: PageRoute = {
  path: '/quality/papers',
  guide: 'quality-papers#documents',
  name: 'QualityPapers',
  titleKey: 'qualityPapers',
  permission: 'quality.view',
  workOf: ['quality.inspect', 'quality.judge'],
  overview: true,
  page: lazyListPage(
    async () => (await import('../../modules/quality-documents/documents.page.tsx')).QualityDocumentsPage,
    'quality-documents',
    'welding',
  ),
}

/** Whether a printed report is one of ours: by the code on it, or by its checksum typed in. */
const verifyRoutes: readonly PageRoute[] = [
  {
    path: '/quality/verify',
    guide: 'quality-papers',
    name: 'VerifyReport',
    titleKey: 'verifyReport',
    hidden: true,
    activeMenu: '/quality/list',
    page,
  },
  {
    path: '/quality/verify/:hash',
    guide: 'quality-papers',
    name: 'VerifiedReport',
    titleKey: 'verifyReport',
    hidden: true,
    activeMenu: '/quality/list',
    page,
  },
]

/** Coats: records of films and fire coatings, and what is specified. */
const coatingRoutes: readonly PageRoute[] = [
  {
    path: '/quality/coating',
    guide: 'welds#coating',
    name: 'Coating',
    titleKey: 'coating',
    workOf: ['quality.inspect', 'quality.judge'],
    page: lazyListPage(
      async () => (await import('../../modules/coating/coating.page.tsx')).CoatingPage,
      'coating',
      'welding',
    ),
  },
  {
    path: '/quality/coating/:id',
    guide: 'welds#coating',
    name: 'CoatRecord',
    titleKey: 'coatRecord',
    hidden: true,
    activeMenu: '/quality/coating',
    page: lazyPage(
      async () => (await import('../../modules/coating/coat.page.tsx')).CoatPage,
      'coating',
      'welding',
      'quality-documents',
    ),
  },
]

/** Standards, their limits for given sizes, and measuring instruments. */
const standardRoutes: readonly PageRoute[] = [
  {
    path: '/quality/standards',
    guide: 'standards#standards',
    name: 'QualityStandards',
    titleKey: 'standards',
    workOf: ['quality.standards'],
    permission: 'quality.view',
    page: lazyPage(
      async () => (await import('../../modules/standards/standards.page.tsx')).StandardsPage,
      'standards',
    ),
  },
  {
    path: '/quality/limits',
    guide: 'standards#limits',
    name: 'QualityLimits',
    titleKey: 'limits',
    workOf: ['quality.standards', 'quality.inspect'],
    permission: 'quality.view',
    page: lazyPage(
      async () => (await import('../../modules/standards/limits.page.tsx')).LimitsPage,
      'standards',
    ),
  },
  {
    path: '/quality/instruments',
    guide: 'standards#instruments',
    name: 'QualityInstruments',
    titleKey: 'instruments',
    workOf: ['quality.standards', 'quality.inspect'],
    permission: 'quality.view',
    page: lazyListPage(
      async () => (await import('../../modules/standards/instruments.page.tsx')).InstrumentsPage,
      'standards',
    ),
  },
]

/** Inspections and what is due. */
const inspectionRoutes: readonly PageRoute[] = [
  {
    path: '/quality/due',
    guide: 'inspections#due',
    name: 'InspectionDue',
    titleKey: 'inspectionDue',
    workOf: ['quality.inspect'],
    page: lazyListPage(
      async () => (await import('../../modules/inspection/due.page.tsx')).DuePage,
      'inspection',
    ),
  },
  {
    path: '/quality/list',
    name: 'QualityList',
    titleKey: 'qualityList',
    workOf: ['quality.inspect', 'quality.judge'],
    overview: true,
    page: lazyListPage(
      async () => (await import('../../modules/inspection/inspections.page.tsx')).InspectionsPage,
      'inspection',
    ),
  },
  {
    path: '/quality/inspection/:id',
    guide: 'inspections#measuring',
    name: 'InspectionDetail',
    titleKey: 'inspectionDetail',
    hidden: true,
    activeMenu: '/quality/list',
    page: lazyPage(
      async () => (await import('../../modules/inspection/inspection.page.tsx')).InspectionPage,
      'inspection',
      'quality-documents',
      'ncr',
      'inbox',
    ),
  },
]

/** Requirements of each gate. */
const gatePlanRoute: PageRoute = {
  path: '/quality/gates',
  guide: 'inspections#due',
  name: 'GatePlans',
  titleKey: 'gatePlans',
  permission: 'quality.view',
  workOf: ['quality.judge'],
  page: lazyListPage(
    async () => (await import('../../modules/inspection/gate-plans.page.tsx')).GatePlansPage,
    'inspection',
  ),
}

/** Yield, misses and control charts. */
export const statisticsRoute: PageRoute = {
  path: '/quality/statistics',
  guide: 'quality-papers#statistics',
  name: 'QualityStatistics',
  titleKey: 'qualityStatistics',
  permission: 'quality.view',
  workOf: ['quality.inspect', 'quality.judge'],
  overview: true,
  page: lazyListPage(
    async () => (await import('../../modules/quality-statistics/statistics.page.tsx')).StatisticsPage,
    'quality-statistics',
    'inspection',
    'ncr',
    'welding',
  ),
}

/** The weld register and non-destructive tests. */
const weldRoutes: readonly PageRoute[] = [
  {
    path: '/quality/welds',
    guide: 'welds#welds',
    name: 'Welds',
    titleKey: 'welds',
    workOf: ['quality.inspect', 'quality.judge'],
    page: lazyListPage(
      async () => (await import('../../modules/welding/welds.page.tsx')).WeldsPage,
      'welding',
    ),
  },
  {
    path: '/quality/ndt',
    guide: 'welds#ndt',
    name: 'Ndt',
    titleKey: 'ndt',
    workOf: ['quality.inspect', 'quality.judge'],
    page: lazyListPage(async () => (await import('../../modules/welding/ndt.page.tsx')).NdtPage, 'welding'),
  },
  {
    path: '/quality/ndt/:id',
    guide: 'welds#ndt',
    name: 'NdtRequest',
    titleKey: 'ndtRequest',
    hidden: true,
    activeMenu: '/quality/ndt',
    page: lazyPage(
      async () => (await import('../../modules/welding/ndt-request.page.tsx')).NdtRequestPage,
      'welding',
      'quality-documents',
    ),
  },
]

/** Non-conformances. */
const ncrRoutes: readonly PageRoute[] = [
  {
    path: '/quality/ncrs',
    guide: 'non-conformances',
    name: 'NcrList',
    titleKey: 'ncrList',
    workOf: ['order.report', 'quality.inspect', 'quality.judge', 'quality.concession'],
    overview: true,
    page: lazyListPage(async () => (await import('../../modules/ncr/ncrs.page.tsx')).NcrsPage, 'ncr'),
  },
  {
    path: '/quality/ncr/:id',
    guide: 'non-conformances',
    name: 'NcrDetail',
    titleKey: 'ncrDetail',
    hidden: true,
    activeMenu: '/quality/ncrs',
    page: lazyPage(
      async () => (await import('../../modules/ncr/ncr.page.tsx')).NcrPage,
      'ncr',
      'quality-documents',
      'inbox',
    ),
  },
]

/** What inspections are judged by, in the menu of base data. */
export const qualityRuleRoutes: readonly PageRoute[] = [
  gatePlanRoute,
  ...standardRoutes,
  ...gradeRoutes,
  {
    path: '/quality/defects',
    guide: 'non-conformances#defects',
    name: 'DefectList',
    titleKey: 'defectList',
    permission: 'quality.view',
    workOf: ['quality.judge'],
    page: lazyListPage(async () => (await import('../../modules/ncr/defects.page.tsx')).DefectsPage, 'ncr'),
  },
]

/** What is inspected every day. */
export const qualityRoutes: readonly PageRoute[] = [
  {
    path: '/quality',
    guide: 'inspections',
    redirect: '/quality/list',
    permission: 'quality.view',
    icon: SafetyCertificateOutlined,
    titleKey: 'qualityList',
    children: [
      ...inspectionRoutes,
      ...ncrRoutes,
      ...weldRoutes,
      ...coatingRoutes,
      ...trialRoutes,
      ...materialRoutes,
      ...verifyRoutes,
    ],
  },
]

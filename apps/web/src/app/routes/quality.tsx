import { lazyPage, type PageRoute } from '../page-route.ts'
import { SafetyCertificateOutlined } from '@ant-design/icons'

const page = lazyPage(
  async () => (await import('../../modules/quality-documents/verify.page.tsx')).VerifyPage,
  'quality-documents',
  'inspection',
)

/** Papers of orders, and those that were given out. */
const documentsRoute: PageRoute = {
  path: '/quality/papers',
  name: 'QualityPapers',
  titleKey: 'qualityPapers',
  page: lazyPage(
    async () => (await import('../../modules/quality-documents/documents.page.tsx')).QualityDocumentsPage,
    'quality-documents',
    'welding',
  ),
}

/** Whether a printed report is one of ours: by the code on it, or by its checksum typed in. */
const verifyRoutes: readonly PageRoute[] = [
  {
    path: '/quality/verify',
    name: 'VerifyReport',
    titleKey: 'verifyReport',
    hidden: true,
    activeMenu: '/quality/list',
    page,
  },
  {
    path: '/quality/verify/:hash',
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
    name: 'Coating',
    titleKey: 'coating',
    page: lazyPage(
      async () => (await import('../../modules/coating/coating.page.tsx')).CoatingPage,
      'coating',
      'welding',
    ),
  },
  {
    path: '/quality/coating/:id',
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
    name: 'QualityStandards',
    titleKey: 'standards',
    permission: 'quality.view',
    page: lazyPage(
      async () => (await import('../../modules/standards/standards.page.tsx')).StandardsPage,
      'standards',
    ),
  },
  {
    path: '/quality/limits',
    name: 'QualityLimits',
    titleKey: 'limits',
    permission: 'quality.view',
    page: lazyPage(
      async () => (await import('../../modules/standards/limits.page.tsx')).LimitsPage,
      'standards',
    ),
  },
  {
    path: '/quality/instruments',
    name: 'QualityInstruments',
    titleKey: 'instruments',
    permission: 'quality.view',
    page: lazyPage(
      async () => (await import('../../modules/standards/instruments.page.tsx')).InstrumentsPage,
      'standards',
    ),
  },
]

/** Inspections and what is due. */
const inspectionRoutes: readonly PageRoute[] = [
  {
    path: '/quality/list',
    name: 'QualityList',
    titleKey: 'qualityList',
    page: lazyPage(
      async () => (await import('../../modules/inspection/inspections.page.tsx')).InspectionsPage,
      'inspection',
    ),
  },
  {
    path: '/quality/due',
    name: 'InspectionDue',
    titleKey: 'inspectionDue',
    page: lazyPage(async () => (await import('../../modules/inspection/due.page.tsx')).DuePage, 'inspection'),
  },
  {
    path: '/quality/inspection/:id',
    name: 'InspectionDetail',
    titleKey: 'inspectionDetail',
    hidden: true,
    activeMenu: '/quality/list',
    page: lazyPage(
      async () => (await import('../../modules/inspection/inspection.page.tsx')).InspectionPage,
      'inspection',
      'quality-documents',
      'ncr',
    ),
  },
]

/** Requirements of each gate. */
const gatePlanRoute: PageRoute = {
  path: '/quality/gates',
  name: 'GatePlans',
  titleKey: 'gatePlans',
  page: lazyPage(
    async () => (await import('../../modules/inspection/gate-plans.page.tsx')).GatePlansPage,
    'inspection',
  ),
}

/** Yield, misses and control charts. */
const statisticsRoute: PageRoute = {
  path: '/quality/statistics',
  name: 'QualityStatistics',
  titleKey: 'qualityStatistics',
  page: lazyPage(
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
    name: 'Welds',
    titleKey: 'welds',
    page: lazyPage(async () => (await import('../../modules/welding/welds.page.tsx')).WeldsPage, 'welding'),
  },
  {
    path: '/quality/ndt',
    name: 'Ndt',
    titleKey: 'ndt',
    page: lazyPage(async () => (await import('../../modules/welding/ndt.page.tsx')).NdtPage, 'welding'),
  },
  {
    path: '/quality/ndt/:id',
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

/** Steel in the store: an entry of its own in the menu. */
export const steelStoreRoute: PageRoute = {
  path: '/warehouse/steel',
  name: 'SteelStore',
  titleKey: 'steelStore',
  permission: 'quality.view',
  page: lazyPage(
    async () => (await import('../../modules/material/steel-store.page.tsx')).SteelStorePage,
    'material',
    'welding',
  ),
}

/** Incoming material: receipts, certificates, where a heat went, and the grades that all is judged by. */
const materialRoutes: readonly PageRoute[] = [
  {
    path: '/quality/incoming',
    name: 'IncomingList',
    titleKey: 'incoming',
    page: lazyPage(
      async () => (await import('../../modules/material/incoming.page.tsx')).IncomingPage,
      'material',
    ),
  },
  {
    path: '/quality/receipt/:id',
    name: 'ReceiptDetail',
    titleKey: 'receipt',
    hidden: true,
    activeMenu: '/quality/incoming',
    page: lazyPage(
      async () => (await import('../../modules/material/receipt.page.tsx')).ReceiptPage,
      'material',
      'welding',
    ),
  },
  {
    path: '/quality/mill-certificate/:id',
    name: 'MillCertificate',
    titleKey: 'millCertificate',
    hidden: true,
    activeMenu: '/quality/incoming',
    page: lazyPage(
      async () => (await import('../../modules/material/certificate.page.tsx')).CertificatePage,
      'material',
    ),
  },
  {
    path: '/quality/trace',
    name: 'MaterialTrace',
    titleKey: 'materialTrace',
    page: lazyPage(async () => (await import('../../modules/material/trace.page.tsx')).TracePage, 'material'),
  },
  {
    path: '/quality/grades',
    name: 'SteelGrades',
    titleKey: 'steelGrades',
    page: lazyPage(
      async () => (await import('../../modules/material/grades.page.tsx')).GradesPage,
      'material',
    ),
  },
  {
    path: '/quality/grade/:id',
    name: 'SteelGrade',
    titleKey: 'steelGrade',
    hidden: true,
    activeMenu: '/quality/grades',
    page: lazyPage(async () => (await import('../../modules/material/grade.page.tsx')).GradePage, 'material'),
  },
]

/** Non-conformances and the defects they are called by. */
const ncrRoutes: readonly PageRoute[] = [
  {
    path: '/quality/ncrs',
    name: 'NcrList',
    titleKey: 'ncrList',
    page: lazyPage(async () => (await import('../../modules/ncr/ncrs.page.tsx')).NcrsPage, 'ncr'),
  },
  {
    path: '/quality/ncr/:id',
    name: 'NcrDetail',
    titleKey: 'ncrDetail',
    hidden: true,
    activeMenu: '/quality/ncrs',
    page: lazyPage(
      async () => (await import('../../modules/ncr/ncr.page.tsx')).NcrPage,
      'ncr',
      'quality-documents',
    ),
  },
  {
    path: '/quality/defects',
    name: 'DefectList',
    titleKey: 'defectList',
    hidden: true,
    activeMenu: '/quality/ncrs',
    page: lazyPage(async () => (await import('../../modules/ncr/defects.page.tsx')).DefectsPage, 'ncr'),
  },
]

/** Standards, inspections, welds, coats, non-conformances and incoming material: what is done every day first, the rest in groups. */
export const qualityRoutes: readonly PageRoute[] = [
  {
    path: '/quality',
    redirect: '/quality/list',
    permission: 'quality.view',
    icon: SafetyCertificateOutlined,
    titleKey: 'qualityList',
    children: [
      ...inspectionRoutes,
      ...ncrRoutes,
      ...group('/quality/joining', 'qualityJoining', [...weldRoutes, ...coatingRoutes]),
      ...group('/quality/material', 'qualityMaterial', materialRoutes),
      ...group('/quality/rules', 'qualityRules', [gatePlanRoute, ...standardRoutes]),
      statisticsRoute,
      documentsRoute,
      ...verifyRoutes,
    ],
  },
]

/** Pages under one entry; without pages there is no entry. */
function group(path: string, titleKey: string, children: readonly PageRoute[]): readonly PageRoute[] {
  return children.length === 0 ? [] : [{ path, titleKey, children }]
}

import { lazyListPage, lazyPage, type PageRoute } from '../page-route.ts'
import { buyingRoutes } from './buying.tsx'

/** Steel in the store. */
const steelStoreRoute: PageRoute = {
  path: '/warehouse/steel',
  guide: 'material#store',
  name: 'SteelStore',
  titleKey: 'steelStore',
  workOf: ['quality.inspect', 'quality.judge', 'order.report', 'purchase.edit'],
  permission: 'quality.view',
  page: lazyListPage(
    async () => (await import('../../modules/material/steel-store.page.tsx')).SteelStorePage,
    'material',
    'welding',
  ),
}

/** Bars in stock, remnants included. */
const stockBarsRoute: PageRoute = {
  path: '/warehouse/bars',
  guide: 'material#bars',
  name: 'StockBars',
  titleKey: 'stockBars',
  workOf: ['quality.inspect', 'order.report', 'purchase.edit'],
  permission: 'quality.view',
  page: lazyListPage(
    async () => (await import('../../modules/material/stock-bars.page.tsx')).StockBarsPage,
    'material',
  ),
}

/** Stock takes, and the labels that they are counted by. */
const stockTakeRoutes: readonly PageRoute[] = [
  {
    path: '/warehouse/stock-takes',
    guide: 'material#stock-take',
    name: 'StockTakes',
    titleKey: 'stockTakes',
    workOf: ['quality.inspect', 'order.report', 'purchase.edit'],
    permission: 'quality.view',
    page: lazyListPage(
      async () => (await import('../../modules/material/stock-takes.page.tsx')).StockTakesPage,
      'material',
    ),
  },
  {
    path: '/warehouse/stock-take/:id',
    guide: 'material#stock-take',
    name: 'StockTakeDetail',
    titleKey: 'stockTake',
    permission: 'quality.view',
    hidden: true,
    activeMenu: '/warehouse/stock-takes',
    page: lazyPage(
      async () => (await import('../../modules/material/stock-take.page.tsx')).StockTakePage,
      'material',
    ),
  },
  {
    path: '/warehouse/bar-labels',
    guide: 'material#stock-take',
    name: 'BarLabels',
    titleKey: 'barLabels',
    permission: 'quality.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/warehouse/bars',
    page: lazyPage(
      async () => (await import('../../modules/material/bar-labels.page.tsx')).BarLabelsPage,
      'printing',
      'material',
    ),
  },
]

/** Labels of the parts of a nest or plate job. */
const partLabelsRoute = (
  name: string,
  record: string,
  activeMenu: string,
  page: Parameters<typeof lazyPage>[0],
): PageRoute => ({
  path: `${record}/labels`,
  guide: 'material#nests',
  name,
  titleKey: 'partLabels',
  permission: 'order.view',
  hidden: true,
  fullScreen: true,
  activeMenu,
  page: lazyPage(page, 'printing', 'plates', 'nesting'),
})

/** Nests: which parts are cut from which bars. */
export const nestRoutes: readonly PageRoute[] = [
  {
    path: '/order/nests',
    guide: 'material#nests',
    name: 'Nests',
    titleKey: 'nests',
    workOf: ['order.edit', 'order.report', 'purchase.edit'],
    permission: 'order.view',
    page: lazyListPage(
      async () => (await import('../../modules/nesting/nests.page.tsx')).NestsPage,
      'nesting',
    ),
  },
  {
    path: '/order/nest/:id',
    guide: 'material#nests',
    name: 'NestDetail',
    titleKey: 'nest',
    permission: 'order.view',
    hidden: true,
    activeMenu: '/order/nests',
    page: lazyPage(async () => (await import('../../modules/nesting/nest.page.tsx')).NestPage, 'nesting'),
  },
  {
    path: '/order/nest/:id/print',
    guide: 'material#nests',
    name: 'NestPrint',
    titleKey: 'nestPrint',
    permission: 'order.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/nests',
    page: lazyPage(
      async () => (await import('../../modules/nesting/nest-print.page.tsx')).NestPrintPage,
      'printing',
      'nesting',
    ),
  },
  partLabelsRoute(
    'NestPartLabels',
    '/order/nest/:id',
    '/order/nests',
    async () => (await import('../../modules/nesting/nest-part-labels.page.tsx')).NestPartLabelsPage,
  ),
  {
    path: '/order/plates',
    guide: 'material#plates',
    name: 'Plates',
    titleKey: 'plates',
    workOf: ['order.edit', 'order.report'],
    permission: 'order.view',
    page: lazyListPage(
      async () => (await import('../../modules/plates/plates.page.tsx')).PlatesPage,
      'plates',
      'nesting',
    ),
  },
  {
    path: '/order/plate-job/:id',
    guide: 'material#plates',
    name: 'PlateJob',
    titleKey: 'plateJob',
    permission: 'order.view',
    hidden: true,
    activeMenu: '/order/plates',
    page: lazyPage(
      async () => (await import('../../modules/plates/plate-job.page.tsx')).PlateJobPage,
      'plates',
      'nesting',
      'record-import',
    ),
  },
  {
    path: '/order/plate-job/:id/print',
    guide: 'material#plates',
    name: 'PlateLayouts',
    titleKey: 'plateLayouts',
    permission: 'order.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/plates',
    page: lazyPage(
      async () => (await import('../../modules/plates/plate-layouts-print.page.tsx')).PlateLayoutsPrintPage,
      'printing',
      'plates',
      'nesting',
    ),
  },
  partLabelsRoute(
    'PlatePartLabels',
    '/order/plate-job/:id',
    '/order/plates',
    async () => (await import('../../modules/plates/plate-part-labels.page.tsx')).PlatePartLabelsPage,
  ),
  {
    path: '/order/kit/:id/print',
    guide: 'material#parts',
    name: 'KitPrint',
    titleKey: 'kitPrint',
    permission: 'order.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/list',
    page: lazyPage(
      async () => (await import('../../modules/parts/kit-print.page.tsx')).KitPrintPage,
      'printing',
      'parts',
      'nesting',
    ),
  },
]

/** Finished goods. */
export const finishedGoodsRoute: PageRoute = {
  path: '/warehouse/goods',
  guide: 'shipping#goods',
  name: 'FinishedGoods',
  titleKey: 'finishedGoods',
  workOf: ['order.ship'],
  permission: 'order.view',
  page: lazyListPage(
    async () => (await import('../../modules/shipping/finished-goods.page.tsx')).FinishedGoodsPage,
    'orders',
    'shipping',
  ),
}

/** Incoming material: receipts, certificates, where a heat went, and the store. */
export const materialRoutes: readonly PageRoute[] = [
  {
    path: '/quality/incoming',
    guide: 'material#receiving',
    name: 'IncomingList',
    titleKey: 'incoming',
    workOf: ['quality.inspect', 'quality.judge', 'quality.concession'],
    page: lazyListPage(
      async () => (await import('../../modules/material/incoming.page.tsx')).IncomingPage,
      'material',
    ),
  },
  {
    path: '/quality/receipt/:id',
    guide: 'material#receiving',
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
    guide: 'material#certificates',
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
    guide: 'material#trace',
    name: 'MaterialTrace',
    titleKey: 'materialTrace',
    hidden: true,
    activeMenu: '/quality/incoming',
    page: lazyPage(async () => (await import('../../modules/material/trace.page.tsx')).TracePage, 'material'),
  },
  steelStoreRoute,
  stockBarsRoute,
  ...buyingRoutes,
  ...stockTakeRoutes,
]

/** The grades that all material is judged by. */
export const gradeRoutes: readonly PageRoute[] = [
  {
    path: '/quality/grades',
    guide: 'material#grades',
    name: 'SteelGrades',
    titleKey: 'steelGrades',
    permission: 'quality.view',
    workOf: ['quality.standards'],
    page: lazyListPage(
      async () => (await import('../../modules/material/grades.page.tsx')).GradesPage,
      'material',
    ),
  },
  {
    path: '/quality/grade/:id',
    guide: 'material#grades',
    name: 'SteelGrade',
    titleKey: 'steelGrade',
    permission: 'quality.view',
    hidden: true,
    activeMenu: '/quality/grades',
    page: lazyPage(async () => (await import('../../modules/material/grade.page.tsx')).GradePage, 'material'),
  },
]

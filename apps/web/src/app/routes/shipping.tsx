import { lazyListPage, lazyPage, type PageRoute } from '../page-route.ts'
import { fetchMyReports } from '../../modules/erection/erection.queries.ts'

/** Packages, deliveries, receipt and reports on site. */
export const shippingRoutes: readonly PageRoute[] = [
  {
    path: '/order/shipping',
    guide: 'shipping',
    name: 'Shipping',
    titleKey: 'shipping',
    workOf: ['order.ship'],
    overview: true,
    page: lazyListPage(
      async () => (await import('../../modules/shipping/shipping.page.tsx')).ShippingPage,
      'orders',
      'shipping',
      'erection',
    ),
  },
  {
    path: '/order/site',
    guide: 'shipping#site',
    name: 'SiteReports',
    titleKey: 'site',
    permissionAnd: ['order.view', 'order.ship'],
    page: lazyPage(
      async () => {
        fetchMyReports()
        return (await import('../../modules/erection/site.page.tsx')).SitePage
      },
      'erection',
      'production',
      'orders',
    ),
  },
  {
    path: '/order/package/:id',
    guide: 'shipping#packing',
    name: 'PackageDetail',
    titleKey: 'packageDetail',
    hidden: true,
    activeMenu: '/order/shipping',
    // Its camera uses the texts of the work report page.
    page: lazyPage(
      async () => (await import('../../modules/shipping/package.page.tsx')).PackagePage,
      'orders',
      'shipping',
      'bolts',
      'production',
    ),
  },
  {
    path: '/order/delivery/:id',
    guide: 'shipping#delivery',
    name: 'DeliveryDetail',
    titleKey: 'deliveryDetail',
    hidden: true,
    activeMenu: '/order/shipping',
    page: lazyPage(
      async () => (await import('../../modules/shipping/delivery.page.tsx')).DeliveryPage,
      'orders',
      'shipping',
      'inbox',
    ),
  },
  {
    path: '/order/delivery/:id/receipt',
    guide: 'shipping#receipt',
    name: 'DeliveryReceipt',
    titleKey: 'deliveryReceipt',
    hidden: true,
    activeMenu: '/order/shipping',
    permission: 'order.ship',
    page: lazyPage(
      async () => (await import('../../modules/shipping/receipt.page.tsx')).ReceiptPage,
      'orders',
      'shipping',
    ),
  },
  {
    path: '/order/package/:id/print',
    guide: 'shipping#printing',
    name: 'PackagePrint',
    titleKey: 'packagePrint',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/shipping',
    page: lazyPage(
      async () => (await import('../../modules/shipping/package-print.page.tsx')).PackagePrintPage,
      'printing',
      'orders',
      'shipping',
      'bolts',
    ),
  },
  {
    path: '/order/delivery/:id/print',
    guide: 'shipping#printing',
    name: 'DeliveryPrint',
    titleKey: 'deliveryPrint',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/shipping',
    page: lazyPage(
      async () => (await import('../../modules/shipping/delivery-print.page.tsx')).DeliveryPrintPage,
      'printing',
      'orders',
      'shipping',
      'bolts',
    ),
  },
  {
    path: '/order/bolts/:id/print',
    guide: 'material#bolts',
    name: 'BoltPrint',
    titleKey: 'boltPrint',
    permission: 'order.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/list',
    page: lazyPage(
      async () => (await import('../../modules/bolts/bolt-print.page.tsx')).BoltPrintPage,
      'printing',
      'bolts',
    ),
  },
]

/** Trial assemblies before dispatch. */
export const trialRoutes: readonly PageRoute[] = [
  {
    path: '/quality/trial-assemblies',
    guide: 'inspections#trial-assembly',
    name: 'TrialAssemblies',
    titleKey: 'trialAssemblies',
    workOf: ['quality.inspect', 'quality.judge', 'order.edit'],
    permission: 'quality.view',
    page: lazyListPage(
      async () => (await import('../../modules/trial-assembly/trials.page.tsx')).TrialsPage,
      'trial-assembly',
    ),
  },
  {
    path: '/quality/trial-assembly/:id',
    guide: 'inspections#trial-assembly',
    name: 'TrialAssembly',
    titleKey: 'trialAssembly',
    permission: 'quality.view',
    hidden: true,
    activeMenu: '/quality/trial-assemblies',
    page: lazyPage(
      async () => (await import('../../modules/trial-assembly/trial.page.tsx')).TrialPage,
      'trial-assembly',
      'orders',
      'quality-documents',
    ),
  },
]

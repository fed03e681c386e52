import { lazyListPage, lazyPage, type PageRoute } from '../page-route.ts'

/** From requisition to receipt. */
const purchaseRoutes: readonly PageRoute[] = [
  {
    path: '/warehouse/purchasing',
    guide: 'material#purchasing',
    name: 'Purchasing',
    titleKey: 'purchasing',
    workOf: ['purchase.edit', 'purchase.approve', 'quality.inspect'],
    permission: 'purchase.view',
    page: lazyListPage(
      async () => (await import('../../modules/purchasing/purchasing.page.tsx')).PurchasingPage,
      'purchasing',
      'bolts',
    ),
  },
  {
    path: '/warehouse/purchase/:id',
    guide: 'material#purchasing',
    name: 'PurchaseDetail',
    titleKey: 'purchase',
    permission: 'purchase.view',
    hidden: true,
    activeMenu: '/warehouse/purchasing',
    page: lazyPage(
      async () => (await import('../../modules/purchasing/purchase.page.tsx')).PurchasePage,
      'purchasing',
      'material',
      'bolts',
    ),
  },
  {
    path: '/warehouse/purchase/:id/print',
    guide: 'material#purchasing',
    name: 'PurchasePrint',
    titleKey: 'purchasePrint',
    permission: 'purchase.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/warehouse/purchasing',
    page: lazyPage(
      async () => (await import('../../modules/purchasing/purchase-print.page.tsx')).PurchasePrintPage,
      'printing',
      'purchasing',
    ),
  },
]

/** Work that suppliers do. */
const subcontractRoutes: readonly PageRoute[] = [
  {
    path: '/warehouse/subcontracts',
    guide: 'material#subcontracting',
    name: 'Subcontracts',
    titleKey: 'subcontracts',
    workOf: ['purchase.edit', 'quality.inspect'],
    permission: 'purchase.view',
    page: lazyListPage(
      async () => (await import('../../modules/subcontracting/subcontracts.page.tsx')).SubcontractsPage,
      'subcontracting',
    ),
  },
  {
    path: '/warehouse/subcontract/:id',
    guide: 'material#subcontracting',
    name: 'SubcontractDetail',
    titleKey: 'subcontract',
    permission: 'purchase.view',
    hidden: true,
    activeMenu: '/warehouse/subcontracts',
    page: lazyPage(
      async () => (await import('../../modules/subcontracting/subcontract.page.tsx')).SubcontractPage,
      'subcontracting',
      'production',
      'shipping',
    ),
  },
  {
    path: '/warehouse/subcontract/:id/print',
    guide: 'material#subcontracting',
    name: 'SubcontractPrint',
    titleKey: 'subcontractPrint',
    permission: 'purchase.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/warehouse/subcontracts',
    page: lazyPage(
      async () =>
        (await import('../../modules/subcontracting/subcontract-print.page.tsx')).SubcontractPrintPage,
      'printing',
      'subcontracting',
    ),
  },
]

/** Bolts and other bought parts. */
const boltsRoute: PageRoute = {
  path: '/warehouse/bolts',
  guide: 'material#bolts',
  name: 'Bolts',
  titleKey: 'bolts',
  workOf: ['quality.inspect', 'purchase.edit', 'order.ship'],
  permission: 'order.view',
  page: lazyListPage(
    async () => (await import('../../modules/bolts/bolts.page.tsx')).BoltsPage,
    'bolts',
    'material',
  ),
}

/** What is bought from suppliers: steel, work, bolts and other parts. */
export const buyingRoutes: readonly PageRoute[] = [...purchaseRoutes, ...subcontractRoutes, boltsRoute]

import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Finished goods: a separate menu entry. */
export const finishedGoodsRoute: PageRoute = {
  path: '/warehouse/goods',
  name: 'FinishedGoods',
  titleKey: 'finishedGoods',
  permission: 'order.view',
  page: lazyPage(
    async () => (await import('./finished-goods.page.tsx')).FinishedGoodsPage,
    'orders',
    'shipping',
  ),
}

/** Packages, deliveries and receipt on site. */
export const shippingRoutes: readonly PageRoute[] = [
  {
    path: '/order/shipping',
    name: 'Shipping',
    titleKey: 'shipping',
    page: lazyPage(async () => (await import('./shipping.page.tsx')).ShippingPage, 'orders', 'shipping'),
  },
  {
    path: '/order/package/:id',
    name: 'PackageDetail',
    titleKey: 'packageDetail',
    hidden: true,
    activeMenu: '/order/shipping',
    // Its camera uses the texts of the work report page.
    page: lazyPage(
      async () => (await import('./package.page.tsx')).PackagePage,
      'orders',
      'shipping',
      'production',
    ),
  },
  {
    path: '/order/delivery/:id',
    name: 'DeliveryDetail',
    titleKey: 'deliveryDetail',
    hidden: true,
    activeMenu: '/order/shipping',
    page: lazyPage(async () => (await import('./delivery.page.tsx')).DeliveryPage, 'orders', 'shipping'),
  },
  {
    path: '/order/delivery/:id/receipt',
    name: 'DeliveryReceipt',
    titleKey: 'deliveryReceipt',
    hidden: true,
    activeMenu: '/order/shipping',
    permission: 'order.ship',
    page: lazyPage(async () => (await import('./receipt.page.tsx')).ReceiptPage, 'orders', 'shipping'),
  },
  {
    path: '/order/package/:id/print',
    name: 'PackagePrint',
    titleKey: 'packagePrint',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/shipping',
    page: lazyPage(
      async () => (await import('./package-print.page.tsx')).PackagePrintPage,
      'printing',
      'orders',
      'shipping',
    ),
  },
  {
    path: '/order/delivery/:id/print',
    name: 'DeliveryPrint',
    titleKey: 'deliveryPrint',
    hidden: true,
    fullScreen: true,
    activeMenu: '/order/shipping',
    page: lazyPage(
      async () => (await import('./delivery-print.page.tsx')).DeliveryPrintPage,
      'printing',
      'orders',
      'shipping',
    ),
  },
]

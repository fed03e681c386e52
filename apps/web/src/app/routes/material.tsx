import { InboxOutlined } from '@ant-design/icons'
import { lazyPage, type PageRoute } from '../page-route.ts'

/** Steel in the store: an entry of its own in the menu. */
const steelStoreRoute: PageRoute = {
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

/** Finished goods: a separate menu entry. */
const finishedGoodsRoute: PageRoute = {
  path: '/warehouse/goods',
  name: 'FinishedGoods',
  titleKey: 'finishedGoods',
  permission: 'order.view',
  page: lazyPage(
    async () => (await import('../../modules/shipping/finished-goods.page.tsx')).FinishedGoodsPage,
    'orders',
    'shipping',
  ),
}

/** 仓库: incoming steel and outgoing goods, each by permission. */
export const warehouseRoutes: readonly PageRoute[] = [
  {
    path: '/warehouse',
    titleKey: 'warehouse',
    icon: InboxOutlined,
    permissionOr: ['quality.view', 'order.view'],
    children: [steelStoreRoute, finishedGoodsRoute],
  },
]

/** Incoming material: receipts, certificates, where a heat went, and the grades that all is judged by. */
export const materialRoutes: readonly PageRoute[] = [
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

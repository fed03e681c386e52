import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Steel in the store: an entry of its own in the menu. */
export const steelStoreRoute: PageRoute = {
  path: '/warehouse/steel',
  name: 'SteelStore',
  titleKey: 'steelStore',
  permission: 'quality.view',
  page: lazyPage(async () => (await import('./steel-store.page.tsx')).SteelStorePage, 'material', 'welding'),
}

/** Incoming material: receipts, certificates, where a heat went, and the grades that all is judged by. */
export const materialRoutes: readonly PageRoute[] = [
  {
    path: '/quality/incoming',
    name: 'IncomingList',
    titleKey: 'incoming',
    page: lazyPage(async () => (await import('./incoming.page.tsx')).IncomingPage, 'material'),
  },
  {
    path: '/quality/receipt/:id',
    name: 'ReceiptDetail',
    titleKey: 'receipt',
    hidden: true,
    activeMenu: '/quality/incoming',
    page: lazyPage(async () => (await import('./receipt.page.tsx')).ReceiptPage, 'material', 'welding'),
  },
  {
    path: '/quality/mill-certificate/:id',
    name: 'MillCertificate',
    titleKey: 'millCertificate',
    hidden: true,
    activeMenu: '/quality/incoming',
    page: lazyPage(async () => (await import('./certificate.page.tsx')).CertificatePage, 'material'),
  },
  {
    path: '/quality/trace',
    name: 'MaterialTrace',
    titleKey: 'materialTrace',
    page: lazyPage(async () => (await import('./trace.page.tsx')).TracePage, 'material'),
  },
  {
    path: '/quality/grades',
    name: 'SteelGrades',
    titleKey: 'steelGrades',
    page: lazyPage(async () => (await import('./grades.page.tsx')).GradesPage, 'material'),
  },
  {
    path: '/quality/grade/:id',
    name: 'SteelGrade',
    titleKey: 'steelGrade',
    hidden: true,
    activeMenu: '/quality/grades',
    page: lazyPage(async () => (await import('./grade.page.tsx')).GradePage, 'material'),
  },
]

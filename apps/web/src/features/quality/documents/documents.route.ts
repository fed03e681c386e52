import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

const page = lazyPage(
  async () => (await import('./verify.page.tsx')).VerifyPage,
  'quality-documents',
  'inspection',
)

/** Papers of orders, and those that were given out. */
export const documentsRoute: PageRoute = {
  path: '/quality/papers',
  name: 'QualityPapers',
  titleKey: 'qualityPapers',
  page: lazyPage(
    async () => (await import('./documents.page.tsx')).QualityDocumentsPage,
    'quality-documents',
    'welding',
  ),
}

/** Whether a printed report is one of ours: by the code on it, or by its checksum typed in. */
export const verifyRoutes: readonly PageRoute[] = [
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

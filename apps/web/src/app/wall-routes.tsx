import { lazyPlainPage, type PageRoute } from './page-route.ts'

const page = lazyPlainPage(async () => (await import('./to-wall.page.tsx')).ToWallPage)

/** The wall screens: pages of their own, to which an address of the office leads by a real navigation. */
export const wallRoutes: readonly PageRoute[] = (['VirtualData', 'RealData'] as const).map((name) => ({
  path: `/${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  name,
  titleKey: 'screen',
  permissionOr: ['screen.view', 'screen.show'] as const,
  hidden: true,
  fullScreen: true,
  page,
}))

import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** How machines reach the server: who may send, what is not known, what could not be taken. */
export const gatewayRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/gateways',
    name: 'Gateways',
    titleKey: 'gateways',
    page: lazyPage(async () => (await import('./gateways.page.tsx')).GatewaysPage, 'gateways'),
  },
]

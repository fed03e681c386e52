import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Connection of machines: permitted senders, unknown devices, rejected messages. */
export const gatewayRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/gateways',
    name: 'Gateways',
    titleKey: 'gateways',
    page: lazyPage(async () => (await import('./gateways.page.tsx')).GatewaysPage, 'telemetry'),
  },
]

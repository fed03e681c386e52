import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** An entry in the equipment menu. */
export const figureRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/figures',
    name: 'EquipmentFigures',
    titleKey: 'equipmentFigures',
    page: lazyPage(
      async () => (await import('./figures.page.tsx')).FiguresPage,
      'oee',
      'machine-states',
      'machines',
    ),
  },
]

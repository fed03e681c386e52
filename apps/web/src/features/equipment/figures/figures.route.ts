import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Stands in the menu of equipment. */
export const figureRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/figures',
    name: 'EquipmentFigures',
    titleKey: 'equipmentFigures',
    page: lazyPage(
      async () => (await import('./figures.page.tsx')).FiguresPage,
      'figures',
      'states',
      'machines',
    ),
  },
]

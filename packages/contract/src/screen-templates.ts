/** Layouts to begin with; no schema here, so the browser may import the values. */
import type { CanvasName, PanelKind, TemplateName } from './screen-words.ts'
import type { ScreenLayout, ScreenPage } from './screens.ts'

/** Form of a layout as this version writes and reads it. */
export const layoutSchema = 1

type Place = readonly [kind: PanelKind, x: number, y: number, width: number, height: number]

const page = (names: ScreenPage['names'], dwellS: number, places: readonly Place[]): ScreenPage => ({
  names,
  dwellS,
  schedule: null,
  panels: places.map(([kind, x, y, width, height]) => ({ kind, x, y, width, height, options: {} })),
})

const overview = { zh: '总览', en: 'Overview', es: 'Vista general' }
const quality = { zh: '质量', en: 'Quality', es: 'Calidad' }
const machines = { zh: '设备', en: 'Machines', es: 'Máquinas' }
const orders = { zh: '订单', en: 'Orders', es: 'Pedidos' }

const lying: readonly ScreenPage[] = [
  page(overview, 60, [
    ['tonnes_today', 0, 0, 6, 2],
    ['tonnes_month', 0, 2, 6, 2],
    ['process_funnel', 0, 4, 6, 2],
    ['orders_at_risk', 0, 6, 6, 3],
    ['cutting', 0, 9, 6, 3],
    ['workshop_map', 6, 0, 12, 7],
    ['state_counts', 6, 7, 12, 1],
    ['state_timeline', 6, 8, 12, 2],
    ['weld_trace', 6, 10, 6, 2],
    ['logistics', 12, 10, 6, 2],
    ['oee', 18, 0, 6, 2],
    ['stop_pareto', 18, 2, 6, 2],
    ['welding', 18, 4, 6, 2],
    ['first_pass', 18, 6, 6, 2],
    ['energy', 18, 8, 6, 2],
    ['alarms', 18, 10, 6, 2],
  ]),
  page(quality, 30, [
    ['first_pass', 0, 0, 8, 6],
    ['defect_pareto', 8, 0, 8, 6],
    ['paint', 16, 0, 8, 6],
    ['welding', 0, 6, 8, 6],
    ['weld_trace', 8, 6, 8, 6],
    ['honours', 16, 6, 8, 6],
  ]),
  page(machines, 30, [
    ['state_timeline', 0, 0, 16, 8],
    ['oee', 16, 0, 8, 4],
    ['maintenance', 16, 4, 8, 4],
    ['environment', 0, 8, 8, 4],
    ['energy', 8, 8, 8, 4],
    ['alarms', 16, 8, 8, 4],
  ]),
  page(orders, 30, [
    ['orders_at_risk', 0, 0, 12, 6],
    ['process_funnel', 12, 0, 12, 6],
    ['tonnes_today', 0, 6, 6, 6],
    ['tonnes_month', 6, 6, 6, 6],
    ['logistics', 12, 6, 6, 6],
    ['notices', 18, 6, 6, 6],
  ]),
]

const upright: readonly ScreenPage[] = [
  page(overview, 60, [
    ['workshop_map', 0, 0, 12, 8],
    ['state_counts', 0, 8, 12, 1],
    ['tonnes_today', 0, 9, 6, 3],
    ['oee', 6, 9, 6, 3],
    ['orders_at_risk', 0, 12, 6, 4],
    ['process_funnel', 6, 12, 6, 4],
    ['state_timeline', 0, 16, 12, 4],
    ['first_pass', 0, 20, 6, 4],
    ['alarms', 6, 20, 6, 4],
  ]),
  page(quality, 30, [
    ['first_pass', 0, 0, 6, 6],
    ['defect_pareto', 6, 0, 6, 6],
    ['welding', 0, 6, 12, 6],
    ['weld_trace', 0, 12, 12, 4],
    ['paint', 0, 16, 6, 4],
    ['environment', 6, 16, 6, 4],
    ['honours', 0, 20, 6, 4],
    ['notices', 6, 20, 6, 4],
  ]),
  page(machines, 30, [
    ['tonnes_month', 0, 0, 12, 5],
    ['stop_pareto', 0, 5, 6, 5],
    ['energy', 6, 5, 6, 5],
    ['cutting', 0, 10, 6, 4],
    ['logistics', 6, 10, 6, 4],
    ['maintenance', 0, 14, 12, 4],
    ['alarms', 0, 18, 12, 6],
  ]),
]

const wide: readonly ScreenPage[] = [
  page(overview, 60, [
    ['tonnes_today', 0, 0, 4, 4],
    ['tonnes_month', 0, 4, 4, 4],
    ['first_pass', 0, 8, 4, 4],
    ['orders_at_risk', 4, 0, 5, 6],
    ['process_funnel', 4, 6, 5, 6],
    ['workshop_map', 9, 0, 8, 8],
    ['state_counts', 9, 8, 8, 1],
    ['state_timeline', 9, 9, 8, 3],
    ['oee', 17, 0, 7, 3],
    ['welding', 17, 3, 7, 3],
    ['paint', 17, 6, 7, 3],
    ['alarms', 17, 9, 7, 3],
  ]),
  page(quality, 30, [
    ['defect_pareto', 0, 0, 6, 6],
    ['stop_pareto', 0, 6, 6, 6],
    ['cutting', 6, 0, 6, 4],
    ['logistics', 6, 4, 6, 4],
    ['maintenance', 6, 8, 6, 4],
    ['environment', 12, 0, 6, 6],
    ['energy', 12, 6, 6, 6],
    ['weld_trace', 18, 0, 6, 4],
    ['notices', 18, 4, 6, 4],
    ['honours', 18, 8, 6, 4],
  ]),
]

const templates: Readonly<Record<TemplateName, { canvas: CanvasName; pages: readonly ScreenPage[] }>> = {
  usual: { canvas: 'full_hd', pages: lying },
  portrait: { canvas: 'portrait', pages: upright },
  ultra_wide: { canvas: 'ultra_wide', pages: wide },
}

const copyOf = ({ panels, ...page }: ScreenPage): ScreenPage => ({
  ...page,
  names: { ...page.names },
  panels: panels.map((panel) => ({ ...panel, options: {} })),
})

/** A new layout that shows all there is. */
export function layoutOf(template: TemplateName): ScreenLayout {
  const { canvas, pages } = templates[template]
  return {
    schemaVersion: layoutSchema,
    canvas,
    theme: 'deep',
    language: 'zh',
    dim: null,
    takeover: 'critical',
    sound: false,
    pixelShift: true,
    filters: { projectIds: [], processIds: [], machineIds: [] },
    thresholds: { oeeTarget: 0.75, firstPassTarget: 0.95, dataAgeS: 30, dewMarginK: 3, lateDays: 0 },
    pages: pages.map(copyOf),
  }
}

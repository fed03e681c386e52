/** Initial layouts. No schemas here, so the browser may import the values. */
import type { CanvasName, PanelKind, TemplateName } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenLayout, ScreenPage } from './screens.ts'

/** Format version of layouts that this program writes and reads. */
export const layoutSchema = 1

/** Panels in a stack: its place and width, and the height of each panel from the top. */
type Stack = readonly [
  x: number,
  y: number,
  width: number,
  heights: Readonly<Partial<Record<PanelKind, number>>>,
]

function panelsOf([x, top, width, heights]: Stack): Panel[] {
  let y = top
  return Object.entries(heights).map(([kind, height]) => {
    const panel = { kind: kind as PanelKind, x, y, width, height, options: {} }
    y += height
    return panel
  })
}

const pages = {
  overview: { names: { zh: '总览', en: 'Overview', es: 'Vista general' }, dwellS: 60 },
  quality: { names: { zh: '质量', en: 'Quality', es: 'Calidad' }, dwellS: 30 },
  machines: { names: { zh: '设备', en: 'Machines', es: 'Máquinas' }, dwellS: 30 },
  orders: { names: { zh: '订单', en: 'Orders', es: 'Pedidos' }, dwellS: 30 },
} as const

interface Template {
  readonly canvas: CanvasName
  readonly pages: Readonly<Partial<Record<keyof typeof pages, readonly Stack[]>>>
}

const usual: Template = {
  canvas: 'full_hd',
  pages: {
    overview: [
      [0, 0, 6, { tonnes_today: 2, tonnes_month: 2, process_funnel: 2, orders_at_risk: 3, cutting: 3 }],
      [6, 0, 12, { workshop_map: 7, state_counts: 1, state_timeline: 2 }],
      [6, 10, 6, { weld_trace: 2 }],
      [12, 10, 6, { logistics: 2 }],
      [18, 0, 6, { oee: 2, stop_pareto: 2, welding: 2, first_pass: 2, energy: 2, alarms: 2 }],
    ],
    quality: [
      [0, 0, 8, { first_pass: 6, welding: 6 }],
      [8, 0, 8, { defect_pareto: 6, weld_trace: 6 }],
      [16, 0, 8, { paint: 6, honours: 6 }],
    ],
    machines: [
      [0, 0, 16, { state_timeline: 8 }],
      [0, 8, 8, { environment: 4 }],
      [8, 8, 8, { energy: 4 }],
      [16, 0, 8, { oee: 4, maintenance: 4, alarms: 4 }],
    ],
    orders: [
      [0, 0, 12, { orders_at_risk: 6 }],
      [12, 0, 12, { process_funnel: 6 }],
      [0, 6, 6, { tonnes_today: 6 }],
      [6, 6, 6, { tonnes_month: 6 }],
      [12, 6, 6, { logistics: 6 }],
      [18, 6, 6, { notices: 6 }],
    ],
  },
}

const portrait: Template = {
  canvas: 'portrait',
  pages: {
    overview: [
      [0, 0, 12, { workshop_map: 8, state_counts: 1 }],
      [0, 9, 6, { tonnes_today: 3, orders_at_risk: 4 }],
      [6, 9, 6, { oee: 3, process_funnel: 4 }],
      [0, 16, 12, { state_timeline: 4 }],
      [0, 20, 6, { first_pass: 4 }],
      [6, 20, 6, { alarms: 4 }],
    ],
    quality: [
      [0, 0, 6, { first_pass: 6 }],
      [6, 0, 6, { defect_pareto: 6 }],
      [0, 6, 12, { welding: 6, weld_trace: 4 }],
      [0, 16, 6, { paint: 4, honours: 4 }],
      [6, 16, 6, { environment: 4, notices: 4 }],
    ],
    machines: [
      [0, 0, 12, { tonnes_month: 5 }],
      [0, 5, 6, { stop_pareto: 5, cutting: 4 }],
      [6, 5, 6, { energy: 5, logistics: 4 }],
      [0, 14, 12, { maintenance: 4, alarms: 6 }],
    ],
  },
}

const ultraWide: Template = {
  canvas: 'ultra_wide',
  pages: {
    overview: [
      [0, 0, 4, { tonnes_today: 4, tonnes_month: 4, first_pass: 4 }],
      [4, 0, 5, { orders_at_risk: 6, process_funnel: 6 }],
      [9, 0, 8, { workshop_map: 8, state_counts: 1, state_timeline: 3 }],
      [17, 0, 7, { oee: 3, welding: 3, paint: 3, alarms: 3 }],
    ],
    quality: [
      [0, 0, 6, { defect_pareto: 6, stop_pareto: 6 }],
      [6, 0, 6, { cutting: 4, logistics: 4, maintenance: 4 }],
      [12, 0, 6, { environment: 6, energy: 6 }],
      [18, 0, 6, { weld_trace: 4, notices: 4, honours: 4 }],
    ],
  },
}

const templates: Readonly<Record<TemplateName, Template>> = { usual, portrait, ultra_wide: ultraWide }

/** A new layout with all panels. */
export function layoutOf(template: TemplateName): ScreenLayout {
  const { canvas, pages: filled } = templates[template]
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
    pages: Object.entries(filled).map(([name, stacks]): ScreenPage => {
      const { names, dwellS } = pages[name as keyof typeof pages]
      return { names: { ...names }, dwellS, schedule: null, panels: stacks.flatMap(panelsOf) }
    }),
  }
}

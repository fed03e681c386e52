/** Initial layouts. No schemas here, so the browser may import the values. */
import {
  type Canvas,
  type CanvasName,
  canvases,
  type PanelKind,
  type TemplateName,
} from '@cloud-factory/domain/displays/display-enums'
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

/** One question each; the first page is read by everybody: are we on plan, and what is wrong now? */
const pages = {
  overview: { names: { zh: '总览', en: 'Overview', es: 'Vista general' }, dwellS: 60 },
  workshop: { names: { zh: '车间', en: 'Workshop', es: 'Taller' }, dwellS: 30 },
  welding: { names: { zh: '焊接与涂装', en: 'Welding and coating', es: 'Soldadura y pintura' }, dwellS: 30 },
  quality: { names: { zh: '质量', en: 'Quality', es: 'Calidad' }, dwellS: 30 },
  orders: { names: { zh: '订单与发运', en: 'Orders and shipping', es: 'Pedidos y envíos' }, dwellS: 30 },
  maintenance: { names: { zh: '设备维护', en: 'Maintenance', es: 'Mantenimiento' }, dwellS: 30 },
  visitors: {
    names: { zh: '荣誉与公告', en: 'Honours and notices', es: 'Reconocimientos y avisos' },
    dwellS: 20,
  },
} as const

interface Template {
  readonly canvas: CanvasName
  readonly pages: Readonly<Partial<Record<keyof typeof pages, readonly Stack[]>>>
}

/** The same on several landscape canvases. */
const landscapeQuality: readonly Stack[] = [
  [0, 0, 12, { first_pass: 7, crew_yield: 5 }],
  [12, 0, 12, { defect_pareto: 8, approvals: 4 }],
]
const landscapeVisitors: readonly Stack[] = [
  [0, 0, 14, { model: 7, best_welders: 5 }],
  [14, 0, 10, { honours: 4, notices: 4, tonnes_month: 4 }],
]

const usual: Template = {
  canvas: 'full_hd',
  pages: {
    overview: [
      [0, 0, 8, { tonnes_today: 7, logistics: 3, safety: 2 }],
      [8, 0, 16, { workshop_map: 6, orders_at_risk: 3, alarms: 3 }],
    ],
    workshop: [
      [0, 0, 24, { state_counts: 2 }],
      [0, 2, 14, { state_timeline: 10 }],
      [14, 2, 10, { oee: 4, cutting: 3, stop_pareto: 3 }],
    ],
    welding: [
      [0, 0, 14, { welding: 6, weld_trace: 6 }],
      [14, 0, 10, { paint: 7, environment: 5 }],
    ],
    quality: landscapeQuality,
    orders: [
      [0, 0, 14, { orders_at_risk: 5, tonnes_month: 4, weather: 3 }],
      [14, 0, 10, { process_funnel: 7, site_dates: 5 }],
    ],
    maintenance: [
      [0, 0, 14, { maintenance: 6, energy: 6 }],
      [14, 0, 10, { alarms: 3, stop_pareto: 3, process_energy: 6 }],
    ],
    visitors: landscapeVisitors,
  },
}

const portrait: Template = {
  canvas: 'portrait',
  pages: {
    overview: [
      [0, 0, 12, { tonnes_today: 6, workshop_map: 8, alarms: 3, orders_at_risk: 3, logistics: 2, safety: 2 }],
    ],
    workshop: [[0, 0, 12, { state_counts: 2, state_timeline: 9, oee: 5, cutting: 4, stop_pareto: 4 }]],
    welding: [[0, 0, 12, { welding: 7, weld_trace: 5, paint: 7, environment: 5 }]],
    quality: [[0, 0, 12, { first_pass: 7, crew_yield: 5, defect_pareto: 8, approvals: 4 }]],
    orders: [
      [0, 0, 12, { orders_at_risk: 5, site_dates: 4, process_funnel: 7, weather: 4, tonnes_month: 4 }],
    ],
    maintenance: [[0, 0, 12, { maintenance: 6, alarms: 4, stop_pareto: 4, energy: 4, process_energy: 6 }]],
    visitors: [[0, 0, 12, { model: 8, honours: 5, best_welders: 4, notices: 3, tonnes_month: 4 }]],
  },
}

const wideOrders: readonly Stack[] = [
  [0, 0, 10, { orders_at_risk: 12 }],
  [10, 0, 7, { process_funnel: 12 }],
  [17, 0, 7, { tonnes_month: 4, site_dates: 4, weather: 4 }],
]
const wideWelding: readonly Stack[] = [
  [0, 0, 8, { welding: 12 }],
  [8, 0, 8, { weld_trace: 6, environment: 6 }],
  [16, 0, 8, { paint: 12 }],
]
const wide: Template = {
  canvas: 'wide',
  pages: {
    overview: [
      [0, 0, 6, { tonnes_today: 9, safety: 3 }],
      [6, 0, 11, { workshop_map: 12 }],
      [17, 0, 7, { alarms: 4, orders_at_risk: 4, logistics: 4 }],
    ],
    workshop: [
      [0, 0, 24, { state_counts: 2 }],
      [0, 2, 10, { state_timeline: 10 }],
      [10, 2, 8, { oee: 6, cutting: 4 }],
      [18, 2, 6, { stop_pareto: 10 }],
    ],
    welding: wideWelding,
    quality: landscapeQuality,
    orders: wideOrders,
    maintenance: [
      [0, 0, 9, { maintenance: 12 }],
      [9, 0, 8, { alarms: 6, stop_pareto: 6 }],
      [17, 0, 7, { energy: 5, process_energy: 7 }],
    ],
    visitors: landscapeVisitors,
  },
}

const ultraWide: Template = {
  canvas: 'ultra_wide',
  pages: {
    overview: [
      [0, 0, 5, { tonnes_today: 9, safety: 3 }],
      [5, 0, 13, { workshop_map: 12 }],
      [18, 0, 6, { alarms: 4, orders_at_risk: 4, logistics: 4 }],
    ],
    workshop: [
      [0, 0, 14, { state_counts: 2, state_timeline: 10 }],
      [14, 0, 5, { oee: 7, cutting: 5 }],
      [19, 0, 5, { stop_pareto: 12 }],
    ],
    welding: wideWelding,
    quality: landscapeQuality,
    orders: wideOrders,
    maintenance: [
      [0, 0, 8, { maintenance: 12 }],
      [8, 0, 8, { alarms: 6, stop_pareto: 6 }],
      [16, 0, 8, { energy: 5, process_energy: 7 }],
    ],
    visitors: landscapeVisitors,
  },
}

const templates = { usual, portrait, wide, ultra_wide: ultraWide }

interface Occasion {
  readonly names: ScreenPage['names']
  readonly lying: readonly Stack[]
  /** Upright in one stack. */
  readonly upright: Stack[3]
  /** Pages that follow it on a screen for the occasion. */
  readonly others: readonly (keyof typeof pages)[]
}

/** Pages for an occasion, which no usual layout has, and the screens that begin with them. */
const occasions = {
  visitors: {
    names: { zh: '参观接待', en: 'Visitors', es: 'Visitas' },
    lying: [
      [0, 0, 16, { workshop_map: 6, model: 6 }],
      [16, 0, 8, { tonnes_month: 4, honours: 4, notices: 4 }],
    ],
    upright: { workshop_map: 8, model: 6, tonnes_month: 4, honours: 3, notices: 3 },
    others: ['overview', 'visitors'],
  },
  project: {
    names: { zh: '三维项目', en: 'Project in 3D', es: 'Proyecto en 3D' },
    lying: [[0, 0, 24, { model: 12 }]],
    upright: { model: 16, orders_at_risk: 8 },
    others: ['orders'],
  },
  shift_start: {
    names: { zh: '班前会', en: 'Shift start', es: 'Inicio de turno' },
    lying: [
      [0, 0, 12, { tonnes_today: 6, orders_at_risk: 6 }],
      [12, 0, 12, { alarms: 3, weather: 3, maintenance: 3, notices: 3 }],
    ],
    upright: { tonnes_today: 6, orders_at_risk: 5, alarms: 3, weather: 4, maintenance: 3, notices: 3 },
    others: ['workshop', 'orders'],
  },
  quality_month: {
    names: { zh: '质量月', en: 'Quality month', es: 'Mes de la calidad' },
    lying: [
      [0, 0, 12, { first_pass: 8, honours: 4 }],
      [12, 0, 12, { defect_pareto: 8, notices: 4 }],
    ],
    upright: { first_pass: 8, defect_pareto: 8, honours: 4, notices: 4 },
    others: ['quality', 'welding'],
  },
} as const satisfies Record<string, Occasion>

/** Pages to choose from for a screen with this canvas: those for an occasion, then those of new screens. */
export function libraryPages(canvas: CanvasName): ScreenPage[] {
  const { width, height } = canvases[canvas]
  const isUpright = height > width
  return [
    ...Object.values(occasions).map((occasion) => occasionPage(occasion, isUpright)),
    ...pagesOf(templateOf(canvas)),
  ]
}

const templateOf = (canvas: CanvasName): Template =>
  Object.values(templates).find((one) => one.canvas === canvas) ?? usual

/** Width and height of a panel on the pages of new screens; undefined: it is on none of them. */
export function usualSize(kind: PanelKind, canvas: CanvasName): Pick<Panel, 'width' | 'height'> | undefined {
  const panel = pagesOf(templateOf(canvas))
    .flatMap(({ panels }) => panels)
    .find((one) => one.kind === kind)
  return panel && { width: panel.width, height: panel.height }
}

function occasionPage({ names, lying, upright }: Occasion, isUpright: boolean): ScreenPage {
  const stacks: readonly Stack[] = isUpright ? [[0, 0, 12, upright]] : lying
  return { names: { ...names }, dwellS: 30, schedule: null, panels: stacks.flatMap(panelsOf) }
}

function usualPage(name: keyof typeof pages, stacks: readonly Stack[] = []): ScreenPage {
  const { names, dwellS } = pages[name]
  return { names: { ...names }, dwellS, schedule: null, panels: stacks.flatMap(panelsOf) }
}

const pagesOf = ({ pages: filled }: Template): ScreenPage[] =>
  Object.entries(filled).map(([name, stacks]) => usualPage(name as keyof typeof pages, stacks))

/** The pages of a new layout, and the canvas that they are made for. */
function filledTemplate(name: TemplateName): { readonly canvas: CanvasName; readonly pages: ScreenPage[] } {
  if (name in templates) {
    const template = templates[name as keyof typeof templates]
    return { canvas: template.canvas, pages: pagesOf(template) }
  }
  const isUpright = name.endsWith('_portrait')
  const occasion: Occasion = occasions[name.replace(/_portrait$/, '') as keyof typeof occasions]
  const { canvas, pages: filled } = isUpright ? portrait : usual
  const others = occasion.others.map((page) => usualPage(page, filled[page]))
  return { canvas, pages: [occasionPage(occasion, isUpright), ...others] }
}

/** What a layout shows, whatever the order of its fields. */
const contentOf = ({ canvas, pages: shown }: Pick<ScreenLayout, 'canvas' | 'pages'>): string =>
  JSON.stringify([
    canvas,
    shown.map(({ names: { zh, en, es }, dwellS, schedule, panels }) => [
      [zh, en, es, dwellS, schedule],
      panels.map(({ kind, x, y, width, height, options }) => [kind, x, y, width, height, options]),
    ]),
  ])

/** Built-in pages as they fit a TV: upright, 16:9, 21:9 or wider. Pages that somebody arranged stay as they are. */
export function fittedTo(
  layout: ScreenLayout,
  { width, height }: Pick<Canvas, 'width' | 'height'>,
): ScreenLayout {
  const own = filledTemplate('usual')
  const ratio = width / height
  if ((ratio >= 1 && ratio < 2) || contentOf(layout) !== contentOf(own)) return layout
  return { ...layout, ...filledTemplate(ratio < 1 ? 'portrait' : ratio < 3 ? 'wide' : 'ultra_wide') }
}

/** A new layout. */
export function layoutOf(template: TemplateName): ScreenLayout {
  const { canvas, pages: filled } = filledTemplate(template)
  return {
    schemaVersion: layoutSchema,
    canvas,
    theme: 'deep',
    language: null,
    dim: null,
    takeover: 'critical',
    sound: false,
    pixelShift: true,
    filters: { projectIds: [], processIds: [], machineIds: [] },
    thresholds: { oeeTarget: 0.75, firstPassTarget: 0.95, dataAgeS: 30, dewMarginK: 3, lateDays: 0 },
    pages: filled,
  }
}

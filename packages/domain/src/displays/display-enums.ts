/** Limits of pictures for the walls, used by both sides. No schemas here, so the browser may import the values. */

/** Accepted types. SVG is not accepted: it can contain scripts. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const maxPictureBytes = 5 * 1024 * 1024
/** Maximum number of pixels: what a TV's browser can hold besides everything else. */
export const maxPixels = 40_000_000

/** Of what a TV shows, sent by itself. */
export const maxDevicePictureBytes = 102_400
export const devicePictureTypes = ['image/webp', 'image/jpeg'] as const

/** Address of a picture. */
export const pictureAddress = (id: string): string => `/api/display/pictures/${id}/file`

/** Values of wall screens that both sides use. No schemas here, so the browser may import the values. */

/**
 * live: the factory's own machines and orders, at /realData. simulated: those of the simulator, at /virtualData,
 * always marked as simulated.
 */
export const screenSources = ['live', 'simulated'] as const
export type ScreenSource = (typeof screenSources)[number]

/** A canvas: its size in logical pixels, and the grid for panels between header and ticker. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
}

/** Canvases for screens; the wall scales them to the TV. Portrait canvases have a portrait grid. */
export const canvases = {
  full_hd: { width: 1920, height: 1080, columns: 24, rows: 12 },
  uhd: { width: 3840, height: 2160, columns: 24, rows: 12 },
  portrait: { width: 1080, height: 1920, columns: 12, rows: 24 },
  wide: { width: 2560, height: 1080, columns: 24, rows: 12 },
  ultra_wide: { width: 3840, height: 1080, columns: 24, rows: 12 },
  huge: { width: 7680, height: 2160, columns: 24, rows: 12 },
} as const satisfies Record<string, Canvas>
export type CanvasName = keyof typeof canvases
export const canvasNames = Object.keys(canvases) as readonly CanvasName[]

/** Two dark themes, and one for bright workshops. Night dimming works with all of them. */
export const screenThemes = ['deep', 'graphite', 'day'] as const
/** Panels for the grid. Header and ticker are on every page and are not panels. */
export const panelKinds = [
  'tonnes_today',
  'tonnes_month',
  'orders_at_risk',
  'process_funnel',
  'workshop_map',
  'state_counts',
  'state_timeline',
  'oee',
  'stop_pareto',
  'cutting',
  'welding',
  'weld_trace',
  'paint',
  'first_pass',
  'defect_pareto',
  'alarms',
  'energy',
  'logistics',
  'maintenance',
  'notices',
  'honours',
  'environment',
  'safety',
  'approvals',
  'crew_yield',
  'process_energy',
  'site_dates',
  'best_welders',
  'weather',
  'model',
] as const
export type PanelKind = (typeof panelKinds)[number]

/** Minimum size of a panel in cells; a smaller one cannot be read from a distance. */
export const minPanel: Readonly<Record<PanelKind, { readonly width: number; readonly height: number }>> = {
  tonnes_today: { width: 4, height: 2 },
  tonnes_month: { width: 4, height: 2 },
  orders_at_risk: { width: 5, height: 2 },
  process_funnel: { width: 5, height: 2 },
  workshop_map: { width: 8, height: 5 },
  state_counts: { width: 5, height: 1 },
  state_timeline: { width: 6, height: 2 },
  oee: { width: 4, height: 2 },
  stop_pareto: { width: 5, height: 2 },
  cutting: { width: 4, height: 2 },
  welding: { width: 4, height: 2 },
  weld_trace: { width: 4, height: 2 },
  paint: { width: 4, height: 2 },
  first_pass: { width: 4, height: 2 },
  defect_pareto: { width: 5, height: 2 },
  alarms: { width: 5, height: 2 },
  energy: { width: 4, height: 2 },
  logistics: { width: 4, height: 2 },
  maintenance: { width: 4, height: 2 },
  notices: { width: 4, height: 2 },
  honours: { width: 4, height: 2 },
  environment: { width: 4, height: 2 },
  safety: { width: 4, height: 2 },
  approvals: { width: 4, height: 2 },
  crew_yield: { width: 4, height: 2 },
  process_energy: { width: 4, height: 2 },
  site_dates: { width: 5, height: 2 },
  best_welders: { width: 5, height: 2 },
  weather: { width: 7, height: 3 },
  model: { width: 8, height: 5 },
}

/** Characters of a title that a panel has of its own, and ids of what it is limited to. */
export const maxPanelTitle = 60
export const maxPanelIds = 40

/** Commands that an administrator can send to a TV. */
export const screenCommands = ['identify', 'reload', 'page', 'message', 'picture'] as const
export type ScreenCommand = (typeof screenCommands)[number]
/** For whom a command is: one TV, the TVs of a group, or all that show a screen. */
export const commandTargets = ['device', 'group', 'screen'] as const
export type CommandTarget = (typeof commandTargets)[number]

/** Initial layouts: with all pages, and for an occasion, lying and upright. */
export const templateNames = [
  'usual',
  'portrait',
  'wide',
  'ultra_wide',
  'visitors',
  'visitors_portrait',
  'project',
  'project_portrait',
  'shift_start',
  'shift_start_portrait',
  'quality_month',
  'quality_month_portrait',
] as const
export type TemplateName = (typeof templateNames)[number]

/** Values of the display information. No schemas here, so the browser may import the values. */

/** How names of customers and projects are shown on the wall: in full, first letter and stars, not at all. */
export const maskings = ['full', 'initial', 'hidden'] as const
export type Masking = (typeof maskings)[number]

/** Name as shown to visitors and customers. There are always three stars, because the length of a name could identify the person. */
export function masked(name: string, masking: Masking): string {
  if (masking === 'full') return name
  const [first] = new Intl.Segmenter().segment(name.trim())
  return masking === 'hidden' || first === undefined ? '' : `${first.segment}***`
}

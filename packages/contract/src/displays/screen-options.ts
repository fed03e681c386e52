/** Options of each kind of panel. No schemas here, so the browser may import the values. */
import { maxPanelIds, maxPanelTitle, type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { wallColourings } from '@cloud-factory/domain/model/member-states'
import type { ScreenLayout } from './screens.ts'

/** What a panel can be limited to. */
export type PanelSource = 'workshopIds' | 'processIds' | 'machineIds' | 'projectIds'
type Thresholds = ScreenLayout['thresholds']
/** Thresholds of the screen that a panel can have of its own. */
export type PanelLimit = Exclude<keyof Thresholds, 'dataAgeS'>

/**
 * One option: a number within limits, a switch, a value of a list, a line of text, a machine or an order (null: the wall chooses one), ids of
 * what the panel shows (none: what the screen shows), or a threshold (null: the screen's).
 */
export type PanelOption =
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly usual: number }
  | { readonly kind: 'switch'; readonly usual: boolean }
  | { readonly kind: 'word'; readonly words: readonly string[]; readonly usual: string }
  | { readonly kind: 'text'; readonly usual: '' }
  | { readonly kind: 'machine'; readonly usual: null }
  | { readonly kind: 'order'; readonly usual: null }
  | { readonly kind: 'ids'; readonly usual: [] }
  | { readonly kind: 'limit'; readonly least: number; readonly most: number; readonly usual: null }

const number = (least: number, most: number, usual: number): PanelOption => ({
  kind: 'number',
  least,
  most,
  usual,
})
const on: PanelOption = { kind: 'switch', usual: true }
const limit = (least: number, most: number): PanelOption => ({ kind: 'limit', least, most, usual: null })

const ids: PanelOption = { kind: 'ids', usual: [] }
const ofMachines = { workshopIds: ids, machineIds: ids }
const ofProjects = { projectIds: ids }
/** How much larger the type of a panel is than its size asks for. */
export const typeSizes = { usual: 1, large: 1.25, huge: 1.5 } as const
/** Lists have fewer rows then. */
const type: PanelOption = { kind: 'word', words: Object.keys(typeSizes), usual: 'usual' }

/** How people are named; the server sends no more than that. */
const people: PanelOption = { kind: 'word', words: ['initial', 'full'], usual: 'initial' }

/** What the colours of a model show; the server sends no other states. */
const colouring: PanelOption = { kind: 'word', words: wallColourings, usual: 'status' }

/** Instead of the panel's name. */
const title: PanelOption = { kind: 'text', usual: '' }

type Options = Readonly<Record<string, PanelOption>>

/** What only some kinds have. Rows are a limit: a panel shows as many of them as fit. */
const special: Readonly<Partial<Record<PanelKind, Options>>> = {
  tonnes_today: ofProjects,
  tonnes_month: ofProjects,
  site_dates: { ...ofProjects, rows: number(3, 20, 20), type },
  orders_at_risk: { ...ofProjects, lateDays: limit(0, 90), rows: number(3, 20, 20), type },
  process_funnel: {
    processIds: ids,
    ...ofProjects,
    measure: { kind: 'word', words: ['tonnes', 'pieces'], usual: 'tonnes' },
  },
  /** tour: the focus moves from one machine with a problem to the next. */
  workshop_map: { ...ofMachines, tour: on, names: on },
  state_counts: ofMachines,
  state_timeline: { ...ofMachines, hours: number(4, 24, 12) },
  oee: { ...ofMachines, oeeTarget: limit(0, 1) },
  stop_pareto: { ...ofMachines, bars: number(3, 10, 10) },
  cutting: ofMachines,
  welding: { ...ofMachines, rows: number(2, 12, 12) },
  weld_trace: { machine: { kind: 'machine', usual: null } },
  paint: { ...ofMachines, dewMarginK: limit(0, 20) },
  first_pass: { ...ofProjects, firstPassTarget: limit(0, 1) },
  defect_pareto: { ...ofProjects, bars: number(3, 10, 10) },
  alarms: { ...ofMachines, rows: number(3, 20, 6), type },
  energy: ofMachines,
  maintenance: { rows: number(2, 12, 12), type },
  best_welders: { ...ofProjects, people },
  /** Lifting stops at this gust. The usual limit is below force 6 (10.8 m/s). */
  weather: { ...ofMachines, gustMs: number(3, 30, 10), dewMarginK: limit(0, 20) },
  environment: { ...ofMachines, rows: number(2, 12, 4) },
  /** Without an order: the model of these projects that was put to use last. */
  model: { order: { kind: 'order', usual: null }, ...ofProjects, colouring },
}

/** Options of a kind of panel. */
export const panelOptions = (kind: PanelKind): Options => ({ title, ...special[kind] })

/** Value of an option; `null` only for a machine and a threshold. */
export type OptionValue = number | boolean | string | null | string[]
type Chosen = Readonly<Record<string, OptionValue>>

const idPattern = /^[1-9][0-9]{0,17}$/
const isId = (value: unknown): boolean => typeof value === 'string' && idPattern.test(value)

type Fits<K extends PanelOption['kind']> = (
  option: Extract<PanelOption, { kind: K }>,
  value: OptionValue,
) => boolean

const fits: { readonly [K in PanelOption['kind']]: Fits<K> } = {
  switch: (_, value) => typeof value === 'boolean',
  machine: (_, value) => value === null || isId(value),
  order: (_, value) => value === null || isId(value),
  word: ({ words }, value) => typeof value === 'string' && words.includes(value),
  text: (_, value) => typeof value === 'string' && value.length <= maxPanelTitle,
  ids: (_, value) => Array.isArray(value) && value.length <= maxPanelIds && value.every(isId),
  limit: ({ least, most }, value) =>
    value === null || (typeof value === 'number' && value >= least && value <= most),
  number: ({ least, most }, value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
}

/** Whether a value is valid for an option. */
export const fitsOption = <K extends PanelOption['kind']>(
  option: Extract<PanelOption, { kind: K }>,
  value: OptionValue,
): boolean => (fits[option.kind as K] as Fits<K>)(option, value)

/** The options of a panel: chosen values, and defaults for the rest. */
export function optionsOf(kind: PanelKind, chosen: Chosen): Chosen {
  const known = Object.entries(panelOptions(kind))
  return Object.fromEntries(known.map(([name, option]) => [name, chosen[name] ?? option.usual]))
}

/** Options that name records of this factory. */
export const namesRecords = ({ kind }: PanelOption): boolean =>
  kind === 'ids' || kind === 'machine' || kind === 'order'

/** Options that decide what a panel's data is, not only how it is drawn. */
const decidesData = (option: PanelOption): boolean =>
  namesRecords(option) || option.kind === 'limit' || option === people || option === colouring

/**
 * Name of a panel's data on the stream of its screen: its kind, and after it what it has of its own. Panels of one
 * kind and the same choices share their data.
 */
export function dataKey(kind: PanelKind, chosen: Chosen): string {
  const own = Object.entries(panelOptions(kind)).flatMap(([name, option]) => {
    const value = chosen[name] ?? null
    const isUsual = value === null || value === option.usual || (Array.isArray(value) && value.length === 0)
    return decidesData(option) && !isUsual ? [[name, value] as const] : []
  })
  return own.length === 0 ? kind : `${kind} ${JSON.stringify(Object.fromEntries(own))}`
}

/** Ids that a panel is limited to; empty: those of its screen. */
export function idsOf(chosen: Chosen, name: PanelSource): readonly string[] {
  const value = chosen[name]
  return Array.isArray(value) ? value : []
}

const sources: readonly PanelSource[] = ['workshopIds', 'processIds', 'machineIds', 'projectIds']

/** Whether a panel shows a part of what its screen shows. */
export const isLimited = (chosen: Chosen): boolean => sources.some((name) => idsOf(chosen, name).length > 0)

const limitNames: readonly PanelLimit[] = ['oeeTarget', 'firstPassTarget', 'dewMarginK', 'lateDays']

/** The thresholds of a panel: its own, and those of the screen for the rest. */
export function thresholdsOf<T extends Pick<Thresholds, PanelLimit>>(chosen: Chosen, screen: T): T {
  const own = limitNames.flatMap((name) => {
    const value = chosen[name]
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  return own.length === 0 ? screen : { ...screen, ...Object.fromEntries(own) }
}

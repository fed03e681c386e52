/** Options of each kind of panel. No schemas here, so the browser may import the values. */
import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'

/** One option: a number within limits, a switch, a value of a list, or a machine (null: the wall chooses one). */
export type PanelOption =
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly usual: number }
  | { readonly kind: 'switch'; readonly usual: boolean }
  | { readonly kind: 'word'; readonly words: readonly string[]; readonly usual: string }
  | { readonly kind: 'machine'; readonly usual: null }

const number = (least: number, most: number, usual: number): PanelOption => ({
  kind: 'number',
  least,
  most,
  usual,
})
const on: PanelOption = { kind: 'switch', usual: true }

/** Options by kind of panel; an absent kind has none. Rows are a limit: a panel shows as many of them as fit. */
export const panelOptions: Readonly<Partial<Record<PanelKind, Readonly<Record<string, PanelOption>>>>> = {
  orders_at_risk: { rows: number(3, 20, 20) },
  process_funnel: { measure: { kind: 'word', words: ['tonnes', 'pieces'], usual: 'tonnes' } },
  /** tour: the focus moves from one machine with a problem to the next. */
  workshop_map: { tour: on, names: on },
  state_timeline: { hours: number(4, 24, 12) },
  stop_pareto: { bars: number(3, 10, 10) },
  defect_pareto: { bars: number(3, 10, 10) },
  welding: { rows: number(2, 12, 12) },
  weld_trace: { machine: { kind: 'machine', usual: null } },
  alarms: { rows: number(3, 20, 6) },
  maintenance: { rows: number(2, 12, 12) },
  environment: { rows: number(2, 12, 4) },
}

/** Value of an option; `null` only for a machine. */
export type OptionValue = number | boolean | string | null

/** Whether a value is valid for an option. */
export function fitsOption(option: PanelOption, value: OptionValue): boolean {
  if (option.kind === 'switch') return typeof value === 'boolean'
  if (option.kind === 'machine')
    return value === null || (typeof value === 'string' && /^[1-9][0-9]{0,17}$/.test(value))
  if (option.kind === 'word') return typeof value === 'string' && option.words.includes(value)
  return typeof value === 'number' && Number.isInteger(value) && value >= option.least && value <= option.most
}

/** The options of a panel: chosen values, and defaults for the rest. */
export function optionsOf(
  kind: PanelKind,
  chosen: Readonly<Record<string, OptionValue>>,
): Readonly<Record<string, OptionValue>> {
  const known = Object.entries(panelOptions[kind] ?? {})
  return Object.fromEntries(known.map(([name, option]) => [name, chosen[name] ?? option.usual]))
}

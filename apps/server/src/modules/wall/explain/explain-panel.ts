import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { WallExplanation } from '@cloud-factory/contract/wall/wall'
import { inputKeys, unitOfInput } from '@cloud-factory/domain/wall/wall-enums'
import type { Item, PanelData } from '@cloud-factory/domain/wall/wall-frame'
import { panelItems } from '../items.ts'
import type { View } from '../view.types.ts'
import { courseOf } from './courses.ts'
import { explained } from './explained.ts'
import type { DayFacts } from '../facts.types.ts'

/** Source of a panel's main figure. `hasOffice`: the user can open the list behind it. */
export async function explainPanel<K extends PanelKind>(
  panel: K,
  view: View,
  hasOffice: boolean,
): Promise<WallExplanation> {
  const make: (of: View) => Promise<Item<PanelData[K]>> = panelItems[panel]
  const { at, data } = await make(view)
  const [{ value, unit, inputs }, course, day] = await Promise.all([
    explained(panel, data, view),
    courseOf(panel, data, view),
    view.facts.day(),
  ])
  return {
    panel,
    value,
    unit,
    inputs: inputKeys.flatMap((key) => {
      const input = inputs[key]
      return input === undefined ? [] : [{ key, value: input, unit: unitOfInput[key] }]
    }),
    ...course,
    at,
    now: view.now,
    path: hasOffice && view.scope.source === 'live' ? officePath(panel, day) : null,
  }
}

/** Office page with the list behind a panel, filtered to the same rows. */
function officePath(kind: PanelKind, { day, monthDays }: DayFacts): string {
  const [first] = monthDays
  const of = (from: string) => `from=${from}&to=${day}`
  const paths: Readonly<Record<PanelKind, string>> = {
    tonnes_today: `/order/report?${of(day)}`,
    tonnes_month: `/order/report?${of(first)}`,
    orders_at_risk: '/order/list?status=released,in_production,on_hold&sort=dueOn',
    process_funnel: '/order/work',
    workshop_map: '/equipment/list',
    state_counts: '/equipment/list',
    state_timeline: '/equipment/list',
    oee: `/equipment/figures?${of(day)}`,
    stop_pareto: `/equipment/figures?${of(day)}`,
    cutting: '/equipment/list?class=cutter,laser',
    welding: '/equipment/list?class=gantry_saw,robot',
    weld_trace: '/equipment/list?class=gantry_saw,robot',
    paint: '/quality/coating',
    first_pass: `/quality/statistics?${of(first)}`,
    defect_pareto: '/quality/ncrs',
    alarms: '/equipment/alarms',
    energy: `/equipment/figures?${of(day)}`,
    logistics: '/order/shipping',
    maintenance: '/equipment/maintenance?part=plans',
    notices: '/baseInfo/edit',
    honours: '/baseInfo/edit',
    environment: '/equipment/list?class=coating_line,blaster,compressor',
  }
  return paths[kind]
}

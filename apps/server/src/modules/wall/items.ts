import type { PanelKind } from '@cloud-factory/contract/screen-enums'
import type { Item, PanelData } from '@cloud-factory/contract/wall-frame'
import { alarmBoardItem } from './alarms.item.ts'
import { cutting, logistics, paint } from './cells.item.ts'
import { energy } from './energy.item.ts'
import { environment } from './environment.item.ts'
import { firstPass } from './first-pass.item.ts'
import { oee } from './oee.item.ts'
import { ordersAtRisk } from './orders-at-risk.item.ts'
import { defectPareto, stopPareto } from './paretos.item.ts'
import { processFunnel } from './process-funnel.item.ts'
import { honours, maintenance, notices } from './said.item.ts'
import { stateCounts } from './state-counts.item.ts'
import { stateTimeline } from './state-timeline.item.ts'
import { tonnesMonth } from './tonnes-month.item.ts'
import { tonnesToday } from './tonnes-today.item.ts'
import type { View } from './view.types.ts'
import { weldTrace, welding } from './welding.item.ts'
import { workshopMap } from './workshop-map.item.ts'

type LotMachines = { readonly [K in PanelKind]: (view: View) => Promise<Item<PanelData[K]>> }

/** How each panel's data are worked out. */
export const panelItems: LotMachines = {
  tonnes_today: tonnesToday,
  tonnes_month: tonnesMonth,
  orders_at_risk: ordersAtRisk,
  process_funnel: processFunnel,
  workshop_map: workshopMap,
  state_counts: stateCounts,
  state_timeline: stateTimeline,
  oee,
  stop_pareto: stopPareto,
  cutting,
  welding,
  weld_trace: weldTrace,
  paint,
  first_pass: firstPass,
  defect_pareto: defectPareto,
  alarms: alarmBoardItem,
  energy,
  logistics,
  maintenance,
  notices,
  honours,
  environment,
}

import type { PanelKind } from '@cloud-factory/contract/screen-enums'
import { AlarmsPanel } from './alarms.panel.tsx'
import { CuttingPanel } from './cutting.panel.tsx'
import { EnergyPanel } from './energy.panel.tsx'
import { EnvironmentPanel } from './environment.panel.tsx'
import { FirstPassPanel } from './first-pass.panel.tsx'
import { HonoursPanel } from './honours.panel.tsx'
import { LogisticsPanel } from './logistics.panel.tsx'
import { MaintenancePanel } from './maintenance.panel.tsx'
import { NoticesPanel } from './notices.panel.tsx'
import { OeePanel } from './oee.panel.tsx'
import { OrdersAtRiskPanel } from './orders-at-risk.panel.tsx'
import { PaintPanel } from './paint.panel.tsx'
import type { PanelBody } from './panel.types.ts'
import { ParetoPanel } from './pareto.panel.tsx'
import { ProcessFunnelPanel } from './process-funnel.panel.tsx'
import { StateCountsPanel } from './state-counts.panel.tsx'
import { StateTimelinePanel } from './state-timeline.panel.tsx'
import { TonnesMonthPanel } from './tonnes-month.panel.tsx'
import { TonnesTodayPanel } from './tonnes-today.panel.tsx'
import { WeldTracePanel } from './weld-trace.panel.tsx'
import { WeldingPanel } from './welding.panel.tsx'
import { WorkshopMapPanel } from './workshop-map.panel.tsx'

/** What each kind of panel shows below its title. */
export const panelBodies: { readonly [K in PanelKind]: PanelBody<K> } = {
  tonnes_today: TonnesTodayPanel,
  tonnes_month: TonnesMonthPanel,
  orders_at_risk: OrdersAtRiskPanel,
  process_funnel: ProcessFunnelPanel,
  workshop_map: WorkshopMapPanel,
  state_counts: StateCountsPanel,
  state_timeline: StateTimelinePanel,
  oee: OeePanel,
  stop_pareto: ParetoPanel,
  cutting: CuttingPanel,
  welding: WeldingPanel,
  weld_trace: WeldTracePanel,
  paint: PaintPanel,
  first_pass: FirstPassPanel,
  defect_pareto: ParetoPanel,
  alarms: AlarmsPanel,
  energy: EnergyPanel,
  logistics: LogisticsPanel,
  maintenance: MaintenancePanel,
  notices: NoticesPanel,
  honours: HonoursPanel,
  environment: EnvironmentPanel,
}

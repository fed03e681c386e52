import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { AlarmsPanel } from './alarms.panel.tsx'
import {
  EnergyPanel,
  EnvironmentPanel,
  ProcessEnergyPanel,
  SafetyPanel,
  WeatherPanel,
} from './site.panels.tsx'
import {
  ApprovalsPanel,
  BestWeldersPanel,
  CrewYieldPanel,
  FirstPassPanel,
  PaintPanel,
} from './quality.panels.tsx'
import { HonoursPanel } from './honours.panel.tsx'
import { ModelPanel } from './model.panel.tsx'
import { OeePanel, StateTimelinePanel } from './machines.panels.tsx'
import { ParetoPanel } from './pareto.panel.tsx'
import { OrdersAtRiskPanel, ProcessFunnelPanel, SiteDatesPanel } from './orders.panels.tsx'
import type { PanelBody, PanelProps } from '../screen.types.ts'
import { TonnesMonthPanel, TonnesTodayPanel } from './tonnes.panels.tsx'
import { WeldTracePanel, WeldingPanel } from './welding.panel.tsx'
import { WorkshopMapPanel } from './workshop-map.panel.tsx'
import { Nothing, Kpi, KpiRow, MoreRows } from '../charts/charts.tsx'
import { useTurn } from '../link/clock.ts'
import { useSpeech } from '../labels.ts'
import { spanOf } from '../figures.ts'
import { fittingRows } from '../frame/frame.rules.ts'
import { headHeight, rowHeight } from '../frame/type.rules.ts'
import { nothingDue } from '../frame/yield.rules.ts'
import { MachineCode, StateSymbol } from '../charts/marks.tsx'
import { type ShownState, shownStates, stateNames } from '@cloud-factory/domain/machines/equipment-enums'
import type { MaintenanceData } from '@cloud-factory/domain/wall/wall-panels'

/** Display order: running states first, unknown last. */
const order: readonly ShownState[] = [
  'running',
  'idle',
  'setup',
  'fault',
  'maintenance',
  'offline',
  'unknown',
]

/** Number of machines in each state, and their shares as one bar. */
function StateCountsPanel({ data, width, height, zoom }: PanelProps<'state_counts'>) {
  const { names, percent } = useSpeech()
  const all = shownStates.reduce((sum, state) => sum + data[state], 0)
  // Hide the unknown state if no machine is in it.
  const shown = order.filter((state) => state !== 'unknown' || data.unknown > 0)
  const narrow = width / shown.length < 215 * zoom
  return (
    <div className={`state-counts ${narrow ? 'is-narrow' : ''} ${height < 90 ? 'is-flat' : ''}`}>
      <ul>
        {shown.map((state) => (
          <li key={state} className={`is-${state} ${data[state] === 0 ? 'is-zero' : ''}`} data-state={state}>
            <StateSymbol state={state} size={30 * zoom} />
            <b>{data[state]}</b>
            <span>{names(stateNames[state])}</span>
            {!narrow && height > 130 && <small>{all === 0 ? '' : percent(data[state] / all)}</small>}
          </li>
        ))}
      </ul>
      <div className="state-shares" aria-hidden="true">
        {order.map((state) => (
          <i key={state} className={`is-${state}`} style={{ flexGrow: data[state] }} />
        ))}
      </div>
    </div>
  )
}

/** Body of each kind of panel, shown below its title. */
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
  safety: SafetyPanel,
  approvals: ApprovalsPanel,
  crew_yield: CrewYieldPanel,
  process_energy: ProcessEnergyPanel,
  site_dates: SiteDatesPanel,
  best_welders: BestWeldersPanel,
  weather: WeatherPanel,
  model: ModelPanel,
}

/** Notices, urgent ones first. Long notices wrap; those that do not fit are shown page by page. */
function NoticesPanel({ data, height, zoom }: PanelProps<'notices'>) {
  const { t, names } = useSpeech()
  const notices = data.notices.toSorted((a, b) => Number(b.urgent) - Number(a.urgent))
  const room = Math.max(1, Math.floor(height / (78 * zoom)))
  const turn = useTurn(Math.ceil(notices.length / room), 10)
  if (notices.length === 0) return <Nothing>{t('notices.none')}</Nothing>
  return (
    <ul className="notices">
      {notices.slice(turn * room, turn * room + room).map(({ text, urgent }) => (
        <li key={text.zh} className={urgent ? 'is-urgent' : ''}>
          {urgent && <em className="tag is-bad">▲ {t('notices.urgent')}</em>}
          <span>{names(text)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The cutting cell: number of machines cutting, and today's output. */
function CuttingPanel({ data, height, zoom }: PanelProps<'cutting'>) {
  const { t, figure, tonnesOf } = useSpeech()
  const room = Math.max(0, Math.floor((height - headHeight * zoom) / (rowHeight * zoom)))
  return (
    <div className="panel-rows">
      <KpiRow alone={data.output.length === 0} height={height} zoom={zoom}>
        <Kpi large value={`${data.running}/${data.machines}`} label={t('cutting.running')} />
        <Kpi value={tonnesOf(data.doneTodayKg)} unit={t('unit.t')} label={t('cutting.today')} />
        <Kpi value={figure(data.powerKw)} unit={t('unit.kw')} label={t('cutting.power')} />
      </KpiRow>
      {room > 0 && data.output.length > 0 && (
        <ul className="line-bars">
          {data.output.slice(0, room).map(({ unit, value }) => (
            <li key={unit}>
              <span>{t('cutting.counted')}</span>
              <span className="mini-bar">
                <i
                  style={{
                    transform: `scaleX(${value / Math.max(1, ...data.output.map((one) => one.value))})`,
                  }}
                />
              </span>
              <b>
                {figure(value, value < 10 ? 1 : 0)} <small>{unit === 'pcs' ? t('unit.pieces') : unit}</small>
              </b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shipped today, waiting for shipment, and crane utilisation. */
function LogisticsPanel({ data, height, zoom }: PanelProps<'logistics'>) {
  const { t, figure, tonnesOf, percent } = useSpeech()
  const room = Math.floor((height - headHeight * zoom) / (rowHeight * zoom))
  return (
    <div className="panel-rows">
      <KpiRow alone={data.cranes.length === 0} height={height} zoom={zoom}>
        <Kpi large value={tonnesOf(data.shippedTodayKg)} unit={t('unit.t')} label={t('logistics.shipped')} />
        <Kpi value={tonnesOf(data.packedWaitingKg)} unit={t('unit.t')} label={t('logistics.waiting')} />
        <Kpi
          value={String(data.deliveriesToday)}
          label={
            data.deliveriesLoading > 0
              ? `${t('logistics.deliveries')} · ${data.deliveriesLoading} ${t('logistics.loading')}`
              : t('logistics.deliveries')
          }
        />
      </KpiRow>
      {room > 0 && data.cranes.length > 0 && (
        <ul className="line-bars" aria-label={t('logistics.cranes')}>
          {data.cranes.slice(0, room).map(({ id, code, state, loadT, busy }) => (
            <li key={id}>
              <span className="machine-cell">
                <StateSymbol state={state} size={20 * zoom} /> <MachineCode code={code} />
              </span>
              <span className="mini-bar">
                <i style={{ transform: `scaleX(${Math.max(0, Math.min(1, busy ?? 0))})` }} />
              </span>
              <b>
                {percent(busy)} · {figure(loadT, 1)} t
              </b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Broken machines, due maintenance, and machine reliability. */
function MaintenancePanel({ data, width, height, zoom, options }: PanelProps<'maintenance'>) {
  const { t } = useSpeech()
  if (nothingDue(data)) return <Nothing>{t('maintenance.none')}</Nothing>
  const row = rowHeight * zoom
  const room = Math.min(Number(options['rows'] ?? 12), Math.floor((height - headHeight * zoom) / row))
  const wide = width > 860 * zoom
  return (
    <div className="panel-rows">
      <KpiRow alone={data.next.length === 0} height={height} zoom={zoom}>
        <Kpi
          large
          value={String(data.openRepairs)}
          tone={data.openRepairs > 0 ? 'warn' : 'plain'}
          label={t('maintenance.repairs')}
        />
        <Kpi
          value={`${data.overduePlans}`}
          tone={data.overduePlans > 0 ? 'bad' : 'plain'}
          label={t('maintenance.overdue')}
        />
        <Kpi value={String(data.dueChecks)} label={t('maintenance.checks')} />
        <Kpi
          value={String(data.sparesLow)}
          tone={data.sparesLow > 0 ? 'warn' : 'plain'}
          label={t('maintenance.spares')}
        />
        {wide && <Kpi value={spanOf(data.mtbfS)} label="MTBF" />}
        {wide && <Kpi value={spanOf(data.mttrS)} label="MTTR" />}
      </KpiRow>
      {room > 0 && data.next.length === 0 && <p className="panel-note">{t('maintenance.none')}</p>}
      {room > 0 && <DueList next={data.next} room={room} row={row} />}
    </div>
  )
}

interface DueProps {
  readonly next: MaintenanceData['next']
  /** How many rows fit, and their height, px. */
  readonly room: number
  readonly row: number
}

function DueList({ next, room, row }: DueProps) {
  const { t, names, monthDay } = useSpeech()
  const { shown, rest } = fittingRows(next, room)
  return (
    <ul className="plain-list">
      {shown.map(({ machine, names: words, dueDate, overdue }) => (
        <li key={`${machine} ${dueDate} ${words.zh}`} style={{ height: row }}>
          <b>{machine}</b>
          <span className="is-fluid">{names(words)}</span>
          <span className={overdue ? 'is-bad' : 'is-soft'}>
            {overdue ? `▲ ${t('maintenance.overdueMark')} ` : ''}
            {monthDay(dueDate)}
          </span>
        </li>
      ))}
      <MoreRows count={rest} />
    </ul>
  )
}

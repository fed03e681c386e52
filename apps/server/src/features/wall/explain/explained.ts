import type { PanelKind } from '@cloud-factory/contract/screen-words'
import type { PanelData } from '@cloud-factory/contract/wall-frame'
import type { InputKey, InputUnit } from '@cloud-factory/contract/wall-words'
import { dayOutput } from '../items/tonnes-today.item.ts'
import { energyOf } from '../items/energy.item.ts'
import type { View } from '../items/view.types.ts'

interface Input {
  readonly key: InputKey
  readonly value: number | null
  readonly unit: InputUnit
}
/** A panel's main figure and what it is made of. */
export interface Explained {
  readonly value: number | null
  readonly unit: InputUnit
  readonly inputs: readonly Input[]
}

const input = (key: InputKey, value: number | null, unit: InputUnit): Input => ({ key, value, unit })
const of = (value: number | null, unit: InputUnit, ...inputs: Input[]): Explained => ({
  value,
  unit,
  inputs,
})
const nothing = of(null, 'count')

type Explainers = {
  readonly [K in PanelKind]: (data: PanelData[K], view: View) => Explained | Promise<Explained>
}

async function tonnesToday(data: PanelData['tonnes_today'], { facts, scope }: View): Promise<Explained> {
  const day = await facts.day()
  const { pace, hoursLeft } = dayOutput(day, await facts.output(scope, day))
  return of(
    data.doneKg,
    'kg',
    input('done_kg', data.doneKg, 'kg'),
    input('plan_kg', data.planKg, 'kg'),
    input('plan_now_kg', data.planNowKg, 'kg'),
    input('pace_kg_h', pace?.kgPerHour ?? null, 'kg/h'),
    input('pace_spread_kg_h', pace?.spread ?? null, 'kg/h'),
    input('hours_left', hoursLeft, 'h'),
  )
}

async function oee(data: PanelData['oee'], { facts, scope }: View): Promise<Explained> {
  const { inputs } = await facts.figures(scope, await facts.day())
  return of(
    data.oee,
    'share',
    input('planned_s', inputs.plannedS, 's'),
    input('running_s', inputs.runningS, 's'),
    input('ideal_s', inputs.idealS, 's'),
    input('good_share', inputs.goodShare, 'share'),
  )
}

async function energy(data: PanelData['energy'], view: View): Promise<Explained> {
  const { facts, scope } = view
  const [{ kwh }, output] = await Promise.all([
    energyOf(facts, scope),
    facts.day().then((day) => facts.output(scope, day)),
  ])
  return of(
    data.kwhPerTonne,
    'kWh',
    input('energy_kwh', kwh, 'kWh'),
    input('done_kg', output.doneKg, 'kg'),
    input('power_kw', data.powerKw, 'kW'),
  )
}

async function welding(data: PanelData['welding'], { facts, scope }: View): Promise<Explained> {
  const { inputs } = await facts.figures(scope, await facts.day())
  return of(
    data.arcOn,
    'share',
    input('arc_on_s', inputs.arcOnS, 's'),
    input('arc_run_s', inputs.arcRunS, 's'),
    input('machines', data.machines.length, 'count'),
  )
}

function states(counts: PanelData['state_counts']): Explained {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return of(
    counts.running,
    'count',
    input('machines', all, 'count'),
    input('machines_known', all - counts.offline, 'count'),
    input('machines_running', counts.running, 'count'),
  )
}

function map({ machines }: PanelData['workshop_map']): Explained {
  const running = machines.filter(({ state }) => state === 'running').length
  return of(
    running,
    'count',
    input('machines', machines.length, 'count'),
    input('machines_known', machines.filter(({ state }) => state !== 'offline').length, 'count'),
    input('machines_running', running, 'count'),
  )
}

function weldTrace({ points }: PanelData['weld_trace']): Explained {
  const last = points.at(-1)
  return of(
    last?.currentA ?? null,
    'A',
    input('current_a', last?.currentA ?? null, 'A'),
    input('voltage_v', last?.voltageV ?? null, 'V'),
  )
}

const steps = (all: PanelData['process_funnel']['steps'], key: 'waitingKg' | 'doneTodayKg') =>
  all.reduce((sum, step) => sum + step[key], 0)

const explainers: Explainers = {
  tonnes_today: tonnesToday,
  tonnes_month: ({ done, planKg }) =>
    of(
      done.at(-1)?.kg ?? null,
      'kg',
      input('done_kg', done.at(-1)?.kg ?? null, 'kg'),
      input('plan_kg', planKg, 'kg'),
    ),
  orders_at_risk: ({ atRisk, running }) =>
    of(atRisk, 'count', input('orders_at_risk', atRisk, 'count'), input('orders_running', running, 'count')),
  process_funnel: (data) =>
    of(steps(data.steps, 'waitingKg'), 'kg', input('waiting_kg', steps(data.steps, 'waitingKg'), 'kg')),
  workshop_map: map,
  state_counts: states,
  state_timeline: ({ machines, more }) => {
    const running = machines.filter(({ bands }) => bands.at(-1)?.state === 'running').length
    return of(
      running,
      'count',
      input('machines', machines.length + more, 'count'),
      input('machines_running', running, 'count'),
    )
  },
  oee,
  stop_pareto: ({ total }) => of(total, 's', input('stopped_s', total, 's')),
  cutting: (data) =>
    of(
      data.doneTodayKg,
      'kg',
      input('done_kg', data.doneTodayKg, 'kg'),
      input('machines', data.machines, 'count'),
      input('machines_running', data.running, 'count'),
      input('power_kw', data.powerKw, 'kW'),
    ),
  welding,
  weld_trace: weldTrace,
  paint: (data) =>
    of(
      data.marginK,
      'K',
      input('air_c', data.airC, '°C'),
      input('humidity', data.humidity, '%'),
      input('surface_c', data.surfaceC, '°C'),
      input('dew_point_c', data.dewPointC, '°C'),
    ),
  first_pass: (data) =>
    of(
      data.yield,
      'share',
      input('inspected', data.inspected, 'count'),
      input('passed', data.yield === null ? null : Math.round(data.yield * data.inspected), 'count'),
      input('tested_mm', data.testedMm, 'mm'),
      input(
        'rejected_mm',
        data.weldReject === null ? null : Math.round(data.weldReject * data.testedMm),
        'mm',
      ),
      input('ncrs_open', data.ncrsOpen, 'count'),
      input('ncrs_overdue', data.ncrsOverdue, 'count'),
    ),
  defect_pareto: ({ total }) => of(total, 'count', input('defects', total, 'count')),
  alarms: ({ active }) =>
    of(
      active.critical + active.warning + active.info,
      'count',
      input('active_critical', active.critical, 'count'),
      input('active_warning', active.warning, 'count'),
      input('active_info', active.info, 'count'),
    ),
  energy,
  logistics: (data) =>
    of(
      data.shippedTodayKg,
      'kg',
      input('shipped_kg', data.shippedTodayKg, 'kg'),
      input('packed_kg', data.packedWaitingKg, 'kg'),
      input('deliveries', data.deliveriesToday, 'count'),
    ),
  maintenance: (data) =>
    of(
      data.openRepairs,
      'count',
      input('open_repairs', data.openRepairs, 'count'),
      input('overdue_plans', data.overduePlans, 'count'),
    ),
  notices: () => nothing,
  honours: () => nothing,
  environment: () => nothing,
}

/** The main figure of a panel as it is told, with what goes into it. */
export function explained<K extends PanelKind>(
  kind: K,
  data: PanelData[K],
  view: View,
): Explained | Promise<Explained> {
  return explainers[kind](data, view)
}

import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { PanelData, InputKey, InputUnit } from '@cloud-factory/domain/wall/wall-frame'
import type { DecisionKind } from '@cloud-factory/domain/wall/wall-site'
import { dayOutput, monthOutput } from './order.items.ts'
import { energyOf } from './energy.items.ts'
import type { View } from './wall.types.ts'

/** A panel's main figure and its components; null: not known. */
interface Explained {
  readonly value: number | null
  readonly unit: InputUnit
  readonly inputs: Readonly<Partial<Record<InputKey, number | null>>>
}

type Explainers = {
  readonly [K in PanelKind]: (data: PanelData[K], view: View) => Explained | Promise<Explained>
}

const nothing: Explained = { value: null, unit: 'count', inputs: {} }

async function tonnesToday(data: PanelData['tonnes_today'], { facts, scope }: View): Promise<Explained> {
  const day = await facts.day()
  const { pace, hoursLeft } = dayOutput(day, await facts.output(scope, day))
  return {
    value: data.doneKg,
    unit: 'kg',
    inputs: {
      done_kg: data.doneKg,
      plan_kg: data.planKg,
      plan_now_kg: data.planNowKg,
      pace_kg_h: pace?.kgPerHour ?? null,
      pace_spread_kg_h: pace?.spread ?? null,
      hours_left: hoursLeft,
    },
  }
}

async function tonnesMonth(data: PanelData['tonnes_month'], { facts, scope }: View): Promise<Explained> {
  const day = await facts.day()
  const { pace, daysLeft } = monthOutput(day, await facts.output(scope, day))
  const doneKg = data.done.at(-1)?.kg ?? null
  return {
    value: doneKg,
    unit: 'kg',
    inputs: {
      done_kg: doneKg,
      plan_kg: data.planKg,
      pace_kg_d: pace?.kgPerDay ?? null,
      pace_spread_kg_d: pace?.spread ?? null,
      days_left: daysLeft,
    },
  }
}

async function oee({ oee: value }: PanelData['oee'], { facts, scope }: View): Promise<Explained> {
  const { inputs } = await facts.figures(scope, await facts.day())
  return {
    value,
    unit: 'share',
    inputs: {
      planned_s: inputs.plannedS,
      unknown_s: inputs.unknownS,
      running_s: inputs.runningS,
      ideal_s: inputs.idealS,
      rated_run_s: inputs.ratedRunS,
      good_share: inputs.goodShare,
    },
  }
}

async function energy(perTonne: number | null, { facts, scope }: View): Promise<Explained> {
  const output = facts.day().then((day) => facts.output(scope, day))
  const [{ kwh }, { doneKg }] = await Promise.all([energyOf(facts, scope), output])
  return {
    value: perTonne,
    unit: 'kWh',
    inputs: { energy_kwh: kwh, done_kg: doneKg },
  }
}

async function welding(data: PanelData['welding'], { facts, scope }: View): Promise<Explained> {
  const { inputs } = await facts.figures(scope, await facts.day())
  return {
    value: data.arcOn,
    unit: 'share',
    inputs: {
      arc_on_s: inputs.arcOnS,
      arc_run_s: inputs.arcRunS,
      in_window: data.inWindow,
      machines: data.machines.length,
    },
  }
}

/** Of machines whose state is known. */
function states(all: readonly string[], most = all.length): Explained {
  const running = all.filter((state) => state === 'running').length
  return {
    value: running,
    unit: 'count',
    inputs: {
      machines: most,
      machines_known: all.filter((state) => state !== 'offline').length,
      machines_running: running,
    },
  }
}

const explainers: Explainers = {
  tonnes_today: tonnesToday,
  tonnes_month: tonnesMonth,
  orders_at_risk: ({ atRisk, running }) => ({
    value: atRisk,
    unit: 'count',
    inputs: { orders_at_risk: atRisk, orders_running: running },
  }),
  process_funnel({ steps }) {
    const sum = (key: 'waitingKg' | 'waitingPieces') => steps.reduce((all, step) => all + step[key], 0)
    const value = sum('waitingKg')
    return { value, unit: 'kg', inputs: { waiting_kg: value, waiting_pieces: sum('waitingPieces') } }
  },
  workshop_map: ({ machines }) => states(machines.map(({ state }) => state)),
  state_counts: (counts) =>
    states(Object.entries(counts).flatMap(([state, count]) => Array.from({ length: count }, () => state))),
  state_timeline: ({ machines, more }) =>
    states(
      machines.map(({ bands }) => bands.at(-1)?.state ?? 'offline'),
      machines.length + more,
    ),
  oee,
  stop_pareto: ({ total }) => ({ value: total, unit: 's', inputs: { stopped_s: total } }),
  cutting: (data) => ({
    value: data.doneTodayKg,
    unit: 'kg',
    inputs: {
      done_kg: data.doneTodayKg,
      machines: data.machines,
      machines_running: data.running,
      power_kw: data.powerKw,
    },
  }),
  welding,
  weld_trace({ points }) {
    const { currentA = null, voltageV = null } = points.at(-1) ?? {}
    return { value: currentA, unit: 'A', inputs: { current_a: currentA, voltage_v: voltageV } }
  },
  paint: (data) => ({
    value: data.marginK,
    unit: 'K',
    inputs: {
      air_c: data.airC,
      humidity: data.humidity,
      surface_c: data.surfaceC,
      dew_point_c: data.dewPointC,
    },
  }),
  first_pass: (data) => ({
    value: data.yield,
    unit: 'share',
    inputs: {
      inspected: data.inspected,
      passed: partOf(data.yield, data.inspected),
      tested_mm: data.testedMm,
      rejected_mm: partOf(data.weldReject, data.testedMm),
      ncrs_open: data.ncrsOpen,
      ncrs_overdue: data.ncrsOverdue,
    },
  }),
  defect_pareto: ({ total }) => ({ value: total, unit: 'count', inputs: { defects: total } }),
  alarms: ({ active: { critical, warning, info } }) => ({
    value: critical + warning + info,
    unit: 'count',
    inputs: { active_critical: critical, active_warning: warning, active_info: info },
  }),
  async energy({ kwhPerTonne, powerKw }, view) {
    const { inputs, ...main } = await energy(kwhPerTonne, view)
    return { ...main, inputs: { ...inputs, power_kw: powerKw } }
  },
  process_energy: ({ perTonne }, view) => energy(perTonne, view),
  logistics: (data) => ({
    value: data.shippedTodayKg,
    unit: 'kg',
    inputs: {
      shipped_kg: data.shippedTodayKg,
      packed_kg: data.packedWaitingKg,
      deliveries: data.deliveriesToday,
    },
  }),
  maintenance: (data) => ({
    value: data.openRepairs,
    unit: 'count',
    inputs: {
      open_repairs: data.openRepairs,
      due_plans: data.duePlans,
      overdue_plans: data.overduePlans,
      due_checks: data.dueChecks,
      spares_low: data.sparesLow,
      mtbf_s: data.mtbfS,
      mttr_s: data.mttrS,
    },
  }),
  notices: () => nothing,
  honours: () => nothing,
  environment: () => nothing,
  approvals({ rows, total }) {
    const of = (kind: DecisionKind) => rows.find((row) => row.kind === kind)?.count ?? 0
    return {
      value: total,
      unit: 'count',
      inputs: {
        to_release: of('release'),
        to_judge: of('verdict'),
        to_dispose: of('disposition'),
        to_verify: of('verification'),
        repairs_to_accept: of('repair'),
      },
    }
  },
  crew_yield: ({ yield: value, inspected, passed }) => ({
    value,
    unit: 'share',
    inputs: { inspected, passed },
  }),
  site_dates: ({ open, late }) => ({
    value: late,
    unit: 'count',
    inputs: { lots_open: open, lots_late: late },
  }),
  best_welders: ({ tested, accepted }) => ({
    value: tested === 0 ? null : Math.round((accepted / tested) * 10_000) / 10_000,
    unit: 'share',
    inputs: { welds_tested: tested, welds_accepted: accepted },
  }),
  weather: ({ windMs, gustMs, airC, humidity, surfaceC, dewPointC }) => ({
    value: gustMs,
    unit: 'm/s',
    inputs: {
      wind_ms: windMs,
      gust_ms: gustMs,
      air_c: airC,
      humidity,
      surface_c: surfaceC,
      dew_point_c: dewPointC,
    },
  }),
  model({ model }) {
    const sum = (key: 'pieces' | 'kg') => model?.sums.reduce((all, one) => all + one[key], 0) ?? null
    const value = sum('pieces')
    return { value, unit: 'count', inputs: { model_pieces: value, model_kg: sum('kg') } }
  },
  safety({ safety }) {
    const days = safety?.days ?? null
    return { value: days, unit: 'count', inputs: { safety_days: days } }
  },
}

/** How much a share is of a whole. */
const partOf = (share: number | null, whole: number) => (share === null ? null : Math.round(share * whole))

/** The displayed main figure of a panel, with its components. */
export function explained<K extends PanelKind>(
  kind: K,
  data: PanelData[K],
  view: View,
): Explained | Promise<Explained> {
  return explainers[kind](data, view)
}

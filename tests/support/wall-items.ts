import type { Item, PanelData, WallItems } from '@cloud-factory/domain/wall/wall-frame'
import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { machineClasses, machineStates, shownStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { Names } from '@cloud-factory/domain/resource/resource'
import { reports } from './wall-reports.ts'

/** Server time in these items: a Monday afternoon in Shanghai. */
export const wallNow = Date.UTC(2026, 10, 23, 6, 5, 7)
const hour = 3_600_000

export const namesOf = (zh: string, en: string, es: string): Names => ({ zh, en, es })
const item = <T>(data: T, over: Partial<Item<T>> = {}): Item<T> => ({
  at: wallNow - 2_000,
  trust: 'good',
  data,
  ...over,
})

/** Sixty machines in three bays, in every class and state. */
const machines: PanelData['workshop_map']['machines'] = Array.from({ length: 60 }, (_, at) => {
  const kind = machineClasses[at % machineClasses.length] ?? 'other'
  const state =
    at % 17 === 5
      ? 'fault'
      : at % 13 === 7
        ? 'maintenance'
        : (machineStates[[3, 3, 1, 3, 2, 3, 0, 3][at % 8] ?? 3] ?? 'idle')
  return {
    id: String(at + 1),
    code: `${kind.slice(0, 3).toUpperCase()}-${String(at + 1).padStart(2, '0')}`,
    name: '',
    class: kind,
    source: 'sim',
    xM: 6 + (at % 12) * 14,
    yM: 5 + Math.floor(at / 12) * 13,
    widthM: 9,
    depthM: 5,
    state,
    since: wallNow - at * 137_000,
    alarm: at % 17 === 5 ? 'critical' : at % 23 === 9 ? 'warning' : null,
    load: state === 'running' ? 0.3 + (at % 7) / 10 : null,
    processId: null,
    along: kind === 'crane' && at % 2 === 0 ? (at % 10) / 10 : null,
  }
})

const counts = Object.fromEntries(
  shownStates.map((state) => [state, machines.filter((one) => one.state === state).length]),
) as PanelData['state_counts']

const trace = Array.from({ length: 60 }, (_, at) => ({
  at: wallNow - (60 - at) * 1000,
  currentA: at > 20 && at < 24 ? null : 610 + 25 * Math.sin(at / 3) + (at === 51 ? 90 : 0),
  voltageV: 31 + Math.sin(at / 5),
}))
const welders = ['GW-01', 'GW-02', 'ROB-01', 'ROB-02', 'ROB-03'].map((code, at) => ({
  id: String(at + 1),
  code,
  state: at === 2 ? ('idle' as const) : ('running' as const),
  currentA: at === 2 ? 0 : 612.4 + at,
  voltageV: at === 2 ? null : 31.2,
  speedMmMin: at === 2 ? null : 480,
  heatKjMm: at === 2 ? null : 2.39,
  inWindow: at === 2 ? null : at !== 3,
}))
const window = { lowA: 570, highA: 650, lowV: 29, highV: 33 }

const bands = (seed: number) =>
  Array.from({ length: 14 }, (_, at) => ({
    from: wallNow - 12 * hour + at * (0.85 + (seed % 3) / 20) * hour,
    state: machineStates[(at * 7 + seed) % 6] ?? 'idle',
  }))

/** The longest name of a reading that the shipped profiles have. */
const oven = namesOf('烘房温度', 'Oven temperature', 'Temperatura de horno')

const measured = {
  workshop_map: item({
    widthM: 180,
    depthM: 72,
    underlay: null,
    workshops: ['下料车间 A', '组焊车间 B', '涂装车间 C'].map((name, at) => ({
      id: String(at),
      name,
      xM: 2 + at * 59,
      yM: 2,
      widthM: 57,
      depthM: 68,
    })),
    machines,
  }),
  state_counts: item(counts),
  state_timeline: item({
    from: wallNow - 12 * hour,
    to: wallNow,
    machines: machines.slice(0, 20).map(({ id, code }, at) => ({ id, code, name: '', bands: bands(at) })),
    more: 40,
  }),
  cutting: item({
    machines: 9,
    running: 6,
    doneTodayKg: 41_230,
    output: [
      { unit: 'm', value: 1840 },
      { unit: 'pcs', value: 412 },
    ],
    powerKw: 184.2,
  }),
  welding: item({ arcOn: 0.41, inWindow: 0.93, machines: welders, window }),
  weld_trace: item({ machine: { id: '1', code: 'GW-01', name: '门型埋弧焊机' }, points: trace, window }),
  paint: item({
    airC: 18.4,
    humidity: 71,
    surfaceC: 15.1,
    dewPointC: 13.1,
    marginK: 2,
    verdict: 'stop' as const,
    blasters: [
      { code: 'BLA-01', state: 'running' as const, currentA: 38.2 },
      { code: 'BLA-02', state: 'idle' as const, currentA: null },
    ],
    dftUm: { mean: 118, asked: 125, readings: 320 },
    doneTodayKg: 28_400,
  }),
  safety: item({ safety: { since: '2025-10-07', days: 412 } }),
  energy: item({
    powerKw: 1284.4,
    todayKwh: 9_841,
    kwhPerTonne: 76.6,
    byHour: Array.from({ length: 9 }, (_, at) => ({
      at: wallNow - (8 - at) * hour,
      kwh: 900 + 220 * Math.sin(at),
    })),
    top: ['BLA-01', 'GW-01', 'CUT-02', 'COA-01', 'ROB-03'].map((code, at) => ({
      code,
      kwh: 1400 - at * 210,
    })),
  }),
  process_energy: item({
    perTonne: 76.6,
    todayKwh: 9_841,
    bars: [
      namesOf('下料', 'Cutting', 'Corte'),
      namesOf('H型钢组立', 'H assembly', 'Armado de vigas en H'),
      namesOf('埋弧焊', 'Submerged arc welding', 'Soldadura por arco sumergido'),
      namesOf('抛丸', 'Blasting', 'Granallado'),
      namesOf('涂装', 'Painting', 'Pintura'),
      null,
    ].map((names, at) => ({
      names,
      kwh: [1200, 800, 3400, 1900, 1500, 1041][at] ?? 0,
      perTonne: [9.3, 6.2, 26.5, 14.8, 11.7, 8.1][at] ?? 0,
    })),
  }),
  environment: item({
    readings: (['temperature', 'humidity', 'gas', 'pressure'] as const).map((role, at) => ({
      machine: `ENV-0${at + 1}`,
      signal: role,
      names: at === 0 ? oven : namesOf(role, role, role),
      role,
      unit: ['°C', '%', 'm³/h', 'bar'][at] ?? '',
      value: 18.4 + at * 12,
      at: wallNow - 3_000,
      hours: Array.from({ length: 24 }, (__, h) => (h === 9 ? null : 18 + 4 * Math.sin(h / 3 + at))),
    })),
  }),
} satisfies Partial<WallItems>

/** All items of a screen with the data of a working factory. */
export const wallItems: WallItems = {
  screen: { layout: 1, info: 1, gone: 0 },
  header: item({
    names: namesOf(
      '宏远钢结构智能工厂',
      'Hongyuan Steel Structures',
      'Estructuras Metálicas Hongyuan del Noroeste',
    ),
    slogan: namesOf(
      '质量为本，安全第一',
      'Quality first, safety always',
      'La calidad es la base y la seguridad va siempre primero',
    ),
    logo: null,
    shift: { id: '1', names: namesOf('白班', 'Day shift', 'Turno de mañana'), endsAt: wallNow + 3.2 * hour },
    timeZone: 'Asia/Shanghai',
    safety: { since: '2025-10-07', days: 412 },
    temperatureC: 18.4,
    humidity: 71,
    duty: { name: '王大勇', phone: '138 0000 0000' },
    simulation: { running: true, paused: false, scenario: 'breakdown', seed: 42, speed: 10, clock: wallNow },
  }),
  ...measured,
  ...reports(item),
}

/** Each panel's data when nothing is known. */
export const emptyItems: { readonly [K in PanelKind]: PanelData[K] } = {
  tonnes_today: {
    doneKg: 0,
    planKg: null,
    planNowKg: null,
    forecastKg: null,
    forecastLowKg: null,
    forecastHighKg: null,
    planThenKg: null,
    hoursPerTonne: null,
    byHour: [],
  },
  tonnes_month: {
    month: '2026-11',
    done: [],
    planKg: null,
    forecastLowKg: null,
    forecastHighKg: null,
    days: 30,
  },
  orders_at_risk: { orders: [], atRisk: 0, running: 0 },
  process_funnel: { steps: [] },
  workshop_map: { widthM: 0, depthM: 0, underlay: null, workshops: [], machines: [] },
  state_counts: { offline: 0, idle: 0, setup: 0, running: 0, fault: 0, maintenance: 0, unknown: 0 },
  state_timeline: { from: wallNow, to: wallNow, machines: [], more: 0 },
  oee: {
    oee: null,
    availability: null,
    performance: null,
    quality: null,
    coverage: null,
    target: null,
    days: [],
    lines: [],
  },
  stop_pareto: { unit: 's', bars: [], total: 0 },
  cutting: { machines: 0, running: 0, doneTodayKg: 0, output: [], powerKw: null },
  welding: { arcOn: null, inWindow: null, machines: [], window: null },
  weld_trace: { machine: null, points: [], window: null },
  paint: {
    airC: null,
    humidity: null,
    surfaceC: null,
    dewPointC: null,
    marginK: null,
    verdict: 'unknown',
    blasters: [],
    dftUm: null,
    doneTodayKg: 0,
  },
  first_pass: {
    yield: null,
    inspected: 0,
    steps: [],
    weldReject: null,
    testedMm: 0,
    ncrsOpen: 0,
    ncrsOverdue: 0,
  },
  defect_pareto: { unit: 'count', bars: [], total: 0 },
  alarms: { rows: [], active: { info: 0, warning: 0, critical: 0 }, unacked: 0 },
  energy: { powerKw: null, todayKwh: null, kwhPerTonne: null, byHour: [], top: [] },
  logistics: { cranes: [], shippedTodayKg: 0, packedWaitingKg: 0, deliveriesToday: 0, deliveriesLoading: 0 },
  maintenance: {
    openRepairs: 0,
    duePlans: 0,
    overduePlans: 0,
    dueChecks: 0,
    mtbfS: null,
    mttrS: null,
    sparesLow: 0,
    next: [],
  },
  notices: { notices: [] },
  honours: { honours: [] },
  environment: { readings: [] },
  safety: { safety: null },
  approvals: { rows: [], total: 0 },
  process_energy: { perTonne: null, todayKwh: null, bars: [] },
  site_dates: { lots: [], open: 0, late: 0 },
  best_welders: { from: '2026-11-17', to: '2026-11-23', tested: 0, accepted: 0, best: [] },
  weather: {
    station: null,
    windMs: null,
    gustMs: null,
    airC: null,
    humidity: null,
    surfaceC: null,
    dewPointC: null,
    marginK: null,
    painting: 'unknown',
  },
  crew_yield: { yield: null, inspected: 0, passed: 0, crews: [] },
  model: { model: null },
}

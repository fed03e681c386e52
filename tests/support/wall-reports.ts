import type { Item, WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import type { Names } from '@cloud-factory/domain/resource/resource'

const now = Date.UTC(2026, 10, 23, 6, 5, 7)
const hour = 3_600_000
const namesOf = (zh: string, en: string, es: string): Names => ({ zh, en, es })

const steps: readonly Names[] = [
  namesOf('下料', 'Cutting', 'Corte térmico'),
  namesOf('钻孔', 'Drilling', 'Taladrado'),
  namesOf('组立', 'Assembly', 'Armado de vigas'),
  namesOf('埋弧焊', 'SAW', 'Soldadura por arco sumergido'),
  namesOf('矫正', 'Straightening', 'Enderezado'),
  namesOf('装配', 'Fit-up', 'Montaje de conjunto'),
  namesOf('清磨', 'Grinding', 'Amolado y limpieza'),
  namesOf('抛丸', 'Blasting', 'Granallado'),
  namesOf('涂装', 'Painting', 'Pintura intumescente'),
  namesOf('包装', 'Packing', 'Embalaje y etiquetado'),
]
const causes: readonly Names[] = [
  namesOf('等料', 'Waiting for material', 'Espera de material de almacén'),
  namesOf('换丝', 'Wire change', 'Cambio de bobina de hilo'),
  namesOf('设备故障', 'Breakdown', 'Avería mecánica del equipo'),
  namesOf('等行车', 'Waiting for the crane', 'Espera del puente grúa'),
  namesOf('首件检验', 'First article inspection', 'Inspección de primera pieza'),
  namesOf('未说明', 'No reason given', 'Sin motivo indicado'),
]
const share = (values: readonly number[]) => {
  const all = values.reduce((sum, one) => sum + one, 0)
  let before = 0
  return values.map((value) => (before += value) / all)
}
const bars = (values: readonly number[]) =>
  values.map((value, at) => ({
    names: causes[at] ?? namesOf('其他', 'Other', 'Otros'),
    value,
    count: at + 2,
    cumulative: share(values)[at] ?? 1,
  }))
const alarmTexts = [
  namesOf(
    '焊接电流超出工艺窗口',
    'Welding current beyond the window',
    'Corriente de soldadura fuera de la ventana del procedimiento',
  ),
  namesOf('冷却水温过高', 'Cooling water too hot', 'Temperatura del agua de refrigeración demasiado alta'),
  namesOf('离线', 'Offline', 'Sin conexión con el equipo'),
]

/** What orders, inspections and people tell a screen. */
export const reports = (item: <T>(data: T, over?: Partial<Item<T>>) => Item<T>) =>
  ({
    tonnes_today: item({
      doneKg: 128_430,
      planKg: 210_000,
      planNowKg: 140_000,
      forecastKg: 198_000,
      forecastLowKg: 186_000,
      forecastHighKg: 209_000,
      planThenKg: 200_000,
      hoursPerTonne: 12.34,
      byHour: Array.from({ length: 8 }, (_, at) => ({ at: now - (7 - at) * hour, kg: 12_000 + at * 1_200 })),
    }),
    tonnes_month: item({
      month: '2026-11',
      done: Array.from({ length: 23 }, (_, at) => ({
        day: `2026-11-${at + 1}`,
        kg: (at + 1) * 171_000 + (at % 5) * 40_000,
      })),
      planKg: 5_400_000,
      forecastLowKg: 4_900_000,
      forecastHighKg: 5_500_000,
      days: 30,
    }),
    orders_at_risk: item({
      orders: Array.from({ length: 9 }, (_, at) => ({
        id: String(at),
        orderNo: `SO-2026-0${at + 41}`,
        project:
          at % 2 === 0
            ? '国际会展中心二期钢结构主体'
            : 'Ampliación de la terminal del puerto de contenedores',
        customer: 'C***',
        dueDate: `2026-12-0${at + 1}`,
        lateDays: at === 8 ? null : 12 - at * 2,
        progress: 0.25 + at * 0.08,
        held: at === 1,
        openNcrs: at === 0 ? 2 : 0,
      })),
      atRisk: 9,
      running: 24,
    }),
    site_dates: item({
      lots: Array.from({ length: 7 }, (_, at) => ({
        id: String(at),
        orderNo: `SO-2026-0${at + 41}`,
        lotNo: `L${at + 1}`,
        project: at % 2 === 0 ? '国际会展中心二期钢结构主体' : 'Terminal del puerto de contenedores',
        requiredOn: `2026-11-${at + 20}`,
        lateDays: 3 - at,
        kg: 84_000 + at * 9_000,
        shippedKg: at > 4 ? 0 : 70_000 - at * 14_000,
      })),
      open: 7,
      late: 3,
    }),
    best_welders: item({
      from: '2026-11-17',
      to: '2026-11-23',
      tested: 1_284,
      accepted: 1_251,
      best: ['王***', 'M***', '欧***', 'Ä***', '李***'].map((name, at) => ({
        name,
        tested: 42 - at * 7,
        yield: 1 - at * 0.006,
      })),
    }),
    model: item({
      model: {
        id: '1',
        orderNo: 'SO-2026-041',
        project: '国际会展中心二期钢结构主体',
        colouring: 'status' as const,
        version: 'a',
        sums: pieceStatuses.slice(0, 11).map((state, at) => ({
          state,
          names: steps[at] ?? namesOf('返修中', 'In rework', 'En reparación'),
          pieces: 412 - at * 31,
          kg: 184_000 - at * 12_400,
        })),
      },
    }),
    weather: item({
      station: 'WST-01',
      windMs: 8.4,
      gustMs: 12.6,
      airC: 11.8,
      humidity: 86.2,
      surfaceC: 11.4,
      dewPointC: 9.6,
      marginK: 1.8,
      painting: 'stop' as const,
    }),
    process_funnel: item({
      steps: steps.map((names, at) => ({
        processId: String(at),
        names,
        waitingKg: 184_000 - at * 15_400,
        waitingPieces: 420 - at * 31,
        doneTodayKg: 31_000 + at * 1_100,
        waitingDays: 1.2 + at / 3,
      })),
    }),
    oee: item({
      oee: 0.634,
      availability: 0.79,
      performance: 0.84,
      quality: 0.956,
      coverage: 0.97,
      target: 0.65,
      days: [0.6, 0.62, null, 0.58, 0.66, 0.64, 0.61].map((oee, at) => ({ day: `2026-11-1${at}`, oee })),
      lines: ['beam', 'weld', 'Linie 3', 'paint'].map((line, at) => ({
        line,
        oee: 0.7 - at * 0.06,
        coverage: 0.98,
      })),
    }),
    stop_pareto: item({ unit: 's' as const, bars: bars([7400, 5200, 3900, 2100, 900, 400]), total: 19_900 }),
    defect_pareto: item({ unit: 'count' as const, bars: bars([41, 27, 18, 9, 6, 2]), total: 103 }),
    first_pass: item({
      yield: 0.972,
      inspected: 1_284,
      steps: ['incoming', 'first', 'in_process', 'fit_up', 'after_weld', 'coating', 'final'].map(
        (stage, at) => ({
          stage,
          yield: at === 1 ? null : 0.99 - at * 0.012,
          inspected: 90 + at,
        }),
      ),
      weldReject: 0.014,
      testedMm: 412_000,
      ncrsOpen: 7,
      ncrsOverdue: 2,
    }),
    crew_yield: item({
      yield: 0.968,
      inspected: 1_284,
      passed: 1_243,
      crews: ['组立一班', 'Cuadrilla de soldadura de vigas 2', null, '焊接三班', '焊接四班', '涂装班'].map(
        (name, at) => ({
          names: name === null ? null : namesOf(name, name, name),
          yield: at === 2 ? null : 0.985 - at * 0.011,
          inspected: 420 - at * 60,
        }),
      ),
    }),
    approvals: item({
      rows: (['release', 'verdict', 'disposition', 'verification', 'repair'] as const).map((kind, at) => ({
        kind,
        count: at === 3 ? 0 : 11 - at * 2,
        since: at === 0 ? null : now - at * 31 * hour,
      })),
      total: 28,
    }),
    alarms: item({
      rows: Array.from({ length: 9 }, (_, at) => ({
        id: String(at),
        severity: (['critical', 'warning', 'info'] as const)[at % 3] ?? 'info',
        machine: `GAN-0${at + 1}`,
        names: alarmTexts[at % 3] ?? namesOf('', '', ''),
        value: at % 3 === 2 ? null : 712.5,
        unit: at % 3 === 2 ? '' : 'A',
        since: now - (at === 0 ? 12_000 : at * 400_000),
        acked: at > 3,
        current: true,
        ackedBy: at > 3 ? '王大勇' : '',
        times: at === 0 ? 4 : 1,
      })),
      active: { info: 3, warning: 3, critical: 3 },
      unacked: 4,
    }),
    logistics: item({
      cranes: ['CRA-01', 'CRA-02', 'CRA-03', 'CRA-04'].map((code, at) => ({
        id: code,
        code,
        state: at === 1 ? ('idle' as const) : ('running' as const),
        loadT: at === 1 ? 0 : 8.4 + at,
        busy: 0.35 + at * 0.12,
      })),
      shippedTodayKg: 84_200,
      packedWaitingKg: 212_400,
      deliveriesToday: 4,
      deliveriesLoading: 1,
    }),
    maintenance: item({
      openRepairs: 3,
      duePlans: 5,
      overduePlans: 1,
      dueChecks: 12,
      mtbfS: 212_000,
      mttrS: 5_400,
      sparesLow: 2,
      next: Array.from({ length: 8 }, (_, at) => ({
        machine: `CUT-0${at + 1}`,
        names: namesOf('月度保养', 'Monthly service', 'Mantenimiento mensual de guías y engrase'),
        dueDate: `2026-11-2${at}`,
        overdue: at === 0,
      })),
    }),
    notices: item({
      notices: [
        {
          text: namesOf(
            '明日 9:00 消防演练，请各班组提前安排。',
            'Fire drill tomorrow at 9:00; crews please plan for it.',
            'Simulacro de incendio mañana a las 9:00; organícense los equipos con antelación, por favor.',
          ),
          urgent: true,
        },
        {
          text: namesOf('本月目标 5400 吨', 'This month: 5 400 t', 'Objetivo del mes: 5 400 t'),
          urgent: false,
        },
      ],
    }),
    honours: item({
      honours: [
        {
          names: namesOf('全国优质工程奖', 'National quality award', 'Premio nacional a la calidad de obra'),
          year: 2024,
          picture: null,
        },
      ],
    }),
  }) satisfies Partial<WallItems>

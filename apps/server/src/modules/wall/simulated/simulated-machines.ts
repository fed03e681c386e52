import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import { stageOf } from '@cloud-factory/domain/simulator/simulator-enums'
import type {
  BandFacts,
  FigureFacts,
  HourFacts,
  MachineDay,
  WallFacts,
  WeldWindow,
  AlarmFacts,
  Span,
  MachineNow,
  WallScope,
} from '../wall.types.ts'
import { type MachineMemory, slotOf } from '../machine-memory.ts'
import { shown } from '../wall.rules.ts'
import { alarmNames, reasonNames, type Played } from './played.ts'

export interface PlayedDeps {
  readonly memory: MachineMemory
  readonly played: () => Played | null
  /** The server's clock, ms since 1970. */
  readonly serverNow: () => number
}

type Part = Pick<
  WallFacts,
  'machines' | 'trace' | 'alarms' | 'bands' | 'machineDays' | 'figures' | 'stops' | 'hours' | 'weldWindow'
>

const hourMs = 3_600_000
/** Simulated quality rate, and how much slower than the standard rate machines run. Round figures. */
const goodShare = 0.985
const pace = 0.94
/** Time until a simulated alarm is acknowledged. */
const ackedAfterMs = 4 * 60_000
const minDrift = 0.04

/** Data of the simulated machines. Their frames arrive over MQTT like all others; their history comes from the simulation's records. */
export function simulatedMachines({ memory, played, serverNow }: PlayedDeps) {
  /** Converts a timestamp of the plant's clock to the server's clock, at the same distance from now. */
  const onServer = (at: number, { now }: Played) => serverNow() - (now - at)

  const every = async (): Promise<MachineNow[]> =>
    (await memory.all())
      .filter(({ machine }) => machine.source === 'sim')
      .map((one) => ({ ...one, machine: { ...one.machine, processId: stageOf(one.machine.class) } }))
  const machines = async (scope: WallScope) => shown(await all(), scope)

  async function all(): Promise<MachineNow[]> {
    const known = await every()
    const play = played()
    if (play === null) return known
    return known.map((one) => {
      const band = play.books.machines.get(one.machine.code)?.bands.at(-1)
      if (band === undefined || play.isDark) return one
      if (one.heardAt === null) return { ...one, state: band.state, since: onServer(band.from, play) }
      return band.state === one.state ? { ...one, since: onServer(band.from, play) } : one
    })
  }
  async function alarms(): Promise<AlarmFacts> {
    const play = played()
    if (play === null) return { alarms: [], counts: [] }
    const raised = (await every()).flatMap((one) => alarmsOf(one, play, (at) => onServer(at, play)))
    return {
      alarms: raised.toSorted(byUrgency),
      counts: raised.map(({ machineId, severity, acked }) => ({
        machineId,
        severity,
        count: 1,
        unacked: acked ? 0 : 1,
      })),
    }
  }

  const part: Part = {
    machines,
    trace: (id) => memory.trace(id),
    alarms,
    async bands(scope, hours) {
      const play = played()
      const to = play?.now ?? serverNow()
      return bandsOf(shown(await every(), scope), play, { from: to - hours * hourMs, to })
    },
    async machineDays() {
      const play = played()
      return new Map((await every()).map((one) => [one.machine.id, machineDayOf(one, play)]))
    },
    async figures(scope) {
      const play = played()
      return figuresOf(play === null ? [] : await machines(scope), play)
    },
    stops: async () => pareto('s', played()?.books.stops ?? new Map(), reasonNames),
    weldWindow: async (machineClass) =>
      windowOf((await every()).find(({ machine }) => machine.class === machineClass)),
    hours: async () => hoursOf(await every(), played()),
  }
  return { ...part, all }
}

type SimulatedAlarm = AlarmFacts['alarms'][number]

/** As the board of the real factory: unacknowledged ones first, then the most severe, then the newest. */
const byUrgency = (a: SimulatedAlarm, b: SimulatedAlarm): number =>
  Number(a.acked) - Number(b.acked) ||
  severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
  b.since - a.since

interface RaisedAlarm {
  readonly kind: keyof typeof alarmNames
  readonly severity: 'warning' | 'critical'
  readonly from: number
}

function alarmsOf({ machine }: MachineNow, play: Played, onServer: (at: number) => number): SimulatedAlarm[] {
  const band = play.books.machines.get(machine.code)?.bands.at(-1)
  const isWelder = machine.class === 'gantry_saw' || machine.class === 'robot'
  const raised: RaisedAlarm[] = []
  if (band?.state === 'fault') raised.push({ kind: 'fault', severity: 'critical', from: band.from })
  if (play.isDark) raised.push({ kind: 'dark', severity: 'warning', from: play.now })
  if (isWelder && band?.state === 'running' && play.drift > minDrift)
    raised.push({ kind: 'drift', severity: 'warning', from: band.from })
  return raised.map(({ kind, severity, from }) => {
    const acked = play.now - from > ackedAfterMs
    return {
      id: `${machine.code}-${kind}`,
      machineId: machine.id,
      severity,
      names: alarmNames[kind],
      value: null,
      unit: '',
      since: onServer(from),
      acked,
      current: true,
      ackedBy: acked ? 'SIM' : '',
      times: 1,
    }
  })
}

function bandsOf(machines: readonly MachineNow[], play: Played | null, { from, to }: Span): BandFacts {
  const rows = machines.map(({ machine }) => {
    const own = play?.books.machines.get(machine.code)?.bands ?? []
    const first = own.findLastIndex((band) => band.from <= from)
    return {
      id: String(machine.id),
      code: machine.code,
      name: machine.name,
      bands: own.slice(Math.max(0, first)).map((band) => ({ ...band, from: Math.max(from, band.from) })),
    }
  })
  return { from, to, machines: rows }
}

function machineDayOf({ machine }: MachineNow, play: Played | null): MachineDay {
  const own = play?.books.machines.get(machine.code)
  const runS = own?.seconds.running ?? 0
  const kwh = [...(own?.kwhByHour.values() ?? [])].reduce((sum, one) => sum + one, 0)
  return {
    machineId: machine.id,
    plannedS: own?.mannedS ?? 0,
    runS,
    output: machine.standardRate === null ? null : (machine.standardRate * runS * pace) / 3_600,
    outputUnit: machine.outputUnit,
    energyKwh: own === undefined ? null : kwh,
  }
}

interface WorkedSeconds {
  readonly plannedS: number
  readonly runningS: number
}

function sharesOf({ plannedS, runningS }: WorkedSeconds): FigureFacts['total'] {
  if (plannedS === 0)
    return { oee: null, availability: null, performance: null, quality: null, coverage: null }
  const availability = runningS / plannedS
  const oee = availability * pace * goodShare
  return { oee, availability, performance: pace, quality: goodShare, coverage: 1 }
}

/** Figures of the machines with a standard rate. */
function figuresOf(machines: readonly MachineNow[], play: Played | null): FigureFacts {
  const working = machines.filter(({ machine }) => machine.standardRate !== null)
  const sums = (of: readonly MachineNow[]): WorkedSeconds => {
    const own = of.flatMap(({ machine }) => play?.books.machines.get(machine.code) ?? [])
    return {
      plannedS: own.reduce((sum, { mannedS }) => sum + mannedS, 0),
      runningS: own.reduce((sum, { seconds }) => sum + seconds.running, 0),
    }
  }
  const all = sums(working)
  const arcs = sums(working.filter(({ machine }) => slotOf(machine, 'arc_on') !== null))
  const lines = [...Map.groupBy(working, ({ machine }) => machine.line)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return {
    total: sharesOf(all),
    arcOn: arcs.runningS === 0 ? null : 0.78,
    inputs: {
      ...all,
      unknownS: 0,
      ratedRunS: all.runningS,
      idealS: all.runningS * pace,
      goodShare,
      arcOnS: arcs.runningS * 0.78,
      arcRunS: arcs.runningS,
    },
    days: [],
    lines: lines.map(([line, of]) => ({ line, oee: sharesOf(sums(of)).oee, coverage: 1 })),
  }
}

/** Simulated welding machines run at this share of their signal range; the procedure allows some deviation. */
const aim = 0.62
const allowed = 0.08

/** The window of the simulated procedures, around the value of a normal arc. */
function windowOf(one: MachineNow | undefined): WeldWindow | null {
  const highOf = (role: 'current' | 'voltage') =>
    one?.machine.signals.find((signal) => signal.role === role)?.high ?? null
  const [current, voltage] = [highOf('current'), highOf('voltage')]
  if (current === null || voltage === null) return null
  const around = (high: number, sign: number) => Math.round(high * aim * (1 + sign * allowed))
  return {
    lowA: around(current, -1),
    highA: around(current, 1),
    lowV: around(voltage, -1),
    highV: around(voltage, 1),
  }
}

/** Bars of sums by label, largest first. */
export function pareto(
  unit: 's' | 'count',
  sums: ReadonlyMap<string, { readonly seconds: number; readonly count: number }>,
  names: typeof reasonNames,
) {
  const value = (one: { readonly seconds: number; readonly count: number }) =>
    Math.round(unit === 's' ? one.seconds : one.count)
  const bars = [...sums].toSorted(([, one], [, other]) => value(other) - value(one))
  const total = bars.reduce((sum, [, one]) => sum + value(one), 0)
  let running = 0
  return {
    unit,
    total,
    bars: bars.map(([word, one]) => {
      running += value(one)
      return {
        names: names[word] ?? { zh: word, en: word, es: word },
        value: value(one),
        count: one.count,
        cumulative: total === 0 ? 0 : running / total,
      }
    }),
  }
}

/** Simulated energy by hour, and the current values of the gauges of the hall. */
function hoursOf(machines: readonly MachineNow[], play: Played | null): HourFacts[] {
  if (play === null) return []
  return machines.flatMap(({ machine, values }) => {
    const kwh = [...(play.books.machines.get(machine.code)?.kwhByHour ?? [])].map(([at, rise]) => ({
      at,
      mean: null,
      rise,
    }))
    return machine.signals
      .filter(({ role, kind }) => role === 'energy' || kind === 'gauge')
      .map(({ slot, role }) => ({
        machineId: machine.id,
        slot,
        hours:
          role === 'energy' ? kwh : [{ at: play.now, mean: values.get(slot)?.value ?? null, rise: null }],
      }))
  })
}

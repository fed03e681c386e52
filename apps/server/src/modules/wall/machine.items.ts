import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type {
  CuttingCell,
  LogisticsData,
  WeldingCell,
  WeldTrace,
  MapMachine,
  WorkshopMap,
} from '@cloud-factory/domain/wall/wall-panels'
import { type Severity, severities } from '@cloud-factory/domain/alarms/alarm-enums'
import {
  item,
  newest,
  trustOf,
  grams,
  rounded,
  heatInput,
  inWindow,
  isArc,
  windowShare,
} from './wall.rules.ts'
import type {
  MachineDay,
  MachineNow,
  View,
  WallFacts,
  WeldWindow,
  WallScope,
  AlarmFacts,
  ReportedFacts,
} from './wall.types.ts'
import { alongOf, loadOf, valueOf } from './machine-memory.ts'
import { powerOf } from './energy.items.ts'

export const ofClass = (machines: readonly MachineNow[], ...classes: MachineClass[]) =>
  machines.filter(({ machine }) => classes.includes(machine.class))
export const heard = (machines: readonly MachineNow[]) => newest(machines.map(({ heardAt }) => heardAt))
export const trusted = (machines: readonly MachineNow[]) =>
  trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length)

/** Output of a day by unit, in the order of the units. */
function outputs(days: readonly (MachineDay | undefined)[]): CuttingCell['output'] {
  const sums = new Map<string, number>()
  for (const day of days) {
    if (day === undefined || day.output === null) continue
    sums.set(day.outputUnit, (sums.get(day.outputUnit) ?? 0) + day.output)
  }
  return [...sums]
    .map(([unit, value]) => ({ unit, value: rounded(value, 1) ?? 0 }))
    .toSorted((one, other) => (one.unit < other.unit ? -1 : 1))
}

/** Cutters and lasers, and what was cut today. */
export async function cutting({ facts, scope }: View): Promise<Item<CuttingCell>> {
  const day = await facts.day()
  const [all, days, done, processId] = await Promise.all([
    facts.machines(scope),
    facts.machineDays(day),
    facts.doneToday(scope, day),
    facts.cuttingId(),
  ])
  const machines = ofClass(all, 'cutter', 'laser')
  return item(heard(machines), trusted(machines), {
    machines: machines.length,
    running: machines.filter(({ state }) => state === 'running').length,
    doneTodayKg: grams(done.get(processId ?? '') ?? 0),
    output: outputs(machines.map(({ machine }) => days.get(machine.id))),
    powerKw: rounded(powerOf(machines), 1),
  })
}

/** Cranes and shipments. */
export async function logistics({ facts, scope, now }: View): Promise<Item<LogisticsData>> {
  const day = await facts.day()
  const [all, days, shipping] = await Promise.all([
    facts.machines(scope),
    facts.machineDays(day),
    facts.shipping(scope, day),
  ])
  const cranes = ofClass(all, 'crane')
  const busy = (of: MachineDay | undefined) =>
    of === undefined || of.plannedS <= 0 ? null : Math.min(1, of.runS / of.plannedS)
  return item(heard(cranes) ?? now, cranes.length === 0 ? 'good' : trusted(cranes), {
    cranes: cranes.map((one) => ({
      id: String(one.machine.id),
      code: one.machine.code,
      state: one.state,
      loadT: rounded(valueOf(one, 'load'), 1),
      busy: rounded(busy(days.get(one.machine.id)), 3),
    })),
    ...shipping,
  })
}

type Windows = Readonly<Record<'gantry_saw' | 'robot', WeldWindow | null>>

async function welders(facts: WallFacts, scope: WallScope) {
  const [all, gantry, robot] = await Promise.all([
    facts.machines(scope),
    facts.weldWindow('gantry_saw'),
    facts.weldWindow('robot'),
  ])
  const windows: Windows = { gantry_saw: gantry, robot }
  const machines = all.filter(({ machine }) => machine.class === 'gantry_saw' || machine.class === 'robot')
  return { machines, windows }
}
const windowOf = ({ machine }: MachineNow, windows: Windows): WeldWindow | null =>
  machine.class === 'robot' ? windows.robot : windows.gantry_saw

/** Welding machines with their arcs, compared with the windows of the active procedures. */
export async function welding({ facts, scope }: View): Promise<Item<WeldingCell>> {
  const { machines, windows } = await welders(facts, scope)
  const { arcOn } = await facts.figures(scope, await facts.day())
  const shares = machines.flatMap((one) => {
    const points = facts.trace(one.machine.id)
    const share = windowShare(points, windowOf(one, windows))
    return share === null ? [] : [{ share, points: points.filter(isArc).length }]
  })
  const judged = shares.reduce((sum, { points }) => sum + points, 0)
  const inside = shares.reduce((sum, { share, points }) => sum + share * points, 0)
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length),
    {
      arcOn: rounded(arcOn, 4),
      inWindow: judged === 0 ? null : rounded(inside / judged, 4),
      machines: machines.map((one) => {
        const arc = { currentA: valueOf(one, 'current'), voltageV: valueOf(one, 'voltage') }
        const speedMmMin = valueOf(one, 'travel_speed')
        return {
          id: String(one.machine.id),
          code: one.machine.code,
          state: one.state,
          currentA: rounded(arc.currentA, 1),
          voltageV: rounded(arc.voltageV, 1),
          speedMmMin: rounded(speedMmMin, 0),
          heatKjMm: isArc(arc) ? rounded(heatInput(arc.currentA, arc.voltageV, speedMmMin), 2) : null,
          inWindow: inWindow(arc, windowOf(one, windows)),
        }
      }),
      window: windows.gantry_saw ?? windows.robot,
    },
  )
}

/** The welding machine to show: one outside its window, otherwise one with an arc, otherwise the first. */
function chosen(machines: readonly MachineNow[], windows: Windows, facts: WallFacts): MachineNow | null {
  const rank = (one: MachineNow) => {
    const last = facts.trace(one.machine.id).at(-1)
    if (last === undefined || one.state !== 'running' || !isArc(last)) return 2
    return inWindow(last, windowOf(one, windows)) === false ? 0 : 1
  }
  return machines.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

/** The last minute of one welding machine. */
export async function weldTrace({ facts, scope }: View): Promise<Item<WeldTrace>> {
  const { machines, windows } = await welders(facts, scope)
  const traced = machines.find(({ machine }) => String(machine.id) === scope.tracedId)
  const one = traced ?? chosen(machines, windows, facts)
  if (one === null) return item(null, 'none', { machine: null, points: [], window: null })
  const { id, code, name } = one.machine
  const points = facts.trace(id)
  return item(one.heardAt, points.length === 0 ? 'none' : 'good', {
    machine: { id: String(id), code, name },
    points: points.map(({ at, currentA, voltageV }) => ({
      at,
      currentA: rounded(currentA, 1),
      voltageV: rounded(voltageV, 1),
    })),
    window: windowOf(one, windows),
  })
}

/** Margin around the machines on the plan, m. */
const marginM = 2

/** Worst active alarm of each machine. */
function worstAlarms({ counts }: AlarmFacts): ReadonlyMap<number, Severity> {
  const worst = new Map<number, Severity>()
  for (const { machineId, severity, count } of counts) {
    // The machine is back to normal; only the acknowledgement is missing.
    if (count === 0) continue
    const before = worst.get(machineId)
    if (before === undefined || severities.indexOf(severity) > severities.indexOf(before))
      worst.set(machineId, severity)
  }
  return worst
}

/** Machines at their positions with their current state. A machine without a position is not on the map. */
export async function workshopMap({ facts, scope }: View): Promise<Item<WorkshopMap>> {
  const [machines, alarms, reported] = await Promise.all([
    facts.machines(scope),
    facts.alarms(),
    facts.reported(),
  ])
  const worst = worstAlarms(alarms)
  const mapMachines = machines.flatMap((one) =>
    mapMachineOf(one, reported, worst.get(one.machine.id) ?? null),
  )
  const boxes = [...reported.workshops, ...mapMachines]
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length),
    {
      widthM:
        reported.plan?.widthM ?? Math.max(marginM, ...boxes.map(({ xM, widthM }) => xM + widthM + marginM)),
      depthM:
        reported.plan?.depthM ?? Math.max(marginM, ...boxes.map(({ yM, depthM }) => yM + depthM + marginM)),
      underlay: reported.underlay,
      workshops: reported.workshops,
      machines: mapMachines,
    },
  )
}

function mapMachineOf(one: MachineNow, { places }: ReportedFacts, alarm: Severity | null): MapMachine[] {
  const { machine, state, since } = one
  const { xM, yM, widthM, depthM } = places.get(machine.id) ?? machine
  if (xM === null || yM === null) return []
  return [
    {
      id: String(machine.id),
      code: machine.code,
      name: machine.name,
      class: machine.class,
      source: machine.source,
      xM,
      yM,
      widthM: widthM ?? 2,
      depthM: depthM ?? 2,
      state,
      since,
      alarm,
      load: loadOf(one),
      processId: machine.processId,
      along: alongOf(one),
    },
  ]
}

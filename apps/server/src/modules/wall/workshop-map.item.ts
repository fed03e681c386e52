import { type Severity, severities } from '@cloud-factory/domain/alarms/alarm-enums'
import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { MapMachine, WorkshopMap } from '@cloud-factory/domain/wall/wall-panels'
import type { AlarmFacts, ReportedFacts } from './facts.types.ts'
import { readingOf } from './readings.ts'
import { item, newest, trustOf } from './trust.rules.ts'
import type { MachineNow } from './wall.types.ts'
import type { View } from './view.types.ts'

/** Margin around the machines on the plan, m. */
const marginM = 2

/** Worst active alarm of each machine. */
function worstAlarms({ counts }: AlarmFacts): ReadonlyMap<number, Severity> {
  const worst = new Map<number, Severity>()
  for (const { machineId, severity } of counts) {
    const before = worst.get(machineId)
    if (before === undefined || severities.indexOf(severity) > severities.indexOf(before))
      worst.set(machineId, severity)
  }
  return worst
}

/** Machines at their positions with their current state. A machine without a position is not on the map. */
export async function workshopMap({ facts, scope }: View): Promise<Item<WorkshopMap>> {
  const [machines, alarms, said] = await Promise.all([facts.machines(scope), facts.alarms(), facts.said()])
  const worst = worstAlarms(alarms)
  const placed = machines.flatMap((one) => placedOn(one, said, worst.get(one.machine.id) ?? null))
  const boxes = [...said.workshops, ...placed]
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length),
    {
      widthM: said.plan?.widthM ?? Math.max(marginM, ...boxes.map(({ xM, widthM }) => xM + widthM + marginM)),
      depthM: said.plan?.depthM ?? Math.max(marginM, ...boxes.map(({ yM, depthM }) => yM + depthM + marginM)),
      workshops: said.workshops,
      machines: placed,
    },
  )
}

function placedOn(one: MachineNow, { places }: ReportedFacts, alarm: Severity | null): MapMachine[] {
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
    },
  ]
}

/** Share of the rated power; for a crane, of the upper bound of its load signal. */
function loadOf(one: MachineNow): number | null {
  if (one.state === 'offline') return null
  const load = readingOf(one, 'load')
  const most = one.machine.signals.find(({ role }) => role === 'load')?.high ?? null
  if (load !== null && most !== null && most > 0) return share(load.value / most)
  const power = readingOf(one, 'power')
  const { ratedKw } = one.machine
  return power === null || ratedKw === null || ratedKw <= 0 ? null : share(power.value / ratedKw)
}
const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { Item, PanelData, Trust } from '@cloud-factory/domain/wall/wall-frame'
import { environment, paint, siteWeather } from './climate.items.ts'
import { cutting, logistics, weldTrace, welding, workshopMap } from './machine.items.ts'
import { energy, processEnergy } from './energy.items.ts'
import {
  bestWelders,
  ordersAtRisk,
  projectModel,
  siteDates,
  tonnesMonth,
  tonnesToday,
} from './order.items.ts'
import type { DayFacts, ReportedFacts, View } from './wall.types.ts'
import type {
  ProcessFunnel,
  Pareto,
  StateCounts,
  HonoursData,
  MaintenanceData,
  NoticesData,
  FirstPass,
  AlarmBoard,
  OeeData,
  StateTimeline,
} from '@cloud-factory/domain/wall/wall-panels'
import type { ApprovalsData, CrewYield, SafetyData, SafetyDays } from '@cloud-factory/domain/wall/wall-site'
import { item, newest, trustOf, validOn, rounded } from './wall.rules.ts'
import { shownStates, type ShownState } from '@cloud-factory/domain/machines/equipment-enums'

const maxMachines = 40
/** More bands cannot be distinguished on the screen; the oldest are left out. */
const maxBands = 240

/** States of machines in the last hours. */
async function stateTimeline({ facts, scope }: View): Promise<Item<StateTimeline>> {
  const [machines, course] = await Promise.all([
    facts.machines(scope),
    facts.bands(scope, scope.timelineHours),
  ])
  const ids = new Set(machines.map(({ machine }) => String(machine.id)))
  const ours = course.machines.filter(({ id }) => ids.has(id))
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length),
    {
      from: course.from,
      to: course.to,
      machines: ours
        .slice(0, maxMachines)
        .map(({ id, code, name, bands }) => ({ id, code, name, bands: bands.slice(-maxBands) })),
      more: Math.max(0, ours.length - maxMachines),
    },
  )
}

/** Below this share of known time a figure has a warning, as in the OEE report. */
const wellCovered = 0.9

function trustIn(coverage: number | null): Trust {
  if (coverage === null || coverage === 0) return 'none'
  return coverage < wellCovered ? 'partial' : 'good'
}

/** OEE of the working day so far and of the days before. */
async function oee({ facts, scope, now }: View): Promise<Item<OeeData>> {
  const { total, days, lines } = await facts.figures(scope, await facts.day())
  const share = (value: number | null) => rounded(value, 4)
  return item(now, trustIn(total.coverage), {
    oee: share(total.oee),
    availability: share(total.availability),
    performance: share(total.performance),
    quality: share(total.quality),
    coverage: share(total.coverage),
    target: scope.thresholds.oeeTarget,
    days: days.map(({ day, oee: of }) => ({ day, oee: share(of) })),
    lines: lines.map(({ line, oee: of, coverage }) => ({ line, oee: share(of), coverage: share(coverage) })),
  })
}

/** Maximum number of rows of a board; the counts include all. */
const maxRows = 30

/** Alarms of the machines that the screen shows. */
async function alarmBoardItem({ facts, scope, now }: View): Promise<Item<AlarmBoard>> {
  const [machines, { alarms, counts }] = await Promise.all([facts.machines(scope), facts.alarms()])
  const codes = new Map(machines.map(({ machine }) => [machine.id, machine.code]))
  const active = { info: 0, warning: 0, critical: 0 }
  let unacked = 0
  for (const row of counts) {
    if (!codes.has(row.machineId)) continue
    active[row.severity] += row.count
    unacked += row.unacked
  }
  return item(now, 'good', {
    rows: alarms
      .filter(({ machineId }) => codes.has(machineId))
      .slice(0, maxRows)
      .map(({ machineId, ...alarm }) => ({ ...alarm, machine: codes.get(machineId) ?? '' })),
    active,
    unacked,
  })
}

const shareOf = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole, 4))

/** First-pass yield by stage, weld rejects by length, open non-conformances. */
async function firstPass({ facts, scope, now }: View): Promise<Item<FirstPass>> {
  const { steps, testedMm, rejectedMm, ...ncrs } = await facts.quality(scope, await facts.day())
  const inspected = steps.reduce((sum, step) => sum + step.inspected, 0)
  const passed = steps.reduce((sum, step) => sum + step.passed, 0)
  return item(now, inspected + testedMm === 0 ? 'none' : 'good', {
    yield: shareOf(passed, inspected),
    inspected,
    steps: steps.map((step) => ({
      stage: step.stage,
      yield: shareOf(step.passed, step.inspected),
      inspected: step.inspected,
    })),
    weldReject: shareOf(rejectedMm, testedMm),
    testedMm,
    ...ncrs,
  })
}

/** First-pass yield of the month by crew, the one with most inspected pieces first. */
async function crewYield({ facts, scope, now }: View): Promise<Item<CrewYield>> {
  const crews = await facts.crews(scope, await facts.day())
  const inspected = crews.reduce((sum, crew) => sum + crew.inspected, 0)
  const passed = crews.reduce((sum, crew) => sum + crew.passed, 0)
  return item(now, inspected === 0 ? 'none' : 'good', {
    yield: shareOf(passed, inspected),
    inspected,
    passed,
    crews: crews
      .toSorted((one, other) => other.inspected - one.inspected)
      .slice(0, maxRows)
      .map((crew) => ({
        names: crew.names,
        yield: shareOf(crew.passed, crew.inspected),
        inspected: crew.inspected,
      })),
  })
}

async function approvals({ facts, scope, now }: View): Promise<Item<ApprovalsData>> {
  const rows = await facts.decisions(scope)
  return item(now, 'good', { rows, total: rows.reduce((sum, { count }) => sum + count, 0) })
}

const maxBars = 10
const cut = (pareto: Pareto): Pareto => ({ ...pareto, bars: pareto.bars.slice(0, maxBars) })

/** Downtime reasons of machines on the working day. */
async function stopPareto({ facts, scope, now }: View): Promise<Item<Pareto>> {
  return item(now, 'good', cut(await facts.stops(scope, await facts.day())))
}

/** Defects of the non-conformances. */
async function defectPareto({ facts, scope, now }: View): Promise<Item<Pareto>> {
  return item(now, 'good', cut(await facts.defects(scope, await facts.day())))
}

type LotMachines = { readonly [K in PanelKind]: (view: View) => Promise<Item<PanelData[K]>> }

/** How the data of each panel is computed. */
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
  safety,
  approvals,
  crew_yield: crewYield,
  process_energy: processEnergy,
  site_dates: siteDates,
  best_welders: bestWelders,
  weather: siteWeather,
  model: projectModel,
}

/** Work waiting before each process and done at it today. */
async function processFunnel({ facts, scope, now }: View): Promise<Item<ProcessFunnel>> {
  const funnel = await facts.funnel(scope, await facts.day())
  const chosen = new Set(scope.processIds)
  return item(now, 'good', {
    steps: funnel.steps.filter(({ processId }) => chosen.size === 0 || chosen.has(processId)),
  })
}

/** Number of machines in each state. */
async function stateCounts({ facts, scope }: View): Promise<Item<StateCounts>> {
  const machines = await facts.machines(scope)
  const counts = Object.fromEntries(shownStates.map((state) => [state, 0])) as Record<ShownState, number>
  for (const { state } of machines) counts[state] += 1
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.length - counts.offline, machines.length),
    counts,
  )
}

/** Days without an accident, as the display information states them. */
export function safetyOf({ safetySince: since }: ReportedFacts, { day }: DayFacts): SafetyDays | null {
  return since === null ? null : { since, days: Math.max(0, dayNumber(day) - dayNumber(since)) }
}

async function safety({ facts, now }: View): Promise<Item<SafetyData>> {
  const [reported, day] = await Promise.all([facts.reported(), facts.day()])
  return item(now, 'good', { safety: safetyOf(reported, day) })
}

/** Notices for the plant's current day, urgent ones first. */
async function notices({ facts, now }: View): Promise<Item<NoticesData>> {
  const [reported, { day }] = await Promise.all([facts.reported(), facts.day()])
  return item(now, 'good', {
    notices: validOn(reported.notices, day)
      .toSorted((one, other) => Number(other.urgent) - Number(one.urgent))
      .map(({ text, urgent }) => ({ text, urgent })),
  })
}

async function honours({ facts, now }: View): Promise<Item<HonoursData>> {
  const reported = await facts.reported()
  return item(now, 'good', { honours: reported.honours })
}

async function maintenance({ facts, now }: View): Promise<Item<MaintenanceData>> {
  return item(now, 'good', await facts.maintenance(await facts.day()))
}

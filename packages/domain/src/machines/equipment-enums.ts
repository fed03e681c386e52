/** Display names of machine states: in the office, on the wall, in reports and on paper. */
export const stateNames: Readonly<
  Record<ShownState, { readonly zh: string; readonly en: string; readonly es: string }>
> = {
  running: { zh: '运行', en: 'Running', es: 'En marcha' },
  idle: { zh: '待机', en: 'Idle', es: 'En espera' },
  setup: { zh: '调整', en: 'Setup', es: 'Preparación' },
  fault: { zh: '故障', en: 'Fault', es: 'Avería' },
  maintenance: { zh: '维修', en: 'Maintenance', es: 'Mantenimiento' },
  offline: { zh: '离线', en: 'Offline', es: 'Sin conexión' },
  unknown: { zh: '无数据', en: 'No data', es: 'Sin datos' },
}

/** Kinds of documents of a machine; no schema here, so the browser may import the values. */
export const machineDocumentKinds = ['manual', 'drawing', 'certificate', 'photo', 'other'] as const
export type MachineDocumentKind = (typeof machineDocumentKinds)[number]

/** Values of machine states and stops. No schemas here, so the browser may import the values. */

/** planned: time that was never intended for work; it does not count against the machine. */
export const stopKinds = ['planned', 'unplanned'] as const
export type StopKind = (typeof stopKinds)[number]

/** off: nobody works that day; work: all shifts of the pattern run, whatever the day of the week. */
export const dayKinds = ['off', 'work'] as const
export type DayKind = (typeof dayKinds)[number]

/** Why a machine is out of service: overhaul or rebuild; or nothing to produce on it. */
export const outOfServiceKinds = ['maintenance', 'unused'] as const
export type OutOfServiceKind = (typeof outOfServiceKinds)[number]

/** Standstill states that may need a stop reason. */
export const stoppedStates = ['idle', 'setup', 'fault', 'maintenance'] as const

/** Source of a proposed stop reason. event: the machine itself; alarm: an alarm rule. */
export const proposalSources = ['event', 'alarm'] as const

/** Groupings of figures. */
export const figureGroups = ['machine', 'line', 'workshop', 'shift', 'day', 'month'] as const
export type FigureGroup = (typeof figureGroups)[number]

/**
 * Notes on figures. performance_capped: output exceeded the standard rate by half, so the rate is wrong, and 1.5 is
 * shown; performance_high: output exceeded the standard rate; quality_assumed: some machines do not report good
 * parts, and all their parts count as good; low_coverage: less than 90 % of the planned time is known; corrected: a
 * finished shift was recomputed; old_shifts: computed with shifts that have changed since, and no frames are left to
 * recompute it.
 */
export const figureFlags = [
  'performance_capped',
  'performance_high',
  'quality_assumed',
  'low_coverage',
  'corrected',
  'old_shifts',
] as const
export type FigureFlag = (typeof figureFlags)[number]

/** Why an action on states or the calendar is not allowed: values of `can`, params of `state.refused`. */
const stateReasons = [
  'permission.denied',
  'interval.no_stop',
  'interval.outside',
  'interval.uncut',
  'out_of_service.overlap',
  'out_of_service.span',
  'reason.group',
  'reason.inactive',
  'proposal.changed',
  'shift.unknown',
  'break.outside',
  'days.order',
] as const
export type StateReason = (typeof stateReasons)[number]

/**
 * Values of equipment that both sides show and use in rules. No schemas here, so the browser may import the values.
 */

/** Kind of machine; decides its symbol on the wall and its initial profile. */
export const machineClasses = [
  'cutter',
  'laser',
  'assembly',
  'gantry_saw',
  'straightener',
  'drill',
  'saw',
  'robot',
  'blaster',
  'coating_line',
  'crane',
  'compressor',
  'meter',
  'weather_station',
  'other',
] as const
export type MachineClass = (typeof machineClasses)[number]

/**
 * States of a machine. The index in this list is the number in a frame's state signal: 0 offline … 5 maintenance.
 * They correspond to item states of OPC 40001-1: running = Executing, idle and setup = NotExecuting, fault =
 * NotAvailable, maintenance = OutOfService. `offline` is not a state of the machine: nothing is known (NO_DATA), and
 * it never counts as a stop.
 */
export const machineStates = ['offline', 'idle', 'setup', 'running', 'fault', 'maintenance'] as const
export type MachineState = (typeof machineStates)[number]
/** Displayed states: `offline` without a link, `unknown` when the machine is connected but its state is not known. */
export const shownStates = [...machineStates, 'unknown'] as const
export type ShownState = (typeof shownStates)[number]

/** A: its stop stops the factory; B: its workshop; C: neither. */
export const criticalities = ['A', 'B', 'C'] as const
/** Source of a machine's values: its own gateway, the demo factory's simulator, the simulated site. */
export const machineSources = ['real', 'demo', 'sim'] as const
export type MachineSource = (typeof machineSources)[number]

export const signalKinds = ['gauge', 'counter', 'state'] as const
export type SignalKind = (typeof signalKinds)[number]

/**
 * Roles by which figures and panels identify a signal, whatever the machine calls it. `alarm_code`: a number or a
 * text that identifies a problem; 0 and an empty text mean none. A change of it is a machine event. `position`: of a
 * crane along its runway; its measuring range is the length of the runway.
 */
export const signalRoles = [
  'state',
  'current',
  'voltage',
  'travel_speed',
  'wire_feed',
  'arc_on',
  'output',
  'good_output',
  'power',
  'energy',
  'temperature',
  'humidity',
  'surface_temperature',
  'pressure',
  'load',
  'speed',
  'gas',
  'alarm_code',
  'position',
  'wind_speed',
  'wind_gust',
] as const
export type SignalRole = (typeof signalRoles)[number]

/**
 * Reliability of a value, as the number in a frame: good; bad (outside the measuring range, or reported as bad by the
 * machine); skewed (the machine's clock was wrong, the time is corrected); clock (its time was unusable, the server's
 * time is used).
 */
export const valueQualities = ['good', 'bad', 'skewed', 'clock'] as const

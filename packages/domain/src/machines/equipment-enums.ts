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
 * text that identifies a problem; 0 and an empty text mean none. A change of it is a machine event.
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
] as const
export type SignalRole = (typeof signalRoles)[number]

/**
 * Reliability of a value, as the number in a frame: good; bad (outside the measuring range, or reported as bad by the
 * machine); skewed (the machine's clock was wrong, the time is corrected); clock (its time was unusable, the server's
 * time is used).
 */
export const valueQualities = ['good', 'bad', 'skewed', 'clock'] as const
export type ValueQuality = (typeof valueQualities)[number]

/** Words of equipment that both sides show and judge by; no schema here, so the browser may import the values. */

/** What kind of machine it is; decides its symbol on the wall and the shipped profile it starts with. */
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
 * What a machine does. The place in this list is the number that a frame's state signal carries: 0 offline … 5 maintenance.
 * They stand for item states of OPC 40001-1: running = Executing, idle and setup = NotExecuting, fault = NotAvailable,
 * maintenance = OutOfService. `offline` is no state of the machine: nothing is known of it (NO_DATA), and it never counts as a stop.
 */
export const machineStates = ['offline', 'idle', 'setup', 'running', 'fault', 'maintenance'] as const
export type MachineState = (typeof machineStates)[number]
/** What a machine is shown to do: `offline` when its link is gone, `unknown` when it is heard and nobody knows what it does. */
export const shownStates = [...machineStates, 'unknown'] as const
export type ShownState = (typeof shownStates)[number]

/** A: its stop stops the factory; B: its workshop; C: neither. */
export const criticalities = ['A', 'B', 'C'] as const
/** Where a machine's values come from: its own gateway, the demo factory's simulator, the simulated site. */
export const machineSources = ['real', 'demo', 'sim'] as const
export type MachineSource = (typeof machineSources)[number]

export const signalKinds = ['gauge', 'counter', 'state'] as const
export type SignalKind = (typeof signalKinds)[number]

/**
 * What figures and panels know a signal by, whatever the machine calls it. `alarm_code`: a number or a text that says what is the
 * matter; 0 and an empty text stand for nothing. A change of it is an event of the machine.
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
 * How far a value can be trusted, as the number a frame carries: good; bad (beyond what the signal can measure, or the
 * machine says so); skewed (its clock was off, the time is corrected); clock (its time was unusable, the time is the server's).
 */
export const valueQualities = ['good', 'bad', 'skewed', 'clock'] as const
export type ValueQuality = (typeof valueQualities)[number]

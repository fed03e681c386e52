import type { MachineClass } from '../machines/equipment-enums.ts'

/** Values of the simulator that both sides use. No schemas here, so the browser may import the values. */

/**
 * Scenarios: an ordinary day, a gantry welder that breaks down, a network that fails and sends its history later,
 * drifting weld currents, a rush order, the night shift.
 */
export const scenarios = ['normal', 'breakdown', 'blackout', 'drift', 'rush', 'night'] as const
export type Scenario = (typeof scenarios)[number]

/** Speed of the simulation relative to real time. */
export const simulatorSpeeds = [1, 10, 60] as const

/** Events that can be triggered during a simulation, besides the breakdown of a machine. */
export const injections = ['rush', 'drift', 'blackout'] as const
export type Injection = (typeof injections)[number]

const stageByClass = {
  cutter: 'cut',
  laser: 'cut',
  saw: 'drill',
  drill: 'drill',
  assembly: 'assemble',
  gantry_saw: 'weld',
  robot: 'weld',
  straightener: 'straighten',
  blaster: 'blast',
  coating_line: 'paint',
} as const satisfies Partial<Record<MachineClass, string>>
type SimulatedStage = (typeof stageByClass)[keyof typeof stageByClass]
/** Stage of a simulated machine; null: none, because cranes, compressors and meters run independently. */
export const stageOf = (machineClass: MachineClass): SimulatedStage | null =>
  (stageByClass as Partial<Record<MachineClass, SimulatedStage>>)[machineClass] ?? null

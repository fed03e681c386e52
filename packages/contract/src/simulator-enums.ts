/** Words of the simulator that both sides use; no schema here, so the browser may import the values. */

/** What is played: an ordinary day, a gantry welder that breaks down, a network that fails and fills in later, weld
 * currents that wander off, a rush order, the night shift. */
export const scenarios = ['normal', 'breakdown', 'blackout', 'drift', 'rush', 'night'] as const
export type Scenario = (typeof scenarios)[number]

/** How many times as fast as the clock on the wall the factory is played. */
export const simulatorSpeeds = [1, 10, 60] as const

/** What can be made to happen while it is played, besides the breakdown of a machine. */
export const injections = ['rush', 'drift', 'blackout'] as const
export type Injection = (typeof injections)[number]

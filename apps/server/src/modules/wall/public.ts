// What other modules may use of this one.
export type { WallPorts } from './wall.ports.ts'

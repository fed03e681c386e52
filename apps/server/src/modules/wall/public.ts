// Public interface of this module.
export type { WallPorts } from './wall.queries.ts'

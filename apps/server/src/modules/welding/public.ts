// Public interface of this module.
export { shareOf } from './ndt-plan.rules.ts'
export { listLines, oneRequest } from './ndt.reads.ts'
export { ndtProcess } from './recalculate-pieces.ts'
export { weldWindow } from './weld-window.reads.ts'
export { orderWelds } from './welds.reads.ts'

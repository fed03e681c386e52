// Public interface of this module.
export { shareOf } from './weld.rules.ts'
export { listLines, oneRequest } from './ndt.queries.ts'
export { ndtProcess } from './welds.store.ts'
export { dueQualifications, welderNames } from './qualifications.queries.ts'
export { weldWindow, orderWelds } from './welds.queries.ts'

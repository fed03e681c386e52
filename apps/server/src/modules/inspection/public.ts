// What other modules may use of this one.
export { oneInspection } from './form.reads.ts'
export { partsOf, soundOf } from './inspection-parts.ts'
export { inspectionForShare } from './inspections.store.ts'
export { machinesOfLot } from './lot-makers.ts'

// What other modules may use of this one.
export { receiveBolts } from './bolt-lots.ts'
export { type BoltsOnOrderPort, boltShortages } from './bolts.queries.ts'
export { addImportedBolts, type ListedBolt, removeImportedBolts } from './bolts.store.ts'

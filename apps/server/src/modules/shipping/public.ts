// Public interface of this module.
export { shippedToday } from './finished.queries.ts'
export { shippedByCode } from './packages.queries.ts'
export { withInnerPieces } from './packages.store.ts'
export { tagOf } from './packing.queries.ts'
export { serialBegins } from './packages.queries.ts'
export { deliverPackages, packInSequence, type PackingPorts } from './pack-in-sequence.ts'
export { receiveOnSite, undoSiteReceipt } from './send-delivery.ts'

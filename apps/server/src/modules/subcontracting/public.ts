// What other modules may use of this one.
export { outsidePlaces, subcontractedPieces } from './outside-pieces.queries.ts'
export { dueSubcontracts, subcontractAmounts } from './subcontracts.queries.ts'

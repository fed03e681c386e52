/** Status of a subcontract: work of an order that a supplier does. No schemas here, so the browser may import the values. */
export const subcontractStatuses = ['draft', 'out', 'closed', 'cancelled'] as const
export type SubcontractStatus = (typeof subcontractStatuses)[number]

/** What the prices of its lines are for: a kilogram, a piece, the whole line. */
export const priceBases = ['kg', 'piece', 'lump'] as const
export type PriceBasis = (typeof priceBases)[number]

/** Where a piece of a subcontract is: chosen, with the supplier, back and not judged, accepted, back and not accepted. */
export const outsideStatuses = ['planned', 'out', 'back', 'accepted', 'rejected'] as const
export type OutsideStatus = (typeof outsideStatuses)[number]

/** The piece is in no other subcontract as long as it is in one of these. */
export const openOutside = ['planned', 'out', 'back'] as const satisfies readonly OutsideStatus[]

/** Nobody else reports work on the piece as long as it is in one of these. */
export const awayOutside = ['out', 'back'] as const satisfies readonly OutsideStatus[]

/** How pieces are received: to be judged later, or judged at once. */
export const receiptResults = ['back', 'accepted', 'rejected'] as const
export type ReceiptResult = (typeof receiptResults)[number]

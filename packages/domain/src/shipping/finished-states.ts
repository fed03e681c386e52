/** Where a finished piece is: in the factory, ready to pack or not; in a package; in transit; or on site. */
export const finishedStates = ['ready', 'not_ready', 'packing', 'packed', 'shipped', 'received'] as const
export type FinishedState = (typeof finishedStates)[number]

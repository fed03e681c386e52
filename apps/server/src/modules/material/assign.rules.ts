/** Pieces that have left the shop, or will never: what they were made of stands. */
const settled: ReadonlyMap<string, string> = new Map([
  ['packed', 'lot.piece_gone'],
  ['shipped', 'lot.piece_gone'],
  ['received', 'lot.piece_gone'],
  ['scrapped', 'work.piece_scrapped'],
  ['superseded', 'work.piece_superseded'],
])

/** Whether a lot may be assigned to a piece, or taken off it. */
export const canTakeHeat = (pieceStatus: string): true | string => settled.get(pieceStatus) ?? true

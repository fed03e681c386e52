/** Pieces that have left the shop or are scrapped: their material cannot change any more. */
const settled: ReadonlyMap<string, string> = new Map([
  ['packed', 'lot.piece_gone'],
  ['shipped', 'lot.piece_gone'],
  ['received', 'lot.piece_gone'],
  ['scrapped', 'work.piece_scrapped'],
  ['superseded', 'work.piece_superseded'],
])

/** Whether a lot may be assigned to a piece or removed from it. */
export const canTakeHeat = (pieceStatus: string): true | string => settled.get(pieceStatus) ?? true

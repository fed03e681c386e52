/** What people type that is asked about when it is far more than usual. */
export type Quantity = 'weld' | 'parts' | 'price'

/** A seam runs along its piece, at most around it; 30 m is the longest piece that travels. mm. */
export const likelyWeldMm = (pieceMm: number | null): number =>
  pieceMm === null || pieceMm <= 0 ? 30_000 : Math.max(2 * pieceMm, 3000)

/** Spare parts moved at once: ten times what the store keeps at least. */
export const likelyParts = (minStock: number): number => Math.max(50, 10 * minStock)

/** One spare part, in the factory's money. */
export const likelyPrice = 100_000

/** Readings of a coat that no gauge shows: µm of a film, mm of a fire coating. */
export const maxReading = { film: 5000, fire: 200 } as const

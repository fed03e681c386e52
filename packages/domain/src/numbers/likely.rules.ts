/** Quantities that need a confirmation when they are far above the usual. */
export type Quantity = 'weld' | 'parts' | 'price'

/** A weld is at most as long as its piece, or goes around it; 30 m is the longest piece for transport. mm. */
export const likelyWeldMm = (pieceMm: number | null): number =>
  pieceMm === null || pieceMm <= 0 ? 30_000 : Math.max(2 * pieceMm, 3000)

/** Spare parts moved at once: ten times the minimum stock. */
export const likelyParts = (minStock: number): number => Math.max(50, 10 * minStock)

/** Price of one spare part, in the factory's currency. */
export const likelyPrice = 100_000

/** Coat readings that no gauge shows: µm for a film, mm for a fire coating. */
export const maxReading = { film: 5000, fire: 200 } as const

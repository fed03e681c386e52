/** Quantities that need a confirmation when they are far above the usual. */
export type Quantity = 'weld' | 'parts' | 'price' | 'film'

/** A weld is at most as long as its piece, or goes around it; 30 m is the longest piece for transport. mm. */
export const likelyWeldMm = (pieceMm: number | null): number =>
  pieceMm === null || pieceMm <= 0 ? 30_000 : Math.max(2 * pieceMm, 3000)

/** Spare parts moved at once: ten times the minimum stock. */
export const likelyParts = (minStock: number): number => Math.max(50, 10 * minStock)

/** Price of one spare part, in the factory's currency. */
export const likelyPrice = 100_000

/** Coat readings that no gauge shows: µm for a film, mm for a fire coating. */
export const maxReading = { film: 5000, fire: 200 } as const

/** A reading of a film without a specified maximum is at most three times the nominal thickness (ISO 12944-5:2019). µm. */
export const likelyFilm = (minUm: number): number => 3 * minUm

/** Whether steel weighs what its size says, within a factor of two: partial plates and coils differ, a slip of a digit by ten. */
export const isLikelyWeight = (kg: number, computedKg: number): boolean =>
  kg >= computedKg / 2 && kg <= computedKg * 2

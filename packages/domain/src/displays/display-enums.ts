/** Values of the display information. No schemas here, so the browser may import the values. */

/** How names of customers and projects are shown on the wall: in full, first letter and stars, not at all. */
export const maskings = ['full', 'initial', 'hidden'] as const
export type Masking = (typeof maskings)[number]

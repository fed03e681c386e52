/** Words of what the walls say; no schema here, so the browser may import the values. */

/** What is left of names of customers and projects on the wall: all, first letter and stars, nothing. */
export const maskings = ['full', 'initial', 'hidden'] as const
export type Masking = (typeof maskings)[number]

/** Parts of the form, as the address names them. */
export const infoParts = ['basics', 'targets', 'notices', 'honours', 'plan', 'versions'] as const
export type InfoPart = (typeof infoParts)[number]

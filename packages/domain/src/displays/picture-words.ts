/** Limits of pictures for the walls, used by both sides. No schemas here, so the browser may import the values. */

/** Accepted types. SVG is not accepted: it can contain scripts. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const maxPictureBytes = 5 * 1024 * 1024
/** Maximum number of pixels: what a TV's browser can hold besides everything else. */
export const maxPixels = 40_000_000

/** Address of a picture. */
export const pictureAddress = (id: string): string => `/api/display/pictures/${id}/file`

/** What both sides know of pictures for the walls; no schema here, so the browser may import the values. */

/** What is taken. SVG is not: it can carry scripts. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const maxPictureBytes = 5 * 1024 * 1024
/** Pixels in all: what a TV's browser can hold beside everything else. */
export const maxPixels = 40_000_000

/** Where a picture is fetched. */
export const pictureAddress = (id: string): string => `/api/display/pictures/${id}/file`

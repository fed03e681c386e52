import { type OptionValue, typeSizes } from '@cloud-factory/contract/displays/screen-options'

/**
 * Sizes of type, px of a picture 1080 px high, which `stageOf` makes of every canvas. From five
 * metres a letter of 18 px on a 55-inch TV is the smallest that can be read; a figure that matters
 * has at least 37 px. Panels multiply them by their zoom, which is never below 1.
 */
export const type = { small: 18, text: 20, title: 22, figure: 38, hero: 52 } as const

/** Height of a row of text, and of numbers with their labels, before the zoom. */
export const rowHeight = 30
export const headHeight = 102

/** The same sizes for the style sheets: `--type-small` and so on. */
export const typeVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(type).map(([name, size]) => [`--type-${name}`, `${size}px`]),
)

/** The smallest panel that shows a row of figures; larger ones have larger type. */
const usual = { width: 480, height: 200 }
export const zoomOf = (width: number, height: number): number =>
  Math.max(1, Math.min(1.5, width / usual.width, height / usual.height))

/** How much larger the type of a panel was chosen to be. */
export const typeScale = (chosen: OptionValue | undefined): number =>
  (typeSizes as Readonly<Record<string, number>>)[String(chosen)] ?? 1

/** A title of the panel's own; null: that of its kind. */
export const titleOf = (chosen: OptionValue | undefined): string | null =>
  typeof chosen === 'string' && chosen.trim() !== '' ? chosen.trim() : null

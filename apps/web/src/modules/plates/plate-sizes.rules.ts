interface Size {
  readonly lengthMm: number
  readonly widthMm: number
}

const separator = /[,，;；\n]+/
const pattern = /^(\d{1,6}(?:\.\d)?)\s*[*x×✕✖＊·]\s*(\d{1,6}(?:\.\d)?)$/iu

const wordsOf = (text: string): string[] =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Sizes as people write them: 12000 × 2500, 8000x2000. Words that are no size are left out. */
export const sizesOf = (text: string): Size[] =>
  wordsOf(text).flatMap((word) => {
    const [, length, width] = pattern.exec(word) ?? []
    return length === undefined || width === undefined
      ? []
      : [{ lengthMm: Number(length), widthMm: Number(width) }]
  })

/** Whether a text has at most so many sizes, and nothing else. */
export function areSizes(text: string, max: number): boolean {
  const words = wordsOf(text)
  const sizes = sizesOf(text)
  return (
    words.length <= max &&
    sizes.length === words.length &&
    sizes.every(
      ({ lengthMm, widthMm }) => Math.min(lengthMm, widthMm) >= 10 && Math.max(lengthMm, widthMm) <= 100_000,
    )
  )
}

const ideograph = /\p{Script=Han}/gu

/**
 * Normalized text for storing and searching: one character width, lower case, single spaces, and a space on both
 * sides of every Chinese character. A trigram index does not find infixes of fewer than three letters; separated like
 * this, each Chinese character is a word of its own, so the index finds 体育 in 市体育中心.
 */
export function searchText(...words: readonly (string | null)[]): string {
  return words
    .map((word) => normalised(word ?? ''))
    .filter((word) => word.trim() !== '')
    .join(' | ')
}

/** `like` pattern for a `searchText` column: the words anywhere in it. Null when the search is empty. */
export function searchPattern(question: string): string | null {
  const text = normalised(question)
  return text.trim() === '' ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** `like` pattern for a code column: values that begin with the text. */
export function prefixPattern(question: string): string {
  return `${question.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** `like` pattern for a column as it is written: values that contain the text. */
export const containsPattern = (question: string): string => `%${question.replaceAll(/[\\%_]/g, '\\$&')}%`

/** A typed code as it may be stored: codes are mostly written in capitals. */
export const spellings = (code: string): string[] => [...new Set([code, code.toUpperCase()])]

function normalised(text: string): string {
  const apart = text.normalize('NFKC').toLowerCase().trim().replaceAll(ideograph, ' $& ')
  return apart.replaceAll(/\s+/g, ' ')
}

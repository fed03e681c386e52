const ideograph = /\p{Script=Han}/gu

/**
 * Text as it is stored and asked for when people search: one width, lower case, single spaces, and a space on both
 * sides of every Chinese character. A trigram index does not see infixes of fewer than three letters; set apart like
 * this each Chinese character is a word of its own, so that the index finds 体育 within 市体育中心.
 */
export function searchText(...words: readonly (string | null)[]): string {
  return words
    .map((word) => normalised(word ?? ''))
    .filter((word) => word.trim() !== '')
    .join(' | ')
}

/** Pattern for `like` on a `searchText` column: the words anywhere in it. Null when nothing is asked for. */
export function searchPattern(question: string): string | null {
  const text = normalised(question)
  return text.trim() === '' ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Pattern for `like` on a code column: what begins with it. */
export function prefixPattern(question: string): string {
  return `${question.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
}

function normalised(text: string): string {
  const apart = text.normalize('NFKC').toLowerCase().trim().replaceAll(ideograph, ' $& ')
  return apart.replaceAll(/\s+/g, ' ')
}

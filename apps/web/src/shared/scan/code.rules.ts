const longest = 300

/**
 * What to look up for a scanned or typed text: a link to a piece stands for the code in it; blanks at the ends and
 * control characters that scanners add are left out.
 * @returns null when nothing is left, or more than any code has
 */
export function codeIn(text: string): string | null {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim()
  const code = linked(clean) ?? clean
  return code === '' || code.length > longest ? null : code
}

/** Codes of a pasted list, one a line or with commas, semicolons or tabs between; each once. */
export const codesIn = (text: string): string[] => [
  ...new Set(text.split(/[\r\n\t,，;；、]+/).flatMap((one) => codeIn(one) ?? [])),
]

/** The value of `code` in an address. */
function linked(text: string): string | null {
  const value = /^https?:\/\/\S*?[?&]code=([^&#\s]+)/i.exec(text)?.[1]
  if (value === undefined) return null
  try {
    return decodeURIComponent(value.replaceAll('+', ' ')).trim()
  } catch {
    return null
  }
}

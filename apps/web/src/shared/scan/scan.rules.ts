const longest = 300

/**
 * The code in a scanned or typed text: for a link to a piece or a machine, the code in it; without outer blanks and without
 * control characters that scanners add.
 * @returns null when nothing is left, or the text is longer than any code
 */
export function codeIn(text: string): string | null {
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim()
  const code = linked(clean) ?? clean
  return code === '' || code.length > longest ? null : code
}

/** Codes of a pasted list, separated by lines, commas, semicolons or tabs; each one once. */
export const codesIn = (text: string): string[] => [
  ...new Set(text.split(/[\r\n\t,，;；、]+/).flatMap((one) => codeIn(one) ?? [])),
]

/** Whether a code is of a part label or a plate sheet, so no piece has it. */
export const isRecordCode = (code: string): boolean => /^CF[PL]1:/i.test(code)

/** The value of `code` in a URL, or the code of the machine whose label has this URL. */
function linked(text: string): string | null {
  const value = /^https?:\/\/\S*?(?:[?&]code=|\/equipment\/at\/)([^&#?\s]+)/i.exec(text)?.[1]
  if (value === undefined) return null
  try {
    return decodeURIComponent(value.replaceAll('+', ' ')).trim()
  } catch {
    return null
  }
}

/**
 * Time in ms that a code must be out of sight before it counts again, so that a trembling hand does not scan twice.
 */
const forgottenAfter = 1500

/**
 * Receives what the camera sees and passes each code on once while it stays in sight. `null`: no code in sight.
 * `time` is in ms and never decreases.
 */
export function inSight(found: (code: string) => void, time: () => number): (code: string | null) => void {
  let last: { readonly code: string; readonly at: number } | null = null
  return (code) => {
    const at = time()
    if (last !== null && at - last.at > forgottenAfter) last = null
    if (code === null) return
    const isNew = code !== last?.code
    last = { code, at }
    if (isNew) found(code)
  }
}

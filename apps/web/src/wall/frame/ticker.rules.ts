/** Seconds a line stays: long enough to read it twice, never less than six. */
export const readingS = (text: string): number => Math.max(6, Math.min(20, 4 + text.length * 0.12))

/**
 * The line after `current`: the next one in the list as it is now. Lines that come or go never make the one that is read
 * jump; when it has gone, the list begins anew after it has had its time.
 */
export function nextLine(lines: readonly string[], current: string | null): string | null {
  if (lines.length === 0) return null
  const at = current === null ? -1 : lines.indexOf(current)
  return lines[(at + 1) % lines.length] ?? null
}

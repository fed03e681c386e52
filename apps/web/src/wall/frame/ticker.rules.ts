/** Display time of a line, s: long enough to read it twice, at least six. */
export const readingS = (text: string): number => Math.max(6, Math.min(20, 4 + text.length * 0.12))

/**
 * The line after `current` in the current list. Added or removed lines never interrupt the line
 * being read; if that line was removed, the list restarts after its display time.
 */
export function nextLine(lines: readonly string[], current: string | null): string | null {
  if (lines.length === 0) return null
  const at = current === null ? -1 : lines.indexOf(current)
  return lines[(at + 1) % lines.length] ?? null
}

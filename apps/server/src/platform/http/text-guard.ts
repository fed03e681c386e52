const maxDepth = 32

/**
 * Whether every text in a parsed JSON value (or a query object) can be stored: no NUL, which PostgreSQL rejects; no
 * lone surrogate, which UTF-8 cannot represent; and no deeper nesting than our inputs have.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key, depth) && isStorable(inner, depth + 1))
}

import { createHash } from 'node:crypto'

/** sha256 of a content in canonical form: keys in the order of the alphabet; the same content has the same seal. */
export const sealOf = (content: unknown): string =>
  createHash('sha256').update(canonical(content)).digest('hex')

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

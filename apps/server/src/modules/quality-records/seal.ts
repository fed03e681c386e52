import { createHash } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.rules.ts'

/** sha256 of a content in canonical form: keys in the order of the alphabet; the same content has the same seal. */
export const sealOf = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url, for a session, a ticket or a state. It grants access, so only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database stores of a token: SHA-256, base64url. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Whether a token matches a stored hash, in constant time. */
export function isTokenOf(token: string, hash: string): boolean {
  const [provided, stored] = [Buffer.from(tokenHash(token)), Buffer.from(hash)]
  return provided.length === stored.length && timingSafeEqual(provided, stored)
}

/** Letters and digits that are not confused when read from paper. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to hand over: `length` readable characters with about five random bits each. */
export const randomPassword = (length: number): string =>
  Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join('')

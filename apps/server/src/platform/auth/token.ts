import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url: a session, a ticket, a state. Whoever holds it is let in, so it is stored hashed only. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token: SHA-256, base64url. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Whether a token is the one of a kept hash, told in the same time whether or not. */
export function isTokenOf(token: string, hash: string): boolean {
  const [given, kept] = [Buffer.from(tokenHash(token)), Buffer.from(hash)]
  return given.length === kept.length && timingSafeEqual(given, kept)
}

/** Letters and digits that nobody mixes up when reading them from paper. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to hand over, of `length` readable characters, about five random bits each. */
export const randomPassword = (length: number): string =>
  Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join('')

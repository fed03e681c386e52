import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits, base64url: a session, a ticket, a state. Whoever holds it is let in, so it is stored hashed only. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token: SHA-256, base64url. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Letters and digits that nobody mixes up when reading them from paper. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to hand over, of `length` readable characters, about five random bits each. */
export const randomPassword = (length: number): string =>
  Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join('')

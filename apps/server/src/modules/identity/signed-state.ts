import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const lifeMilliseconds = 10 * 60_000

/**
 * A `state` for a sign-in that is begun by a GET, which may not write to the database: its time and a random word, signed
 * together with a key that only the asking browser is told. Every instance that knows the secret can check it.
 */
export function signState(secret: string, browserKey: string, now: Date): string {
  const claim = `${now.getTime() + lifeMilliseconds}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signature(secret, browserKey, claim)}`
}

/** Whether we made that state for the browser with that key, less than ten minutes ago. */
export function isSignedState(secret: string, browserKey: string, state: string, now: Date): boolean {
  const [until, word, signed] = state.split('.')
  if (until === undefined || word === undefined || signed === undefined) return false
  const expected = Buffer.from(signature(secret, browserKey, `${until}.${word}`))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) && now.getTime() < Number(until)
}

const signature = (secret: string, browserKey: string, claim: string): string =>
  createHmac('sha256', secret).update(`state ${claim} ${browserKey}`).digest('base64url')

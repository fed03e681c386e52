import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock/clock.ts'
import { fail } from './domain-error.ts'

interface Bucket {
  tokens: number
  at: number
}

/**
 * At most `perSecond` calls per second and key on average, and `burst` at once; more fail with `rate.limited`. Kept
 * in memory: it protects this process, not an account (wrong passwords are counted in the database).
 */
export function rateLimit(clock: Clock, perSecond: number, burst: number): (key: string) => void {
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })
  return (key) => {
    const now = clock.now().getTime()
    const bucket = buckets.get(key) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    buckets.set(key, bucket)
    if (bucket.tokens < 1) fail('rate.limited', { retryAfter: 1 })
    bucket.tokens -= 1
  }
}

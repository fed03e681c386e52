import { timingSafeEqual } from 'node:crypto'
import { noUserId } from '../platform/auth/actor.ts'
import type { Authenticate } from '../platform/auth/authenticate.ts'

/**
 * Lets a monitoring system in by a token of its own (METRICS_TOKEN): it outlives sessions and may read the metrics,
 * nothing else.
 */
export function withMetricsToken(
  people: Authenticate,
  metricsToken: string | null,
  plantId: number,
): Authenticate {
  if (metricsToken === null) return people
  const expected = Buffer.from(metricsToken)
  return (token, request) => {
    // Prometheus puts a scheme in front; our own clients send tokens as they are.
    const given = Buffer.from((token ?? '').replace(/^Bearer /, ''))
    const isIt = given.length === expected.length && timingSafeEqual(given, expected)
    if (!isIt) return people(token, request)
    const name = 'metrics'
    return Promise.resolve({
      userId: noUserId,
      plantId,
      username: name,
      cnName: name,
      tags: ['ops.metrics'],
      sessionId: '0',
      ...request,
    })
  }
}

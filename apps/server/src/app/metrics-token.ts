import { timingSafeEqual } from 'node:crypto'
import { noUserId, type Authenticate } from '../platform/auth/actor.ts'

/**
 * Accepts METRICS_TOKEN from a monitoring system. The token does not expire with sessions and permits only reading the metrics.
 */
export function withMetricsToken(
  people: Authenticate,
  metricsToken: string | null,
  plantId: number,
): Authenticate {
  if (metricsToken === null) return people
  const expected = Buffer.from(metricsToken)
  return (token, request) => {
    // Prometheus puts a scheme before the token; our own clients do not.
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

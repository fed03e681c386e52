import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

export const health = z.object({
  status: z.enum(['ok', 'down']),
  version: z.string(),
  /** Changes with every build of the front end, so that an open page can detect that it is outdated. */
  build: z.string(),
  /**
   * `database.log_damaged`: at the start the end of the write-ahead log could not be read; the latest data may be
   * missing.
   */
  warnings: z.array(z.enum(['database.log_damaged'])),
})

export const systemApi = endpoints({
  'GET /api/health': {
    summary: 'Whether the server and its database answer.',
    permission: 'public',
    reply: health,
    errors: ['server.busy'],
  },
  'GET /api/openapi.json': {
    summary: 'This document.',
    permission: 'public',
    reply: z.looseObject({ openapi: z.string() }),
  },
  'GET /metrics': {
    summary: 'Counters and gauges for Prometheus.',
    permission: 'ops.metrics',
    reply: 'text',
  },
})

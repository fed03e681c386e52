import { z } from 'zod'
import { backgroundJobs } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { endpoints, instant } from '../endpoint.ts'

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

export const systemState = z.object({
  version: z.string(),
  startedAt: instant,
  /** Null: PostgreSQL is backed up by its own tools. */
  backup: z
    .object({
      lastAt: instant.nullable(),
      bytes: z.int().nullable(),
      running: z.boolean(),
      /** The last try failed. */
      failed: z.boolean(),
      /** There should have been one since. */
      overdue: z.boolean(),
    })
    .nullable(),
  databaseBytes: z.int(),
  /** Of the file system with the data directory. */
  disk: z.object({ freeBytes: z.int(), totalBytes: z.int(), low: z.boolean() }),
  /** Background work that fails, run after run. */
  failing: z.array(z.object({ job: z.enum(backgroundJobs), since: instant })),
  /** Values of machines in each of the last 24 hours, oldest first; the current one is not over. */
  hours: z.array(z.object({ at: instant, values: z.int() })),
})
export type SystemState = z.output<typeof systemState>

/** The monitoring system reads metrics too; the rest needs a person who administers accounts. */
const administrator = ['ops.metrics', 'authority.users'] as const

export const systemApi = endpoints({
  'GET /api/system/state': {
    summary: 'Backups, storage, background work and messages of this server.',
    permissionAnd: administrator,
    reply: systemState,
  },
  'POST /api/system/backup': {
    summary: 'Starts a backup of the embedded database, over an earlier one of this day.',
    permissionAnd: administrator,
    status: 202,
    reply: systemState,
    errors: ['state.refused'],
  },
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

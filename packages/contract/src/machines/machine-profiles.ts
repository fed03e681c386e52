import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { machineClasses, signalKinds, signalRoles } from '@cloud-factory/domain/machines/equipment-enums'
import { names } from '../planning/processes.ts'
import { text } from '../enums.ts'

/** Maximum number of values in a frame. */
export const maxSignals = 200

/** One value that a machine sends; its index in the list is its slot in a frame, from 1. */
export const profileSignal = z.strictObject({
  /** The machine's name of it in its frames. */
  code: z.string().regex(/^[A-Za-z0-9_./-]{1,64}$/),
  names,
  unit: text(16),
  kind: z.enum(signalKinds),
  /** Role by which figures and panels identify it; null: for display only. A role occurs once per profile. */
  role: z.enum(signalRoles).nullable(),
  /** Measuring range; null: unlimited. A value outside is stored and marked as bad. */
  low: z.number().min(-1e12).max(1e12).nullable(),
  high: z.number().min(-1e12).max(1e12).nullable(),
  decimals: z.int().min(0).max(6),
  /** A value that changed by less is not stored again, for at most `silenceS` seconds. */
  deadband: z.number().min(0).max(1e9),
  deadbandPercent: z.boolean(),
  silenceS: z.int().min(1).max(3600),
})
export type ProfileSignal = z.output<typeof profileSignal>

const profileInput = {
  names,
  class: z.enum(machineClasses),
  /** Interval at which a running machine sends, ms. */
  rateMs: z.int().min(100).max(3_600_000),
  signals: z.array(profileSignal).min(1).max(maxSignals),
}

export const profileRow = z.object({
  id,
  code: z.string(),
  profileVersion: z.int(),
  names,
  class: z.enum(machineClasses),
  rateMs: z.int(),
  /** Number of its signals, and of the machines that use it. */
  signals: z.int(),
  machines: z.int(),
  /** There is no higher version of its code. */
  latest: z.boolean(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type ProfileRow = z.output<typeof profileRow>

export const profileDetail = profileRow.extend({ signals: z.array(profileSignal) })
export type ProfileDetail = z.output<typeof profileDetail>

export const machineProfilesApi = endpoints({
  'GET /api/machine-profiles': {
    summary:
      'Profiles of machines: what a kind of machine sends. The latest version of each unless asked otherwise.',
    permission: 'equipment.view',
    query: listQuery(['code', 'class', 'updatedAt']).extend({
      class: queryWords(machineClasses).optional(),
      /** Includes former versions. */
      versions: z.enum(['all']).optional(),
    }),
    reply: listOf(profileRow),
  },
  'GET /api/machine-profiles/:id': {
    summary: 'One version of a profile with its signals in the order of their slots.',
    permission: 'equipment.view',
    params: idParam,
    reply: profileDetail,
    errors: ['not_found'],
  },
  'POST /api/machine-profiles': {
    summary: 'Adds a profile.',
    permission: 'equipment.edit',
    body: z.strictObject({ code: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/), ...profileInput }),
    status: 201,
    reply: profileDetail,
    errors: ['duplicate'],
  },
  'PATCH /api/machine-profiles/:id': {
    summary:
      'Changes a profile. One that a machine has used is kept as it is: the change becomes its next version, and its machines go over to it.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ version, ...profileInput }),
    reply: profileDetail,
    errors: ['not_found', 'version.conflict', 'state.refused', 'duplicate'],
  },
  'DELETE /api/machine-profiles/:id': {
    summary: 'Deletes a version of a profile that no machine has used.',
    permission: 'equipment.edit',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'in_use', 'state.refused'],
  },
})

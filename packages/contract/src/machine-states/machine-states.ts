import { z } from 'zod'
import { endpoints, id, idParam, instant, allowed, queryInt, queryVersion, version } from '../endpoint.ts'
import {
  machineClasses,
  machineStates,
  shownStates,
  outOfServiceKinds,
  proposalSources,
  stopKinds,
} from '@cloud-factory/domain/machines/equipment-enums'
import { names } from '../planning/processes.ts'
import { code, text } from '../enums.ts'

const reasonInput = {
  code,
  names,
  /** null: a group; a stop cannot have a group as its reason. */
  parentId: id.nullable(),
  kind: z.enum(stopKinds),
  position: z.int().min(0).max(999),
  active: z.boolean(),
}
/**
 * Codes of machines and alarm rules that lead to a reason; those for one class of machine take precedence over those
 * for all.
 */
const codes = z
  .array(z.strictObject({ code: text(40).min(1), class: z.enum(machineClasses).nullable() }))
  .max(50)
export const stopReasonRow = z.object({
  id,
  ...reasonInput,
  codes,
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type StopReasonRow = z.output<typeof stopReasonRow>

/** The probable reason of a stop, from events or alarms at that time; nobody has confirmed it yet. */
export const stopProposal = z.object({
  reasonId: id,
  from: z.enum(proposalSources),
  code: z.string(),
  /** Text from the machine; empty: none. */
  text: z.string(),
  /** Names of the alarm rule; null: the machine reported it itself. */
  names: names.nullable(),
  at: instant,
})
export type StopProposal = z.output<typeof stopProposal>

export const machineInterval = z.object({
  id,
  state: z.enum(machineStates),
  from: instant,
  /** null: ongoing. */
  to: instant.nullable(),
  reasonId: id.nullable(),
  note: z.string(),
  reasonedBy: z.string(),
  /** It lasted longer in planned time than the factory allows without a reason. */
  asksReason: z.boolean(),
  /** null: it needs no reason, or no event or alarm suggests one. */
  proposal: stopProposal.nullable(),
  version,
  /** `join`: a part that was split off can be joined with the previous one. */
  can: z.object({ reason: allowed, split: allowed, join: allowed }),
})
export type MachineInterval = z.output<typeof machineInterval>

/** A period of a shift according to the calendar. */
export const shiftWindow = z.object({
  day: z.string(),
  /** null: outside of all shifts. */
  shiftId: id.nullable(),
  shift: names.nullable(),
  from: instant,
  to: instant,
  /** Planned working time: the shift runs that day; without its breaks. */
  planned: z.array(z.object({ from: instant, to: instant })),
})
export type ShiftWindow = z.output<typeof shiftWindow>

export const machineTimeline = z.object({
  now: instant,
  intervals: z.array(machineInterval),
  /** There are more intervals than returned: request a shorter period. */
  more: z.boolean(),
  /**
   * Out of service: planned time in it counts neither for nor against the machine; null `to`: until further notice.
   */
  outOfService: z.array(z.object({ from: instant, to: instant.nullable(), kind: z.enum(outOfServiceKinds) })),
  shifts: z.array(shiftWindow),
})
export type MachineTimeline = z.output<typeof machineTimeline>

export const machineStateNow = z.object({
  /** Id of the machine. */
  id,
  state: z.enum(shownStates),
  /** When that state began; null: no data so far. */
  since: instant.nullable(),
  reasonId: id.nullable(),
})

export type MachineStateNow = z.output<typeof machineStateNow>

/** People who maintain machines, and people who report production on them, may give stop reasons. */
const reasoning = {
  permission: 'equipment.view',
  permissionOr: ['equipment.maintain', 'order.report'],
} as const

/** Maximum number of stops that get a reason in one request. */
export const maxReasoned = 100

const outcomes = z.object({
  items: z.array(
    z.object({
      id,
      /** Current version; null: the stop no longer exists. */
      version: version.nullable(),
      /** null: done; otherwise a reason of states or an error code. */
      refused: z.string().nullable(),
    }),
  ),
})

/** States of machines as intervals, and the reasons of stops. */
export const machineStatesApi = endpoints({
  'GET /api/machine-states': {
    permission: 'equipment.view',
    summary: 'What every machine does now.',
    reply: z.object({ now: instant, items: z.array(machineStateNow) }),
  },
  'GET /api/machines/:id/states': {
    permission: 'equipment.view',
    summary: 'What a machine did in a span of at most 31 days, and the shifts that it lies in.',
    params: idParam,
    query: z.strictObject({ from: instant, to: instant }),
    reply: machineTimeline,
    errors: ['not_found'],
  },
  'PUT /api/machine-intervals/:id/reason': {
    ...reasoning,
    summary: 'Says why a machine stood; without a reason: takes it back.',
    params: idParam,
    body: z.strictObject({ version, reasonId: id.nullable(), note: text(300) }),
    reply: machineInterval,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/machine-intervals/:id/split': {
    ...reasoning,
    summary: 'Cuts a stop in two, so that each part has its own reason; answers the first part.',
    params: idParam,
    body: z.strictObject({ version, at: instant }),
    reply: machineInterval,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/machine-intervals/:id/join': {
    ...reasoning,
    summary: 'Joins a part of a stop that was cut off to the part before it; answers what they are together.',
    params: idParam,
    body: z.strictObject({ version }),
    reply: machineInterval,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/machine-intervals/reasons': {
    ...reasoning,
    summary: 'Gives several stops the same reason, or takes it back from them; each is judged by itself.',
    body: z.strictObject({
      items: z.array(z.strictObject({ id, version })).min(1).max(maxReasoned),
      reasonId: id.nullable(),
      note: text(300),
    }),
    reply: outcomes,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/machine-intervals/proposals': {
    ...reasoning,
    summary: 'Takes over the reasons that were proposed for stops; each is judged by itself.',
    body: z.strictObject({
      items: z
        .array(z.strictObject({ id, version, reasonId: id }))
        .min(1)
        .max(maxReasoned),
    }),
    reply: outcomes,
  },
  'GET /api/stop-prompts': {
    permission: 'equipment.view',
    summary: 'Stops of the last days that nobody gave a reason for, longest first.',
    query: z.strictObject({
      days: queryInt(1, 31).optional(),
      /** Maximum number of rows; default 200. */
      pageSize: queryInt(1, 200).optional(),
    }),
    reply: z.object({
      items: z.array(
        machineInterval.extend({
          machine: z.object({ id, code: z.string(), name: z.string() }),
          /** Within planned time. */
          seconds: z.number(),
        }),
      ),
      total: z.int().min(0),
    }),
  },
  'GET /api/stop-reasons': {
    permission: 'equipment.view',
    summary: 'Reasons of stops, in two levels.',
    reply: z.object({ items: z.array(stopReasonRow), total: z.int().min(0) }),
  },
  'POST /api/stop-reasons': {
    permission: 'equipment.edit',
    summary: 'Adds a reason of stops.',
    body: z.strictObject({ ...reasonInput, codes: codes.optional() }),
    status: 201,
    reply: stopReasonRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/stop-reasons/:id': {
    permission: 'equipment.edit',
    summary:
      'Changes a reason of stops; figures of shifts with it are reckoned anew when its kind changes. Codes left out stay.',
    params: idParam,
    body: z.strictObject({ version, ...reasonInput, codes: codes.optional() }),
    reply: stopReasonRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/stop-reasons/:id': {
    permission: 'equipment.edit',
    summary: 'Deletes a reason that no stop has.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict'],
  },
})

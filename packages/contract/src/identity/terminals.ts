import { z } from 'zod'
import { endpoints, id, idParam, instant, listOf, queryVersion, version } from '../endpoint.ts'
import { password, signedIn } from './access.ts'

const person = z.object({ id, cnName: z.string() })

const terminalRow = z.object({
  id,
  name: z.string(),
  workshopId: id.nullable(),
  /** Name of the workshop; null: of none. */
  workshop: z.string().nullable(),
  badgeAlone: z.boolean(),
  idleMinutes: z.int(),
  /** People on the lock screen, by name. */
  people: z.array(person),
  /** Browser and system. */
  device: z.string(),
  lastSeenAt: instant.nullable(),
  version,
})
export type TerminalRow = z.output<typeof terminalRow>

const terminalInput = {
  name: z.string().trim().min(1).max(64),
  workshopId: id.nullable(),
  /** A badge signs in without the PIN. */
  badgeAlone: z.boolean(),
  /** Minutes without a touch after which the terminal locks. */
  idleMinutes: z.int().min(1).max(30),
  userIds: z.array(id).max(100),
}
export type TerminalInput = z.output<z.ZodObject<typeof terminalInput>>

/** What a terminal shows while nobody is signed in. */
const lockScreen = terminalRow.pick({
  id: true,
  name: true,
  workshopId: true,
  workshop: true,
  badgeAlone: true,
  idleMinutes: true,
  people: true,
})
export type LockScreen = z.output<typeof lockScreen>

const pin = z.string().regex(/^\d{4,8}$/)
/** A PIN together with the person chosen on the lock screen or with a badge; or a badge alone. */
const terminalSignIn = z.union([
  z.strictObject({ userId: id, pin }),
  z.strictObject({ badge: z.string().trim().min(1).max(64), pin: pin.optional() }),
])
export type TerminalSignIn = z.output<typeof terminalSignIn>

export const terminalsApi = endpoints({
  'GET /api/terminals': {
    summary: 'Shared terminals.',
    permission: 'authority.users',
    reply: listOf(terminalRow),
  },
  'POST /api/terminals': {
    returnsSecret: true,
    summary: 'Registers the device that asks as a shared terminal; the reply carries its token once.',
    permission: 'authority.users',
    body: z.strictObject(terminalInput),
    status: 201,
    reply: z.object({ terminal: terminalRow, token: z.string() }),
    errors: ['duplicate', 'not_found'],
  },
  'PATCH /api/terminals/:id': {
    summary: 'Changes a terminal and the people on its lock screen.',
    permission: 'authority.users',
    params: idParam,
    body: z.strictObject({ version, ...terminalInput }),
    reply: terminalRow,
    errors: ['not_found', 'version.conflict', 'duplicate'],
  },
  'DELETE /api/terminals/:id': {
    summary: 'Revokes a terminal: its token and every session on it end at once.',
    permission: 'authority.users',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict'],
  },
  'GET /api/terminal': {
    summary: 'The lock screen of the terminal that asks.',
    permission: 'terminal.use',
    reply: lockScreen,
  },
  'POST /api/terminal/sign-in': {
    returnsSecret: true,
    summary: 'Signs a person in at the terminal that asks, with a PIN or a badge.',
    permission: 'terminal.use',
    body: terminalSignIn,
    reply: signedIn,
    errors: ['signin.failed', 'rate.limited', 'server.busy'],
  },
  'PUT /api/me/pin': {
    summary: 'Sets one’s own PIN for shared terminals, or removes it (null).',
    permission: 'self',
    body: z.strictObject({ password, pin: pin.nullable() }),
    reply: null,
    errors: ['password.wrong', 'password.weak', 'rate.limited', 'server.busy'],
  },
})

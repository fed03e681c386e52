import { z } from 'zod'
import { fourEyesDecisions, permissions } from '@cloud-factory/domain/identity/permissions'
import {
  endpoints,
  allowed,
  version,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  queryVersion,
  queryWords,
} from '../endpoint.ts'
import { importEndpoints } from '../record-import/import-endpoints.ts'
import { sessionView, username } from './access.ts'

const fourEyesPolicy = z.object({
  /** Decisions that one person may take alone; empty: all need a second person. */
  alone: z.array(z.enum(fourEyesDecisions)),
  version,
  updatedBy: z.string().nullable(),
  can: z.object({ edit: allowed }),
})
export type FourEyesPolicy = z.output<typeof fourEyesPolicy>

export const fourEyesApi = endpoints({
  'GET /api/four-eyes': {
    summary: 'Which decisions need a second person.',
    permission: 'authority.roles',
    reply: fourEyesPolicy,
  },
  'PUT /api/four-eyes': {
    summary: 'Sets which decisions one person may take alone.',
    permission: 'authority.roles',
    body: z.strictObject({
      version,
      alone: z.array(z.enum(fourEyesDecisions)).max(fourEyesDecisions.length),
    }),
    reply: fourEyesPolicy,
    errors: ['version.conflict'],
  },
})

const tag = z.enum(permissions)
const roleCode = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/)

const userStatus = ['active', 'disabled'] as const
/** Locked after wrong passwords; signed in now. */
export const userAccess = ['locked', 'online'] as const

const userRow = z.object({
  id,
  username: z.string(),
  cnName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Member id in WeCom, used for sign-in. */
  wecomId: z.string().nullable(),
  /** What a reader reads from the person's badge, for shared terminals. */
  badge: z.string().nullable(),
  status: z.enum(userStatus),
  roles: z.array(z.object({ id, code: z.string(), name: z.string() })),
  mustChangePassword: z.boolean(),
  /** Locked after wrong passwords until this time; null when not locked. */
  lockedUntil: instant.nullable(),
  lastSignInAt: instant.nullable(),
  openSessions: z.int(),
  version,
  can: z.object({ edit: allowed, disable: allowed, reset: allowed }),
})
export type UserRow = z.output<typeof userRow>

const userInput = {
  cnName: z.string().trim().min(1).max(64),
  email: z.email().max(200).nullable(),
  phone: z.string().trim().max(40).nullable(),
  /** Absent: unchanged. */
  wecomId: z.string().trim().min(1).max(64).nullable().optional(),
  badge: z.string().trim().min(1).max(64).nullable().optional(),
  roleIds: z.array(id).max(50),
}

const roleRow = z.object({
  id,
  code: z.string(),
  /** Built-in roles have translated names (`role.<code>`); this one is shown for the factory's own roles. */
  name: z.string(),
  tags: z.array(z.string()),
  shipped: z.boolean(),
  users: z.int(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type RoleRow = z.output<typeof roleRow>

/** A one-time password that an administrator hands over; it works once, until it expires. */
const handedOver = z.object({ oneTimePassword: z.string(), expiresAt: instant })

const newUser = {
  returnsSecret: true,
  summary: 'Adds a person; the reply carries a one-time password to hand over.',
  permission: 'authority.users',
  body: z.strictObject({ username, ...userInput }),
  status: 201,
  reply: z.object({ user: userRow, ...handedOver.shape }),
  errors: ['duplicate', 'not_found', 'grant.exceeds', 'server.busy'],
} as const

export const peopleApi = endpoints({
  ...importEndpoints('users', { create: newUser, what: 'people' }),
  'GET /api/users': {
    summary: 'People.',
    permission: 'authority.users',
    query: listQuery(['username', 'cnName', 'status', 'lastSignInAt']).extend({
      status: queryWords(userStatus).optional(),
      roleId: id.optional(),
      access: z.enum(userAccess).optional(),
    }),
    reply: listOf(userRow),
  },
  'GET /api/users/:id': {
    summary: 'One person.',
    permission: 'authority.users',
    params: idParam,
    reply: userRow,
    errors: ['not_found'],
  },
  'POST /api/users': newUser,
  'PATCH /api/users/:id': {
    summary: 'Changes a person and their roles.',
    permission: 'authority.users',
    params: idParam,
    body: z.strictObject({ version, ...userInput }),
    reply: userRow,
    errors: ['not_found', 'version.conflict', 'duplicate', 'last_admin', 'grant.exceeds'],
  },
  'POST /api/users/:id/status': {
    summary: 'Disables a person (their sessions end at once) or lets them in again.',
    permission: 'authority.users',
    params: idParam,
    body: z.strictObject({ version, status: z.enum(userStatus) }),
    reply: userRow,
    errors: ['not_found', 'version.conflict', 'last_admin', 'state.refused', 'grant.exceeds'],
  },
  'POST /api/users/:id/reset': {
    returnsSecret: true,
    summary: 'Resets a password: gives a one-time password, ends the person’s sessions and any lock.',
    permission: 'authority.users',
    params: idParam,
    reply: handedOver,
    errors: ['not_found', 'grant.exceeds', 'server.busy'],
  },
  'POST /api/users/:id/unlock': {
    summary: 'Ends the lock after wrong passwords; the password stays.',
    permission: 'authority.users',
    params: idParam,
    reply: userRow,
    errors: ['not_found'],
  },
  'GET /api/users/:id/sessions': {
    summary: 'Open sessions of a person.',
    permission: 'authority.users',
    params: idParam,
    reply: listOf(sessionView),
    errors: ['not_found'],
  },
  'DELETE /api/users/:id/sessions': {
    summary: 'Ends all sessions of a person.',
    permission: 'authority.users',
    params: idParam,
    reply: z.object({ ended: z.int() }),
    errors: ['not_found', 'grant.exceeds'],
  },
  'GET /api/roles': {
    summary: 'Roles: named sets of permission tags.',
    permissionOr: ['authority.roles', 'authority.users'],
    query: listQuery(['code', 'name']),
    reply: listOf(roleRow),
  },
  'POST /api/roles': {
    summary: 'Adds a role.',
    permission: 'authority.roles',
    body: z.strictObject({
      code: roleCode,
      name: z.string().trim().min(1).max(64),
      tags: z.array(tag).max(permissions.length),
    }),
    status: 201,
    reply: roleRow,
    errors: ['duplicate', 'grant.exceeds'],
  },
  'PATCH /api/roles/:id': {
    summary: 'Changes a role’s name and tags; it acts on the very next request of everybody who has it.',
    permission: 'authority.roles',
    params: idParam,
    body: z.strictObject({
      version,
      name: z.string().trim().min(1).max(64),
      tags: z.array(tag).max(permissions.length),
    }),
    reply: roleRow,
    errors: ['not_found', 'version.conflict', 'grant.exceeds', 'state.refused'],
  },
  'DELETE /api/roles/:id': {
    summary: 'Deletes a role that nobody has.',
    permission: 'authority.roles',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'state.refused', 'version.conflict', 'grant.exceeds'],
  },
})

import { z } from 'zod'
import { endpoints, id, idParam, instant } from '../endpoint.ts'

export const languages = ['zh', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** A typed password: any characters, never trimmed, case-folded or cut. */
export const password = z.string().min(1).max(256)
/** Sign-in name; compared case-insensitively. */
export const username = z
  .string()
  .trim()
  .min(2)
  .max(64)
  .regex(/^[\p{L}\p{N}._@-]+$/u)

/** The signed-in person as the browser stores them (`cnName`, `permissionTags`). */
/** How far a person is in the tour of the home page; stored as their preference `tour`. */
export const tourProgress = z.object({
  /** The step to go on with; 0 is the first. */
  step: z.int().min(0),
  /** Finished or skipped: it does not open by itself. */
  isClosed: z.boolean(),
})

export const userInfo = z.object({
  id,
  username: z.string(),
  cnName: z.string(),
  permissionTags: z.array(z.string()),
  roles: z.array(z.object({ code: z.string(), name: z.string() })),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** A first-start or reset password: it must be changed before anything else. */
  mustChangePassword: z.boolean(),
  plant: z.object({ code: z.string(), name: z.string(), timeZone: z.string() }),
  /** Null: the person has not seen the tour yet. */
  tour: tourProgress.nullable(),
  version: z.int(),
})
export type UserInfo = z.output<typeof userInfo>

/** Reply of every way to sign in. `next` is the path on this origin that the person wanted to open. */
export const signedIn = z.object({
  token: z.string(),
  user: userInfo,
  /** When the session ends in any case. */
  expiresAt: instant,
  next: z.string().nullable(),
})
export type SignedIn = z.output<typeof signedIn>

export const sessionView = z.object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  address: z.string(),
  device: z.string(),
  method: z.enum(['password', 'ticket', 'wecom', 'oidc', 'pin', 'badge']),
  current: z.boolean(),
})
export type SessionView = z.output<typeof sessionView>

/** A path on our own origin: one leading slash, no backslash; everything else is rejected. */
export const ownPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)

export const clientError = z.strictObject({
  message: z.string().max(2000),
  stack: z.string().max(8000).optional(),
  component: z.string().max(200).optional(),
  info: z.string().max(2000).optional(),
  url: z.string().max(2000),
  count: z.int().min(1).max(1_000_000).optional(),
})

export const searchHit = z.object({
  kind: z.enum(['order', 'project', 'mark', 'piece', 'user']),
  id,
  /** The number by which people know it. */
  code: z.string(),
  name: z.string(),
  /** Name of the project; null for what belongs to none. */
  project: z.string().nullable(),
  /** Status of the piece, or of the order; null for what has none. */
  status: z.string().nullable(),
  path: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

/** Something that a typed or scanned code names. */
export const codeHit = searchHit.extend({
  kind: z.enum([
    'piece',
    'mark',
    'order',
    'package',
    'delivery',
    'heat',
    'machine',
    'part',
    'plateJob',
    'plateLayout',
  ]),
  /** Of a piece, a mark or a heat; null for what has none. */
  profile: z.string().nullable(),
})
export type CodeHit = z.output<typeof codeHit>

/** A sign-in that was started at a provider: where to go, and the key that this browser must present on return. */
const begunSignIn = z.object({ authorizeUrl: z.string(), browserKey: z.string() })
const browserKey = z.string().max(100).optional()
const wecomReturn = z.strictObject({
  kind: z.literal('wecom'),
  code: z.string().min(1).max(512),
  state: z.string().max(2000).optional(),
  browserKey,
})
const oidcReturn = z.strictObject({
  kind: z.literal('oidc'),
  code: z.string().min(1).max(4000),
  state: z.string().min(1).max(200),
  iss: z.string().max(500).optional(),
  browserKey,
})

const preferences = z.record(z.string(), z.unknown())

export const accessApi = endpoints({
  'POST /api/auth/login': {
    summary: 'Signs a person in with name and password.',
    permission: 'public',
    body: z.strictObject({ username: z.string().max(200), password: z.string().max(1000) }),
    reply: signedIn,
    errors: ['signin.failed', 'rate.limited', 'server.busy'],
  },
  'POST /api/auth/logout': {
    summary: 'Ends the session that the request was made with.',
    permission: 'self',
    beforePasswordChange: true,
    reply: null,
  },
  'GET /api/auth/providers': {
    summary: 'Which other ways to sign in are set up.',
    permission: 'public',
    reply: z.object({
      wecom: begunSignIn.nullable(),
      oidc: z.object({ name: z.string() }).nullable(),
    }),
  },
  'POST /api/auth/transfer': {
    summary: 'Signs in with a one-time ticket made by a signed-in person (continue on my phone).',
    permission: 'public',
    body: z.strictObject({ ticket: z.string().min(20).max(100) }),
    reply: signedIn,
    errors: ['ticket.invalid', 'rate.limited'],
  },
  'POST /api/auth/oidc/start': {
    summary: 'Begins a sign-in with the identity provider (authorization code with PKCE).',
    permission: 'public',
    body: z.strictObject({ next: ownPath.optional() }),
    reply: begunSignIn,
    errors: ['provider.off', 'provider.failed', 'rate.limited'],
  },
  'POST /api/auth/provider': {
    summary: 'Ends a sign-in with another provider: exchanges the code that it sent the browser back with.',
    permission: 'public',
    body: z.discriminatedUnion('kind', [wecomReturn, oidcReturn]),
    reply: signedIn,
    errors: ['provider.off', 'provider.failed', 'account.unknown', 'ticket.invalid', 'rate.limited'],
  },
  'GET /api/me': {
    summary: 'The signed-in person.',
    permission: 'self',
    beforePasswordChange: true,
    reply: userInfo,
  },
  'GET /api/me/start': {
    summary:
      'What every page needs at its start: the signed-in person, their preferences, their unread messages.',
    permission: 'self',
    beforePasswordChange: true,
    reply: z.object({ user: userInfo, preferences, unread: z.int() }),
  },
  'PATCH /api/me': {
    summary: 'Changes one’s own name and contact.',
    permission: 'self',
    body: z.strictObject({
      version: z.int().min(1),
      cnName: z.string().trim().min(1).max(64),
      email: z.email().max(200).nullable(),
      phone: z.string().trim().max(40).nullable(),
    }),
    reply: userInfo,
    errors: ['version.conflict'],
  },
  'POST /api/me/password': {
    summary: 'Changes one’s own password; every other session of the account ends.',
    permission: 'self',
    beforePasswordChange: true,
    body: z.strictObject({ current: password, next: z.string().min(1).max(256) }),
    reply: null,
    errors: ['password.wrong', 'password.weak', 'rate.limited', 'server.busy'],
  },
  'GET /api/me/sessions': {
    summary: 'One’s own open sessions.',
    permission: 'self',
    beforePasswordChange: true,
    reply: z.object({ items: z.array(sessionView), total: z.int() }),
  },
  'DELETE /api/me/sessions/:id': {
    summary: 'Ends one of one’s own sessions.',
    permission: 'self',
    params: idParam,
    reply: null,
    errors: ['not_found'],
  },
  'POST /api/me/tickets': {
    returnsSecret: true,
    summary: 'Makes a one-time ticket that signs the same person in on a phone.',
    permission: 'self',
    body: z.strictObject({ next: ownPath }),
    status: 201,
    reply: z.object({ ticket: z.string(), path: z.string(), expiresAt: instant }),
    errors: ['rate.limited'],
  },
  'POST /api/me/errors': {
    summary: 'Reports an error that the browser caught; equal ones are counted, not stored twice.',
    permission: 'self',
    beforePasswordChange: true,
    body: clientError,
    reply: null,
    errors: ['rate.limited'],
  },
  'GET /api/me/search': {
    summary: 'Records by number, code or name, of the kinds the person may see (command palette).',
    permission: 'self',
    query: z.strictObject({ q: z.string().trim().min(1).max(60) }),
    reply: z.object({ items: z.array(searchHit), total: z.int() }),
  },
  'GET /api/me/codes': {
    summary:
      'Everything with exactly this code, of the kinds the person may see: piece, mark, order, package, delivery, heat, machine, part, plate job, plate layout.',
    permission: 'self',
    query: z.strictObject({ code: z.string().trim().min(1).max(300) }),
    reply: z.object({ items: z.array(codeHit), total: z.int() }),
  },
  'GET /api/me/preferences': {
    summary: 'The person’s stored preferences: a small object per key, such as a list’s columns.',
    permission: 'self',
    beforePasswordChange: true,
    reply: preferences,
  },
  'PUT /api/me/preferences/:key': {
    summary: 'Stores one preference; null forgets it.',
    permission: 'self',
    beforePasswordChange: true,
    params: z.strictObject({ key: z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/) }),
    body: z.strictObject({ value: z.json() }),
    reply: null,
    errors: ['request.too_large'],
  },
})

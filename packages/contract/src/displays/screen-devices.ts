import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryWords,
  version,
} from '../endpoint.ts'
import {
  commandTargets,
  devicePictureTypes,
  maxDevicePictureBytes,
  maxPictureBytes,
  pictureTypes,
  screenCommands,
  screenSources,
} from '@cloud-factory/domain/displays/display-enums'
import { languages, userInfo } from '../identity/access.ts'
import { names } from '../planning/processes.ts'
import { text } from '../enums.ts'

const displayPicture = z.object({
  id,
  /** Name on the user's device. */
  name: z.string(),
  type: z.enum(pictureTypes),
  bytes: z.int(),
  widthPx: z.int(),
  heightPx: z.int(),
})
export type DisplayPicture = z.output<typeof displayPicture>

/** Logo, pictures of honours, background of the plan: stored once, never changed, referred to by id. */
export const displayPicturesApi = endpoints({
  'POST /api/display/pictures': {
    permission: 'display.info',
    summary:
      'Keeps a picture for the walls: PNG, JPEG or WebP, judged by what is in it. One that is there keeps its id.',
    upload: { field: 'files', maxBytes: maxPictureBytes, maxFiles: 1 },
    status: 201,
    reply: displayPicture,
    errors: ['file.empty', 'file.too_large', 'file.unknown_type', 'state.refused'],
  },
  'GET /api/display/pictures/:id/file': {
    permissionOr: ['screen.view', 'screen.show', 'display.info', 'display.view'],
    summary: 'The picture itself. It never changes, so whoever has it need not ask again.',
    params: idParam,
    reply: 'file',
    produces: pictureTypes,
    errors: ['not_found'],
  },
})

/** Six-digit code that an unpaired TV shows. */
const pairingCode = z.string().regex(/^[0-9]{6}$/)
const pixels = z.int().min(1).max(20_000)

const deviceStates = ['online', 'silent', 'revoked'] as const

/** What the TV's browser stores, as for a signed-in person: its one tag and its device id. */
const pairedDevice = z.object({
  token: z.string(),
  user: userInfo.extend({ device: z.object({ id, screenId: id, source: z.enum(screenSources) }) }),
  screen: z.object({ id, names, source: z.enum(screenSources), language: z.enum(languages).nullable() }),
})
export type PairedDevice = z.output<typeof pairedDevice>

/** waiting: show the code; paired: the token, returned only once. */
const pairingReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), code: pairingCode, expiresAt: instant }),
  z.object({ state: z.literal('paired'), paired: pairedDevice }),
])
export type PairingReply = z.output<typeof pairingReply>

/** A TV that waits for confirmation. */
const waitingDevice = z.object({
  code: pairingCode,
  address: z.string(),
  /** Browser and operating system. */
  device: z.string(),
  width: pixels,
  height: pixels,
  since: instant,
  expiresAt: instant,
})
export type WaitingDevice = z.output<typeof waitingDevice>

const deviceRow = z.object({
  id,
  /** Its name and location. */
  name: z.string(),
  /** What it shows: the screen of its group, or its own. */
  screenId: id,
  screen: names,
  source: z.enum(screenSources),
  ownScreenId: id,
  group: z.object({ id, name: z.string() }).nullable(),
  /** By the schedule of its group. */
  dark: z.boolean(),
  state: z.enum(deviceStates),
  address: z.string(),
  device: z.string(),
  pairedAt: instant,
  pairedBy: z.string(),
  lastSeenAt: instant.nullable(),
  /** Its last status report; null: none yet. */
  beacon: z
    .object({
      build: z.string(),
      width: z.int(),
      height: z.int(),
      scale: z.number(),
      fps: z.number(),
      heapMb: z.number().nullable(),
      page: z.int(),
      at: instant,
    })
    .nullable(),
  /** The latest command; null: none within a day. */
  command: z
    .object({ no: z.int(), command: z.enum(screenCommands), at: instant, by: z.string(), done: z.boolean() })
    .nullable(),
  /** What it showed when it was last asked; without a type: its browser cannot draw a picture. */
  picture: z.object({ at: instant, type: z.enum(devicePictureTypes).nullable() }).nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string(),
  version,
  /** Send a command, move to another screen, revoke. */
  can: z.object({ change: allowed }),
})
export type DeviceRow = z.output<typeof deviceRow>

/** What an administrator says of a TV. */
const placing = {
  name: text(80).min(1),
  /** What it shows when its group has no screen. */
  screenId: id,
  groupId: id.nullable(),
}

const set = { permission: 'display.set' } as const
const view = { permissionOr: ['display.set', 'display.view'] } as const

export const screenDevicesApi = endpoints({
  'POST /api/screens/pairing': {
    permission: 'public',
    summary:
      'A TV that wants to be paired tells its own random secret: it gets a code to show, and once an administrator has confirmed that, the same call gives its token, once.',
    body: z.strictObject({
      secret: z.string().regex(/^[A-Za-z0-9_-]{43,86}$/),
      width: pixels,
      height: pixels,
    }),
    reply: pairingReply,
    errors: ['rate.limited'],
  },
  'GET /api/screens/pairing': {
    ...set,
    summary: 'The TV that shows this code.',
    query: z.strictObject({ code: pairingCode }),
    reply: waitingDevice,
    errors: ['not_found', 'rate.limited'],
  },
  'POST /api/screens/pairing/confirm': {
    ...set,
    summary: 'Pairs the TV that shows this code with a screen.',
    body: z.strictObject({ code: pairingCode, ...placing, groupId: placing.groupId.default(null) }),
    reply: deviceRow,
    status: 201,
    errors: ['not_found', 'rate.limited'],
  },
  'GET /api/screens/devices': {
    ...view,
    summary: 'Paired TVs, the newest first. Those that were revoked are left out unless asked for.',
    query: listQuery(['id', 'name']).extend({
      state: queryWords(deviceStates).optional(),
      screenId: id.optional(),
      groupId: id.optional(),
    }),
    reply: listOf(deviceRow).extend({ can: z.object({ pair: allowed }) }),
  },
  'PATCH /api/screens/devices/:id': {
    ...set,
    summary: 'Changes the name of a TV, its own screen and its group.',
    params: idParam,
    body: z.strictObject({ version, ...placing }),
    reply: deviceRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/screens/devices/:id/revoke': {
    ...set,
    summary: 'Ends the token of a TV: its next request is refused, and its stream ends within a minute.',
    params: idParam,
    reply: deviceRow,
    errors: ['not_found'],
  },
  'POST /api/screens/commands': {
    ...set,
    summary:
      'Makes a TV do something, or all TVs of a group or of a screen: show who it is, load anew, turn to a page, show a message, send a picture of what it shows.',
    body: z.strictObject({
      to: z.enum(commandTargets),
      id,
      command: z.enum(screenCommands),
      /** For `page`: index from 0. */
      page: z.int().min(0).max(19).nullable(),
      /** For `message`. */
      text: text(200),
    }),
    reply: z.object({ no: z.int() }),
    status: 201,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/screens/devices/:id/picture': {
    ...view,
    summary: 'What a TV showed when it was last asked.',
    params: idParam,
    reply: 'file',
    produces: devicePictureTypes,
    errors: ['not_found'],
  },
  'GET /api/screens/standby': {
    permission: 'screen.show',
    summary:
      'Whether the TV should be dark now by the schedule of its group, for a box that switches it off.',
    reply: z.object({ dark: z.boolean() }),
  },
  'POST /api/screens/picture': {
    permission: 'screen.show',
    summary: 'A TV sends a picture of what it shows, which replaces the one before.',
    body: z.strictObject({
      /** WebP or JPEG; null: its browser cannot draw one. */
      picture: z
        .base64()
        .max(Math.ceil(maxDevicePictureBytes / 3) * 4)
        .nullable(),
    }),
    reply: null,
    // Repeating it has no further effect.
    repeatable: true,
    errors: ['file.unknown_type'],
  },
  'POST /api/screens/beacon': {
    permission: 'screen.show',
    summary: 'A TV says how it is: every half minute, and after each command that it carried out.',
    body: z.strictObject({
      build: z.string().max(80),
      width: pixels,
      height: pixels,
      /** devicePixelRatio. */
      scale: z.number().min(0.1).max(16),
      fps: z.number().min(0).max(1000),
      /** MiB; null: the browser does not report it. */
      heapMb: z.number().min(0).max(1_000_000).nullable(),
      page: z.int().min(0).max(100),
      /** Number of the last executed command; 0: none. */
      commandNo: z.int().min(0).max(2_000_000_000),
    }),
    reply: null,
    // Repeating it has no further effect.
    repeatable: true,
  },
})

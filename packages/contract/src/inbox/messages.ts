import {
  deliveryChannels,
  deliveryReasons,
  maxUnread,
  messageChannels,
  messageGroups,
  messageReasons,
  messageRecordNames,
} from '@cloud-factory/domain/inbox/record-kinds'
import { z } from 'zod'
import { day, endpoints, id, instant, listOf } from '../endpoint.ts'
import { languages } from '../identity/access.ts'

export const message = z.object({
  id,
  reason: z.enum(messageReasons),
  record: z.object({
    kind: z.enum(messageRecordNames),
    id,
    /** The number by which people know it. */
    no: z.string(),
  }),
  /** Who wrote the comment, uploaded, requested or decided; null: nobody, a day has come or work has ended. */
  by: z.string().nullable(),
  /** The beginning of the comment as it is now, the title of the maintenance plan, or names of documents; null: it is about none. */
  excerpt: z.string().nullable(),
  /** Number of released pieces, or of documents with a new version; null: it is about no number. */
  count: z.int().nullable(),
  /** The day on which the record is due or was. */
  dueOn: day.nullable(),
  at: instant,
  read: z.boolean(),
})
export type MessageView = z.output<typeof message>

const groups = z.array(z.enum(messageGroups)).max(messageGroups.length)

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Which messages a person gets, and how. */
const messageSettings = z.strictObject({
  /** Groups of messages that are not shown in the app. */
  appOff: groups,
  /** Groups of messages that are also sent. */
  byEmail: groups,
  byWecom: groups,
  /** Times of the plant between which nothing is sent, over midnight too; null: it is sent at any time. */
  quiet: z
    .strictObject({ from: time, until: time })
    .refine(({ from, until }) => from !== until)
    .nullable(),
  /** Language of what is sent. */
  language: z.enum(languages),
})
export type MessageSettings = z.output<typeof messageSettings>

const ownMessageSettings = messageSettings.extend({
  /** Null: never chosen. */
  language: messageSettings.shape.language.nullable(),
  /** Ways to be sent messages that are set up, with the person’s own address; null: they have none. */
  channels: z.array(z.object({ channel: z.enum(messageChannels), address: z.string().nullable() })),
})
export type OwnMessageSettings = z.output<typeof ownMessageSettings>

/** Why an attempt to send failed. */
const deliveryFailure = z.object({
  reason: z.enum(deliveryReasons),
  /** Code of the other server. */
  detail: z.string(),
})

const channelState = z.object({
  channel: z.enum(deliveryChannels),
  /** Messages that wait to be sent. */
  waiting: z.int(),
  /** Messages that could not be sent in the last seven days and are not tried again. */
  failed: z.int(),
  lastSentAt: instant.nullable(),
  /** The newest failure of the last seven days whose messages have not been sent since. */
  lastFailure: deliveryFailure.extend({ at: instant }).nullable(),
})
export type ChannelState = z.output<typeof channelState>

export const messagesApi = endpoints({
  'GET /api/me/messages': {
    summary:
      'One’s own messages about records that one may see now, newest first, thirty at a time; `before` is the id of the last one read.',
    permission: 'self',
    beforePasswordChange: true,
    query: z.strictObject({ before: id.optional(), unread: z.enum(['true']).optional() }),
    reply: listOf(message),
  },
  'GET /api/me/messages/unread': {
    summary: 'How many of one’s own messages are unread, up to a hundred.',
    permission: 'self',
    beforePasswordChange: true,
    reply: z.object({ count: z.int().min(0).max(maxUnread) }),
  },
  'POST /api/me/messages/mark': {
    summary: 'Marks some of one’s own messages as read or unread.',
    permission: 'self',
    body: z.strictObject({ ids: z.array(id).min(1).max(200), read: z.boolean() }),
    reply: null,
  },
  'POST /api/me/messages/mark-all': {
    summary: 'Marks all of one’s own messages as read, up to the newest one that the caller knows.',
    permission: 'self',
    body: z.strictObject({ upTo: id }),
    reply: null,
  },
  'GET /api/me/messages/settings': {
    summary: 'Which messages one gets, and how.',
    permission: 'self',
    beforePasswordChange: true,
    reply: ownMessageSettings,
  },
  'PUT /api/me/messages/settings': {
    summary: 'Sets which messages one gets from now on.',
    permission: 'self',
    body: messageSettings,
    reply: null,
  },
  'GET /api/message-channels': {
    summary: 'Whether e-mails and WeCom messages reach people: what waits, what failed.',
    permission: 'authority.users',
    reply: listOf(channelState),
  },
  'POST /api/message-channels/:channel/test': {
    summary:
      'Sends a test message at once, to the caller’s own address or by the robot to its group, and says whether the other server accepted it.',
    permission: 'authority.users',
    params: z.strictObject({ channel: z.enum(deliveryChannels) }),
    body: z.strictObject({ language: z.enum(languages) }),
    reply: z.object({
      /** Null: the caller has none, and nothing was sent; the robot needs none. */
      address: z.string().nullable(),
      /** Null: accepted. */
      failure: deliveryFailure.nullable(),
    }),
    errors: ['not_found'],
  },
})

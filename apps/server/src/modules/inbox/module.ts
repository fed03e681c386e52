import { assigneesApi } from '@cloud-factory/contract/inbox/assignees'
import { conversationsApi } from '@cloud-factory/contract/inbox/conversations'
import { messagesApi } from '@cloud-factory/contract/inbox/messages'
import { recordKinds } from '@cloud-factory/domain/inbox/record-kinds'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Module } from '../../platform/module.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { peopleWithPermission, recipientOf } from '../identity/public.ts'
import { listAssignees } from './assign.ts'
import {
  addComment,
  changeMessages,
  deleteComment,
  editComment,
  setFollowing,
} from './change-conversation.ts'
import { addCommentFile, commentFile, type FileDeps, forgetAbandonedFiles } from './comment-files.store.ts'
import { conversationOf, oneComment } from './conversations.queries.ts'
import { type DeliveryDeps, deliverMessages, sendTest } from './deliver-messages.ts'
import { deliverToGroup, type RequestsPort } from './deliver-to-group.ts'
import { inboxDemo } from './inbox.demo.ts'
import {
  emailChannel,
  type GroupRobot,
  groupRobot,
  type MessageChannel,
  wecomChannel,
} from './message-channels.ts'
import { channelState, endStaleDeliveries, forgetGroupDeliveries } from './message-deliveries.store.ts'
import { messageSettingsOf, saveMessageSettings } from './message-settings.store.ts'
import { countUnread, listMessages } from './messages.queries.ts'
import { visibleRecord } from './records.queries.ts'
import { type DuePort, forgetOldMessages, remind } from './remind.ts'

interface InboxDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly files: FileDeps['files']
  readonly plantId: number
  readonly due: DuePort
  readonly requests: RequestsPort
  readonly config: Pick<Config, 'messageDays' | 'publicUrl' | 'smtp' | 'wecom' | 'robot'>
}

const hour = 3_600_000
type Sender = MessageChannel | GroupRobot

/** A message leaves so soon after it came. */
const deliveryMs = 10_000

/** Conversations about records, and everybody's messages. */
export function inboxModule(deps: InboxDeps): Module {
  const { db, clock, log, plantId, config } = deps
  const channels = channelsOf(config, clock)
  const robot = config.robot === null ? null : groupRobot(config.robot.url)
  const deliveryDeps = { db, clock, plantId, channels, publicUrl: config.publicUrl ?? '' }
  let isClosing = false
  const delivery = repeatedly({
    log,
    everyMs: deliveryMs,
    what: 'messages could not be sent',
    work: async () => {
      if (robot !== null && config.robot !== null)
        await deliverToGroup({ ...deps, ...deliveryDeps, robot, settings: config.robot })
      await deliverMessages(deliveryDeps, () => isClosing)
    },
  })
  const hourly = repeatedly({
    log,
    everyMs: hour,
    what: 'people could not be notified of what falls due',
    work: async () => {
      await remind(deps, plantId, clock.now())
      await forgetOldMessages(db, clock.now(), config.messageDays)
      await forgetAbandonedFiles(db, clock.now())
      await db.tx((write) => endStaleDeliveries(write, plantId, clock.now()))
      await db.tx((write) => forgetGroupDeliveries(write, plantId, clock.now(), config.messageDays))
    },
  })
  const senders = robot === null ? channels : [...channels, robot]
  measureDeliveries(deps, senders)
  return {
    name: 'inbox',
    routes: [conversationRoutes(deps), messageRoutes(deliveryDeps, senders), assigneeRoutes(deps)],
    failingSince: () => hourly.failingSince() ?? delivery.failingSince(),
    demo: inboxDemo,
    onLeaderStart: async () => {
      isClosing = false
      hourly.start()
      await hourly.idle()
      if (senders.length > 0) delivery.start()
    },
    async onLeaderStop() {
      isClosing = true
      await delivery.close()
      await hourly.close()
    },
  }
}

/** Ways to send messages that are set up. */
function channelsOf({ smtp, wecom, publicUrl }: InboxDeps['config'], clock: Clock): MessageChannel[] {
  // Messages lead to records, so they need our address.
  if (publicUrl === null) return []
  return [
    ...(smtp === null ? [] : [emailChannel(smtp, publicUrl)]),
    ...(wecom === null ? [] : [wecomChannel(wecom, clock)]),
  ]
}

/** What waits and what failed, for a monitoring system. */
function measureDeliveries({ db, clock, metrics, plantId }: InboxDeps, senders: readonly Sender[]): void {
  for (const { name } of senders) {
    const state = () => channelState(db.reads, plantId, name, clock.now())
    metrics.gauge(
      `${name}_messages_waiting`,
      `Messages that wait to be sent by ${name}.`,
      async () => (await state()).waiting,
    )
    metrics.gauge(
      `${name}_messages_failed`,
      `Messages of the last seven days that could not be sent by ${name}.`,
      async () => (await state()).failed,
    )
  }
}

/** So many people are offered while a name is typed. */
const maxChoices = 20

const conversationRoutes = ({ db, clock, files }: Pick<InboxDeps, 'db' | 'clock' | 'files'>): Routes =>
  routes(conversationsApi, {
    'GET /api/conversations/:kind/:id': ({ actor, params, query }) =>
      conversationOf(db.reads, actor, params, query.before),
    'POST /api/conversations/:kind/:id/comments': async ({ actor, params, body }) => {
      const id = await db.tx((write) => addComment(write, actor, params, body, clock.now()))
      return oneComment(db.reads, actor, id)
    },
    'POST /api/conversations/:kind/:id/files': ({ actor, params, files: uploads }) =>
      addCommentFile({ db, files }, actor, params, uploads, clock.now()),
    'GET /api/comment-files/:id/file': ({ actor, params }) => commentFile({ db, files }, actor, params.id),
    'PUT /api/conversations/:kind/:id/following': ({ actor, params, body }) =>
      db.tx((write) => setFollowing(write, actor, params, body.following)),
    'GET /api/conversations/:kind/:id/people': async ({ actor, params, query }) => {
      await visibleRecord(db.reads, actor, params)
      const { see } = recordKinds[params.kind]
      const choice = { q: query.q, limit: maxChoices }
      const people = await peopleWithPermission(db.reads, actor.plantId, see, choice)
      const items = people.filter(({ id }) => id !== actor.userId)
      return { items, total: items.length }
    },
    'PATCH /api/comments/:id': async ({ actor, params, body }) => {
      await db.tx((write) => editComment(write, actor, params.id, body, clock.now()))
      return oneComment(db.reads, actor, params.id)
    },
    'DELETE /api/comments/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteComment(write, actor, params.id, query.version)),
  })

/** A person's settings, and the channels that they can choose. */
async function ownSettings({ db, channels }: DeliveryDeps, actor: Actor) {
  const [settings, person] = await Promise.all([
    messageSettingsOf(db.reads, actor),
    recipientOf(db.reads, actor.plantId, actor.userId),
  ])
  return {
    ...settings,
    channels: channels.map(({ name, address }) => ({ channel: name, address: person?.[address] ?? null })),
  }
}

const messageRoutes = (deps: DeliveryDeps, senders: readonly Sender[]): Routes => {
  const { db, clock } = deps
  return routes(messagesApi, {
    'GET /api/me/messages': ({ actor, query }) => listMessages(db.reads, actor, query),
    'GET /api/me/messages/unread': ({ actor }) => countUnread(db.reads, actor),
    'POST /api/me/messages/mark': ({ actor, body }) =>
      db.tx((write) => changeMessages(write, actor, { ids: body.ids }, body.read ? clock.now() : null)),
    'POST /api/me/messages/mark-all': ({ actor, body }) =>
      db.tx((write) => changeMessages(write, actor, { upTo: body.upTo }, clock.now())),
    'GET /api/me/messages/settings': ({ actor }) => ownSettings(deps, actor),
    'PUT /api/me/messages/settings': ({ actor, body }) =>
      db.tx((write) => saveMessageSettings(write, actor, body, clock.now())),
    'GET /api/message-channels': async ({ actor }) => {
      const state = ({ name }: Sender) => channelState(db.reads, actor.plantId, name, clock.now())
      const items = await Promise.all(senders.map(state))
      return { items, total: items.length }
    },
    'POST /api/message-channels/:channel/test': ({ actor, params, body }) => {
      const channel = senders.find(({ name }) => name === params.channel) ?? fail('not_found')
      return sendTest(deps, channel, actor, body.language)
    },
  })
}

const assigneeRoutes = ({ db }: Pick<InboxDeps, 'db'>): Routes =>
  routes(assigneesApi, {
    'GET /api/assignees/:kind': ({ actor, params }) => listAssignees(db.reads, actor, params.kind),
  })

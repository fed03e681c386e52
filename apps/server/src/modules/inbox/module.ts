import { conversationsApi } from '@cloud-factory/contract/inbox/conversations'
import { messagesApi } from '@cloud-factory/contract/inbox/messages'
import { recordKinds } from '@cloud-factory/domain/inbox/record-kinds'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Module } from '../../platform/module.ts'
import { peopleWithPermission } from '../identity/public.ts'
import {
  addComment,
  changeMessages,
  deleteComment,
  editComment,
  setFollowing,
} from './change-conversation.ts'
import { conversationOf, oneComment } from './conversations.queries.ts'
import { inboxDemo } from './inbox.demo.ts'
import { messageSettingsOf, saveMessageSettings } from './message-settings.store.ts'
import { countUnread, listMessages } from './messages.queries.ts'
import { visibleRecord } from './records.queries.ts'
import { type DuePort, forgetOldMessages, remind } from './remind.ts'

interface InboxDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plantId: number
  readonly due: DuePort
  /** Messages that are older are deleted. */
  readonly messageDays: number
}

const hour = 3_600_000

/** Conversations about records, and everybody's messages. */
export function inboxModule(deps: InboxDeps): Module {
  const { db, clock, log, plantId, messageDays } = deps
  const hourly = repeatedly({
    log,
    everyMs: hour,
    what: 'people could not be told what falls due',
    work: async () => {
      await remind(deps, plantId, clock.now())
      await forgetOldMessages(db, clock.now(), messageDays)
    },
  })
  return {
    name: 'inbox',
    routes: [conversationRoutes(deps), messageRoutes(deps)],
    demo: inboxDemo,
    onLeaderStart: async () => {
      hourly.start()
      await hourly.idle()
    },
    onLeaderStop: () => hourly.close(),
  }
}

/** So many people are offered while a name is typed. */
const maxChoices = 20

const conversationRoutes = ({ db, clock }: Pick<InboxDeps, 'db' | 'clock'>): Routes =>
  routes(conversationsApi, {
    'GET /api/conversations/:kind/:id': ({ actor, params, query }) =>
      conversationOf(db.reads, actor, params, query.before),
    'POST /api/conversations/:kind/:id/comments': async ({ actor, params, body }) => {
      const id = await db.tx((write) => addComment(write, actor, params, body, clock.now()))
      return oneComment(db.reads, actor, id)
    },
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

const messageRoutes = ({ db, clock }: Pick<InboxDeps, 'db' | 'clock'>): Routes =>
  routes(messagesApi, {
    'GET /api/me/messages': ({ actor, query }) => listMessages(db.reads, actor, query),
    'GET /api/me/messages/unread': ({ actor }) => countUnread(db.reads, actor),
    'POST /api/me/messages/mark': ({ actor, body }) =>
      db.tx((write) => changeMessages(write, actor, { ids: body.ids }, body.read ? clock.now() : null)),
    'POST /api/me/messages/mark-all': ({ actor, body }) =>
      db.tx((write) => changeMessages(write, actor, { upTo: body.upTo }, clock.now())),
    'GET /api/me/messages/settings': ({ actor }) => messageSettingsOf(db.reads, actor),
    'PUT /api/me/messages/settings': ({ actor, body }) =>
      db.tx((write) => saveMessageSettings(write, actor, body, clock.now())),
  })

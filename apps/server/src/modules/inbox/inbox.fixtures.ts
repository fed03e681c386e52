import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { type RawBuilder, sql } from 'kysely'
import type { TestApp } from '../../../test/app.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import { addComment } from './change-conversation.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const denied = { status: 403, body: { code: 'permission.denied' } }
export const unknown = { status: 404, body: { code: 'not_found' } }

/** The demo people, signed in. */
export interface People {
  idOf(person: string): string
  tokenOf(person: string): string
  call<T = unknown>(
    person: string,
    method: Method,
    url: string,
    payload?: object,
  ): Promise<{ status: number; body: T }>
  /** Id of the first record of a list. */
  firstOf(list: string): Promise<string>
}

export async function signInAll(app: TestApp): Promise<People> {
  const sessions = new Map<string, { readonly token: string; readonly id: string }>()
  for (const name of ['admin', 'planner', 'foreman', 'inspector', 'equipment', 'viewer']) {
    const { token, user } = await app.signIn(name)
    sessions.set(name, { token, id: user.id })
  }
  const people: People = {
    idOf: (person) => sessions.get(person)?.id ?? '',
    tokenOf: (person) => sessions.get(person)?.token ?? '',
    async call<T>(person: string, method: Method, url: string, payload?: object) {
      const headers = { authorization: people.tokenOf(person) }
      const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
      return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T }
    },
    async firstOf(list) {
      const url = `${list}?pageSize=1`
      const { body } = await people.call<{ items: { id: string }[] }>('admin', 'GET', url)
      return body.items[0]?.id ?? ''
    },
  }
  return people
}

/** Takes a permission away from a role for the time of some work. */
export async function withoutTag(
  app: TestApp,
  role: string,
  tag: string,
  work: () => Promise<void>,
): Promise<void> {
  const change = (tags: RawBuilder<unknown>) =>
    app.database.db.tx((write) => sql`update roles set tags = ${tags} where code = ${role}`.execute(write))
  await change(sql`array_remove(tags, ${tag})`)
  await work().finally(() => change(sql`array_append(tags, ${tag})`))
}

/** A draft order, of the project of another one. */
export async function newOrder(people: People, likeId: string): Promise<OrderRow> {
  const { body: like } = await people.call<OrderRow>('planner', 'GET', `/api/orders/${likeId}`)
  const fields = { projectId: like.project.id, no: 'TALK-1', name: '临时', customerPo: null, priority: 'B' }
  const rest = { dueOn: null, contractTonnes: null, note: null }
  return (await people.call<OrderRow>('planner', 'POST', '/api/orders', { ...fields, ...rest })).body
}

interface Mention {
  readonly by: Actor
  readonly order: string
  readonly who: readonly Actor[]
  readonly text: string
  readonly at: Date
}

/** Mentions people in a comment on an order. */
export const mentionPeople = (db: Pick<Database, 'tx'>, { by, order, who, text, at }: Mention) =>
  db.tx((write) =>
    addComment(
      write,
      by,
      { kind: 'order', id: order },
      { text, mentions: who.map(({ userId }) => userId), files: [] },
      at,
    ),
  )

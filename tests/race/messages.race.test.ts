import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../apps/server/test/people.ts'
import { newOrder, newProject, now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { addComment } from '../../apps/server/src/modules/inbox/change-conversation.ts'
import { deliverMessages } from '../../apps/server/src/modules/inbox/deliver-messages.ts'
import type { MessageChannel } from '../../apps/server/src/modules/inbox/message-channels.ts'
import { saveMessageSettings } from '../../apps/server/src/modules/inbox/message-settings.store.ts'
import type { Actor } from '../../apps/server/src/platform/auth/actor.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { raceDatabase, rounds } from './race-database.ts'

// Two instances send at once, as while the leadership changes hands. This needs several database connections, which the
// embedded database does not have.
const found = await raceDatabase('messages')
const db = found as Database

const recipients = 12
let order: string
let author: Actor
const people: string[] = []
beforeAll(async () => {
  if (found === null) return
  order = await newOrder(db, await newProject(db))
  author = await addPerson(db, { username: 'author', tags: ['order.view'] })
  for (let number = 0; number < recipients; number += 1) {
    const email = `reader-${number}@example.com`
    const person = await addPerson(db, { username: `reader-${number}`, tags: ['order.view'], email })
    const settings = {
      appOff: [],
      byEmail: ['mentions' as const],
      byWecom: [],
      quiet: null,
      language: 'en' as const,
    }
    await db.tx((write) => saveMessageSettings(write, person, settings, now))
    people.push(person.userId)
  }
})

describe.skipIf(found === null).each(rounds)('round %i', (round) => {
  test('every message is sent once, and none is left', async () => {
    const comment = { text: `round ${round}`, mentions: people, files: [] }
    for (let count = 0; count < 3; count += 1)
      await db.tx((write) => addComment(write, author, { kind: 'order', id: order }, comment, now))
    const sent: { readonly address: string; readonly text: string }[] = []
    const channel: MessageChannel = {
      name: 'email',
      address: 'email',
      setting: 'byEmail',
      send: async (address, { plain }) => void sent.push({ address, text: plain }),
    }
    const instance = () =>
      deliverMessages(
        {
          db,
          clock: { now: () => now },
          plantId: 1,
          publicUrl: 'https://factory.example',
          channels: [channel],
        },
        () => false,
      )
    await Promise.all([instance(), instance(), instance()])
    const delivered = Object.fromEntries(
      Map.groupBy(sent, ({ address }) => address)
        .entries()
        .map(([address, mails]) => [
          address,
          mails.flatMap(({ text }) => text.match(/^round \d+$/gm) ?? []).length,
        ]),
    )
    expect(delivered).toEqual(
      Object.fromEntries(people.map((_, number) => [`reader-${number}@example.com`, 3])),
    )
    const waiting = await db.reads
      .selectFrom('message_deliveries')
      .select('id')
      .where('status', '=', 'waiting')
      .execute()
    expect(waiting).toEqual([])
  })
})

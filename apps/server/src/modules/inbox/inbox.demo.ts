import { type AssignableRecord, type RecordKind, recordKinds } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { DemoContext } from '../../platform/module.ts'
import { namesOfPeople } from '../identity/public.ts'
import { assignRecord } from './assign.ts'
import { addComment, changeMessages } from './change-conversation.ts'
import type { RecordKey } from './records.queries.ts'

interface DemoComment {
  readonly hoursAgo: number
  /** User name of the author. */
  readonly by: string
  readonly text: string
  /** User name of the mentioned person, whose name stands in the text as `@`. */
  readonly to?: string
}

interface DemoConversation {
  readonly kind: RecordKind
  readonly record: RawBuilder<{ id: string }>
  readonly comments: readonly DemoComment[]
}

const comment = (hoursAgo: number, by: string, text: string, to?: string): DemoComment => ({
  hoursAgo,
  by,
  text,
  ...(to !== undefined && { to }),
})

const demoConversations: readonly DemoConversation[] = [
  {
    kind: 'order',
    record: sql`select id::text as id from orders where status = 'in_production' order by due_on, id limit 1`,
    comments: [
      comment(30, 'planner', '@ 客户问能不能提前两天发第一车，牛腿那批周四能出来吗？', 'foreman'),
      comment(28, 'foreman', '周四可以，前提是 H 型钢周二到料。\n焊接二班这周加一个夜班。'),
      comment(3, 'manager', '@ 请按周五回复客户，留一天余量。', 'planner'),
    ],
  },
  {
    kind: 'ncr',
    record: sql`select id::text as id from ncrs where status = 'verify' order by raised_at desc, id desc limit 1`,
    comments: [
      comment(26, 'inspector', '@ 返修后请先打磨再报复检，上次焊渣没清干净。', 'foreman'),
      comment(2, 'foreman', '@ 已打磨，焊脚复测 8 mm，请安排复检。', 'inspector'),
    ],
  },
  {
    kind: 'machine',
    record: sql`select id::text as id from machines where active and source = 'demo' order by id limit 1`,
    comments: [comment(20, 'foreman', '@ 切割到 20 mm 以上时割缝偏宽，麻烦看一下割嘴。', 'equipment')],
  },
  {
    kind: 'delivery',
    record: sql`select id::text as id from deliveries where status in ('sent', 'received') order by id desc limit 1`,
    comments: [comment(1, 'planner', '@ 工地反映有两根构件涂层划伤，下次装车请加垫木并拍照。', 'foreman')],
  },
]

interface DemoAssignment {
  readonly kind: AssignableRecord
  /** User name of who assigns, and of the person. */
  readonly by: string
  readonly to: string
  readonly rows: RawBuilder<Parameters<typeof assignRecord>[2]['row']>
}

const demoAssignments: readonly DemoAssignment[] = [
  {
    kind: 'order',
    by: 'admin',
    to: 'planner',
    rows: sql`select * from orders where status in ('confirmed', 'released', 'in_production') order by due_on, id limit 5`,
  },
  {
    kind: 'ncr',
    by: 'inspector',
    to: 'foreman',
    rows: sql`select * from ncrs where status in ('approved', 'executing') order by raised_at, id limit 3`,
  },
  {
    kind: 'ncr',
    by: 'foreman',
    to: 'inspector',
    rows: sql`select * from ncrs where status in ('open', 'verify') order by raised_at, id limit 3`,
  },
]

/** A few conversations and assigned records, through the real commands, so that their messages are there too. */
export async function inboxDemo(write: Write, context: DemoContext): Promise<void> {
  const ids = [...context.known].filter(([key]) => key.startsWith('user:')).map(([, id]) => id)
  const names = await namesOfPeople(asReads(write), context.plantId, ids)
  const actorOf = (username: string): Actor | null => {
    const userId = context.known.get(`user:${username}`)
    if (userId === undefined) return null
    const tags = Object.values(recordKinds).map(({ see }) => see)
    const cnName = names.get(userId) ?? username
    return { userId, plantId: context.plantId, username, cnName, tags, ...noRequest }
  }
  for (const { kind, by, to, rows } of demoAssignments) {
    const [actor, person] = [actorOf(by), actorOf(to)]
    if (actor === null || person === null) continue
    const at = new Date(context.now.getTime() - 24 * 3_600_000)
    for (const row of await readRows(asReads(write), rows))
      await assignRecord(write, actor, { kind, row, to: person.userId, at })
  }
  for (const { record, hoursAgo, by, text, to } of await commentsInOrder(write)) {
    const [author, person] = [actorOf(by), to === undefined ? null : actorOf(to)]
    if (author === null) continue
    const at = new Date(context.now.getTime() - hoursAgo * 3_600_000)
    const input =
      person === null
        ? { text, mentions: [], files: [] }
        : { text: text.replace('@', `@${person.cnName}`), mentions: [person.userId], files: [] }
    await addComment(write, author, record, input, at)
    // Whoever writes has read what is there.
    await changeMessages(write, author, { upTo: newest }, at)
  }
}

/** The comments on records that exist, oldest first. */
async function commentsInOrder(write: Write): Promise<(DemoComment & { readonly record: RecordKey })[]> {
  const found: (DemoComment & { readonly record: RecordKey })[] = []
  for (const { kind, record, comments } of demoConversations) {
    const [row] = await readRows(asReads(write), record)
    if (row !== undefined) found.push(...comments.map((one) => ({ ...one, record: { kind, id: row.id } })))
  }
  return found.toSorted((one, other) => other.hoursAgo - one.hoursAgo)
}

const noRequest = { sessionId: '', address: '', requestId: 'demo' }
/** Beyond the id of any message. */
const newest = '9007199254740991'

import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { createHash } from 'node:crypto'
import type { Permission } from '@cloud-factory/domain/identity/permissions'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import type { QualityPiece } from '@cloud-factory/domain/orders/piece-records'
import type { OrdersPort } from './orders.port.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { canonicalJson } from '../../platform/canonical-json.rules.ts'
import type { DemoContext } from '../../platform/module.ts'

/** An order may be released on the day after its first work. */
const toleranceMs = 86_400_000

/** Work on a piece is not dated before its order was released; fails with the reason and the piece. */
export function requireReleased(
  at: string,
  pieces: readonly { readonly serial: string; readonly releasedAt: Date | null }[],
  reason: 'weld.before_release' | 'coat.before_release',
): void {
  const early = pieces.find(
    ({ releasedAt }) => releasedAt !== null && new Date(at).getTime() < releasedAt.getTime() - toleranceMs,
  )
  if (early !== undefined) reject(reason, { piece: early.serial })
}

export type Allowed = true | string

/** What the rules allow, if the person may do it at all. */
export function allowedWith<Word extends string>(
  actor: Actor,
  permission: Permission,
  can: Readonly<Record<Word, Allowed>>,
): Record<Word, Allowed> {
  if (actor.tags.includes(permission)) return { ...can }
  const words = Object.keys(can) as Word[]
  return Object.fromEntries(words.map((word) => [word, 'permission.denied'])) as Record<Word, Allowed>
}

/**
 * The pieces that somebody named by serial or QR code, locked with their orders. Fails the first that is not known, or whose
 * state the action does not allow: `allowed` says yes or the reason.
 */
export async function lockNamedPieces(
  write: Write,
  plantId: number,
  orders: OrdersPort,
  texts: readonly string[],
  allowed: (status: PieceStatus) => true | string,
): Promise<readonly QualityPiece[]> {
  const found = await orders.find(asReads(write), plantId, texts)
  const unknown = texts.find((text) => !found.has(text))
  if (unknown !== undefined) {
    const several = await orders.several(asReads(write), plantId, [unknown])
    const reason = several.has(unknown) ? 'piece.several' : 'ncr.unknown_piece'
    reject(reason, { piece: unknown.slice(0, 60) })
  }
  const pieces = await orders.lock(write, plantId, [...new Set(found.values())])
  for (const { status, serial } of pieces) {
    requireAllowed(allowed(status), { piece: serial })
  }
  return pieces
}

/** The process with a code; null when the plant has none, and then no gate waits for it. */
export async function processNamed(reads: Reads, plantId: number, code: string): Promise<number | null> {
  const [row] = await readRows(
    reads,
    sql<{ id: number }>`select id from processes where plant_id = ${plantId} and code = ${code}`,
  )
  return row?.id ?? null
}

/** What is numbered: inspections, non-conformance reports, NDT requests, coating records, material receipts, nests, purchase orders, stock takes, subcontracts, plate jobs, trial assemblies. */
type Series = 'QI' | 'NC' | 'NT' | 'CO' | 'MR' | 'NS' | 'PO' | 'ST' | 'SC' | 'PJ' | 'TA'

/**
 * The next `count` numbers of a series at an instant, `QI-2026-00017`, in the year that it is in the plant: without gaps while
 * transactions succeed, never twice.
 */
export async function nextNumbers(
  write: Write,
  plantId: number,
  series: Series,
  at: Date,
  count = 1,
): Promise<string[]> {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into quality_numbers (plant_id, series, year, last)
    select id, ${series}::text, extract(year from ${at}::timestamptz at time zone time_zone)::int, ${count}::int
    from plants where id = ${plantId}
    on conflict (plant_id, series, year) do update set last = quality_numbers.last + excluded.last
    returning year, last`.execute(write)
  return rows.flatMap(({ year, last }) =>
    Array.from(
      { length: count },
      (_, index) => `${series}-${year}-${String(last - count + 1 + index).padStart(5, '0')}`,
    ),
  )
}

/** What was written twice, as `duplicate` with its field. */
export async function rejectingDuplicate<T>(
  constraint: string,
  params: { readonly field: string; readonly value: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== constraint) throw error
    return fail('duplicate', { params })
  }
}

/** A row that something names, as `in_use`. */
export async function rejectingUsed(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (violationOf(error)?.kind !== 'foreign') throw error
    fail('in_use')
  }
}

/** An id out of a request as its column holds it. */
export const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id))

/** sha256 of a content in canonical form: keys in the order of the alphabet; the same content has the same seal. */
export const sealOf = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

/** A person of the demo factory, with the rights that its quality records ask of whoever wrote them. */
const demoActor = ({ plantId, known }: DemoContext, username: string, cnName: string): Actor => ({
  userId: known.get(`user:${username}`) ?? '',
  plantId,
  username,
  cnName,
  tags: ['quality.view', 'quality.inspect', 'quality.judge', 'quality.concession', 'order.report'],
  sessionId: '',
  address: '',
  requestId: '',
})

export const demoInspector = (context: DemoContext): Actor => demoActor(context, 'inspector', '赵晓梅')
export const demoForeman = (context: DemoContext): Actor => demoActor(context, 'foreman', '王大勇')
/** Plans and buys. */
export const demoPlanner = (context: DemoContext, tags: readonly string[]): Actor => ({
  ...demoActor(context, 'planner', '李文静'),
  tags,
})
/** Judges what the inspector measured or entered. */
export const demoJudge = (context: DemoContext): Actor => demoActor(context, 'admin', '系统管理员')

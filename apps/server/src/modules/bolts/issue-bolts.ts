import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { BoltIssue, boltsApi } from '@cloud-factory/contract/bolts/bolts'
import type { BoughtKind } from '@cloud-factory/domain/bolts/bought-items'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { rowForUpdate, signature } from '../../platform/db/signed-rows.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { orderForUpdate } from '../orders/public.ts'
import { type LotReadRow, lotsOf } from './bolt-lots.ts'
import { canIssueBolts, issueVerdict } from './bolts.policy.ts'
import { boltNeedsOf } from './bolts.queries.ts'

type Api = typeof boltsApi

interface IssueReadRow extends Selectable<Tables['bolt_issues']> {
  readonly item_id: number
  readonly kind: BoughtKind
  readonly designation: string
  readonly lot_no: string
  readonly order_no: string
  readonly order_status: string
  readonly package_no: string | null
  readonly package_status: string | null
}

const sorts = bothWays({ id: ['r.id'] })

export const issuesOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<IssueReadRow>`
  select r.*, i.id as item_id, i.kind, i.designation, l.lot_no, o.no as order_no, o.status as order_status,
    p.no as package_no, p.status as package_status
  from bolt_issues r join bolt_lots l on l.id = r.lot_id join bought_items i on i.id = l.item_id
    join orders o on o.id = r.order_id left join packages p on p.id = r.package_id
  where ${where} order by ${order} ${limit}`

/** What is in a closed package leaves it only when the package is opened again. */
function canUndo(row: IssueReadRow, tags: readonly string[]): true | string {
  const verdict = canIssueBolts(tags, row.order_status)
  if (verdict !== true) return verdict
  return row.package_status === null || row.package_status === 'open' || 'package.not_open'
}

const issueView = (row: IssueReadRow, { tags }: Actor): BoltIssue => ({
  id: String(row.id),
  itemId: String(row.item_id),
  kind: row.kind,
  designation: row.designation,
  lot: { id: String(row.lot_id), no: row.lot_no },
  order: { id: String(row.order_id), no: row.order_no },
  package:
    row.package_id === null || row.package_no === null
      ? null
      : { id: String(row.package_id), no: row.package_no },
  quantity: row.quantity,
  issuedAt: row.issued_at.toISOString(),
  issuedBy: row.issued_by_name,
  can: { undo: canUndo(row, tags) },
})

export async function listIssues(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/bolt-issues']>,
): Promise<ReplyOf<Api['GET /api/bolt-issues']>> {
  const { orderId, packageId, deliveryId } = query
  const where = allOf([
    sql`r.plant_id = ${actor.plantId}`,
    orderId === undefined ? null : sql`r.order_id = ${orderId}`,
    packageId === undefined ? null : sql`r.package_id = ${packageId}`,
    deliveryId === undefined
      ? null
      : sql`r.package_id in (select id from packages where delivery_id = ${deliveryId})`,
  ])
  const page = issuesOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`bolt_issues r`, where)
  return { items: rows.map((row) => issueView(row, actor)), total }
}

async function oneIssue(reads: Reads, plantId: number, id: string): Promise<IssueReadRow> {
  const where = sql`r.plant_id = ${plantId} and r.id = ${id}`
  const [row] = await readRows(reads, issuesOf(where, sql`r.id`, sql`limit 1`))
  return row ?? fail('not_found')
}

/** The open package of the order, locked after it. */
async function requirePackage(write: Write, actor: Actor, orderId: number, packageId: string): Promise<void> {
  const pack = await rowForUpdate(write, 'packages', actor.plantId, packageId)
  if (pack.order_id !== orderId) reject('pack.other_order')
  if (pack.status !== 'open') reject('package.not_open', { package: pack.no })
}

async function lotForUpdate(write: Write, actor: Actor, id: string): Promise<LotReadRow> {
  const lot = await rowForUpdate(write, 'bolt_lots', actor.plantId, id)
  const [row] = await readRows(asReads(write), lotsOf(sql`r.id = ${lot.id}`, sql`r.id`, sql`limit 1`))
  return row ?? fail('not_found')
}

async function requireIssue(
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly project_id: number },
  { lot, quantity }: { readonly lot: LotReadRow; readonly quantity: number },
): Promise<void> {
  const [projects, needs] = await Promise.all([
    readRows(
      asReads(write),
      sql<{
        required: boolean
      }>`select bolt_tests_required as required from projects where id = ${order.project_id}`,
    ),
    readRows(asReads(write), boltNeedsOf(actor.plantId, String(order.id))),
  ])
  const need = needs.find(({ id }) => id === lot.item_id)
  const free = lot.received - lot.issued
  const verdict = issueVerdict({
    item: lot,
    isPassed: lot.is_passed,
    isTestRequired: projects[0]?.required ?? false,
    free,
    open: need?.open ?? 0,
    isListed: need !== undefined,
    quantity,
  })
  if (verdict === true) return
  const most = verdict === 'bolt.lot_short' ? free : (need?.open ?? 0)
  reject(verdict, { item: lot.designation, lot: lot.lot_no, value: quantity, most })
}

/** Gives pieces of a lot to an order: into a package, or to the shop. */
export async function issueBolts(
  write: Write,
  actor: Actor,
  { lotId, orderId, packageId, quantity }: BodyOf<Api['POST /api/bolt-issues']>,
  now: Date,
): Promise<BoltIssue> {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireAllowed(canIssueBolts(actor.tags, order.status))
  if (packageId !== null) await requirePackage(write, actor, order.id, packageId)
  const lot = await lotForUpdate(write, actor, lotId)
  await requireIssue(write, actor, order, { lot, quantity })
  await sql`update bolt_lots set issued = issued + ${quantity} where id = ${lot.id}`.execute(write)
  await sql`update packages set bolts = bolts + ${quantity} where id = ${packageId}::bigint`.execute(write)
  const { rows } = await sql<{ id: number }>`
    insert into bolt_issues (plant_id, lot_id, order_id, package_id, quantity, issued_at, issued_by, issued_by_name)
    values (${actor.plantId}, ${lot.id}, ${order.id}, ${packageId}::bigint, ${quantity}, ${now},
      ${signature(actor).updated_by}, ${actor.cnName}) returning id`.execute(write)
  const issue = issueView(await oneIssue(asReads(write), actor.plantId, String(rows[0]?.id)), actor)
  await recordIssue(write, actor, { action: 'bolts.issue', after: textsOf(issue) }, issue)
  return issue
}

/** Takes issued pieces back into their lot. */
export async function undoIssue(write: Write, actor: Actor, id: string): Promise<void> {
  const { order_id: orderId } = await oneIssue(asReads(write), actor.plantId, id)
  await orderForUpdate(write, actor.plantId, String(orderId))
  const row = await oneIssue(asReads(write), actor.plantId, id)
  requireAllowed(canUndo(row, actor.tags), { package: row.package_no ?? '' })
  await sql`delete from bolt_issues where id = ${row.id}`.execute(write)
  const issue = issueView(row, actor)
  await recordIssue(write, actor, { action: 'bolts.undo_issue', before: textsOf(issue) }, issue)
}

const textsOf = ({ designation, lot, quantity, package: pack }: BoltIssue) => ({
  item: designation,
  lot: lot.no,
  quantity,
  package: pack?.no ?? '',
})

const recordIssue = (
  write: Write,
  actor: Actor,
  change: { readonly action: string; readonly before?: object; readonly after?: object },
  { order }: BoltIssue,
) =>
  recordAction(write, actor, {
    ...change,
    subjectKind: 'order',
    event: 'bolts.issued',
    id: order.id,
    name: order.no,
  })

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  SubcontractLineInput,
  SubcontractRow,
  subcontractsApi,
} from '@cloud-factory/contract/subcontracting/subcontracts'
import type { SubcontractStatus } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { insertRow, rowForAction, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { nextNumbers } from '../quality-records/public.ts'
import { oneSubcontract } from './subcontracts.queries.ts'

type Api = typeof subcontractsApi
type NewSubcontract = BodyOf<Api['POST /api/subcontracts']>
type Changes = BodyOf<Api['PATCH /api/subcontracts/:id']>

const working = ['released', 'in_production', 'completed', 'on_hold']

/** Work of an order goes out while the order is being made. */
async function requireWorking(write: Write, plantId: number, orderId: string): Promise<void> {
  const [order] = await readRows(
    asReads(write),
    sql<{ status: string }>`
      select status from orders where plant_id = ${plantId} and id = ${orderId} for key share`,
  )
  if (order === undefined) fail('not_found', { params: { field: 'orderId' } })
  if (!working.includes(order.status)) reject('subcontract.order_not_working')
}

async function requireSupplier(write: Write, plantId: number, supplierId: string): Promise<void> {
  const rows = await readRows(
    asReads(write),
    sql`select from suppliers where plant_id = ${plantId} and id = ${supplierId} for key share`,
  )
  if (rows.length === 0) fail('not_found', { params: { field: 'supplierId' } })
}

/** Both processes or neither, each a process of the plant that is done by hand. */
async function requireProcesses(
  write: Write,
  plantId: number,
  lines: readonly SubcontractLineInput[],
): Promise<void> {
  const half = lines.findIndex((line) => (line.fromProcessId === null) !== (line.toProcessId === null))
  if (half !== -1)
    fail('request.invalid', { errors: [{ path: `body.lines.${half}.toProcessId`, reason: 'required' }] })
  const ids = new Set(
    lines.flatMap(({ fromProcessId, toProcessId }) =>
      [fromProcessId, toProcessId].filter((id) => id !== null),
    ),
  )
  const known = await readRows(
    asReads(write),
    sql`select from processes where plant_id = ${plantId} and id = any(${[...ids]}::bigint[]) and kind = 'work'`,
  )
  if (known.length < ids.size) fail('not_found', { params: { field: 'fromProcessId' } })
}

/** Writes the lines: changes those that have an id, adds the others, and deletes what is missing. Its pieces retain their processes. */
async function writeLines(
  write: Write,
  plantId: number,
  subcontractId: number,
  lines: readonly SubcontractLineInput[],
): Promise<void> {
  await requireProcesses(write, plantId, lines)
  const rows = lines.map((line, index) => ({
    id: line.id,
    position: index + 1,
    from_process_id: line.fromProcessId,
    to_process_id: line.toProcessId,
    price: line.price,
    note: line.note,
  }))
  const ids = rows.flatMap(({ id }) => id ?? [])
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (id bigint, position int, from_process_id bigint,
    to_process_id bigint, price numeric, note text)`
  const { rows: used } = await sql`
    select from subcontract_lines l left join ${input} on k.id = l.id
    where l.subcontract_id = ${subcontractId} and (k.id is null or (k.from_process_id, k.to_process_id)
      is distinct from (l.from_process_id, l.to_process_id))
      and exists (select from subcontract_pieces p where p.line_id = l.id) limit 1`.execute(write)
  if (used.length > 0) reject('subcontract.line_used')
  await sql`delete from subcontract_lines where subcontract_id = ${subcontractId} and not id = any(${ids}::bigint[])`.execute(
    write,
  )
  const { rows: updated } = await sql`
    update subcontract_lines l set position = k.position, from_process_id = k.from_process_id,
      to_process_id = k.to_process_id, price = k.price, note = k.note
    from ${input} where l.subcontract_id = ${subcontractId} and l.id = k.id returning l.id`.execute(write)
  if (updated.length < ids.length) fail('not_found', { params: { field: 'lines' } })
  await sql`
    insert into subcontract_lines (plant_id, subcontract_id, position, from_process_id, to_process_id, price, note)
    select ${plantId}, ${subcontractId}, position, from_process_id, to_process_id, price, note
    from ${input} where id is null order by position`.execute(write)
}

/** What the audit log shows of a subcontract. */
const factsOf = ({
  basis,
  promisedOn,
  note,
  lines,
}: Pick<NewSubcontract, 'basis' | 'promisedOn' | 'note'> & {
  readonly lines: readonly { readonly price: number | null }[]
}) => ({ priceBasis: basis, promisedOn, note, prices: lines.map(({ price }) => price ?? '—').join(', ') })

/** Creates a subcontract. Returns its id. */
export async function createSubcontract(
  write: Write,
  actor: Actor,
  { orderId, supplierId, basis, promisedOn, note, lines }: NewSubcontract,
  now: Date,
): Promise<string> {
  await requireWorking(write, actor.plantId, orderId)
  await requireSupplier(write, actor.plantId, supplierId)
  const [no = ''] = await nextNumbers(write, actor.plantId, 'SC', now)
  const id = await insertRow(write, actor, 'subcontracts', {
    no,
    supplier_id: Number(supplierId),
    order_id: Number(orderId),
    basis,
    promised_on: promisedOn,
    note,
  })
  await writeLines(write, actor.plantId, id, lines)
  await recordAction(write, actor, {
    action: 'subcontracts.create',
    subjectKind: 'subcontract',
    event: 'subcontracts.changed',
    id: String(id),
    name: no,
    after: factsOf({ basis, promisedOn, note, lines }),
  })
  return String(id)
}

/** Locks a subcontract for an action that its policy permits. */
export const subcontractForAction = (
  write: Write,
  actor: Actor,
  id: string,
  version: number | null,
  { action, now }: { readonly action: keyof SubcontractRow['can']; readonly now: Date },
) =>
  rowForAction(write, actor, 'subcontracts', { id, version, action }, (reads) =>
    oneSubcontract(reads, actor, id, now),
  )

/** Changes an open subcontract with its lines. */
export async function changeSubcontract(
  write: Write,
  actor: Actor,
  id: string,
  { version, supplierId, basis, promisedOn, note, lines }: Changes,
  now: Date,
): Promise<void> {
  const { row, view } = await subcontractForAction(write, actor, id, version, { action: 'edit', now })
  await requireSupplier(write, actor.plantId, supplierId)
  const fields = { supplier_id: Number(supplierId), basis, promised_on: promisedOn, note }
  await saveRow(write, actor, 'subcontracts', row.id, fields)
  await writeLines(write, actor.plantId, row.id, lines)
  await recordAction(write, actor, {
    action: 'subcontracts.update',
    subjectKind: 'subcontract',
    event: 'subcontracts.changed',
    id,
    name: row.no,
    before: factsOf(view),
    after: factsOf({ basis, promisedOn, note, lines }),
  })
}

type Step = 'close' | 'reopen' | 'cancel'
const effects: Readonly<Record<Step, { readonly action: string; readonly status: SubcontractStatus }>> = {
  close: { action: 'subcontracts.close', status: 'closed' },
  reopen: { action: 'subcontracts.reopen', status: 'out' },
  cancel: { action: 'subcontracts.cancel', status: 'cancelled' },
}

/** Closes, reopens or cancels; pieces that never went out are free again. */
export async function moveSubcontract(
  write: Write,
  actor: Actor,
  id: string,
  { step, version }: { readonly step: Step; readonly version: number },
  now: Date,
): Promise<void> {
  const { row } = await subcontractForAction(write, actor, id, version, { action: step, now })
  await sql`delete from subcontract_pieces where subcontract_id = ${row.id} and status = 'planned'`.execute(
    write,
  )
  const { action, status } = effects[step]
  await saveRow(write, actor, 'subcontracts', row.id, { status })
  await recordAction(write, actor, {
    action,
    subjectKind: 'subcontract',
    event: 'subcontracts.changed',
    id,
    name: row.no,
    before: { status: row.status },
    after: { status },
  })
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  labourApi,
  Payroll,
  payrollExportColumns,
  PayrollRow,
} from '@cloud-factory/contract/labour/labour'
import { type RawBuilder, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import { today } from '../../platform/db/factory-day.ts'
import { asReads, type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { exportAudited, type ExportColumn, rowsInMemory } from '../../platform/xlsx/export-sheet.ts'
import { ownWork } from './labour-report.queries.ts'

/** Rate of a report `w`, as `r`: that of its crew before that of all crews. `isHourly`: the price of an hour. */
export const rateFor = (isHourly: boolean) => {
  const joined = (name: string, crew: RawBuilder<unknown>) => {
    const column = (of: string) => sql.ref(`${name}.${of}`)
    return sql`left join labour_rates ${sql.ref(name)} on ${column('process_id')} = w.process_id and ${column('active')} and ${crew}
      and (${column('basis')} = 'hour') = ${isHourly}
      and w.kg / w.part >= ${column('from_kg')} and (${column('to_kg')} is null or w.kg / w.part < ${column('to_kg')})
      and w.day >= ${column('valid_from')} and (${column('valid_to')} is null or w.day <= ${column('valid_to')})`
  }
  const [own, usual] = isHourly ? ['own_hour', 'usual_hour'] : ['own_rate', 'usual_rate']
  const chosen = (column: string) =>
    sql`coalesce(${sql.ref(`${own}.${column}`)}, ${sql.ref(`${usual}.${column}`)}) as ${sql.ref(column)}`
  return sql`${joined(own, sql`${sql.ref(`${own}.crew_id`)} = w.crew_id`)}
    ${joined(usual, sql`${sql.ref(`${usual}.crew_id`)} is null`)}
    cross join lateral (select ${chosen('code')}, ${chosen('basis')}, ${chosen('price')}) ${sql.ref(isHourly ? 'h' : 'r')}`
}

/** What the piece rate `r` pays for a report `w`, exactly; null: there is none. */
export const pieceworkAmount = sql`case r.basis when 'tonne' then w.kg * r.price / 1000 when 'piece' then w.part * r.price end`

interface MonthFacts {
  /** First day of the month. */
  readonly first: string
  readonly closed: { readonly id: number; readonly at: Date; readonly by: string } | null
  /** First days of the months that were closed first and last; null: none was. */
  readonly firstClosed: string | null
  readonly isNext: boolean
  readonly isOver: boolean
}

async function monthFacts(reads: Reads, plantId: number, month: string, now: Date): Promise<MonthFacts> {
  const first = `${month}-01`
  const [row] = await readRows(
    reads,
    sql<{
      id: number | null
      closed_at: Date | null
      closed_by_name: string | null
      first_closed: string | null
      is_next: boolean
      is_over: boolean
    }>`
      select m.id, m.closed_at, m.closed_by_name, b.first_closed::text,
        coalesce(b.last_closed + interval '1 month' = ${first}::date, true) as is_next,
        ${first}::date + interval '1 month' <= ${today(plantId, now)} as is_over
      from (select min(month) as first_closed, max(month) as last_closed from payroll_months where plant_id = ${plantId}) b
        left join payroll_months m on m.plant_id = ${plantId} and m.month = ${first}::date`,
  )
  if (row === undefined) return fail('not_found')
  const { id, closed_at: at, closed_by_name: by } = row
  return {
    first,
    closed: id === null ? null : { id, at: at ?? now, by: by ?? '' },
    firstClosed: row.first_closed,
    isNext: row.is_next,
    isOver: row.is_over,
  }
}

/** Why a month cannot be closed: one after the other, each when it is over. */
function closeFault(
  tags: readonly string[],
  { closed, isNext, isOver }: Pick<MonthFacts, 'closed' | 'isNext' | 'isOver'>,
): true | string {
  if (!tags.includes('cost.edit')) return 'permission.denied'
  if (closed !== null) return 'payroll.closed'
  if (!isNext) return 'payroll.order'
  return isOver || 'payroll.not_over'
}

/** What a line shows of its report `w`. */
const ofReport = sql`w.id as report_id, w.crew_id, w.process_id, w.day, w.part, w.kg, w.void, w.source, w.hours`

/**
 * What each report adds to a month: of a closed one what was written when it was closed; of an open one the work of its
 * days. The month that is closed next also has the corrections: work of closed months that was reported or undone later.
 */
function payrollLines(
  plantId: number,
  { first, closed, firstClosed, isNext }: MonthFacts,
): RawBuilder<unknown> {
  if (closed !== null) {
    return sql`
      select ${ofReport}, i.taken_back, case when i.taken_back then -1 else 1 end as sign, i.rate, i.basis, i.price, i.amount
      from payroll_items i join work_reports w on w.id = i.report_id where i.month_id = ${closed.id}`
  }
  const from = isNext ? (firstClosed ?? first) : first
  const work = sql`
    select ${ofReport}, false as taken_back, 1 as sign, r.code as rate, r.basis, r.price, ${pieceworkAmount} as amount
    from work_reports w join processes p on p.id = w.process_id and p.kind = 'work' ${rateFor(false)}
    where w.plant_id = ${plantId} and w.undone_at is null and ${ownWork} and w.day >= ${from}::date
      and w.day < (${first}::date + interval '1 month')::date
      and not exists (select from payroll_items i where i.report_id = w.id and not i.taken_back)`
  if (!isNext || firstClosed === null) return work
  return sql`${work} union all
    select ${ofReport}, true, -1, i.rate, i.basis, i.price, -i.amount
    from work_reports w join payroll_items i on i.report_id = w.id and not i.taken_back
    where w.plant_id = ${plantId} and w.undone_at is not null and w.day >= ${firstClosed}::date
      and not exists (select from payroll_items b where b.report_id = w.id and b.taken_back)`
}

interface PayrollReadRow {
  readonly crew_id: number | null
  readonly crew: string | null
  readonly process_id: number
  readonly kind: PayrollRow['kind']
  readonly of_month: string
  readonly rate: string | null
  readonly basis: 'tonne' | 'piece' | null
  readonly price: number | null
  readonly quantity: number
  readonly kg: number
  readonly void_kg: number
  readonly assumed_kg: number
  readonly hours: number
  readonly amount: number | null
}

export const payrollRows = (plantId: number, month: MonthFacts) => sql<PayrollReadRow>`
  select l.crew_id, c.name as crew, l.process_id,
    case when l.taken_back then 'taken_back' when l.day < ${month.first}::date then 'late' else 'work' end as kind,
    to_char(l.day, 'YYYY-MM') as of_month, l.rate, l.basis, l.price,
    sum(l.sign * l.part) as quantity, sum(l.sign * l.kg) as kg,
    coalesce(sum(l.sign * l.kg) filter (where l.void), 0) as void_kg,
    coalesce(sum(l.sign * l.kg) filter (where l.source = 'earlier'), 0) as assumed_kg,
    coalesce(sum(l.sign * l.hours), 0) as hours, round(sum(l.amount), 2) as amount
  from (${payrollLines(plantId, month)}) l
    join processes p on p.id = l.process_id left join crews c on c.id = l.crew_id
  group by 1, 2, 3, 4, 5, 6, 7, 8, p.position
  order by c.name nulls last, l.crew_id, p.position, l.process_id, kind desc, of_month, l.rate nulls last, l.price`

/** Piecework of a month. When a month is closed meanwhile, it is read again: the work of the open one is paid then. */
export async function payrollOf(reads: Reads, actor: Actor, month: string, now: Date): Promise<Payroll> {
  const facts = await monthFacts(reads, actor.plantId, month, now)
  const rows = (await readRows(reads, payrollRows(actor.plantId, facts))).map(rowView)
  const { isNext, closed } = await monthFacts(reads, actor.plantId, month, now)
  if (isNext !== facts.isNext || closed?.id !== facts.closed?.id) return payrollOf(reads, actor, month, now)
  const cents = rows.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)
  return {
    month,
    rows,
    amount: cents / 100,
    closed: facts.closed === null ? null : { at: facts.closed.at.toISOString(), by: facts.closed.by },
    can: { close: closeFault(actor.tags, facts) },
  }
}

const rowView = (row: PayrollReadRow): PayrollRow => ({
  crew: row.crew_id === null ? null : { id: String(row.crew_id), name: row.crew ?? '' },
  processId: String(row.process_id),
  kind: row.kind,
  ofMonth: row.of_month,
  rate:
    row.rate === null || row.basis === null || row.price === null
      ? null
      : { code: row.rate, basis: row.basis, price: row.price },
  quantity: row.quantity,
  kg: row.kg,
  voidKg: row.void_kg,
  assumedKg: row.assumed_kg,
  hours: row.hours,
  amount: row.amount,
})

/**
 * Closes a month: writes what each of its reports pays. A report that is committed meanwhile is not among them and
 * becomes a correction of the next month.
 */
export async function closePayroll(write: Write, actor: Actor, month: string, now: Date): Promise<void> {
  const { plantId } = actor
  await advisoryLock(write, 'payroll', plantId)
  const facts = await monthFacts(asReads(write), plantId, month, now)
  requireAllowed(closeFault(actor.tags, facts))
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const lines = payrollLines(plantId, facts)
  const { rows } = await sql<{ id: number }>`
    insert into payroll_months (plant_id, month, closed_at, closed_by, closed_by_name)
    values (${plantId}, ${facts.first}::date, ${now}, ${by}::bigint, ${name}) returning id`.execute(write)
  await sql`
    insert into payroll_items (report_id, taken_back, plant_id, month_id, rate, basis, price, amount)
    select report_id, taken_back, ${plantId}, ${rows[0]?.id ?? 0}, rate, basis, price, amount from (${lines}) l`.execute(
    write,
  )
  // Of what was written, whatever was reported meanwhile.
  const { amount } = await payrollOf(asReads(write), actor, month, now)
  await recordAction(write, actor, {
    action: 'payroll.close',
    subjectKind: 'payroll',
    event: 'payroll.closed',
    id: String(rows[0]?.id),
    name: month,
    after: { amount },
  })
}

type ExportInput = BodyOf<(typeof labourApi)['POST /api/exports/payroll']>
type Column = ExportColumn<PayrollRow>

/** Piecework of a month as a file that accounting reads. Exports are audited. */
export async function exportPayroll(
  db: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  input: ExportInput,
  now: Date,
): Promise<FileReply> {
  const { month } = input
  const { rows } = await payrollOf(db.reads, actor, month, now)
  const columns = { ...known, month: text(12, () => month) }
  return exportAudited(
    db,
    { actor, now, input, name: `payroll-${month}`, column: (key) => columns[key], ...rowsInMemory(rows) },
    { action: 'payroll.export', subjectKind: 'payroll', filter: { month } },
  )
}

const text = (width: number, value: Column['value']): Column => ({ kind: 'text', width, value })
const number = (value: (row: PayrollRow) => number | null): Column => ({ kind: 'number', width: 12, value })

const known: Readonly<Record<Exclude<(typeof payrollExportColumns)[number], 'month'>, Column>> = {
  crew: text(16, ({ crew }, word) => crew?.name ?? word('crew', 'none')),
  process: text(16, ({ processId }, word) => word('process', processId)),
  kind: text(16, ({ kind }, word) => word('kind', kind)),
  correction: text(14, ({ kind, ofMonth }) => (kind === 'work' ? null : ofMonth)),
  code: text(14, ({ rate }) => rate?.code ?? null),
  basis: text(12, ({ rate }, word) => (rate === null ? null : word('basis', rate.basis))),
  price: number(({ rate }) => rate?.price ?? null),
  share: { ...number(({ quantity }) => quantity), sum: true },
  kg: { kind: 'kg', width: 14, value: ({ kg }) => kg, sum: true },
  hours: { ...number(({ hours }) => hours), sum: true },
  amount: { ...number(({ amount }) => amount), sum: true },
}

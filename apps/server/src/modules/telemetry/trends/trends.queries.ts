import { sql, type RawBuilder } from 'kysely'
import {
  type TextChange,
  type LiveSignal,
  type MachineSignals,
  maxTrendDays,
  type telemetryApi,
  type Trend,
  type TextChangePage,
} from '@cloud-factory/contract/telemetry/telemetry'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import { valueQualities } from '@cloud-factory/domain/machines/equipment-enums'
import { isCurrent, type Link } from '@cloud-factory/domain/telemetry/liveness.rules'
import { rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import type { KnownMachine, KnownSignal } from '@cloud-factory/domain/machines/known-machine'
import type { MachinesPort } from '../telemetry.types.ts'
import { courseOf, gapsOf, type Span, spanFor, type Sum } from './trend.rules.ts'

/** Display text of a signal's non-numeric value; null: the signal has no value. */
function shownText({ kind, value }: Pick<TextChange, 'kind'> & { value: string }): string | null {
  if (kind === 'null') return null
  return kind === 'date' ? new Date(Number(value)).toISOString() : value
}

type TrendQuery = QueryOf<(typeof telemetryApi)['GET /api/machines/:id/trend']>

const signalView = ({ slot, code, names, unit, kind, role, decimals, low, high }: KnownSignal) => ({
  slot,
  code,
  names: { zh: names['zh'] ?? code, en: names['en'] ?? code, es: names['es'] ?? code },
  unit,
  kind,
  role,
  decimals,
  low,
  high,
})

interface LatestRow {
  readonly slot: number
  readonly at: Date
  readonly value: number
  readonly quality: number
}

interface TextRow {
  readonly slot: number
  readonly at: Date
  readonly kind: 'text' | 'integer' | 'date' | 'null'
  readonly value: string
}

interface LinkRow {
  readonly online: boolean
  readonly since: Date
  readonly heard_at: Date
  readonly firmware: string
  readonly claimed_profile: string
  readonly clock_offset_ms: number | null
  readonly by_exception: boolean
}

/** The current values that a machine sends. */
export async function signalsOf(reads: Reads, machine: KnownMachine, now: Date): Promise<MachineSignals> {
  const [latest, texts, links] = await Promise.all([
    readRows(
      reads,
      sql<LatestRow>`select slot, at, value, quality from telemetry_latest
        where machine_id = ${machine.id} and profile_id = ${machine.profileId}`,
    ),
    readRows(
      reads,
      sql<TextRow>`select distinct on (slot) slot, seen_at as at, kind, value from telemetry_texts
        where machine_id = ${machine.id} and profile_id = ${machine.profileId} order by slot, at desc`,
    ),
    readRows(
      reads,
      sql<LinkRow>`select online, since, heard_at, firmware, claimed_profile, clock_offset_ms, silence_ms is null as by_exception
        from telemetry_links where machine_id = ${machine.id}`,
    ),
  ])
  const bySlot = new Map(latest.map((row) => [row.slot, row]))
  const textBySlot = new Map(texts.map((row) => [row.slot, row]))
  const link = links[0]
  const ownNames = [machine.profileCode, `${machine.profileCode}@${machine.profileVersion}`, '']
  return {
    id: String(machine.id),
    code: machine.code,
    topic: `sf/v1/${machine.site}/${machine.line}/${machine.code}`,
    rateMs: machine.rateMs,
    link:
      link === undefined
        ? null
        : {
            online: link.online,
            byException: link.by_exception,
            since: link.since.toISOString(),
            heardAt: link.heard_at.toISOString(),
            firmware: link.firmware,
            otherProfile: ownNames.includes(link.claimed_profile) ? '' : link.claimed_profile,
            clockOffsetMs: link.clock_offset_ms,
          },
    signals: machine.signals.map((signal) =>
      liveView(signal, bySlot.get(signal.slot), textBySlot.get(signal.slot), {
        now,
        link: linkOf(link),
        rateMs: machine.rateMs,
      }),
    ),
    at: now.toISOString(),
  }
}

const linkOf = (row: LinkRow | undefined): Link | null =>
  row === undefined ? null : { online: row.online, byException: row.by_exception }

/** The last sent value counts. A large number and a date are both returned as such. */
function newestOf(number: LatestRow | undefined, text: TextRow | undefined) {
  if (text === undefined || (number !== undefined && number.at > text.at))
    return number === undefined ? undefined : { ...number, text: null }
  const isNumber = text.kind === 'integer' || text.kind === 'date'
  const value = isNumber && number !== undefined ? number.value : null
  return { at: text.at, value, quality: 0, text: shownText(text) }
}

function liveView(
  signal: KnownSignal,
  number: LatestRow | undefined,
  text: TextRow | undefined,
  { now, link, rateMs }: { now: Date; link: Link | null; rateMs: number },
): LiveSignal {
  const row = newestOf(number, text)
  const ageMs = row === undefined ? null : Math.max(0, now.getTime() - row.at.getTime())
  return {
    ...signalView(signal),
    value: row?.value ?? null,
    text: row?.text ?? null,
    quality: row === undefined ? null : (valueQualities[row.quality] ?? 'bad'),
    at: row?.at.toISOString() ?? null,
    ageMs,
    stale: !isCurrent(link, ageMs, rateMs),
  }
}

/** The trend of selected signals of a machine. Fails if a time is invalid or the span too long. */
export async function trendOf(
  reads: Reads,
  port: Pick<MachinesPort, 'offline'>,
  machine: KnownMachine,
  query: TrendQuery,
  now: Date,
): Promise<Trend> {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
  if (!(from < to)) fail('request.invalid', { errors: [{ path: 'query.to', reason: 'period.order' }] })
  if (to - from > maxTrendDays * 86_400_000)
    fail('request.invalid', {
      errors: [{ path: 'query.from', reason: 'period.long', limit: maxTrendDays }],
    })
  const span = spanFor(from, to, machine.rateMs, now.getTime() - rawDays * 86_400_000)
  const selected = machine.signals.filter(({ slot }) => query.signals.includes(slot))
  const rows = await rowsOf(reads, machine, { span, from, to, slots: selected.map(({ slot }) => slot) })
  const offline = await port.offline(reads, machine.id, from, to)
  const facts = { span, rateMs: machine.rateMs, byException: await isByException(reads, machine.id), offline }
  return {
    span,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    series: selected.map((signal, place) => ({
      ...signalView(signal),
      ...courseOf(
        sumsAt(rows, place),
        { from, to, pixels: query.pixels },
        gapsOf({ ...facts, holdMs: signal.deadband === 0 ? 0 : signal.silenceS * 1000 }),
      ),
    })),
  }
}

async function isByException(reads: Reads, machineId: number): Promise<boolean> {
  const rows = await readRows(
    reads,
    sql<Pick<LinkRow, 'by_exception'>>`select silence_ms is null as by_exception from telemetry_links
      where machine_id = ${machineId}`,
  )
  return rows[0]?.by_exception === true
}

/** Row of one instant, minute or hour: a value for each requested slot, in the same order. */
interface Row {
  readonly at: number
  readonly means: readonly (number | null)[]
  readonly lows?: readonly (number | null)[]
  readonly highs?: readonly (number | null)[]
}

function sumsAt(rows: readonly Row[], place: number): Sum[] {
  const sums: Sum[] = []
  for (const { at, means, lows, highs } of rows) {
    const mean = means[place] ?? null
    if (mean === null) continue
    sums.push({ at, mean, low: lows?.[place] ?? mean, high: highs?.[place] ?? mean })
  }
  return sums
}

interface RowSelection {
  readonly span: Span
  readonly from: number
  readonly to: number
  readonly slots: readonly number[]
}

function rowsOf(
  reads: Reads,
  machine: KnownMachine,
  { span, from, to, slots }: RowSelection,
): Promise<Row[]> {
  // Slots are integers from the register. The query inlines them so that it returns only these slots of a row.
  const pick = (column: string) =>
    sql.raw(`array[${slots.map((slot) => `${column}[${slot}]`).join(', ')}]::double precision[]`)
  const columns =
    span === 'raw'
      ? sql`${pick('values')} as means`
      : sql`${pick('means')} as means, ${pick('lows')} as lows, ${pick('highs')} as highs`
  const table = { raw: 'telemetry_frames', minute: 'telemetry_minutes', hour: 'telemetry_hours' }[span]
  return readRows(
    reads,
    sql<Row>`select (extract(epoch from at) * 1000)::float8 as at, ${columns} from ${sql.table(table)}
      where machine_id = ${machine.id} and profile_id = ${machine.profileId}
        and at >= ${new Date(from)} and at < ${new Date(to)}
      order by at limit 40000`,
  )
}

type Query = QueryOf<(typeof telemetryApi)['GET /api/machines/:id/texts']>

interface TextRead extends Pick<TextChange, 'slot' | 'code' | 'kind'> {
  readonly names: Names
  readonly at: Date
  readonly seen_at: Date
  readonly value: string
}

const pageSize = 50

/** One page of changes plus one row, latest first. A late value equal to the value before it is not a change. */
export const textRows = (
  machineId: number,
  { slot, before, beforeSlot = 0 }: Query,
): RawBuilder<TextRead> => sql<TextRead>`
  select c.slot, s.code, s.names, c.at, c.seen_at, c.kind, c.value from (
  select t.slot, t.profile_id, t.at, t.seen_at, t.kind, t.value from telemetry_texts t
  where t.machine_id = ${machineId} ${slot === undefined ? sql`` : sql`and t.slot = ${slot}`}
    ${before === undefined ? sql`` : sql`and (t.at, t.slot) < (${before}::timestamptz, ${beforeSlot}::smallint)`}
    and not exists (select from (select kind, value from telemetry_texts p
      where p.machine_id = t.machine_id and p.slot = t.slot and p.at < t.at order by p.at desc limit 1) p
      where p.kind = t.kind and p.value = t.value)
  order by t.at desc, t.slot desc limit ${pageSize + 1}) c
  join profile_signals s on s.profile_id = c.profile_id and s.slot = c.slot order by c.at desc, c.slot desc`

/** Non-numeric values of a machine's signals, latest first, in pages. */
export async function textChanges(reads: Reads, machineId: number, query: Query): Promise<TextChangePage> {
  const [rows, signals] = await Promise.all([
    readRows(reads, textRows(machineId, query)),
    readRows(
      reads,
      sql<{ slot: number; code: string; names: Names }>`
        select s.slot, s.code, s.names from machines m join profile_signals s on s.profile_id = m.profile_id
        where m.id = ${machineId} and exists (
          select from telemetry_texts t where t.machine_id = m.id and t.slot = s.slot and t.profile_id = m.profile_id)
        order by s.slot`,
    ),
  ])
  const items = rows.slice(0, pageSize).map(({ at, seen_at: until, value, ...row }) => ({
    ...row,
    at: at.toISOString(),
    until: until.toISOString(),
    text: shownText({ kind: row.kind, value }) ?? '',
  }))
  const last = items.at(-1)
  const next =
    rows.length > pageSize && last !== undefined ? { before: last.at, beforeSlot: last.slot } : null
  return { items, signals, next }
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { NestRules, nestsApi } from '@cloud-factory/contract/nesting/nests'
import { type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { addPartLots, cutStockBar, lotOfBar, type PartQuantity } from '../material/public.ts'
import { signed } from '../quality-records/public.ts'
import { canReportBar } from './nests.policy.ts'

type Input = BodyOf<(typeof nestsApi)['POST /api/nest-bars/:id/report']>
type StoredBar = Selectable<Tables['nest_bars']>

/** Locks the nest, then its bar. */
async function barForUpdate(write: Write, actor: Actor, id: string) {
  const { rows } = await sql<{ nest_id: number }>`
    select nest_id from nest_bars where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const nest = await rowForUpdate(
    write,
    'nests',
    actor.plantId,
    String(rows[0]?.nest_id ?? fail('not_found')),
  )
  const { rows: bars } = await sql<StoredBar>`select * from nest_bars where id = ${id} for update`.execute(
    write,
  )
  return { nest, bar: bars[0] ?? fail('not_found') }
}

/**
 * Moves the parts of a bar from nested to cut or scrapped; scrapped ones are needed again. Those without holes need no processing. Good ones have
 * the heat of the bar.
 */
async function countCutParts(
  write: Write,
  bar: StoredBar & { readonly stock_bar_id: number },
  scrapped: readonly number[],
): Promise<void> {
  const { rows } = await sql`update nest_parts set scrapped = true
    where nest_bar_id = ${bar.id} and position = any(${[...scrapped]}::int[]) returning position`.execute(
    write,
  )
  if (rows.length < new Set(scrapped).size) reject('nest.unknown_part')
  await sql`select from part_counts where (mark_id, part_mark) in (
      select mark_id, part_mark from nest_parts where nest_bar_id = ${bar.id})
    order by mark_id, part_mark for update`.execute(write)
  const { rows: good } = await sql<PartQuantity>`
    update part_counts c set nested = c.nested - p.good - p.bad, cut = c.cut + p.good, scrapped = c.scrapped + p.bad,
      processed = c.processed + case when exists (select from parts s
        where s.mark_id = c.mark_id and s.part_mark = c.part_mark and s.holes > 0) then 0 else p.good end
    from (select mark_id, part_mark, (count(*) filter (where not scrapped))::int as good,
        (count(*) filter (where scrapped))::int as bad
      from nest_parts where nest_bar_id = ${bar.id} group by mark_id, part_mark) p
    where c.mark_id = p.mark_id and c.part_mark = p.part_mark
    returning c.mark_id as "markId", c.part_mark as "partMark", p.good as quantity`.execute(write)
  const lotId = await lotOfBar(write, bar.stock_bar_id)
  await addPartLots(write, lotId, good)
}

/** The length that goes back to stock; a shorter rest than the nest's minimum is waste. */
function remnantOf(bar: StoredBar, rules: NestRules, measuredMm: number): number {
  const maxMm = Math.round((bar.length_mm - bar.parts_mm) * 10) / 10
  if (measuredMm > maxMm) reject('nest.remnant_too_long', { value: measuredMm, most: maxMm })
  return measuredMm > 0 && measuredMm >= rules.minRemnantMm ? measuredMm : 0
}

/**
 * Reports one bar as cut: its parts, its remnant in stock with the same heat, and the weight of its lot change in one
 * transaction. The second report of a bar is refused.
 * @returns the id of the nest
 */
export async function reportBar(
  write: Write,
  actor: Actor,
  id: string,
  { remnantMm: measured, location, scrapped }: Input,
  now: Date,
): Promise<string> {
  const { nest, bar } = await barForUpdate(write, actor, id)
  requireAllowed(canReportBar(actor.tags, bar.status))
  const remnantMm = remnantOf(bar, nest.rules, measured)
  const stockBarId = bar.stock_bar_id ?? fail('not_found')
  await countCutParts(write, { ...bar, stock_bar_id: stockBarId }, scrapped)
  await cutStockBar(write, actor, stockBarId, remnantMm === 0 ? null : { lengthMm: remnantMm, location })
  const { by, byName } = signed(actor)
  await sql`update nest_bars set status = 'cut', remnant_mm = ${remnantMm}, waste_mm = length_mm - parts_mm - ${remnantMm}::numeric,
      cut_at = ${now}, cut_by = ${by}, cut_by_name = ${byName}
    where id = ${bar.id}`.execute(write)
  const { rows } = await sql`
    select from nest_bars where nest_id = ${nest.id} and status = 'reserved' limit 1`.execute(write)
  await saveRow(write, actor, 'nests', nest.id, rows.length === 0 ? { status: 'cut' } : {})
  await recordAction(write, actor, {
    action: 'nests.report',
    subjectKind: 'nest',
    event: 'nests.bars_changed',
    id: String(nest.id),
    name: nest.no,
    after: { bar: bar.position, lengthMm: remnantMm },
  })
  return String(nest.id)
}

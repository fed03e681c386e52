import { sql } from 'kysely'
import { bulkPieces } from '../../../test/bulk-pieces.ts'
import { bulkRows } from '../../../test/bulk-rows.ts'
import type { Database } from '../../platform/db/handles.ts'

const bigOrder = 9990

/**
 * An order of as many pieces as one has, and two of a thousand: each piece with two tested welds, inspections of
 * three stages, a coat, material of two heats and what opened its gates. All their work is done. A few of each
 * kind lack something: a weld failed, a report is open, a coat failed, an inspection failed, a lot is rejected.
 */
export async function fillBigOrder(db: Database): Promise<{ readonly orderId: string }> {
  const { processes, orderId: first } = await bulkPieces(db, { orders: 2, pieces: 999 })
  const process = (code: string) => processes[code] ?? 0
  await bulkRows(db, async (write) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(write)
    await run(sql`
      insert into pieces (plant_id, order_id, mark_id, serial, net_kg)
      select 1, ${first}::bigint, m.id, 'GL-9-' || lpad(n::text, 5, '0'), 100 from marks m, generate_series(3, ${bigOrder}::int) n
      where m.order_id = ${first}`)
    await run(sql`update pieces set steps_done = 1, next_process_id = null, status = 'coated'`)
    await run(sql`
      insert into welds (plant_id, piece_id, order_id, project_id, mark_id, serial, order_no, mark, no, joint, class, length_mm,
        thickness_mm, welded_at, plan_mm, demand_mm, state, search, updated_by_name)
      select 1, p.id, p.order_id, o.project_id, p.mark_id, p.serial, o.no, 'GL-1', 'W' || n, 'butt', '2', 3500, 12, now(), 700,
        700, case when p.id % 500 = 1 and n = 1 then 'failed' else 'passed' end, '', 'x'
      from pieces p join orders o on o.id = p.order_id, generate_series(1, 2) n`)
    await run(sql`
      insert into standards (plant_id, code, names, verdict, updated_by_name) values (1, 'GB', '{}', 'gb', 'x')`)
    await run(sql`
      insert into standard_editions (plant_id, standard_id, no, updated_by_name) select 1, id, '2020', 'x' from standards`)
    await run(sql`
      insert into inspections (plant_id, no, stage, status, verdict, edition_id, standard_code, shape, search, updated_by_name,
        submitted_at, judged_at, locked_at, hash)
      select 1, stage || n, stage, 'locked', case when n % 20 = 1 and stage = 'fit_up' then 'fail' else 'pass' end, e.id, 'GB',
        'beam', '', 'x', now(), now(), now(), n
      from generate_series(0, 999) n, unnest(array['fit_up', 'after_weld', 'final']) stage, standard_editions e`)
    await run(sql`
      insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, verdict)
      select i.id, p.id, 1, p.serial, case when p.id % 30 = 2 and i.verdict = 'fail' then 'fail' else 'pass' end
      from pieces p join inspections i on replace(i.no, i.stage, '')::int = p.id / 30`)
    await run(sql`
      insert into gate_passes (piece_id, process_id, source, source_id, plant_id, passed_at, passed_by_name)
      select p.id, g.process, g.source, p.id, 1, now(), 'x' from pieces p, (values (${process('DimInspected')}::bigint,
        'inspection'), (${process('WeldNDTComp')}::bigint, 'ndt'), (${process('PaintComp')}::bigint, 'coating')) g (process, source)`)
    await run(sql`
      insert into coats (plant_id, no, order_id, order_no, spec_id, spec_code, check_kind, limits, status, applied_at, air_c,
        humidity, substrate_c, dew_point_c, judged_at, search, created_by_name, updated_by_name)
      select 1, 'CO-' || n, 1, '', 1, '', 'film', '{"fire":null}', case when n % 20 = 3 then 'fail' else 'pass' end, now(), 20,
        50, 20, 9, now(), '', 'x', 'x' from generate_series(0, 1000) n`)
    await run(sql`
      insert into coat_pieces (coat_id, piece_id, plant_id, serial, mark)
      select c.id, p.id, 1, p.serial, '' from pieces p join coats c on c.no = 'CO-' || (p.id / 30)`)
    await run(sql`
      insert into steel_grades (plant_id, code, standard, edition, search, updated_by_name) values (1, 'Q355B', 'GB', '2018', '', 'x')`)
    await run(sql`
      insert into heats (plant_id, no, supplier, supplier_key, grade_id)
      select 1, 'H' || n, 'x', 'x', g.id from generate_series(1, 400) n, steel_grades g`)
    await run(sql`
      insert into material_lots (plant_id, receipt_id, heat_id, received_on, form, profile, pieces, kg, status, search,
        updated_by_name)
      select 1, 1, id, now(), 'plate', 'x', 1, 1000, case when id % 200 = 7 then 'rejected' else 'released' end, '', 'x'
      from heats`)
    await run(sql`
      insert into mill_certificates (plant_id, no, kind, supplier, supplier_key, issued_on, status, decided_at, search,
        updated_by_name)
      select 1, no, '3.1', 'x', 'x', now(), 'accepted', now(), '', 'x' from heats`)
    await run(sql`
      insert into mill_certificate_heats (plant_id, certificate_id, heat_id, position, grade_code, values)
      select 1, c.id, h.id, 0, 'Q355B', '{}' from heats h join mill_certificates c on c.no = h.no`)
    await run(sql`
      insert into heat_uses (plant_id, lot_id, piece_id, order_id, part, kg, assigned_at, assigned_by_name)
      select 1, l.id, p.id, p.order_id, 'p' || n, 1, now(), 'x' from pieces p, generate_series(0, 1) n, material_lots l
      where l.id = 1 + (p.id * 2 + n) % 400`)
    await run(sql`
      insert into defects (plant_id, code, names, updated_by_name) values (1, 'D', '{}', 'x')`)
    await run(sql`
      insert into ncrs (plant_id, no, status, source, severity, defect_id, description, pieces, kg, raised_at, closed_at,
        created_by_name, search, updated_by_name)
      select 1, 'NC-' || n, case when n % 50 = 0 then 'open' else 'cancelled' end, 'piece', 'minor', d.id, 'x', 1, 1, now(),
        case when n % 50 > 0 then now() end, 'x', '', 'x' from generate_series(1, 1000) n, defects d`)
    await run(sql`
      insert into ncr_pieces (ncr_id, piece_id, plant_id, order_id, serial)
      select n.id, p.id, 1, p.order_id, p.serial from ncrs n join pieces p on p.id = n.id * 13`)
    await run(sql`analyze`)
  })
  return { orderId: String(first) }
}

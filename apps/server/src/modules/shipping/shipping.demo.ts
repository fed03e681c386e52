import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { demoPlanner } from '../orders/public.ts'
import { saveSignature } from './send-delivery.ts'

/** A signature for receipts of the demo factory: a PNG in base64. */
const demoSignature = [
  'iVBORw0KGgoAAAANSUhEUgAAAWgAAACMAQMAAABriaG2AAAABlBMVEX///8UIT2aGoEgAAAC1ElEQVR42u2Xwc3cIBCFQUTyJYo7',
  'CC2kgqWlHHNY2UhpzB2kBXcQR7kQhZhgYBjAsL+55BB5LqvVfmZh5s0bTMgdd9xxxx3/Jj73wGzvobmRHbQwSwdtzHodpubb1nFI',
  'TdV1etiIvk6PC3l2JFCSqSOBhDyu03Zhfp1WPTTdemi29tCDpUcnq+Vauj1N12vp9jS7opZjz37tVC3vG/SjSn9s0E+gM22JdnFq',
  'tHyLnouzN0oZaJEknNeTzxJ6y6vQKCXQ+9GkfgtjvVTDgrTR3JgNF6kUXkbaojY0NOtb9HzQ3uaYahY+KJb7xS/S49djZX9Mqpsy',
  'AVq6zrDHHswP3ephUIXf/ZGkGQ5bE1VwCE/b9Wk8bE0mJT28pics1CGcsUU7UQUfjLRQ9oE2rXP6mBXV6cLWuB2gFd3jIWoSpFtC',
  'E8V0S7KOYDntFDUsLVEFefpdEeWWZWuTXjJa4PHf1QSb0xOJ7vKhIsFibZ9PjXIr6GzfvxQKqDCKR4KFj98b/jJW6JBvoFf814J+',
  '4omADncELht00AnQEv0npSVwU0afbMnrbwE9iYSmJrE8nutPJY4a6NAH7jAJbb+HbPhiBhr6VxfV0VGra0KrxA1E5g5QF1WhBcmv',
  'C0IG2v97oLfE8NOrCF9AxRPScWweFp5ec8YNOkQkNLTBoCBl4bsG2qXQc9HnbSqzEUoN9Kr79I/iVDAy93zzXSZl9jROHKFE1pwz',
  'eAzDNkdrsOa/5PfdsDGXQk/jpLTmmQl2iDa9x1WRZoV10vh9xjmI683F8BF7cgs40aVf8T0pHJevbg8HrfHqG+Q5n/oQadjZkZQT',
  'PRcDgsdi7U6ewiRD5DTYeCzWvJCJGojNTcFyPmDhbJH/mCJKCx/wOc3875qwAL94r2FwIfhSk8j5zSTcHj5duiqbjnck+nqfRczm',
  '594B665tXHozMm/nNm21DhjWvl/277jjjv8g/gIToJj5oBTOqgAAAABJRU5ErkJggg==',
].join('')

/** Net kg of a bundle and of a truck. */
const bundleKg = 6000
const truckKg = 24_000

const drivers = ['孙师傅', '钱师傅', '马师傅', '何师傅']
const phones = ['13800010001', '13800010002', '13800010003', '13800010004']
const plates = ['沪A·62J18', '苏E·90P37', '浙B·15K66', '皖A·31T52']
const siteManagers = ['李工', '张工', '王工', '赵工']

/**
 * Packages and deliveries of the demo factory: every packed, shipped or received piece is in a package, and shipped ones are on a delivery. One truck
 * is being loaded today. Set-based, from the existing pieces.
 */
export async function shippingDemo(
  write: Write,
  { plantId, now }: DemoContext,
  files: FileStore,
): Promise<void> {
  const signature = await saveSignature(files, demoSignature)
  await pack(write, plantId, now)
  await load(write, plantId, now, signature)
  await loadToday(write, plantId, now)
}

async function pack(write: Write, plantId: number, now: Date): Promise<void> {
  await sql`
    create temporary table demo_bundles on commit drop as
    select piece_id, order_id, status, net_kg, packed_at,
      dense_rank() over (partition by order_id order by status desc, bundle) as number
    from (
      select p.id as piece_id, p.order_id, p.status, p.net_kg, coalesce(w.packed_at, p.updated_at) as packed_at,
        ceil(sum(p.net_kg) over (partition by p.order_id, p.status order by p.serial) / ${bundleKg}) as bundle
      from pieces p left join lateral (
        select max(r.done_at) as packed_at from work_reports r join processes on processes.id = r.process_id
        where r.piece_id = p.id and r.undone_at is null and processes.kind = 'pack'
      ) w on true
      where p.plant_id = ${plantId} and p.status in ('packed', 'shipped', 'received')
    ) pieces`.execute(write)
  await sql`
    insert into packages (plant_id, order_id, no, status, max_kg, packing_kg, pieces, unweighed, net_kg, closed_at, search,
      created_at, updated_at, updated_by_name)
    select ${plantId}, b.order_id, named.no, 'closed', greatest(10000, ceil(b.net_kg)), 20 + b.pieces * 3, b.pieces, b.unweighed,
      b.net_kg, b.packed_at, lower(named.no) || ' | ' || o.search, b.packed_at, b.packed_at, ${demoPlanner}
    from (
      select order_id, number, count(*)::int as pieces, (count(*) filter (where net_kg is null))::int as unweighed,
        coalesce(sum(net_kg), 0) as net_kg, least(max(packed_at), ${now}::timestamptz) as packed_at
      from demo_bundles group by order_id, number
    ) b join orders o on o.id = b.order_id
    cross join lateral (select 'PK-' || o.no || '-' || lpad(b.number::text, 3, '0') as no) named
    order by b.packed_at, b.order_id, b.number`.execute(write)
  await sql`
    insert into package_pieces (piece_id, plant_id, package_id, added_at, added_by_name)
    select b.piece_id, ${plantId}, k.id, k.closed_at, ${demoPlanner}
    from demo_bundles b join orders o on o.id = b.order_id
    join packages k on k.plant_id = ${plantId} and k.no = 'PK-' || o.no || '-' || lpad(b.number::text, 3, '0')`.execute(
    write,
  )
}

async function load(write: Write, plantId: number, now: Date, signature: string): Promise<void> {
  await sql`
    create temporary table demo_trucks on commit drop as
    select truck.*, least(sent_at, ${now}::timestamptz - interval '3 hours') as left_at,
      row_number() over (order by sent_at, project_id, state, number) as place
    from (
      select project_id, state, number, max(sent_at) as sent_at, array_agg(package_id) as package_ids,
        count(*)::int as packages, sum(pieces)::int as pieces, sum(net_kg) as net_kg, sum(gross_kg) as gross_kg
      from (
        select k.id as package_id, k.pieces, k.net_kg, k.gross_kg, o.project_id, s.state, s.sent_at,
          ceil(sum(k.net_kg) over (partition by o.project_id, s.state order by k.no) / ${truckKg}) as number
        from packages k join orders o on o.id = k.order_id
        cross join lateral (
          select min(p.status) as state, coalesce(max(w.done_at), k.closed_at + interval '1 day') as sent_at
          from package_pieces pp join pieces p on p.id = pp.piece_id
          left join work_reports w on w.piece_id = p.id and w.undone_at is null and w.source = 'delivery'
          where pp.package_id = k.id
        ) s
        where k.plant_id = ${plantId} and s.state in ('shipped', 'received')
      ) packages group by project_id, state, number
    ) truck`.execute(write)
  await sql`
    insert into deliveries (plant_id, project_id, no, status, truck_plate, driver, driver_phone, consignee, address,
      planned_on, packages, pieces, net_kg, gross_kg, tare_kg, weighbridge_kg, difference_reason, sent_at, sent_by_name,
      received_at, received_by, receipt_key, signature_sha256, damaged, search, created_at, updated_at, updated_by_name)
    select ${plantId}, t.project_id, named.no, case t.state when 'received' then 'received' else 'sent' end,
      plate, (${drivers}::text[])[who], (${phones}::text[])[who], p.customer, p.name || ' 工地',
      t.left_at::date, t.packages, t.pieces, t.net_kg, t.gross_kg, tare,
      round((tare + t.gross_kg + case when explained then 320 else t.place % 5 * 10 - 20 end) / 10) * 10,
      case when explained then '随车带脚手架扣件' end, t.left_at, ${demoPlanner},
      case t.state when 'received' then arrived end, case t.state when 'received' then (${siteManagers}::text[])[who] end,
      case t.state when 'received' then md5(named.no)::uuid end, case t.state when 'received' then ${signature} end,
      0, lower(named.no) || ' | ' || p.search, t.left_at, case t.state when 'received' then arrived else t.left_at end,
      ${demoPlanner}
    from demo_trucks t join projects p on p.id = t.project_id
    cross join lateral (
      select 'DN-' || to_char(t.left_at, 'YYYYMMDD') || '-' || lpad(t.place::text, 2, '0') as no,
        1 + t.place::int % 4 as who, 14000 + t.place % 7 * 200 as tare, t.place % 9 = 4 as explained,
        least(t.left_at + interval '7 hours', ${now}::timestamptz - interval '1 hour') as arrived
    ) named cross join lateral (select (${plates}::text[])[who] as plate) truck
    order by t.place`.execute(write)
  await sql`
    update packages set delivery_id = d.id, status = case d.status when 'received' then 'received' else 'shipped' end,
      updated_at = d.updated_at
    from demo_trucks t join deliveries d on d.plant_id = ${plantId}
      and d.no = 'DN-' || to_char(t.left_at, 'YYYYMMDD') || '-' || lpad(t.place::text, 2, '0')
    where packages.id = any(t.package_ids)`.execute(write)
}

/** The truck of today: the packages of the order that has most of them ready, as many as it carries. */
async function loadToday(write: Write, plantId: number, now: Date): Promise<void> {
  await sql`
    with ready as (
      select k.id, k.pieces, k.net_kg, k.gross_kg, o.project_id, sum(k.net_kg) over (partition by k.order_id order by k.no) as kg,
        sum(k.net_kg) over (partition by k.order_id) as order_kg, k.order_id
      from packages k join orders o on o.id = k.order_id where k.plant_id = ${plantId} and k.status = 'closed'
    ), truck as (
      select * from ready where order_id = (select order_id from ready order by order_kg desc, order_id limit 1) and kg <= ${truckKg}
    ), delivery as (
      insert into deliveries (plant_id, project_id, no, status, truck_plate, driver, driver_phone, consignee, address,
        planned_on, packages, pieces, net_kg, gross_kg, search, created_at, updated_at, updated_by_name)
      select ${plantId}, p.id, named.no, 'loaded', (${plates}::text[])[1], (${drivers}::text[])[1], (${phones}::text[])[1],
        p.customer, p.name || ' 工地', local::date, t.packages, t.pieces, t.net_kg, t.gross_kg, lower(named.no) || ' | ' || p.search,
        ${now}::timestamptz - interval '50 minutes', ${now}::timestamptz - interval '10 minutes', ${demoPlanner}
      from (select project_id, count(*)::int as packages, sum(pieces)::int as pieces, sum(net_kg) as net_kg,
          sum(gross_kg) as gross_kg from truck group by 1) t
      join projects p on p.id = t.project_id join plants z on z.id = p.plant_id
      cross join lateral (select ${now}::timestamptz at time zone z.time_zone as local) clock
      cross join lateral (select 'DN-' || to_char(local, 'YYYYMMDD') || '-' || lpad((count(*) + 1)::text, 2, '0') as no
        from deliveries where plant_id = ${plantId}) named
      returning id
    )
    update packages set delivery_id = delivery.id, updated_at = ${now}::timestamptz - interval '20 minutes'
    from truck, delivery where packages.id = truck.id`.execute(write)
}

import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { materialTraceApi, TraceHit } from '@cloud-factory/contract/material/material-trace'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { heatNumber } from './supplier-key.rules.ts'

const maxHits = 30

/** Heats by number or certificate, then pieces by serial number or QR code text. */
export async function searchTrace(
  { reads, orders }: { readonly reads: Reads; readonly orders: OrdersPort },
  plantId: number,
  q: string,
): Promise<ReplyOf<(typeof materialTraceApi)['GET /api/material-trace']>> {
  const [heats, pieces] = await Promise.all([
    heatHits(reads, plantId, q),
    pieceHits(reads, orders, plantId, q),
  ])
  const items = [...heats, ...pieces]
  return { items, total: items.length }
}

const heatHits = (reads: Reads, plantId: number, q: string): Promise<TraceHit[]> =>
  readRows(
    reads,
    sql<TraceHit>`
      with found as (
        select id, null as certificate from heats where plant_id = ${plantId} and no like ${prefixPattern(heatNumber(q))}
        union all
        select x.heat_id, c.no from mill_certificates c join mill_certificate_heats x on x.certificate_id = c.id
        where c.plant_id = ${plantId} and lower(c.no) like ${prefixPattern(q.toLowerCase())}
      ), first as (
        select id, min(certificate) filter (where certificate is not null) as certificate,
          bool_or(certificate is null) as own
        from found group by id order by id desc limit ${maxHits}
      )
      select h.id::text as id, 'heat' as kind, h.no as name, h.supplier || ' · ' || g.code as of,
        case when first.own then null else first.certificate end as certificate
      from first join heats h on h.id = first.id join steel_grades g on g.id = h.grade_id order by h.no, h.id`,
  )

async function pieceHits(reads: Reads, orders: OrdersPort, plantId: number, q: string): Promise<TraceHit[]> {
  const ids = await orders.bySerial(reads, plantId, q, maxHits)
  const scanned = q.startsWith('CF1:') ? [...(await orders.find(reads, plantId, [q])).values()] : []
  const pieces = await orders.pieces(reads, plantId, [...new Set([...scanned, ...ids])])
  return pieces.map(({ id, serial, orderNo, mark }) => ({
    id: String(id),
    kind: 'piece',
    name: serial,
    of: `${orderNo} · ${mark}`,
    certificate: null,
  }))
}

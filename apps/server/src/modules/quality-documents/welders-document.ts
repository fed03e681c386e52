import type { MaterialGroup, WeldProcess } from '@cloud-factory/domain/welding/weld-enums'
import { sql } from 'kysely'
import { readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { sealOf } from '../quality-records/public.ts'
import { countsOf, entryOf, sealed } from './document-frame.ts'
import type { QualityDocument, DocumentSource, SheetFrame } from './quality-document.types.ts'
import { wordsIn } from './document-words.ts'

/** A welder of the order with one of the certificates, or without any. */
interface Qualified {
  readonly code: string
  readonly name: string
  readonly no: string | null
  readonly process: WeldProcess | null
  readonly positions: readonly string[] | null
  readonly group: MaterialGroup | null
  readonly thickness: string | null
  readonly valid_from: string | null
  readonly valid_until: string | null
}

/** Who welded on an order, with every certificate that was valid while they did. */
export const welderDocuments: DocumentSource = {
  kind: 'welders',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const order = (await deps.orders.order(deps.db.reads, actor.plantId, id)) ?? fail('not_found')
    const rows = await readRows(deps.db.reads, qualified(actor.plantId, id))
    const hash = sealOf({ kind: 'welders', order: order.no, rows })
    return {
      kind: 'welders',
      id,
      no: order.no,
      order: { id, no: order.no },
      hash,
      at: new Date(
        rows
          .map(({ valid_from: from }) => from ?? '')
          .toSorted()
          .at(-1) || 0,
      ),
      title: (language) => `${wordsIn(language)('weld.welderList')} · ${order.no}`,
      sheet: (frame) => weldersSheet(order.no, rows, hash, frame),
    }
  },
  entries: async (deps, actor, orderId) => {
    const { ready } = await welderDocuments.counts(deps, actor.plantId, orderId)
    return ready === 0 ? [] : entryOf(await welderDocuments.load(deps, actor, orderId))
  },
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*)::int as ready, 0 as open from (select from welds
        where plant_id = ${plantId} and order_id = ${orderId} and welded_at is not null limit 1) any_weld`,
    ),
}

const qualified = (plantId: number, orderId: string) => sql<Qualified>`
  with spans as (
    select ww.welder_id, min(w.welded_at) as first, max(w.welded_at) as last
    from welds w join weld_welders ww on ww.weld_id = w.id
    where w.plant_id = ${plantId} and w.order_id = ${orderId} and w.welded_at is not null
    group by ww.welder_id
  )
  select r.code, r.name, c.no, c.process, c.positions, c.material_group as group,
    trim_scale(c.thickness_min) || coalesce('–' || trim_scale(c.thickness_max), '+') as thickness,
    c.valid_from::text, c.valid_until::text
  from spans s join welders r on r.id = s.welder_id join plants p on p.id = r.plant_id
    left join welder_certificates c on c.welder_id = r.id
      and c.valid_from <= (s.last at time zone p.time_zone)::date
      and c.valid_until >= (s.first at time zone p.time_zone)::date
  order by r.code, c.no`

function weldersSheet(no: string, rows: readonly Qualified[], hash: string, frame: SheetFrame): Sheet {
  const t = wordsIn(frame.language)
  const blocks: Block[] = [
    { kind: 'title', text: t('weld.welderList'), sub: no },
    {
      kind: 'table',
      columns: [
        { title: t('welding:field.welder'), share: 1.8 },
        { title: t('common:field.certificateNo'), share: 1.8 },
        { title: t('welding:field.process'), share: 1.8 },
        { title: t('weld.positions'), share: 1.3 },
        { title: t('weld.group'), share: 0.9, align: 'center' },
        { title: t('weld.thickness'), share: 1, align: 'right' },
        { title: t('weld.validFrom'), share: 1.1 },
        { title: t('weld.validUntil'), share: 1.1 },
      ],
      rows: rows.map((row): Cell[] => [
        `${row.code} ${row.name}`,
        row.no ?? { text: t('weld.noCertificate'), tone: 'bad' },
        row.process === null ? '' : t(`welding:process.${row.process}`),
        (row.positions ?? []).join(' '),
        row.group ?? '',
        row.thickness ?? '',
        row.valid_from ?? '',
        row.valid_until ?? '',
      ]),
      empty: t('weld.noWelds'),
    },
  ]
  return sealed({ title: `${t('weld.welderList')} · ${no}`, header: [frame.plant, no], blocks }, hash, frame)
}

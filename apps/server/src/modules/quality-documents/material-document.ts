import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import { sql } from 'kysely'
import { readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { sealOf } from '../quality-records/public.ts'
import {
  countsOf,
  entryOf,
  sealed,
  type QualityDocument,
  type DocumentSource,
  type SheetFrame,
  wordsIn,
} from './document-frame.ts'

/** A heat that went into pieces of the order, with the certificates that were accepted for it. */
interface UsedHeat {
  readonly no: string
  readonly grade: string
  readonly supplier: string
  readonly mill: string
  readonly profiles: readonly string[]
  readonly certificates: readonly { readonly no: string; readonly kind: string; readonly on: string }[]
  readonly pieces: number
  readonly kg: number
}

/** Which heats an order is made of, and the mill certificates that stand for them. */
export const materialDocuments: DocumentSource = {
  kind: 'material',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const order = (await deps.orders.order(deps.db.reads, actor.plantId, id)) ?? fail('not_found')
    const heats = await readRows(deps.db.reads, heatsOf(actor.plantId, id))
    const hash = sealOf({ kind: 'material', order: order.no, heats })
    const days = heats.flatMap(({ certificates }) => certificates.map(({ on }) => on)).toSorted()
    return {
      kind: 'material',
      id,
      no: order.no,
      order: { id, no: order.no },
      hash,
      at: new Date(days.at(-1) ?? 0),
      title: (language) => titleOf(order.no, language),
      sheet: (frame) => materialSheet(order.no, heats, hash, frame),
    }
  },
  entries: async (deps, actor, orderId) => {
    const { ready } = await materialDocuments.counts(deps, actor.plantId, orderId)
    return ready === 0 ? [] : entryOf(await materialDocuments.load(deps, actor, orderId))
  },
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      // Without any heat on record the certificates themselves are missing.
      sql`select least(count(*), 1)::int as ready,
          (count(*) filter (where not certified) + (count(*) = 0)::int)::int as open
        from (
          select l.heat_id, ${isCertified} as certified
          from heat_uses u join material_lots l on l.id = u.lot_id
          where u.plant_id = ${plantId} and u.order_id = ${orderId} group by l.heat_id
        ) used`,
    ),
}

const titleOf = (no: string, language: DocumentLanguage): string =>
  `${wordsIn(language)('material.title')} · ${no}`

/** An accepted certificate names the heat of lot `l`; the report of a re-test is none by itself. */
const isCertified = sql`exists (
  select from mill_certificate_heats h join mill_certificates c on c.id = h.certificate_id
  where h.heat_id = l.heat_id and c.status = 'accepted' and c.kind <> 'retest')`

const heatsOf = (plantId: number, orderId: string) => sql<UsedHeat>`
  with used as (
    select l.heat_id, array_agg(distinct l.profile order by l.profile) as profiles,
      count(distinct u.piece_id)::int as pieces, sum(u.kg) as kg
    from heat_uses u join material_lots l on l.id = u.lot_id
    where u.plant_id = ${plantId} and u.order_id = ${orderId} group by l.heat_id
  )
  select t.no, g.code as grade, t.supplier, t.mill, u.profiles, u.pieces, u.kg, coalesce((
      select jsonb_agg(distinct jsonb_build_object('no', c.no, 'kind', c.kind, 'on', c.issued_on::text))
      from mill_certificate_heats h join mill_certificates c on c.id = h.certificate_id
      where h.heat_id = u.heat_id and c.status = 'accepted'), '[]') as certificates
  from used u join heats t on t.id = u.heat_id join steel_grades g on g.id = t.grade_id
  order by g.code, t.no, t.id`

function materialSheet(no: string, heats: readonly UsedHeat[], hash: string, frame: SheetFrame): Sheet {
  const t = wordsIn(frame.language)
  const blocks: Block[] = [
    { kind: 'title', text: t('material.title'), sub: no },
    {
      kind: 'table',
      columns: [
        { title: t('common:marks.grade'), share: 1.1 },
        { title: t('material:short.heat'), share: 1.4 },
        { title: t('material.supplier'), share: 2 },
        { title: t('material.profiles'), share: 2 },
        { title: t('material.certificate'), share: 2 },
        { title: t('material:field.issuedOn'), share: 1.3 },
        { title: t('common:field.pieces'), share: 1.2, align: 'right' },
        { title: t('material.kg'), share: 1.1, align: 'right' },
      ],
      rows: heats.map((heat): Cell[] => [
        heat.grade,
        heat.no,
        heat.mill === '' || heat.mill === heat.supplier ? heat.supplier : `${heat.supplier} / ${heat.mill}`,
        heat.profiles.join(', '),
        heat.certificates.every(({ kind }) => kind === 'retest')
          ? { text: t('material.none'), tone: 'bad' }
          : heat.certificates
              .map(({ no: own, kind }) => `${own} (${kind === 'retest' ? t('material.retest') : kind})`)
              .join('\n'),
        heat.certificates.map(({ on }) => on).join('\n'),
        String(heat.pieces),
        heat.kg.toFixed(1),
      ]),
      empty: t('material.empty'),
    },
  ]
  return sealed({ title: titleOf(no, frame.language), header: [frame.plant, no], blocks }, hash, frame)
}

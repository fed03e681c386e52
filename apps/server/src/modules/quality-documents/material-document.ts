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
    const made = await readRows(deps.db.reads, revisionsOf(actor.plantId, id))
    // Without drawings, papers that were issued before keep their seal.
    const hash = sealOf({ kind: 'material', order: order.no, heats, ...(made.length === 0 ? {} : { made }) })
    const days = heats.flatMap(({ certificates }) => certificates.map(({ on }) => on)).toSorted()
    return {
      kind: 'material',
      id,
      no: order.no,
      order: { id, no: order.no },
      hash,
      at: new Date(days.at(-1) ?? 0),
      title: (language) => titleOf(order.no, language),
      sheet: (frame) => materialSheet(order.no, { heats, made }, hash, frame),
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

/** Pieces of a mark that were made to one revision of a drawing. */
interface MadeMark {
  readonly mark: string
  readonly drawingNo: string
  readonly revision: string
  readonly pieces: number
  readonly heats: readonly string[]
}

const revisionsOf = (plantId: number, orderId: string) => sql<MadeMark>`
  with made as (
    select m.mark, d.drawing_no, r.revision, array_agg(p.id) as ids
    from pieces p join marks m on m.id = p.mark_id join piece_revisions v on v.piece_id = p.id
      join drawings d on d.id = v.drawing_id join drawing_revisions r on r.id = v.revision_id
    where p.plant_id = ${plantId} and p.order_id = ${orderId} and p.status not in ('scrapped', 'superseded')
    group by 1, 2, 3
  )
  select mark, drawing_no as "drawingNo", revision, cardinality(ids) as pieces, array(
      select distinct t.no from heat_uses u join material_lots l on l.id = u.lot_id join heats t on t.id = l.heat_id
      where u.piece_id = any(made.ids) order by 1) as heats
  from made order by 1, 2, 3`

function revisionBlocks(made: readonly MadeMark[], { language }: SheetFrame): Block[] {
  const t = wordsIn(language)
  if (made.length === 0) return []
  return [
    { kind: 'heading', text: t('material.madeTo') },
    {
      kind: 'table',
      columns: [
        { title: t('common:field.mark'), share: 1.6 },
        { title: t('orders:marks.drawingNo'), share: 2 },
        { title: t('common:field.revision'), share: 1 },
        { title: t('common:field.pieces'), share: 1, align: 'right' },
        { title: t('material:short.heat'), share: 4 },
      ],
      rows: made.map(({ mark, drawingNo, revision, pieces, heats }): Cell[] => [
        mark,
        drawingNo,
        revision,
        String(pieces),
        heats.join(', '),
      ]),
      empty: '',
    },
  ]
}

interface OrderMaterial {
  readonly heats: readonly UsedHeat[]
  readonly made: readonly MadeMark[]
}

function materialSheet(no: string, { heats, made }: OrderMaterial, hash: string, frame: SheetFrame): Sheet {
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
    ...revisionBlocks(made, frame),
  ]
  return sealed({ title: titleOf(no, frame.language), header: [frame.plant, no], blocks }, hash, frame)
}

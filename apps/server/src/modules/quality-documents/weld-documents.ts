import { maxRegisterWelds } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { sealOf } from '../quality-records/public.ts'
import { orderWelds } from '../welding/public.ts'
import {
  countsOf,
  entryOf,
  sealed,
  type QualityDocument,
  type QualityDocumentDeps,
  type DocumentSource,
  type SheetFrame,
  wordsIn,
} from './document-frame.ts'
import type { MaterialGroup, WeldProcess } from '@cloud-factory/domain/welding/weld-enums'

/** All welds of an order with who welded them, by which procedure, and how they were tested: as they are now. */
export const weldRegisterDocuments: DocumentSource = {
  kind: 'welds',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const order = (await deps.orders.order(deps.db.reads, actor.plantId, id)) ?? fail('not_found')
    const welds = await weldsOf(deps, actor, id)
    const hash = sealOf({ kind: 'welds', order: order.no, welds: welds.map(contentOf) })
    return {
      kind: 'welds',
      id,
      no: order.no,
      order: { id, no: order.no },
      hash,
      at: latestOf(welds),
      title: (language) => `${wordsIn(language)('weld.register')} · ${order.no}`,
      sheet: (frame) => registerSheet(order.no, welds, hash, frame),
    }
  },
  entries: async (deps, actor, orderId) => {
    const { ready } = await weldRegisterDocuments.counts(deps, actor.plantId, orderId)
    return ready === 0 ? [] : entryOf(await weldRegisterDocuments.load(deps, actor, orderId))
  },
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select least(count(*) filter (where state <> 'open'), 1)::int as ready,
          (count(*) filter (where state in ('open', 'due', 'partly', 'failed', 'repaired')))::int as open
        from welds where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

async function weldsOf({ db }: QualityDocumentDeps, actor: Actor, orderId: string): Promise<WeldRow[]> {
  const [row] = await readRows(
    db.reads,
    sql<{ count: number }>`
      select count(*)::int as count from welds where plant_id = ${actor.plantId} and order_id = ${orderId}`,
  )
  if ((row?.count ?? 0) > maxRegisterWelds) return reject('dossier.too_long', { most: maxRegisterWelds })
  return orderWelds(db.reads, actor, orderId, maxRegisterWelds)
}

const contentOf = (weld: WeldRow) => [
  weld.piece.serial,
  weld.no,
  weld.joint,
  weld.class,
  weld.lengthMm,
  weld.thicknessMm,
  weld.grade,
  weld.wps,
  weld.welders.map(({ code, name }) => [code, name]),
  weld.weldedAt,
  weld.state,
  weld.testedMm,
  weld.repairs,
]

const latestOf = (welds: readonly WeldRow[]): Date => {
  const times = welds.flatMap(({ weldedAt }) => (weldedAt === null ? [] : [weldedAt]))
  return new Date(times.toSorted().at(-1) ?? 0)
}

function registerSheet(no: string, welds: readonly WeldRow[], hash: string, frame: SheetFrame): Sheet {
  const t = wordsIn(frame.language)
  const pieces = new Set(welds.map(({ piece }) => piece.id)).size
  const blocks: Block[] = [
    {
      kind: 'title',
      text: t('weld.register'),
      sub: `${no} · ${t('weld.registerSub', { welds: welds.length, pieces })}`,
    },
    registerTable(welds, frame),
  ]
  return sealed(
    { title: `${t('weld.register')} · ${no}`, header: [frame.plant, no], landscape: true, blocks },
    hash,
    frame,
  )
}

/** A piece is named at its first weld; its others stand below. */
function registerTable(welds: readonly WeldRow[], { language, at }: SheetFrame): Block {
  const t = wordsIn(language)
  return {
    kind: 'table',
    columns: [
      { title: t('common:field.serial'), share: 1.8 },
      { title: t('weld.weld'), share: 0.8 },
      { title: t('weld.joint'), share: 1 },
      { title: t('welding:field.class'), share: 0.7, align: 'center' },
      { title: t('weld.size'), share: 1.3, align: 'right' },
      { title: t('weld.material'), share: 1 },
      { title: t('weld.wps'), share: 1.4 },
      { title: t('common:field.welders'), share: 1.7 },
      { title: t('weld.weldedAt'), share: 1.5 },
      { title: t('weld.state'), share: 1.3 },
      { title: t('weld.repairs'), share: 1.2, align: 'right' },
    ],
    rows: welds.map((weld, index): Cell[] => [
      welds[index - 1]?.piece.id === weld.piece.id ? '' : weld.piece.serial,
      weld.no,
      t(`welding:joint.${weld.joint}`),
      weld.class,
      `${weld.lengthMm} × ${weld.thicknessMm}`,
      weld.grade ?? '',
      weld.wps ?? '',
      weld.welders.map(({ code, name }) => `${code} ${name}`).join(', '),
      weld.weldedAt === null ? '' : at(weld.weldedAt),
      weld.state === 'failed'
        ? { text: t('weld.states.failed'), tone: 'bad' }
        : t(`weld.states.${weld.state}`),
      weld.repairs === 0 ? '' : String(weld.repairs),
    ]),
    empty: t('weld.noWelds'),
  }
}

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

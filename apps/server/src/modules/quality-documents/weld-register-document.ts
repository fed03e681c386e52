import { maxRegisterWelds } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { sealOf } from '../quality-records/public.ts'
import { orderWelds } from '../welding/public.ts'
import { countsOf, entryOf, sealed } from './document-frame.ts'
import type {
  QualityDocument,
  QualityDocumentDeps,
  DocumentSource,
  SheetFrame,
} from './quality-document.types.ts'
import { wordsIn } from './document-words.ts'

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
  if ((row?.count ?? 0) > maxRegisterWelds)
    return fail('state.refused', { params: { reason: 'dossier.too_long', most: maxRegisterWelds } })
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

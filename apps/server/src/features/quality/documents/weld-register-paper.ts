import { mostRegisterWelds } from '@cloud-factory/contract/quality-documents'
import type { WeldRow } from '@cloud-factory/contract/welds'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { readRows } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Block, Cell, Sheet } from '../../../platform/pdf/pdf.types.ts'
import { sealOf } from '../seal.ts'
import { orderWelds } from '../welds/welds.reads.ts'
import { countsOf, entryOf } from './paper-entries.ts'
import { sealed } from './paper-frame.ts'
import type { Paper, PaperDoor, PaperSource, SheetFrame } from './paper.types.ts'
import { paperWords } from './paper-words.ts'
import { weldPaperWords } from './weld-paper-words.ts'

/** All welds of an order with who welded them, by which procedure, and how they were tested: as they are now. */
export const weldRegisterPapers: PaperSource = {
  kind: 'welds',
  load: async (door, actor, id): Promise<Paper> => {
    const order = (await door.orders.order(door.db.reads, actor.plantId, id)) ?? refuse('not_found')
    const welds = await weldsOf(door, actor, id)
    const hash = sealOf({ kind: 'welds', order: order.no, welds: welds.map(contentOf) })
    return {
      kind: 'welds',
      id,
      no: order.no,
      order: { id, no: order.no },
      hash,
      at: latestOf(welds),
      title: (language) => `${weldPaperWords[language].register} · ${order.no}`,
      sheet: (frame) => registerSheet(order.no, welds, hash, frame),
    }
  },
  entries: async (door, actor, orderId) => {
    const { ready } = await weldRegisterPapers.counts(door, actor.plantId, orderId)
    return ready === 0 ? [] : entryOf(await weldRegisterPapers.load(door, actor, orderId))
  },
  counts: (door, plantId, orderId) =>
    countsOf(
      door,
      sql`select least(count(*) filter (where state <> 'open'), 1)::int as ready,
          (count(*) filter (where state in ('open', 'due', 'partly', 'failed', 'repaired')))::int as open
        from welds where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}

async function weldsOf({ db }: PaperDoor, actor: Actor, orderId: string): Promise<WeldRow[]> {
  const [row] = await readRows(
    db.reads,
    sql<{ count: number }>`
      select count(*)::int as count from welds where plant_id = ${actor.plantId} and order_id = ${orderId}`,
  )
  if ((row?.count ?? 0) > mostRegisterWelds)
    return refuse('state.refused', { params: { reason: 'dossier.too_long', most: mostRegisterWelds } })
  return orderWelds(db.reads, actor, orderId, mostRegisterWelds)
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
  const words = weldPaperWords[frame.language]
  const pieces = new Set(welds.map(({ piece }) => piece.id)).size
  const blocks: Block[] = [
    { kind: 'title', text: words.register, sub: `${no} · ${words.registerSub(welds.length, pieces)}` },
    registerTable(welds, frame),
  ]
  return sealed(
    { title: `${words.register} · ${no}`, header: [frame.plant, no], landscape: true, blocks },
    hash,
    frame,
  )
}

/** A piece is named at its first weld; its others stand below. */
function registerTable(welds: readonly WeldRow[], { language, at }: SheetFrame): Block {
  const common = paperWords[language]
  const words = weldPaperWords[language]
  return {
    kind: 'table',
    columns: [
      { title: common.piece, share: 1.8 },
      { title: words.weld, share: 0.8 },
      { title: words.joint, share: 1 },
      { title: words.class, share: 0.7, align: 'center' },
      { title: words.size, share: 1.3, align: 'right' },
      { title: words.material, share: 1 },
      { title: words.wps, share: 1.4 },
      { title: words.welders, share: 1.7 },
      { title: words.weldedAt, share: 1.5 },
      { title: words.state, share: 1.3 },
      { title: words.repairs, share: 1.2, align: 'right' },
    ],
    rows: welds.map((weld, index): Cell[] => [
      welds[index - 1]?.piece.id === weld.piece.id ? '' : weld.piece.serial,
      weld.no,
      words.joints[weld.joint],
      weld.class,
      `${weld.lengthMm} × ${weld.thicknessMm}`,
      weld.grade ?? '',
      weld.wps ?? '',
      weld.welders.map(({ code, name }) => `${code} ${name}`).join(', '),
      weld.weldedAt === null ? '' : at(weld.weldedAt),
      weld.state === 'failed' ? { text: words.states.failed, tone: 'bad' } : words.states[weld.state],
      weld.repairs === 0 ? '' : String(weld.repairs),
    ]),
    empty: words.noWelds,
  }
}

import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import { type RawBuilder, sql } from 'kysely'
import type { Block, Sheet } from '../../platform/pdf/pdf.types.ts'
import { type MissingOfOrder, missingOf } from '../conformity/public.ts'
import {
  wordsIn,
  entryOf,
  sealed,
  type QualityDocument,
  type QualityDocumentDeps,
  type DocumentSource,
  type SheetFrame,
} from './document-frame.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { latestFinals, type QualityDocumentOrder, sealOf } from '../quality-records/public.ts'

/** As many serials as a line of the table names; how many there are stands beside. */
const namedSerials = 6

/** What an order still needs, for the first page of its papers; nothing when it needs nothing. */
export function missingBlocks(missing: readonly MissingOfOrder[], language: DocumentLanguage): Block[] {
  if (missing.length === 0) return []
  const t = wordsIn(language)
  return [
    { kind: 'heading', text: t('missing.title') },
    {
      kind: 'table',
      columns: [
        { title: t('missing.demand'), share: 2.6 },
        { title: t('common:field.pieces'), share: 0.8, align: 'right' },
        { title: t('missing.serials'), share: 4 },
      ],
      rows: missing.map(({ demand, serials }) => [
        { text: t(`orders:missing.${demand}`), tone: 'bad' as const },
        String(serials.length),
        serials.slice(0, namedSerials).join(', ') + (serials.length > namedSerials ? ' …' : ''),
      ]),
      empty: '',
    },
  ]
}

/** Pieces of a mark that passed their final inspection. */
interface PassedMark {
  readonly mark: string
  readonly pieces: number
  readonly inspections: string
  readonly standards: string
  readonly conceded: boolean
  readonly last: Date
}

interface Conformity {
  readonly order: QualityDocumentOrder
  readonly marks: readonly PassedMark[]
  readonly passed: number
  readonly openNcrs: number
  readonly missing: readonly MissingOfOrder[]
}

/** What goes with the goods: every member of the order passed its final inspection, and conforms. */
export const certificateDocuments: DocumentSource = {
  kind: 'certificate',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const facts = await conformity(deps, actor.plantId, id)
    const { order, marks } = facts
    const hash = isWhole(facts)
      ? sealOf({ kind: 'certificate', order: order.no, pieces: order.pieces, marks })
      : null
    return {
      kind: 'certificate',
      id,
      no: order.no,
      order: { id, no: order.no },
      hash,
      at: new Date(Math.max(0, ...marks.map(({ last }) => last.getTime()))),
      title: (language) => `${wordsIn(language)('quality-documents:kind.certificate')} · ${order.no}`,
      sheet: (frame) => certificateSheet(facts, hash, frame),
    }
  },
  entries: async (deps, actor: Actor, orderId) =>
    entryOf(await certificateDocuments.load(deps, actor, orderId)),
  counts: async (deps, plantId, orderId) => {
    const facts = await conformity(deps, plantId, orderId)
    const notConforming = new Set(facts.missing.flatMap(({ serials }) => serials)).size
    return isWhole(facts) ? { ready: 1, open: 0 } : { ready: 0, open: Math.max(1, notConforming) }
  },
}

const isWhole = ({ order, missing }: Conformity): boolean => order.pieces > 0 && missing.length === 0

async function conformity(
  { db, orders }: Pick<QualityDocumentDeps, 'db' | 'orders'>,
  plantId: number,
  orderId: string,
): Promise<Conformity> {
  const order = (await orders.order(db.reads, plantId, orderId)) ?? fail('not_found')
  const pieces = await orders.countedPieces(db.reads, plantId, orderId)
  const ids = sql`${pieces.map(({ id }) => id)}::bigint[]`
  const [marks, [open], missing] = await Promise.all([
    readRows(db.reads, passedMarks(plantId, ids)),
    readRows(
      db.reads,
      sql<{
        count: number
      }>`select count(distinct n.id)::int as count from ncr_pieces p join ncrs n on n.id = p.ncr_id
        where p.plant_id = ${plantId} and p.piece_id = any(${ids}) and n.status not in ('closed', 'cancelled')`,
    ),
    missingOf(db.reads, plantId, pieces),
  ])
  return {
    order,
    marks,
    passed: marks.reduce((sum, { pieces }) => sum + pieces, 0),
    openNcrs: open?.count ?? 0,
    missing,
  }
}

/** Of each piece the latest final inspection counts: one that failed after it passed takes it out again. */
const passedMarks = (plantId: number, ids: RawBuilder<unknown>) => sql<PassedMark>`
  select mark, count(*)::int as pieces, string_agg(distinct no, ', ' order by no) as inspections,
    string_agg(distinct standard_code, ', ' order by standard_code) as standards,
    bool_or(conceded) as conceded, max(locked_at) as last
  from (${latestFinals(plantId, sql`any(${ids})`)}) latest where passed group by mark order by mark`

function certificateSheet(facts: Conformity, hash: string | null, frame: SheetFrame): Sheet {
  const { order, marks, passed, openNcrs, missing } = facts
  const t = wordsIn(frame.language)
  const standards = [...new Set(marks.flatMap((mark) => mark.standards.split(', ')))].toSorted().join(', ')
  const blocks: Block[] = [
    { kind: 'title', text: t('quality-documents:kind.certificate'), sub: order.no },
    {
      kind: 'facts',
      columns: 2,
      items: [
        [t('common:field.order'), order.no],
        [t('common:field.name'), order.name],
        [t('common:field.project'), order.project],
        [t('common:field.customer'), order.customer],
        [t('certificate.standards'), standards],
        [t('common:field.kg'), order.kg.toFixed(1)],
        [t('document.pieces'), t('certificate.passed', { passed, of: order.pieces })],
        [t('certificate.openNcrs'), openNcrs === 0 ? '0' : { text: String(openNcrs), tone: 'bad' }],
      ],
    },
    ...(hash === null
      ? missingBlocks(missing, frame.language)
      : [{ kind: 'text', text: t('certificate.statement') } as const]),
    {
      kind: 'table',
      columns: [
        { title: t('common:field.mark'), share: 1.4 },
        { title: t('document.pieces'), share: 0.7, align: 'right' },
        { title: t('certificate.verdict'), share: 1.6 },
        { title: t('certificate.inspections'), share: 2.6 },
        { title: t('certificate.lastDay'), share: 1.3 },
      ],
      rows: marks.map(({ mark, pieces, conceded, inspections, last }) => [
        mark,
        String(pieces),
        conceded ? { text: t('certificate.conceded'), tone: 'strong' as const } : t('certificate.conform'),
        inspections,
        frame.at(last.toISOString()).slice(0, 10),
      ]),
      empty: t('certificate.none'),
    },
    {
      kind: 'signatures',
      items: [
        { label: t('certificate.quality'), name: '', at: '' },
        { label: t('certificate.factory'), name: '', at: '' },
      ],
    },
  ]
  return sealed(
    {
      title: `${t('quality-documents:kind.certificate')} · ${order.no}`,
      header: [frame.plant, order.no],
      blocks,
    },
    hash,
    frame,
  )
}

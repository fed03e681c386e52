import type { LabelRow, TravellerRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { memo, type ReactNode, useMemo } from 'react'
import { absent, count, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { PagedDocument, type PrintColumn } from './paged-document.tsx'
import {
  type PaperFact,
  PaperFacts,
  Signatures,
  useConformity,
  usePrintFacts,
  usePrintWords,
} from './sheet.tsx'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { NothingToPrint, PrintFrame, useGrowing } from './print-frame.tsx'
import { maxOf, type PrintChoice } from './print.rules.ts'
import { useLabels, useTravellers } from './print.queries.ts'

interface TravellerProps {
  readonly order: OrderRow
  readonly mark: TravellerRow
  /** Pieces the sheet goes along with. */
  readonly pieces: readonly LabelRow[]
  /** The only one of them, when the sheet is of one piece. */
  readonly piece: LabelRow | undefined
}

type Step = TravellerRow['steps'][number]

/**
 * The sheet that accompanies the work in the workshop: data, operations with space for signatures,
 * parts, pieces.
 */
const Traveller = memo(function Traveller({ order, mark, pieces, piece }: TravellerProps) {
  const t = usePrintWords('printing')
  const columns = useStepColumns()
  const facts = useFacts(order, mark, pieces, piece)
  return (
    <PagedDocument<Step>
      title={t('traveller.title')}
      number={piece?.serial ?? mark.mark}
      code={piece?.qr}
      heading={
        <>
          <PaperFacts facts={facts} />
          {mark.steps.length === 0 && <p>{t('traveller.noRoute')}</p>}
        </>
      }
      columns={columns}
      rows={mark.steps}
      rowKey={({ code }) => code}
      tail={
        <div className="traveller-lists">
          {mark.parts.length > 0 && <Parts mark={mark} />}
          {piece === undefined && <Pieces pieces={pieces} />}
          <Signatures words={[t('traveller.planned'), t('traveller.foreman'), t('traveller.inspector')]} />
        </div>
      }
    />
  )
})

function useStepColumns(): readonly PrintColumn<Step>[] {
  const t = usePrintWords('printing')
  const { language } = usePrintFacts()
  const blank = () => ''
  return [
    { key: 'no', title: t('step.no'), width: '10mm', align: 'center', render: (_, at) => at + 1 },
    {
      key: 'process',
      title: t('common:field.process'),
      render: ({ names }) => <div className="traveller-step">{names[language]}</div>,
    },
    {
      key: 'gate',
      title: t('common:field.inspection'),
      width: '24mm',
      render: ({ gate }) => t(`gate.${gate}`),
    },
    { key: 'quantity', title: t('common:field.quantity'), width: '18mm', render: blank },
    { key: 'worker', title: t('step.worker'), width: '28mm', render: blank },
    { key: 'day', title: t('common:column.period'), width: '24mm', render: blank },
    { key: 'inspected', title: t('step.inspected'), width: '30mm', render: blank },
  ]
}

function useFacts(
  order: OrderRow,
  mark: TravellerRow,
  pieces: readonly LabelRow[],
  piece: LabelRow | undefined,
): PaperFact[] {
  const t = usePrintWords('printing')
  const orders = usePrintWords('orders')
  const { language, at } = usePrintFacts()
  const conformity = useConformity()
  const conforming = pieces.filter(({ missing }) => missing.length === 0).length
  const some = t('conformity.some', { n: count(conforming), all: count(pieces.length), at })
  const fact = (key: string, value: string | null | undefined, wide = false): PaperFact => ({
    key,
    word: t(`fact.${key}`),
    value: value === null || value === undefined || value === '' ? absent : value,
    wide,
  })
  return [
    fact('order', `${order.no} ${order.name}`, true),
    fact('project', `${order.project.code} ${order.project.name}`),
    fact('customer', order.customer),
    fact('mark', mark.mark),
    fact('revision', mark.revision),
    fact('name', `${mark.name} (${orders(`kind.${mark.kind}`)})`),
    fact('profile', mark.profile),
    fact('grade', mark.grade),
    fact('length', millimetres(mark.lengthMm)),
    fact('weight', gramsShown(mark.netKg)),
    piece === undefined ? fact('quantity', count(pieces.length)) : fact('productionLot', piece.productionLot),
    fact('drawing', mark.drawingNo),
    fact('phase', mark.phase),
    fact('due', order.dueOn),
    fact('route', mark.route?.names[language]),
    fact('conformity', piece === undefined ? some : conformity(piece), true),
  ]
}

/** Maximum number of parts shown; welders use the drawing for the rest. */
const partsShown = 14

function Parts({ mark }: { readonly mark: TravellerRow }) {
  const t = usePrintWords('printing')
  const parts = mark.parts.slice(0, partsShown)
  return (
    <div>
      <h3>{t('parts.title')}</h3>
      <table className="paper-table">
        <thead>
          <tr>
            <th scope="col">{t('common:meaning.part')}</th>
            <th scope="col">{t('common:field.profile')}</th>
            <th scope="col">{t('parts.grade')}</th>
            <th scope="col" className="is-right">
              {t('parts.length')}
            </th>
            <th scope="col" className="is-right">
              {t('common:field.quantity')}
            </th>
            <th scope="col" className="is-right">
              {t('parts.weight')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.partMark}>
              <td>{part.partMark}</td>
              <td>{part.profile}</td>
              <td>{part.grade ?? absent}</td>
              <td className="is-right">{millimetres(part.lengthMm)}</td>
              <td className="is-right">{count(part.quantityPerMark)}</td>
              <td className="is-right">{gramsShown(part.netKg)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mark.partsTotal > parts.length && <p>{t('parts.more', { n: mark.partsTotal - parts.length })}</p>}
    </div>
  )
}

/** So many get a code to scan; more get a box to tick, and very many are named from first to last. */
const codesShown = 12
const boxesShown = 80

function Pieces({ pieces }: { readonly pieces: readonly LabelRow[] }) {
  const t = usePrintWords('printing')
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first === undefined || last === undefined) return null
  const hasCodes = pieces.length <= codesShown
  return (
    <div>
      <h3>{t('pieces.title', { n: count(pieces.length) })}</h3>
      {pieces.length > boxesShown ? (
        <p>
          {first.serial} … {last.serial}
        </p>
      ) : (
        <ul className={`traveller-pieces ${hasCodes ? 'is-coded' : ''}`}>
          {pieces.map(({ id, serial, qr }) => (
            <li key={id}>
              {hasCodes ? <QrCode text={qr} label={serial} border={0} /> : <span className="traveller-box" />}
              {serial}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface TravellersPrintProps {
  readonly order: OrderRow
  readonly choice: PrintChoice
  readonly controls: ReactNode
}

/** The pieces of marks are listed on their travellers; an order of more is printed lot by lot. */
const maxPieces = 20_000
const ordersWords = ['orders'] as const

interface Card {
  readonly key: string
  readonly mark: TravellerRow
  readonly pieces: readonly LabelRow[]
}

/** Travellers: a sheet that goes through the workshop with a mark, or with each piece. */
export function TravellersPrint({ order, choice, controls }: TravellersPrintProps) {
  const { t } = useTranslation('printing')
  const most = maxOf[choice.kind]
  const perPiece = choice.kind === 'pieces'
  const marks = useTravellers(order.id, choice, most)
  const pieces = useLabels(order.id, choice, perPiece ? most : maxPieces)
  const cards = useMemo(
    () => cardsOf(marks.data?.items ?? [], pieces.data?.items ?? [], perPiece),
    [marks.data, pieces.data, perPiece],
  )
  const drawn = useGrowing(cards.length, 4, JSON.stringify(choice))
  const error = marks.error ?? pieces.error
  const isThere = marks.data !== undefined && pieces.data !== undefined
  const retry = () => {
    void marks.refetch()
    void pieces.refetch()
  }
  return (
    <PrintFrame
      title={t('title.travellers', { no: order.no })}
      fileName={t('file.travellers', { no: order.no })}
      back={`/order/detail/${order.id}`}
      namespaces={ordersWords}
      error={error}
      onRetry={retry}
      waiting={
        isThere && drawn >= cards.length ? undefined : { done: drawn, total: Math.max(1, cards.length) }
      }
      controls={
        <>
          {controls}
          {isThere && <span className="page-note">{t('travellers', { count: cards.length })}</span>}
        </>
      }
    >
      {isThere && cards.length === 0 && (
        <NothingToPrint total={perPiece ? pieces.data.total : marks.data.total} most={most} />
      )}
      {cards.slice(0, drawn).map(({ key, ...card }) => (
        <Traveller key={key} order={order} piece={perPiece ? card.pieces[0] : undefined} {...card} />
      ))}
    </PrintFrame>
  )
}

function cardsOf(
  marks: readonly TravellerRow[],
  pieces: readonly LabelRow[],
  perPiece: boolean,
): readonly Card[] {
  const ofMark = Map.groupBy(pieces, ({ markId }) => markId)
  return marks.flatMap((mark) => {
    const own = ofMark.get(mark.id) ?? []
    return perPiece
      ? own.map((piece) => ({ key: piece.id, mark, pieces: [piece] }))
      : [{ key: mark.id, mark, pieces: own }]
  })
}

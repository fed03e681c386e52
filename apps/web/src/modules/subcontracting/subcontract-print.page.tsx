import type { SubcontractDetail, SubcontractPiece } from '@cloud-factory/contract/subcontracting/subcontracts'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams, useSearchParams } from 'react-router'
import { absent, count, gramsShown, hundredths } from '../../shared/format/numbers.ts'
import { processesQuery } from '../planning/plan.queries.ts'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { type PaperFact, PaperFacts, Signatures, usePrintFacts, usePrintWords } from '../printing/sheet.tsx'
import { lineText, priceText } from './subcontract-labels.tsx'
import { allOutsideQuery, subcontractQuery } from './subcontracting.queries.ts'

const words = ['subcontracting'] as const
const sheets = ['order', 'note'] as const
type Sheet = (typeof sheets)[number]

/** What is printed: the sheet, the day of a delivery note, the subcontract and its pieces. */
function useSheet(id: string) {
  const [search, setSearch] = useSearchParams()
  const sheet: Sheet = sheets.find((word) => word === search.get('sheet')) ?? 'order'
  const one = useQuery(subcontractQuery(id))
  const movements = one.data?.movements ?? []
  const days = [...new Set(movements.flatMap(({ kind, on }) => (kind === 'sent' ? [on] : [])))]
  const sentOn = search.get('on') ?? days[0] ?? null
  const pieces = useQuery({
    ...allOutsideQuery(id, sheet === 'order' || sentOn === null ? {} : { sentOn }),
    enabled: one.data !== undefined,
  })
  const show = (to: Sheet, on?: string) =>
    setSearch(to === 'order' ? {} : { sheet: to, ...(on !== undefined && { on }) }, { replace: true })
  return { sheet, days, sentOn, one, pieces, show }
}

/** The order for the supplier with all its pieces and prices, or the delivery note of the pieces of a day. */
export function SubcontractPrintPage() {
  const { t } = useTranslation('subcontracting')
  const { id = '' } = useParams()
  const made = useSheet(id)
  const { sheet, sentOn, one, pieces } = made
  const title = `${t(`print.${sheet}`)} ${one.data?.no ?? ''}`
  const isThere = one.data !== undefined && pieces.data !== undefined
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/warehouse/subcontract/${id}`}
      namespaces={words}
      error={one.error ?? pieces.error}
      onRetry={() => void Promise.all([one.refetch(), pieces.refetch()])}
      waiting={isThere ? undefined : { done: 0, total: 1 }}
      controls={<Controls {...made} />}
    >
      {isThere && <PrintedSheet sheet={sheet} sentOn={sentOn} subcontract={one.data} pieces={pieces.data} />}
    </PrintFrame>
  )
}

function Controls({ sheet, days, sentOn, show }: ReturnType<typeof useSheet>) {
  const { t } = useTranslation('subcontracting')
  return (
    <>
      <Segmented<Sheet>
        aria-label={t('printing:kind.label')}
        value={sheet}
        onChange={(to) => show(to)}
        options={sheets.map((value) => ({ value, label: t(`print.${value}`) }))}
      />
      {sheet === 'note' && days.length > 1 && (
        <Select
          aria-label={t('field.sentOn')}
          value={sentOn}
          onChange={(on) => show(sheet, on)}
          options={days.map((value) => ({ value, label: value }))}
        />
      )}
    </>
  )
}

/** Name of a process in the language of the print. */
function usePrintedProcess(): (id: string) => string {
  const { language } = usePrintFacts()
  const { data } = useQuery(processesQuery)
  return (id) => data?.items.find((process) => process.id === id)?.names[language] ?? `#${id}`
}

interface SheetProps {
  readonly sheet: Sheet
  readonly sentOn: string | null
  readonly subcontract: SubcontractDetail
  readonly pieces: readonly SubcontractPiece[]
}

/** Words and values above the pieces. */
function useFacts({ sheet, sentOn, subcontract }: Omit<SheetProps, 'pieces'>): readonly PaperFact[] {
  const t = usePrintWords('subcontracting')
  const processName = usePrintedProcess()
  const { supplier, order, promisedOn, basis, lines, note, amount } = subcontract
  const prices = lines.map((line) => `${lineText(t, processName, line)}: ${priceText(t, basis, line.price)}`)
  return [
    { key: 'supplier', word: t('field.supplier'), value: supplier.name },
    { key: 'order', word: t('field.order'), value: `${order.no} ${order.name}` },
    { key: 'promised', word: t('field.promisedOn'), value: promisedOn },
    ...(sheet === 'note'
      ? [{ key: 'sent', word: t('field.sentOn'), value: sentOn ?? absent }]
      : [
          { key: 'amount', word: t('field.amount'), value: hundredths(amount) },
          { key: 'prices', word: t('field.price'), value: prices.join(' · '), wide: true },
        ]),
    { key: 'note', word: t('field.note'), value: note || absent, wide: true },
  ]
}

function PrintedSheet(props: SheetProps) {
  const t = usePrintWords('subcontracting')
  const { sheet, subcontract, pieces } = props
  const left = sheet === 'order' ? 'rejected' : 'planned'
  const sent = pieces.filter(({ status }) => status !== left)
  return (
    <PagedDocument<SubcontractPiece>
      title={t(`print.${sheet}`)}
      number={subcontract.no}
      heading={<PaperFacts facts={useFacts(props)} />}
      columns={useColumns(subcontract)}
      rows={sent}
      rowKey={({ id }) => id}
      sums={
        <tr>
          <td colSpan={4}>{t('print.sum', { pieces: count(sent.length) })}</td>
          <td className="is-right">{gramsShown(sent.reduce((sum, { kgOut }) => sum + kgOut, 0))}</td>
        </tr>
      }
      tail={
        <Signatures
          words={
            sheet === 'order'
              ? [t('sign.buyer'), t('sign.supplier')]
              : [t('sign.sender'), t('sign.driver'), t('sign.supplier')]
          }
        />
      }
    />
  )
}

function useColumns({ lines }: SubcontractDetail) {
  const t = usePrintWords('subcontracting')
  const processName = usePrintedProcess()
  const workOf = ({ lineId }: SubcontractPiece) => {
    const line = lines.find(({ id }) => id === lineId)
    return line === undefined ? absent : lineText(t, processName, line)
  }
  return [
    {
      key: 'serial',
      title: t('field.piece'),
      width: '38mm',
      render: ({ serial }: SubcontractPiece) => serial,
    },
    {
      key: 'name',
      title: t('field.name'),
      width: '26mm',
      render: ({ markName }: SubcontractPiece) => markName || absent,
    },
    { key: 'profile', title: t('field.profile'), render: ({ profile }: SubcontractPiece) => profile },
    { key: 'work', title: t('field.work'), width: '44mm', render: workOf },
    {
      key: 'kg',
      title: t('field.kg'),
      width: '26mm',
      align: 'right' as const,
      render: ({ kgOut }: SubcontractPiece) => gramsShown(kgOut),
    },
  ]
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, Skeleton } from 'antd'
import { useState } from 'react'
import { type Choosable, toChoose, lotsToChoose } from './print.queries.ts'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type PrintChoice, type PrintKind, printKinds, choiceOf, searchOfChoice } from './print.rules.ts'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { LabelsPrint } from './labels-print.tsx'
import { TravellersPrint } from './travellers-print.tsx'

interface CodeSelectProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly most: number
  readonly orderId: string
  readonly what: Choosable
}

/** Chooses records of an order by code, found as one types. */
function CodeSelect({ label, value, onChange, most, orderId, what }: CodeSelectProps) {
  const [q, setQ] = useState('')
  const { codes, found, isFetching } = useCodes(what, orderId, q, value)
  const options = new Map(found.map(({ id, code }) => [id, code]))
  for (const id of value) if (!options.has(id)) options.set(id, codes.get(id) ?? '…')
  return (
    <Select
      mode="multiple"
      className="print-codes"
      allowClear
      aria-label={label}
      placeholder={label}
      maxCount={most}
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setQ }}
      value={[...value]}
      onChange={onChange}
      options={[...options].map(([id, code]) => ({ value: id, label: code }))}
    />
  )
}

/**
 * Codes that start with the typed text. Codes loaded before are remembered, so that a selected one
 * keeps its label when the search changes.
 */
function useCodes(what: Choosable, orderId: string, q: string, value: readonly string[]) {
  const key = ['orders', 'print', 'choose', what, orderId]
  const { data: found = [], isFetching } = useQuery({
    queryKey: [...key, q],
    queryFn: ({ signal }) => toChoose(what, orderId, { q }, signal),
    placeholderData: keepPreviousData,
  })
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map())
  const unknown = value.filter((id) => !codes.has(id)).slice(0, 50)
  // Chosen by an address: only their ids are known yet.
  const { data: named = [] } = useQuery({
    queryKey: [...key, 'named', unknown],
    queryFn: ({ signal }) => toChoose(what, orderId, { ids: unknown }, signal),
    enabled: unknown.length > 0,
  })
  const met = [...found, ...named].filter(({ id }) => !codes.has(id))
  if (met.length > 0) setCodes(new Map([...codes, ...met.map(({ id, code }) => [id, code] as const)]))
  return { codes, found, isFetching }
}

interface ChoiceControlsProps {
  readonly orderId: string
  readonly choice: PrintChoice
  readonly onChange: (change: Partial<PrintChoice>) => void
}

/** As many as the server takes in one question. */
const maxChosen = 500
const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded'])

/** Kind of print, and selection of pieces. */
function ChoiceControls({ orderId, choice, onChange }: ChoiceControlsProps) {
  const { t } = useTranslation('printing')
  const { data } = useQuery(lotsToChoose(orderId))
  const lots = data?.items ?? []
  return (
    <>
      <Select<PrintKind>
        className="print-kind"
        aria-label={t('kind.label')}
        popupMatchSelectWidth={false}
        value={choice.kind}
        onChange={(kind) => onChange({ kind })}
        options={printKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <CodeSelect
        label={t('choose.marks')}
        value={choice.markIds}
        most={maxChosen}
        onChange={(markIds) => onChange({ markIds })}
        orderId={orderId}
        what="marks"
      />
      <CodeSelect
        label={t('choose.pieces')}
        value={choice.pieceIds}
        most={maxChosen}
        onChange={(pieceIds) => onChange({ pieceIds })}
        orderId={orderId}
        what="pieces"
      />
      {lots.length > 0 && (
        <Select<string | null>
          className="print-codes"
          allowClear
          aria-label={t('choose.productionLot')}
          placeholder={t('choose.productionLot')}
          popupMatchSelectWidth={false}
          value={choice.productionLotId}
          onChange={(productionLotId) => onChange({ productionLotId: productionLotId ?? null })}
          options={lots.map(({ id, no, name }) => ({ value: id, label: `${no} ${name}`.trim() }))}
        />
      )}
      <Select
        mode="multiple"
        className="print-codes"
        allowClear
        aria-label={t('choose.status')}
        placeholder={t('choose.status')}
        maxTagCount="responsive"
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        value={[...choice.status]}
        onChange={(status: string[]) => onChange({ status })}
        options={pieceStatuses
          .filter((word) => !gone.has(word))
          .map((value) => ({ value, label: t(`orders:piece.${value}`) }))}
      />
    </>
  )
}

/** Labels and travellers of an order. The selection is in the address. */
export function OrderPrintPage() {
  const { t } = useTranslation('printing')
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  if (order === undefined) {
    return (
      <div className="page">
        {error === null ? (
          <Skeleton active />
        ) : (
          <>
            <ProblemAlert error={error} onRetry={() => void refetch()} />
            <Link to="/order/list">{t('common:toOrders')}</Link>
          </>
        )}
      </div>
    )
  }
  const choice = choiceOf(search)
  // A different selection of pieces starts at its first part.
  const change = (changed: Partial<PrintChoice>) =>
    void navigate(pathname + searchOfChoice({ ...choice, part: 1, ...changed }), { replace: true })
  const controls = <ChoiceControls orderId={id} choice={choice} onChange={change} />
  if (choice.kind === 'labels' || choice.kind === 'roll') {
    const toPart = (part: number) => change({ part })
    return <LabelsPrint key={choice.kind} order={order} choice={choice} controls={controls} onPart={toPart} />
  }
  return <TravellersPrint key={choice.kind} order={order} choice={choice} controls={controls} />
}

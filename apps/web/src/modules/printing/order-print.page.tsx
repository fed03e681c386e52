import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { ChoiceControls } from './choice-controls.tsx'
import { LabelsPrint } from './labels-print.tsx'
import { choiceOf, type PrintChoice, searchOfChoice } from './print-choice.rules.ts'
import { TravellersPrint } from './travellers-print.tsx'

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

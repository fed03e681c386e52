import type { ModelRevision } from '@cloud-factory/contract/model/models'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useParams, useSearchParams } from 'react-router'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { ModelView } from './model-view.tsx'
import { membersQuery, modelsQuery, statesQuery } from './models.queries.ts'

/** The project of an order in three dimensions, coloured by the states of its pieces. */
export function ModelPage() {
  const { t } = useTranslation('model')
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const order = useQuery(orderQuery(id))
  const models = useQuery(modelsQuery(id))
  const title = order.data === undefined ? undefined : t('title', { no: order.data.no })
  useTabTitle(title)
  const { items = [] } = models.data ?? {}
  const shown =
    items.find((model) => model.id === search.get('model')) ??
    items.find(({ status }) => status === 'current')
  return (
    <div className="page is-filling">
      <PageHeader
        title={title ?? ''}
        note={<Link to={`/order/detail/${id}?part=model`}>{t('toOrder')}</Link>}
      />
      <QueryState query={models} />
      {models.data !== undefined && shown === undefined && <p className="page-note">{t('noneInUse')}</p>}
      {shown !== undefined && <LoadedModel key={shown.id} orderId={id} model={shown} title={title ?? ''} />}
    </div>
  )
}

interface LoadedProps {
  readonly orderId: string
  readonly model: ModelRevision
  readonly title: string
}

function LoadedModel({ orderId, model, title }: LoadedProps) {
  const isCurrent = model.status === 'current'
  const members = useQuery(membersQuery(model.id))
  const states = useQuery({ ...statesQuery(orderId), enabled: isCurrent })
  const isWaiting = members.data === undefined || (isCurrent && states.data === undefined)
  if (isWaiting) return <QueryState query={states.error === null ? members : states} />
  // Another model may have been put to use since.
  const own = states.data?.revisionId === model.id ? states.data : null
  return <ModelView model={model} members={members.data.items} states={own} title={title} orderId={orderId} />
}

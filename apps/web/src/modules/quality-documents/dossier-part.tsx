import type { DossierState } from '@cloud-factory/contract/quality-documents/quality-documents'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { count, kilograms } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { OrderChoice } from '../quality-records/order-choice.tsx'
import { DocumentButton, type DocumentChoice } from './document-button.tsx'
import { dossierQuery } from './documents.queries.ts'

interface Props {
  readonly orderId: string | null
  readonly onOrder: (id: string | null) => void
  readonly onMade: () => void
}

/** Documents of an order, missing ones, and its dossier. */
export function DossierPart({ orderId, onOrder, onMade }: Props) {
  const { t } = useTranslation('quality-documents')
  return (
    <section className="dossier-part">
      <div className="dossier-choice">
        <OrderChoice done value={orderId} onChange={onOrder} />
        {orderId === null && <p className="page-note">{t('dossierPart.choose')}</p>}
      </div>
      {orderId !== null && <OfOrder orderId={orderId} onMade={onMade} />}
    </section>
  )
}

function OfOrder({ orderId, onMade }: { readonly orderId: string; readonly onMade: () => void }) {
  const { data, error, refetch } = useQuery(dossierQuery(orderId))
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />
  return <Shown state={data} onMade={onMade} />
}

type Part = DossierState['parts'][number]

/** Where somebody finishes what is open. */
const placeOf = (kind: Part['kind'], orderId: string): string =>
  ({
    inspection: `/quality/list?orderId=${orderId}`,
    certificate: `/quality/list?stage=final&orderId=${orderId}`,
    material: '/quality/incoming',
    welds: `/quality/welds?orderId=${orderId}`,
    welders: '/quality/welds?part=certificates',
    ndt: `/quality/ndt?part=requests&orderId=${orderId}`,
    coat: `/quality/coating?orderId=${orderId}`,
    ncr: `/quality/ncrs?orderId=${orderId}`,
    dossier: `/order/detail/${orderId}`,
  })[kind]

function Shown({ state: { order, parts }, onMade }: { readonly state: DossierState; onMade: () => void }) {
  const { t } = useTranslation('quality-documents')
  const ready = parts.reduce((sum, part) => sum + part.ready, 0)
  const documents: DocumentChoice[] = [
    ...(ready === 0
      ? []
      : [{ kind: 'dossier', id: order.id, label: t('dossier', { no: order.no }) } as const]),
    ...(['certificate', 'material', 'welds', 'welders'] as const)
      .filter((kind) => parts.some((part) => part.kind === kind && part.ready > 0))
      .map((kind) => ({ kind, id: order.id, label: t(`kind.${kind}`) })),
  ]
  return (
    <>
      <div className="dossier-head">
        <p>
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> {order.name}
          <span className="page-note">
            {[order.project, order.customer, t('dossierPart.pieces', { count: order.pieces })].join(' · ')}
            {' · '}
            {kilograms(order.kg)} kg
          </span>
        </p>
        <DocumentButton documents={documents} label={t('dossierPart.make')} primary onMade={onMade} />
      </div>
      <ul className="dossier-parts" aria-label={t('dossierPart.title')}>
        {parts.map((part) => (
          <li key={part.kind}>
            <Link to={placeOf(part.kind, order.id)}>{t(`kind.${part.kind}`)}</Link>
            <span>
              {t('dossierPart.ready')} {count(part.ready)}
            </span>
            {part.open > 0 && (
              <span className="is-late">
                {t('dossierPart.open')} {count(part.open)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {ready === 0 && <p className="page-note">{t('dossierPart.nothing')}</p>}
    </>
  )
}

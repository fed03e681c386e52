import '../../shared/ui/record.css'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, useParams } from 'react-router'
import { PageParts, usePart } from '../../shared/ui/part-tabs.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { count } from '../../shared/format/numbers.ts'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { OrderImports } from '../order-import/order-imports.tsx'
import { OrderHead, OrderOverview } from './order-overview.tsx'
import { OrderMarks } from './order-marks.tsx'
import { OrderMaterial, OrderQuality } from './order-quality.tsx'
import { useAllowed } from '../../shared/permission.ts'
import type { OpenDialog } from '../orders/order-menu.tsx'
import { OrderPieces } from './order-pieces.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { OrderDialog } from '../orders/order-form.tsx'
import { OrderMatrix } from '../production/order-matrix.tsx'
import { OrderProductionLots } from '../production/order-production-lots.tsx'
import { OrderHolds } from '../production/order-holds.tsx'
import { OrderShipping } from '../shipping/order-shipping.tsx'
import { OrderErection } from '../erection/order-erection.tsx'
import { OrderBolts } from '../bolts/order-bolts.tsx'
import { OrderParts } from '../parts/order-parts.tsx'
import { OrderDrawings } from '../drawings/order-drawings.tsx'
import { OrderModel } from '../model/order-model.tsx'
import { OrderDocuments } from '../order-documents/order-documents.tsx'

/** One order: its data, marks and pieces, and imports. */
export function OrderPage() {
  const { t } = useTranslation('orders')
  const { id = '' } = useParams()
  const query = useQuery(orderQuery(id))
  return (
    <RecordPage
      hasParts
      query={query}
      title={({ no }) => no}
      list={{ to: '/order/list', text: t('toOrders') }}
    >
      {(order) => <OrderShown key={id} order={order} />}
    </RecordPage>
  )
}

function OrderShown({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('orders')
  const closeTab = useCloseTab()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const seesQuality = useAllowed({ permission: 'quality.view' })
  const [, show] = usePart(['overview', 'imports'])
  const act = (chosen: OpenDialog['act']) => setDialog({ order, act: chosen })
  const done = () => {
    setDialog(null)
    if (dialog?.act === 'delete') void closeTab({ to: '/order/list', force: true })
  }
  return (
    <div className="page is-filling order-page">
      <OrderHead order={order} onAct={act} onImport={() => show('imports')} />
      <PageParts
        label={t('part.label')}
        titleOf={(part) => t(`part.${part}`, { n: count(part === 'marks' ? order.marks : order.pieces) })}
        parts={{
          overview: <OrderOverview order={order} />,
          marks: <OrderMarks orderId={order.id} />,
          parts: <OrderParts orderId={order.id} />,
          bolts: <OrderBolts orderId={order.id} />,
          pieces: <OrderPieces order={order} />,
          matrix: <OrderMatrix orderId={order.id} />,
          productionLots: <OrderProductionLots order={order} />,
          holds: <OrderHolds order={order} onAct={act} />,
          ...(seesQuality
            ? { quality: <OrderQuality order={order} />, material: <OrderMaterial order={order} /> }
            : {}),
          shipping: <OrderShipping order={order} />,
          erection: <OrderErection orderId={order.id} />,
          drawings: <OrderDrawings orderId={order.id} />,
          model: <OrderModel orderId={order.id} />,
          documents: <OrderDocuments orderId={order.id} />,
          imports: <OrderImports orderId={order.id} />,
        }}
      />
      {dialog !== null && (
        <OrderDialog
          dialog={dialog}
          onDone={done}
          onCreated={({ id }) => {
            setDialog(null)
            void navigate(`/order/detail/${id}`)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

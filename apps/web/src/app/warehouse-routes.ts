import { InboxOutlined } from '@ant-design/icons'
import { finishedGoodsRoute } from '../features/orders/orders.feature.tsx'
import { steelStoreRoute } from '../features/quality/quality.feature.tsx'
import type { PageRoute } from './page-route.ts'

/** 仓库: steel that came in and goods that are to go out, each for whoever may see them. */
export const warehouseRoutes: readonly PageRoute[] = [
  {
    path: '/warehouse',
    titleKey: 'warehouse',
    icon: InboxOutlined,
    permissionOr: ['quality.view', 'order.view'],
    children: [steelStoreRoute, finishedGoodsRoute],
  },
]

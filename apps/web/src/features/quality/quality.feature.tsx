import { SafetyCertificateOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../app/page-route.ts'
import { verifyRoutes } from './documents/verify.route.ts'
import { coatingRoutes } from './coating/coating.route.ts'
import { standardRoutes } from './standards/standards.route.ts'
import { inspectionRoutes } from './inspections/inspections.route.ts'
import { statisticsRoute } from './statistics/statistics.route.ts'
import { weldRoutes } from './welds/welds.route.ts'
import { ncrRoutes } from './ncr/ncrs.route.ts'

/** Standards, inspections, welds, coats, non-conformances and incoming material. */
export const qualityRoutes: readonly PageRoute[] = [
  {
    path: '/quality',
    redirect: '/quality/list',
    permission: 'quality.view',
    icon: SafetyCertificateOutlined,
    titleKey: 'qualityList',
    children: [
      ...inspectionRoutes,
      ...ncrRoutes,
      statisticsRoute,
      ...verifyRoutes,
      ...weldRoutes,
      ...coatingRoutes,
      ...standardRoutes,
    ],
  },
]

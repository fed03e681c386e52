import { SafetyCertificateOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../app/page-route.ts'
import { documentsRoute, verifyRoutes } from './documents/documents.route.ts'
import { coatingRoutes } from './coating/coating.route.ts'
import { standardRoutes } from './standards/standards.route.ts'
import { gatePlanRoute, inspectionRoutes } from './inspections/inspections.route.ts'
import { statisticsRoute } from './statistics/statistics.route.ts'
import { weldRoutes } from './welds/welds.route.ts'
import { materialRoutes } from './material/material.route.ts'
import { ncrRoutes } from './ncr/ncrs.route.ts'

export { steelStoreRoute } from './material/material.route.ts'

/** Standards, inspections, welds, coats, non-conformances and incoming material: what is done every day first, the rest in groups. */
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
      ...group('/quality/joining', 'qualityJoining', [...weldRoutes, ...coatingRoutes]),
      ...group('/quality/material', 'qualityMaterial', materialRoutes),
      ...group('/quality/rules', 'qualityRules', [gatePlanRoute, ...standardRoutes]),
      statisticsRoute,
      documentsRoute,
      ...verifyRoutes,
    ],
  },
]

/** Pages under one entry; without pages there is no entry. */
function group(path: string, titleKey: string, children: readonly PageRoute[]): readonly PageRoute[] {
  return children.length === 0 ? [] : [{ path, titleKey, children }]
}

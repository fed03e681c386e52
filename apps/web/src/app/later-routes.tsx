import { DesktopOutlined } from '@ant-design/icons'
import { lazyPlainPage, type PageRoute } from './page-route.ts'

const page = lazyPlainPage(async () => (await import('./not-installed.page.tsx')).NotInstalledPage)

/** Areas whose pages come with a later version: their addresses, titles and permissions stand already. */
export const laterRoutes: readonly PageRoute[] = [
  {
    path: '/baseInfo',
    redirect: '/baseInfo/edit',
    permission: 'display.info',
    icon: DesktopOutlined,
    children: [{ path: '/baseInfo/edit', name: 'BaseInfoEdit', titleKey: 'baseInfoEdit', page }],
  },
]

import { describe, expect, test } from 'vitest'
import common from '../../../../packages/dictionary/src/common.zh.json'
import shell from '../../../../packages/dictionary/src/shell.zh.json'
import { type MenuNode, menuOf, pagesFor } from './route-tree.ts'
import { tourSteps } from './help/tour-steps.ts'
import { allRoutes } from './routes.tsx'

const [rights = ''] = Object.values(
  import.meta.glob<string>('../../../server/test/rights.txt', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const table = rights
  .slice(rights.indexOf('\nTAG '))
  .trim()
  .split('\n\n')[0]
  ?.split('\n')
  .map((line) => line.split(/\s+/))
const [roles = [], ...lines] = table ?? []
/** The tags of a shipped role. */
const tagsOf = (role: string): readonly string[] => {
  const column = roles.indexOf(role)
  return lines.flatMap((line) => (line[column] === 'yes' ? [line[0] ?? ''] : []))
}

const titles: Readonly<Record<string, string>> = { ...common.route, ...shell.route }
const line = ({ titleKey, children }: MenuNode): string =>
  [titles[titleKey], ...(children.length === 0 ? [] : [children.map(line).join(' ')])].join(': ')
const menu = (tags: readonly string[]) => menuOf(allRoutes, tags).map(line)

const overview = [
  '首页',
  '订单管理: 订单管理 项目 交期日程 发运',
  '质检管理: 质检管理 不合格品',
  '设备管理: 设备台账 报警中心 点检维修',
  '统计报表: 产量报表 设备绩效 质量统计 质量文件',
]
const menus: Readonly<Record<string, readonly string[]>> = {
  admin: [
    '首页',
    '订单管理: 订单管理 项目 交期日程 套料 钢板下料 报工 发运 现场上报 成品库',
    '质检管理: 待检清单 质检管理 不合格品 焊缝 无损检测 涂装检验 预拼装 来料与质保书 钢材库 库存型材 采购 外协 螺栓与外购件 盘点',
    '设备管理: 设备台账 报警中心 停机原因 点检维修',
    '统计报表: 产量报表 工时与成本 设备绩效 质量统计 质量文件',
    '展示: 展示信息 展示设置',
    '基础数据: 工序与路线 工作日历 设备模型 检验点设置 检验标准 允许偏差查询 量具台账 材料牌号 缺陷代码',
    '系统: 用户 角色 共享终端 操作日志 网关与接入',
  ],
  manager: [
    ...overview
      .with(2, '质检管理: 质检管理 不合格品 采购')
      .with(4, '统计报表: 产量报表 工时与成本 设备绩效 质量统计 质量文件'),
    '展示: 展示信息 展示设置',
    '操作日志',
  ],
  planner: [
    '首页',
    '订单管理: 订单管理 项目 交期日程 套料 钢板下料 发运 现场上报 成品库',
    '质检管理: 预拼装 钢材库 库存型材 采购 外协 螺栓与外购件 盘点',
    '统计报表: 产量报表 工时与成本',
    '基础数据: 工序与路线 工作日历',
  ],
  foreman: [
    '首页',
    '订单管理: 订单管理 交期日程 套料 钢板下料 报工 发运 现场上报 成品库',
    '质检管理: 不合格品 钢材库 库存型材 螺栓与外购件 盘点',
    '设备管理: 报警中心 停机原因 点检维修',
    '统计报表: 产量报表 工时与成本',
  ],
  inspector: [
    '首页',
    '质检管理: 待检清单 质检管理 不合格品 焊缝 无损检测 涂装检验 预拼装 来料与质保书 钢材库 库存型材 采购 外协 螺栓与外购件 盘点',
    '统计报表: 质量统计 质量文件',
    '基础数据: 检验点设置 允许偏差查询 量具台账 缺陷代码',
  ],
  equipment: [
    '首页',
    '设备管理: 设备台账 报警中心 停机原因 点检维修',
    '设备绩效',
    '基础数据: 工作日历 设备模型',
    '网关与接入',
  ],
  buyer: ['首页', '订单管理: 订单管理 套料', '质检管理: 钢材库 库存型材 采购 外协 螺栓与外购件 盘点'],
  viewer: overview,
}

describe('the menu holds the work of a role', () => {
  test.each(Object.keys(menus))('%s', (role) => {
    expect(menu(tagsOf(role))).toEqual(menus[role])
  })

  test('whoever decides but does no daily work keeps the overview', () => {
    expect(menu([...tagsOf('viewer'), 'quality.concession', 'order.release'])).toEqual(
      overview.with(2, '质检管理: 质检管理 不合格品 来料与质保书'),
    )
  })

  test('at most seven groups beside the home page, and two levels', () => {
    const nodes = menuOf(allRoutes, tagsOf('admin'))
    expect(nodes.length).toBeLessThanOrEqual(8)
    expect(nodes.flatMap(({ children }) => children).flatMap(({ children }) => children)).toEqual([])
  })
})

test('the palette lists what a person may open, in the menu or not', () => {
  const paths = pagesFor(allRoutes, tagsOf('planner')).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/quality/list', '/equipment/list', '/quality/trace']))
  expect(paths).not.toContain('/authority/users')
})

const textsOf = (tags: readonly string[]) => tourSteps(tags).map(({ text }) => text)

describe('the tour of the home page', () => {
  test.each([
    ['admin', 'queue.system', 'page.users'],
    ['manager', 'queue.risk', 'page.orderList'],
    ['planner', 'queue.orders', 'page.plan'],
    ['foreman', 'queue.lots', 'page.work'],
    ['inspector', 'queue.inspections', 'page.due'],
    ['equipment', 'queue.alarms', 'page.maintenance'],
    ['buyer', 'queue.risk', 'page.purchasing'],
    ['viewer', 'queue.risk', 'page.orderList'],
  ])('has five steps for %s: first the own queue and the own page', (role, queue, page) => {
    expect(textsOf(tagsOf(role))).toEqual([queue, page, 'bell', 'search', 'help'])
  })

  test('goes by permissions, also without a queue and without a page of its own', () => {
    expect(textsOf(['order.view', 'order.ship']).slice(0, 2)).toEqual(['queue.risk', 'page.shipping'])
    expect(textsOf(['quality.judge', 'quality.view'])[0]).toBe('queue.approvals')
    expect(textsOf(['display.view'])).toEqual(['menu', 'bell', 'search', 'help'])
  })
})

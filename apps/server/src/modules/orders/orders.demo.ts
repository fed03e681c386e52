import type { MarkKind } from './orders.rules.ts'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'

/** Projects, customers and works of the demo factory: invented, of the kinds a steel fabricator has. */
export interface DemoProject {
  readonly code: string
  readonly name: string
  readonly customer: string
  readonly contractNo: string
  readonly standard: 'GB50205-2020' | 'EN1090-2'
  /** Names of its lots, in the order in which they are built. */
  readonly lots: readonly string[]
  /** What most of its marks are. */
  readonly families: readonly (keyof typeof families)[]
}

interface Family {
  readonly prefix: string
  readonly name: string
  readonly kind: MarkKind
  /** Metres, shortest and longest. */
  readonly length: readonly [number, number]
  /** Section and kg per metre: GB/T 11263-2017 and GB/T 6725, built-up ones by 7850 kg/m³. */
  readonly profiles: readonly (readonly [string, number])[]
}

export const families = {
  frameColumn: {
    prefix: 'GKZ',
    name: '钢框架柱',
    kind: 'column',
    length: [6, 12],
    profiles: [
      ['HW400*400*13*21', 172],
      ['HW350*350*12*19', 137],
      ['HW300*300*10*15', 94],
    ],
  },
  frameBeam: {
    prefix: 'GKL',
    name: '钢框架梁',
    kind: 'beam',
    length: [5, 11],
    profiles: [
      ['HN600*200*11*17', 106],
      ['HN500*200*10*16', 89.6],
      ['HN450*200*9*14', 76],
    ],
  },
  beam: {
    prefix: 'GL',
    name: '钢次梁',
    kind: 'beam',
    length: [3, 9],
    profiles: [
      ['HN400*200*8*13', 66],
      ['HN350*175*7*11', 50],
      ['HN300*150*6.5*9', 36.7],
    ],
  },
  brace: {
    prefix: 'SC',
    name: '水平支撑',
    kind: 'brace',
    length: [4, 8],
    profiles: [
      ['HW200*200*8*12', 50.5],
      ['L100*10', 15.12],
      ['CHS159*6', 22.64],
    ],
  },
  purlin: {
    prefix: 'LT',
    name: '檩条',
    kind: 'purlin',
    length: [6, 9],
    profiles: [
      ['HN250*125*6*9', 29.7],
      ['HN200*100*5.5*8', 21.7],
    ],
  },
} as const satisfies Record<string, Family>

export const demoProjects: readonly DemoProject[] = [
  {
    code: 'P-2026-01',
    name: '滨海市奥体中心体育场',
    customer: '滨海城建集团有限公司',
    contractNo: 'BHCJ-2025-118',
    standard: 'GB50205-2020',
    lots: [
      '东看台柱',
      '东看台梁',
      '西看台柱',
      '西看台梁',
      '南罩棚',
      '北罩棚',
      '东罩棚',
      '西罩棚',
      '检修马道',
      '训练馆柱',
      '训练馆屋盖',
      '票务中心',
      '连廊一段',
      '连廊二段',
    ],
    families: ['frameColumn', 'frameBeam', 'brace'],
  },
  {
    code: 'P-2026-02',
    name: '江北热电厂二期锅炉钢架',
    customer: '江北热电有限责任公司',
    contractNo: 'JBRD-EPC-2026-07',
    standard: 'GB50205-2020',
    lots: [
      '3号炉第一层',
      '3号炉第二层',
      '3号炉第三层',
      '3号炉顶板梁',
      '3号炉平台',
      '4号炉第一层',
      '4号炉第二层',
      '4号炉第三层',
      '4号炉顶板梁',
      '4号炉平台',
      '煤仓间',
      '除氧间',
      '烟道支架',
    ],
    families: ['frameColumn', 'frameBeam', 'beam', 'brace'],
  },
  {
    code: 'P-2026-03',
    name: '西部陆港智慧物流枢纽',
    customer: '西部陆港投资有限公司',
    contractNo: 'XBLG-2026-033',
    standard: 'EN1090-2',
    lots: [
      '1号库柱',
      '1号库屋面',
      '2号库柱',
      '2号库屋面',
      '3号库柱',
      '3号库屋面',
      '4号库柱',
      '4号库屋面',
      '分拣中心柱',
      '分拣中心夹层',
      '分拣中心屋面',
      '冷链库柱',
      '冷链库屋面',
      '雨棚',
      '管廊一段',
      '管廊二段',
    ],
    families: ['frameColumn', 'beam', 'purlin', 'brace'],
  },
]

/** Who plans and who reports in the demo factory: the names of its planner and its foreman. */
export const demoPlanner = '李文静'
export const demoForeman = '王大勇'

/** Who wrote the rows of the demo factory. */
export const demoActor = ({ known, plantId }: DemoContext): Actor => ({
  userId: known.get('user:planner') ?? '',
  plantId,
  username: 'planner',
  cnName: demoPlanner,
  tags: [],
  sessionId: '',
  address: '',
  requestId: 'demo',
})

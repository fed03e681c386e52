import type {
  PlanTrigger,
  RepairCause,
  RepairResult,
  RepairSource,
  RepairStatus,
  Symptom,
} from '@cloud-factory/domain/maintenance/maintenance-enums'

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at + 1).padStart(2, '0')}`)

interface DemoPlan {
  readonly machines: readonly string[]
  readonly title: string
  readonly instructions: string
  /** Interval in days, unless the plan counts something else. */
  readonly every: number
  readonly counts?: Exclude<PlanTrigger, 'days'>
}

export const demoPlans: readonly DemoPlan[] = [
  {
    machines: numbered('CUT', 6),
    title: '导轨清洁润滑',
    instructions: '断电挂牌；清洁导轨和齿条；加注润滑脂。',
    every: 30,
  },
  {
    machines: numbered('LAS', 2),
    title: '冷水机换水',
    instructions: '排空，冲洗，加注去离子水，检查滤芯。',
    every: 90,
  },
  {
    machines: numbered('DRL', 4),
    title: '主轴精度检查',
    instructions: '用百分表检查主轴跳动，记录数值。',
    every: 60,
  },
  {
    machines: numbered('SAW-GANTRY', 5),
    title: '送丝机构保养',
    instructions: '清洁送丝轮，检查压力和导电嘴，更换磨损件。',
    every: 30,
  },
  {
    machines: numbered('STR', 3),
    title: '液压油检查',
    instructions: '检查油位和油质，必要时过滤或更换。',
    every: 90,
  },
  {
    machines: numbered('ROB', 8),
    title: '机器人轴保养',
    instructions: '检查各轴间隙和电缆，加注润滑脂。',
    every: 180,
  },
  {
    machines: numbered('BLA', 2),
    title: '叶片和护板检查',
    instructions: '检查叶片、定向套和护板磨损，更换到限的零件。',
    every: 14,
  },
  {
    machines: numbered('COA', 3),
    title: '更换过滤棉',
    instructions: '更换喷房过滤棉，清洁排风道。',
    every: 14,
  },
  {
    machines: numbered('CRN-A', 4),
    title: '钢丝绳和制动检查',
    instructions: '检查断丝、磨损和制动间隙，填写起重机械检查记录。',
    every: 30,
  },
  {
    machines: numbered('CRN-B', 3),
    title: '钢丝绳和制动检查',
    instructions: '检查断丝、磨损和制动间隙，填写起重机械检查记录。',
    every: 30,
  },
  {
    machines: numbered('CMP', 2),
    title: '更换机油和滤芯',
    instructions: '更换机油、油滤和空滤，复位保养计时。',
    every: 120,
  },
  {
    machines: numbered('SAW-GANTRY', 5),
    title: '更换导电嘴和送丝轮',
    instructions: '更换导电嘴，检查送丝轮槽和压力，试焊一段。',
    every: 150,
    counts: 'hours',
  },
  {
    machines: numbered('DRL', 4),
    title: '主轴轴承润滑',
    instructions: '按铭牌加注主轴润滑脂，低速跑合十分钟。',
    every: 180,
    counts: 'hours',
  },
  {
    machines: numbered('CUT', 6),
    title: '更换割炬易损件',
    instructions: '更换割嘴、保护罩和涡流环，做一次垂直度试切。',
    every: 12_000,
    counts: 'output',
  },
]

interface DemoRepair {
  readonly machine: string
  readonly source: RepairSource
  readonly status: Exclude<RepairStatus, 'cancelled'>
  readonly stopped: boolean
  readonly symptom: Symptom
  readonly description: string
  /** Hours since the report. */
  readonly hoursAgo: number
  /** Hours until it was done; null = not yet. */
  readonly hours: number | null
  readonly cause: RepairCause
  readonly result: RepairResult
  readonly remedy: string
}

const open = { hours: null, cause: 'other', result: 'fixed', remedy: '' } as const

export const demoRepairs: readonly DemoRepair[] = [
  {
    machine: 'CUT-03',
    source: 'qr',
    status: 'verified',
    stopped: true,
    symptom: 'stops',
    description: '切割中途断弧',
    hoursAgo: 262,
    hours: 3.5,
    cause: 'wear',
    result: 'fixed',
    remedy: '更换电极和喷嘴',
  },
  {
    machine: 'SAW-GANTRY-02',
    source: 'qr',
    status: 'verified',
    stopped: true,
    symptom: 'stops',
    description: '送丝卡滞',
    hoursAgo: 148,
    hours: 1.5,
    cause: 'wear',
    result: 'fixed',
    remedy: '更换送丝轮，清理导丝管',
  },
  {
    machine: 'DRL-01',
    source: 'alarm',
    status: 'verified',
    stopped: true,
    symptom: 'electrical',
    description: 'X 轴伺服报警',
    hoursAgo: 112,
    hours: 6,
    cause: 'electrical',
    result: 'fixed',
    remedy: '更换编码器电缆',
  },
  {
    machine: 'BLA-01',
    source: 'check',
    status: 'verified',
    stopped: false,
    symptom: 'vibration',
    description: '3 号抛丸器振动偏大',
    hoursAgo: 90,
    hours: 4,
    cause: 'wear',
    result: 'monitor',
    remedy: '更换叶片并做动平衡，观察两周',
  },
  {
    machine: 'STR-02',
    source: 'hand',
    status: 'done',
    stopped: true,
    symptom: 'leak',
    description: '液压站漏油',
    hoursAgo: 30,
    hours: 5,
    cause: 'hydraulic',
    result: 'fixed',
    remedy: '更换密封圈，补油',
  },
  {
    machine: 'ROB-04',
    source: 'alarm',
    status: 'working',
    stopped: true,
    symptom: 'no_start',
    description: '起弧失败',
    hoursAgo: 5,
    ...open,
  },
  {
    machine: 'CRN-B-02',
    source: 'check',
    status: 'accepted',
    stopped: false,
    symptom: 'noise',
    description: '大车运行有异响',
    hoursAgo: 20,
    ...open,
  },
  {
    machine: 'COA-02',
    source: 'qr',
    status: 'reported',
    stopped: false,
    symptom: 'quality',
    description: '喷涂流量不稳',
    hoursAgo: 2,
    ...open,
  },
]

export const demoParts = [
  { code: 'SP-0001', name: '等离子电极', unit: '个', stock: 42, min: 20, place: 'A-01', price: 35 },
  { code: 'SP-0002', name: '等离子喷嘴', unit: '个', stock: 16, min: 20, place: 'A-01', price: 28 },
  { code: 'SP-0003', name: '激光保护镜片', unit: '片', stock: 12, min: 6, place: 'A-02', price: 180 },
  { code: 'SP-0004', name: '送丝轮 4.0', unit: '个', stock: 8, min: 4, place: 'B-03', price: 95 },
  { code: 'SP-0005', name: '导电嘴 4.0', unit: '个', stock: 60, min: 30, place: 'B-03', price: 6 },
  { code: 'SP-0006', name: '抛丸叶片', unit: '组', stock: 2, min: 2, place: 'C-01', price: 860 },
  { code: 'SP-0007', name: '液压密封包', unit: '套', stock: 3, min: 2, place: 'C-02', price: 240 },
  { code: 'SP-0008', name: '编码器电缆', unit: '根', stock: 0, min: 1, place: 'D-01', price: 420 },
  { code: 'SP-0009', name: '喷房过滤棉', unit: 'm²', stock: 35.5, min: 20, place: 'C-04', price: 12 },
  { code: 'SP-0010', name: '带锯条 41×5450', unit: '根', stock: 9, min: 4, place: 'B-01', price: 310 },
] as const

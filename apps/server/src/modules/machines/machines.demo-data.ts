/** A group of equal machines of the demo factory. */
export interface DemoGroup {
  /** Codes are `CUT-01`, `CUT-02` … */
  readonly prefix: string
  readonly count: number
  readonly name: string
  readonly profile: string
  readonly workshop: 'W1' | 'W2' | 'W3'
  readonly line: string
  /** Null: it has no process of its own. */
  readonly process: string | null
  readonly model: string
  readonly maker: string
  readonly criticality: 'A' | 'B' | 'C'
  readonly ratedKw: number
  /** Output per running hour, and its unit; null = no performance figure. */
  readonly rate: readonly [rate: number, unit: string] | null
  /** Metres. */
  readonly size: readonly [width: number, depth: number]
}

const supply = { workshop: 'W3', line: 'power', process: null, rate: null } as const

/** Sixty machines in three workshops; the makers are invented. */
export const demoGroups: readonly DemoGroup[] = [
  {
    prefix: 'CUT',
    count: 6,
    name: '数控切割机',
    profile: 'cnc-cutter',
    workshop: 'W1',
    line: 'cut',
    process: 'CutComp',
    model: 'PLS-4060',
    maker: '东方切割',
    criticality: 'B',
    ratedKw: 75,
    rate: [60, 'm'],
    size: [16, 5],
  },
  {
    prefix: 'LAS',
    count: 2,
    name: '激光切割机',
    profile: 'laser-cutter',
    workshop: 'W1',
    line: 'cut',
    process: 'CutComp',
    model: 'LC-12K',
    maker: '东方切割',
    criticality: 'A',
    ratedKw: 90,
    rate: [90, 'm'],
    size: [14, 5],
  },
  {
    prefix: 'SAW',
    count: 4,
    name: '带锯床',
    profile: 'band-saw',
    workshop: 'W1',
    line: 'cut',
    process: 'CutComp',
    model: 'BS-1000',
    maker: '江北机床',
    criticality: 'C',
    ratedKw: 11,
    rate: [12, ''],
    size: [12, 3],
  },
  {
    prefix: 'DRL',
    count: 4,
    name: '三维钻',
    profile: 'drill-line',
    workshop: 'W1',
    line: 'drill',
    process: 'Drilled',
    model: 'D3-1250',
    maker: '江北机床',
    criticality: 'A',
    ratedKw: 45,
    rate: [120, ''],
    size: [18, 4],
  },
  {
    prefix: 'ASM',
    count: 4,
    name: '组立机',
    profile: 'h-assembly',
    workshop: 'W1',
    line: 'beam',
    process: 'FitUpH',
    model: 'HZ-1800',
    maker: '长江重工',
    criticality: 'B',
    ratedKw: 30,
    rate: [30, 'm'],
    size: [18, 4],
  },
  {
    prefix: 'SAW-GANTRY',
    count: 5,
    name: '门式埋弧焊机',
    profile: 'gantry-saw',
    workshop: 'W1',
    line: 'beam',
    process: 'WeldH',
    model: 'MZG-2×1000',
    maker: '长江重工',
    criticality: 'A',
    ratedKw: 120,
    rate: [24, 'm'],
    size: [20, 6],
  },
  {
    prefix: 'STR',
    count: 3,
    name: '矫正机',
    profile: 'straightener',
    workshop: 'W1',
    line: 'beam',
    process: 'Straightened',
    model: 'JZ-60',
    maker: '长江重工',
    criticality: 'B',
    ratedKw: 55,
    rate: [60, 'm'],
    size: [16, 4],
  },
  {
    prefix: 'CRN-A',
    count: 4,
    name: '行车 20 t',
    profile: 'overhead-crane',
    workshop: 'W1',
    line: 'crane',
    process: null,
    model: 'QD-20',
    maker: '北方起重',
    criticality: 'B',
    ratedKw: 38,
    rate: null,
    size: [6, 3],
  },
  {
    prefix: 'ROB',
    count: 8,
    name: '焊接机器人',
    profile: 'weld-robot',
    workshop: 'W2',
    line: 'weld',
    process: 'WeldComp',
    model: 'RW-6',
    maker: '智焊机器人',
    criticality: 'B',
    ratedKw: 25,
    rate: [18, 'm'],
    size: [10, 5],
  },
  {
    prefix: 'WLD',
    count: 6,
    name: '二保焊工位',
    profile: 'generic',
    workshop: 'W2',
    line: 'weld',
    process: 'WeldComp',
    model: 'NBC-500',
    maker: '智焊机器人',
    criticality: 'C',
    ratedKw: 24,
    rate: null,
    size: [8, 4],
  },
  {
    prefix: 'CRN-B',
    count: 3,
    name: '行车 32 t',
    profile: 'overhead-crane',
    workshop: 'W2',
    line: 'crane',
    process: null,
    model: 'QD-32',
    maker: '北方起重',
    criticality: 'B',
    ratedKw: 52,
    rate: null,
    size: [6, 3],
  },
  {
    prefix: 'BLA',
    count: 2,
    name: '抛丸机',
    profile: 'shot-blaster',
    workshop: 'W3',
    line: 'paint',
    process: 'SandBlasted',
    model: 'QH-69',
    maker: '清源涂装',
    criticality: 'A',
    ratedKw: 180,
    rate: [150, 'm²'],
    size: [16, 5],
  },
  {
    prefix: 'COA',
    count: 3,
    name: '涂装线',
    profile: 'coating-line',
    workshop: 'W3',
    line: 'paint',
    process: 'PaintComp',
    model: 'TZ-30',
    maker: '清源涂装',
    criticality: 'A',
    ratedKw: 120,
    rate: [200, 'm²'],
    size: [24, 6],
  },
  {
    prefix: 'CRN-C',
    count: 2,
    name: '行车 10 t',
    profile: 'overhead-crane',
    workshop: 'W3',
    line: 'crane',
    process: null,
    model: 'QD-10',
    maker: '北方起重',
    criticality: 'C',
    ratedKw: 20,
    rate: null,
    size: [6, 3],
  },
  {
    prefix: 'CMP',
    count: 2,
    name: '螺杆空压机',
    profile: 'compressor',
    ...supply,
    model: 'LG-132',
    maker: '海风压缩机',
    criticality: 'A',
    ratedKw: 132,
    size: [4, 3],
  },
  {
    prefix: 'MTR',
    count: 1,
    name: '进线电表',
    profile: 'power-meter',
    ...supply,
    model: 'DTS-630',
    maker: '华电仪表',
    criticality: 'B',
    ratedKw: 0.1,
    size: [1, 1],
  },
  {
    prefix: 'WST',
    count: 1,
    name: '气象站',
    profile: 'weather-station',
    ...supply,
    model: 'WS-600',
    maker: '华云仪表',
    criticality: 'C',
    ratedKw: 0.1,
    size: [1, 1],
  },
]

export interface Place {
  readonly x: number
  readonly y: number
}

/** Length of a workshop, and the distance between machines, in metres. */
const longest = 120
const aisle = 2

/** Positions in rows from the corner, in the given order, without overlaps. */
export function placesOf(sizes: readonly (readonly [width: number, depth: number])[]): Place[] {
  const places: Place[] = []
  let x = 0
  let y = 0
  let deepest = 0
  for (const [width, depth] of sizes) {
    if (x > 0 && x + width > longest) {
      x = 0
      y += deepest + aisle
      deepest = 0
    }
    places.push({ x, y })
    x += width + aisle
    deepest = Math.max(deepest, depth)
  }
  return places
}

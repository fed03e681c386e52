import type { HeatUse } from './assign-heat.ts'
import type { LotStatus, MaterialForm } from '@cloud-factory/domain/material/material-enums'
import type { DemoContext } from '../../platform/module.ts'
import type { QualityPiece } from '../quality-records/public.ts'

/** Invented names of typical suppliers. */
export const suppliers = [
  { name: '北方钢联物资有限公司', mill: '燕山钢铁' },
  { name: '江东金属材料有限公司', mill: '江东特钢' },
  { name: '华鲁型钢销售有限公司', mill: '华鲁型钢' },
] as const

export interface DemoLot {
  /** Index of its receipt, from 0, in time order. */
  readonly receipt: number
  readonly heatNo: string
  readonly form: MaterialForm
  readonly profile: string
  readonly thicknessMm: string | null
  readonly grade: string
  readonly pieces: number
  readonly kg: number
  /** Length of each bar; null: a plate. */
  readonly lengthMm: number | null
  readonly location: string
  readonly status: LotStatus
  readonly note: string
  /** `draft`: entered and not decided; `outside`: one value is outside its limits. */
  readonly certificate: 'accepted' | 'draft' | 'outside' | 'none'
  readonly uses: readonly HeatUse[]
}

const lotsInUse = 44
const lotsOfReceipt = 2.4

/** Lots that pieces were cut from, then plates in stock, in quarantine and rejected, then bars that nobody has cut yet. */
export function demoLots(pieces: readonly QualityPiece[], context: DemoContext): DemoLot[] {
  const used = chunked(pieces).map((own, index) => usedLot(own, index, context))
  const after = Math.floor(Math.max(0, used.length - 1) / lotsOfReceipt) + 1
  return [
    ...used,
    ...stock.map((lot, index) => stockLot(lot, after + Math.floor(index / 2.7), used.length + index)),
    ...sections.map((lot, index) => sectionLot(lot, after, used.length + stock.length + index)),
  ]
}

/** Groups pieces of one profile by the lot that they are cut from. */
function chunked(pieces: readonly QualityPiece[]): QualityPiece[][] {
  const weighed = pieces.filter(({ netKg, grade }) => (netKg ?? 0) > 0 && grade === 'Q355B')
  const most = Math.max(1, Math.ceil(weighed.length / (lotsInUse - 8)))
  const byProfile = new Map<string, QualityPiece[]>()
  for (const piece of weighed) byProfile.set(piece.profile, [...(byProfile.get(piece.profile) ?? []), piece])
  const all = [...byProfile.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / most) }, (_, part) =>
      own.slice(part * most, (part + 1) * most),
    ),
  )
  return all.toSorted((a, b) => (a[0]?.id ?? 0) - (b[0]?.id ?? 0)).slice(0, lotsInUse)
}

function usedLot(pieces: readonly QualityPiece[], index: number, context: DemoContext): DemoLot {
  const uses = pieces.map(({ id, orderId, netKg }) => ({ pieceId: id, orderId, part: '', kg: netKg ?? 0 }))
  const usedKg = uses.reduce((sum, { kg }) => sum + kg, 0)
  const profile = pieces[0]?.profile ?? ''
  return {
    receipt: Math.floor(index / lotsOfReceipt),
    heatNo: heatNo(index),
    form: /^(HW|HM|HN|H|L|C)/.test(profile) ? 'section' : 'tube',
    profile,
    thicknessMm: thickest(profile),
    grade: 'Q355B',
    pieces: Math.ceil(pieces.length / 2),
    // Bars are longer than the pieces; part of the remainder is in stock.
    kg: Math.ceil(usedKg * (1.04 + context.random() * 0.2)),
    lengthMm: barMm,
    location: `B-${bay(index)}`,
    status: 'released',
    note: '',
    certificate: 'accepted',
    uses,
  }
}

/** Standard bar length. */
const barMm = 12_000
const bay = (index: number): string => String(1 + (index % 12)).padStart(2, '0')

/** The thickest part of a section: the last figure of its profile. */
const thickest = (profile: string): string | null => /[*×x](\d+(?:\.\d+)?)$/.exec(profile)?.[1] ?? null

const heatNo = (index: number): string => `26${String(41_207 + index * 113)}${'ABC'[index % 3] ?? ''}`

type Stock = readonly [string, string, string, LotStatus, DemoLot['certificate'], string?]

/** Plate: profile, thickness, grade, status, certificate, and note. */
const stock: readonly Stock[] = [
  ['-16*2200*9000', '16', 'Q355B', 'released', 'accepted'],
  ['-20*2200*9000', '20', 'Q355B', 'released', 'accepted'],
  ['-12*1500*6000', '12', 'Q235B', 'released', 'accepted'],
  ['-25*2200*8000', '25', 'Q355B', 'concession', 'none', '伸长率 A 20.5 %, 用于次要加劲板'],
  ['-10*1500*6000', '10', 'Q235B', 'released', 'accepted'],
  ['-30*2000*8000', '30', 'Q390B', 'released', 'accepted'],
  ['-36*2000*8000', '36', 'Q355C', 'rejected', 'none', '表面分层, 超声检测不合格, 退货'],
  ['-18*2200*9000', '18', 'Q355B', 'quarantine', 'draft'],
  ['-22*2200*9000', '22', 'Q355B', 'quarantine', 'draft'],
  ['-40*2000*8000', '40', 'Q355C', 'quarantine', 'draft'],
  ['-16*2000*8000', '16', 'Q355B', 'quarantine', 'outside'],
  ['-14*2000*8000', '14', 'Q355B', 'quarantine', 'outside'],
  ['HN400*200*8*13', '13', 'Q355B', 'quarantine', 'none'],
  ['HN300*150*6.5*9', '9', 'Q355B', 'quarantine', 'none'],
  ['-50*2000*6000', '50', 'Q390C', 'quarantine', 'none'],
  ['CHS159*6', '6', 'Q355B', 'quarantine', 'none'],
]

type Section = readonly [string, string, number, number, string, number]

/** Bars for the orders that are released: profile, thickness, kg per metre, pieces, place, and with which delivery of `stock` they came. */
const sections: readonly Section[] = [
  ['HN350*175*7*11', '11', 50, 20, 'C-01', 0],
  ['HN300*150*6.5*9', '9', 36.7, 24, 'C-02', 0],
  ['HW200*200*8*12', '12', 50.5, 20, 'C-03', 0],
  ['HN500*200*10*16', '16', 89.6, 12, 'C-04', 1],
  ['HW350*350*12*19', '19', 137, 10, 'C-05', 1],
]

const sectionLot = (
  [profile, thicknessMm, kgPerMetre, pieces, location, delivery]: Section,
  after: number,
  index: number,
): DemoLot => ({
  receipt: after + delivery,
  heatNo: heatNo(index),
  form: 'section',
  profile,
  thicknessMm,
  grade: 'Q355B',
  pieces,
  kg: Math.round((pieces * kgPerMetre * barMm) / 1000),
  lengthMm: barMm,
  location,
  status: 'released',
  note: '',
  certificate: 'accepted',
  uses: [],
})

const formOf = (profile: string): MaterialForm =>
  profile.startsWith('-') ? 'plate' : profile.startsWith('CHS') ? 'tube' : 'section'

function stockLot(
  [profile, thicknessMm, grade, status, certificate, note = '']: Stock,
  receipt: number,
  index: number,
): DemoLot {
  const [, t = '10', b = '1000', l = '12000'] = /^-(\d+)\*(\d+)\*(\d+)$/.exec(profile) ?? []
  const pieces = 6 + (index % 5) * 2
  // 7850 kg/m³, GB/T 709.
  const each = (Number(t) * Number(b) * Number(l) * 7.85) / 1e6
  return {
    receipt,
    heatNo: heatNo(index),
    form: formOf(profile),
    profile,
    thicknessMm,
    grade,
    pieces,
    kg: Math.round(each * pieces),
    lengthMm: profile.startsWith('-') ? null : barMm,
    // Undecided material is stored at the gate.
    location: status === 'quarantine' ? 'Q-01' : `A-${bay(index)}`,
    status,
    note,
    certificate,
    uses: [],
  }
}

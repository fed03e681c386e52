import type { SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import { atLeastBy, atMost, atMostBy, impact, type ShippedGrade } from './grade-limits.ts'

// Hot-rolled, longitudinal test pieces. The figures are drafts: users check them against the official text.
const gb1591 = {
  standard: 'GB/T 1591',
  edition: '2018',
  source: 'GB/T 1591-2018, 热轧状态, 表 1, 2, 7, 8, 9; 草稿, 须对照正式文本核实',
}
const of1591 = (table: string) => ({ source: `GB/T 1591-2018, ${table}`, certainty: 'memory' as const })
/** Quoted identically by mills and dealers; the official text was not available. */
const reported1591 = (table: string) => ({
  source: `GB/T 1591-2018, ${table}`,
  certainty: 'secondary' as const,
})

const q355 = (cev: string): SteelLimitRow[] => [
  ...atMostBy(
    'CEV',
    [
      [30, '0.45'],
      [150, '0.47'],
      [250, cev],
    ],
    of1591('表 2'),
  ),
  ...atLeastBy(
    'ReH',
    [
      [16, '355'],
      [40, '345'],
      [63, '335'],
      [80, '325'],
      [100, '315'],
      [150, '295'],
      [200, '285'],
      [250, '275'],
    ],
    of1591('表 7'),
  ),
  ...atLeastBy(
    'Rm',
    [
      [100, '470', '630'],
      [250, '450', '600'],
    ],
    of1591('表 7'),
  ),
  ...atLeastBy(
    'A',
    [
      [40, '22'],
      [63, '21'],
      [100, '20'],
      [150, '18'],
      [250, '17'],
    ],
    of1591('表 8'),
  ),
]

const strong = (
  reh: readonly [string, string, string, string, string],
  rm: readonly [string, string, string, string],
  a: readonly [string, string, string],
  cev: readonly [string, string, string],
): SteelLimitRow[] => [
  ...atMostBy(
    'CEV',
    [
      [30, cev[0]],
      [63, cev[1]],
      [150, cev[2]],
    ],
    of1591('表 2'),
  ),
  ...atLeastBy(
    'ReH',
    [
      [16, reh[0]],
      [40, reh[1]],
      [63, reh[2]],
      [100, reh[3]],
      [150, reh[4]],
    ],
    of1591('表 7'),
  ),
  ...atLeastBy(
    'Rm',
    [
      [100, rm[0], rm[1]],
      [150, rm[2], rm[3]],
    ],
    of1591('表 7'),
  ),
  ...atLeastBy(
    'A',
    [
      [40, a[0]],
      [100, a[1]],
      [150, a[2]],
    ],
    of1591('表 8'),
  ),
]

const q390 = strong(
  ['390', '380', '360', '340', '320'],
  ['490', '650', '470', '620'],
  ['21', '20', '19'],
  ['0.45', '0.47', '0.48'],
)
const q420 = strong(
  ['420', '410', '390', '370', '350'],
  ['520', '680', '500', '650'],
  ['20', '19', '19'],
  ['0.45', '0.47', '0.48'],
)
const q460 = strong(
  ['460', '450', '430', '410', '390'],
  ['550', '720', '530', '700'],
  ['18', '17', '17'],
  ['0.47', '0.49', '0.49'],
)

const table1 = of1591('表 1')
const q390Shares = {
  C: '0.20',
  Si: '0.55',
  Mn: '1.70',
  Nb: '0.05',
  V: '0.13',
  Ti: '0.05',
  Cr: '0.30',
  Ni: '0.50',
  Cu: '0.40',
  Mo: '0.10',
  N: '0.015',
}
const q420Shares = { ...q390Shares, Ni: '0.80', Mo: '0.20' }
const q460Shares = { ...q420Shares, Mn: '1.80', B: '0.004' }
const quality = { B: '0.035', C: '0.030', D: '0.025' } as const
const celsius = { B: 20, C: 0, D: -20 } as const

const low = (
  name: string,
  level: 'B' | 'C' | 'D',
  shares: Parameters<typeof atMost>[0],
  strength: readonly SteelLimitRow[],
): ShippedGrade => ({
  code: `${name}${level}`,
  ...gb1591,
  limits: [
    ...atMost({ ...shares, P: quality[level], S: quality[level] }, table1),
    ...strength,
    impact('34', celsius[level], of1591('表 9'), level !== 'B'),
  ],
})

const residuals = { Si: '0.55', Mn: '1.60', Cr: '0.30', Ni: '0.30', Cu: '0.40' }
const q355Higher = (level: 'C' | 'D', shares: Parameters<typeof atMost>[0]): ShippedGrade => ({
  code: `Q355${level}`,
  ...gb1591,
  limits: [
    ...atMostBy(
      'C',
      [
        [40, '0.20'],
        [250, '0.22'],
      ],
      table1,
    ),
    ...atMost({ ...residuals, ...shares, P: quality[level], S: quality[level] }, table1),
    ...q355('0.49'),
    impact('34', celsius[level], of1591('表 9'), true),
  ],
})

/** Low-alloy structural steels. */
export const gb1591Grades: readonly ShippedGrade[] = [
  {
    code: 'Q355B',
    ...gb1591,
    limits: [
      ...atMost({ C: '0.24', ...residuals, N: '0.012', P: '0.035', S: '0.035' }, reported1591('表 1')),
      ...q355('0.49'),
      impact('34', 20, reported1591('表 9'), false),
    ],
  },
  q355Higher('C', { N: '0.012' }),
  q355Higher('D', {}),
  ...(['B', 'C', 'D'] as const).map((level) => low('Q390', level, q390Shares, q390)),
  ...(['B', 'C'] as const).map((level) => low('Q420', level, q420Shares, q420)),
  low('Q460', 'C', q460Shares, q460),
]

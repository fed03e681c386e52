import type { Cell, Finding } from './import.types.ts'

/** A list as Tekla writes it in China: title, group row, header, two components with their parts, 合计. */
export const componentList = (): Cell[][] => [
  ['构件及零件清单'],
  ['', '', '', '', '', '', '净重', '', '毛重', '', '构件形状尺寸', '', ''],
  [
    '构件编号',
    '零件号',
    '规格',
    '长度(mm)',
    '材质',
    '数量',
    '单重(kg)',
    '总重(kg)',
    '单重(kg)',
    '总重(kg)',
    '长度(mm)',
    '宽度(mm)',
    '高度(mm)',
  ],
  ['KZ-7', '', '', '', '', 2, 241.78, 483.56, 243, 486, 4000, 200, 220],
  ['', '301', 'PL16*200', 4000, 'Q355B', 2, 100.48, 200.96, 101, 202, '', '', ''],
  ['', '302', 'PL10*130', 4000, 'Q355B', 1, 40.82, 40.82, 41, 41, '', '', ''],
  ['GL-3', '', '', '', '', 4, 130.8, 523.2, 130.8, 523.2, 2000, 200, 400],
  ['', '310', 'HN400*200*8*13', 2000, 'Q235B', 1, 130.8, 130.8, 130.8, 130.8, '', '', ''],
  ['合计', '', '', '', '', 6, '', 1006.76, '', 1009.2, '', '', ''],
]

export const tabText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map((cell) => cell ?? '').join('\t')).join('\r\n')

const header = {
  order: 'ORDER-9',
  drawing: 'D12',
  phase: '2',
  mark: 'P-100',
  grade: 'S355',
  quantity: '3',
  profile: 'PL400*10',
  code: 'B',
  length: '1000.00',
  height: '400.00',
  flangeWidth: '0.00',
  flangeThickness: '0.00',
  webThickness: '10.00',
  radius: '0.00',
  kgPerM: '78.50',
  m2PerM: '2.00',
}

/** DSTV file of a plate 1000 × 400 × 10 unless stated otherwise. */
export const nc1Of = (
  changes: Partial<typeof header> = {},
  blocks: readonly string[] = ['EN'],
  lineEnd = '\n',
): string => {
  const fields = [
    ...Object.values({ ...header, ...changes }),
    '0.000',
    '0.000',
    '0.000',
    '0.000',
    '',
    '',
    '',
    '',
  ]
  return ['ST', '** made by hand', ...fields.map((field) => `  ${field}`), ...blocks].join(lineEnd)
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Keeps findings but for the notes on what kind of list it is: those have cases of their own. */
export const collect =
  (findings: Finding[]) =>
  (finding: Finding): void => {
    if (!/^list\.no_(parts|assemblies)$/.test(finding.code)) findings.push(finding)
  }

import { describe, expect, it } from 'vitest'
import { collect, componentList, tabText } from './import.fixtures.ts'
import type { Cell, Finding } from './import.types.ts'
import { type ListContent, parseListTable } from './parse-list.ts'
import { readTextTable } from './read-text-table.ts'

const read = (rows: readonly (readonly Cell[])[] | string): ListContent & { findings: Finding[] } => {
  const findings: Finding[] = []
  const table = readTextTable(typeof rows === 'string' ? rows : tabText(rows))
  return { ...parseListTable(table, 'list.xls', collect(findings)), findings }
}

/** The good list with one cell changed; row and column from 1. */
const changed = (row: number, column: number, value: Cell): Cell[][] => {
  const rows = componentList()
  const cells = rows[row - 1]
  if (cells !== undefined) cells[column - 1] = value
  return rows
}

describe('a list of components and parts', () => {
  it('is read with its two header lines and doubled columns', () => {
    const { marks, columns, stated, findings } = read(componentList())
    expect(findings).toEqual([])
    expect(columns.map(({ meaning }) => meaning)).toEqual([
      'mark',
      'part',
      'profile',
      'length',
      'grade',
      'quantity',
      'unitNet',
      'totalNet',
      'unitGross',
      'totalGross',
      'markLength',
      'markWidth',
      'markHeight',
    ])
    expect(stated).toEqual({ pieces: 6, netKg: 1006.76, grossKg: 1009.2 })
    expect(marks).toMatchObject([
      {
        mark: 'KZ-7',
        profile: 'PL16*200',
        grade: 'Q355B',
        quantity: 2,
        netKg: 241.78,
        grossKg: 243,
        lengthMm: 4000,
        widthMm: 200,
        heightMm: 220,
        weightSource: 'file',
        row: 4,
        parts: [
          { partMark: '301', quantityPerMark: 2, isMain: true, thicknessMm: 16, row: 5 },
          { partMark: '302', quantityPerMark: 1, isMain: false },
        ],
      },
      { mark: 'GL-3', profile: 'HN400*200*8*13', quantity: 4, netKg: 130.8 },
    ])
  })

  it.each<[string, number, number, Cell, Partial<Finding>]>([
    ['a negative quantity', 4, 6, -2, { code: 'quantity.not_positive', row: 4, column: '数量', value: '-2' }],
    ['quantity 0', 4, 6, 0, { code: 'quantity.not_positive', row: 4 }],
    ['half a piece', 5, 6, 1.5, { code: 'quantity.not_whole', row: 5, value: '1.5' }],
    ['no quantity', 5, 6, '', { code: 'row.no_quantity', row: 5, column: '数量' }],
    ['a word for a number', 5, 4, 'lang', { code: 'number.bad', row: 5, column: '长度(mm)', value: 'lang' }],
    ['a negative weight', 5, 7, -1, { code: 'number.negative', row: 5, column: '单重(kg)' }],
    ['the same mark twice', 7, 1, 'KZ-7', { code: 'mark.duplicate', row: 7, params: { first: 4 } }],
    ['a part before any component', 4, 1, '', { code: 'row.no_component', row: 5, value: '301' }],
    ['a mark too long', 4, 1, 'K'.repeat(81), { code: 'text.too_long', row: 4 }],
    [
      '合计 of other pieces',
      9,
      6,
      7,
      { code: 'total.pieces_differ', row: 9, params: { stated: 7, computed: 6, difference: 1 } },
    ],
    ['合计 of other net weight', 9, 8, 1007.76, { code: 'total.net_differs', row: 9, column: '总重(kg)' }],
    ['合计 of other gross weight', 9, 10, 1109.2, { code: 'total.gross_differs', row: 9 }],
  ])('refuses %s', (_what, row, column, value, expected) => {
    expect(read(changed(row, column, value)).findings).toContainEqual(
      expect.objectContaining({ level: 'error', file: 'list.xls', ...expected }),
    )
  })

  it.each<[string, number, number, Cell, Partial<Finding>]>([
    ['an unknown profile with a weight', 5, 3, 'ZZ1', { code: 'profile.unknown', row: 5, value: 'ZZ1' }],
    [
      'parts that weigh more than their mark',
      5,
      7,
      110.48,
      { code: 'mark.parts_differ', row: 4, column: '单重(kg)' },
    ],
    ['a row whose total is wrong', 7, 8, 600, { code: 'row.total_differs', row: 7 }],
  ])('warns of %s', (_what, row, column, value, expected) => {
    const { findings } = read(changed(row, column, value))
    expect(findings).toContainEqual(expect.objectContaining({ level: 'warning', ...expected }))
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('accepts full-width digits, thousands signs and sums that differ by rounding', () => {
    const rows = changed(9, 8, '1,006.78')
    expect(read(rows).findings).toEqual([])
    expect(read(changed(4, 6, '２')).findings).toEqual([])
    expect(read(changed(4, 7, 241.79)).findings).toEqual([])
  })

  it('divides parts that are counted for all pieces of the mark', () => {
    const rows = changed(5, 6, 4)
    if (rows[5] !== undefined) rows[5][5] = 2
    const [mark] = read(rows).marks
    expect(mark?.parts.map((part) => part.quantityPerMark)).toEqual([2, 1])
  })

  it('passes over page headers, subtotals, notes and blank lines', () => {
    const rows = componentList()
    rows.splice(6, 0, [...(rows[2] ?? [])], ['小计', '', '', '', '', 2], ['备注：焊后打磨'], [])
    rows.push(['制表：张工', '', '审核'])
    expect(read(rows).findings).toEqual([])
    expect(read(rows).marks).toHaveLength(2)
  })
})

describe('weights that the list does not give', () => {
  const rows = [
    ['构件号', '零件号', '截面型材', '长度', '宽度', '材质', '数量'],
    ['A1', '', '', '', '', '', '2'],
    ['', 'p1', 'HN400*200*8*13', '1000', '', 'Q355B', '1'],
    ['', 'p2', 'PL10', '200', '100', 'Q355B', '2'],
  ]

  it('come from the profiles and add up', () => {
    const [mark] = read(rows).marks
    expect(read(rows).findings).toEqual([])
    expect(mark).toMatchObject({ weightSource: 'parts', profile: 'HN400*200*8*13' })
    expect(mark?.netKg).toBeCloseTo(65.4 + 2 * 1.57, 6)
  })

  it('are errors when the profile is unknown, missing or has no length', () => {
    const wrong = [
      ...rows,
      ['', 'p3', 'ZZ9', '10', '', '', '1'],
      ['', 'p4', '', '10', '', '', '1'],
      ['', 'p5', 'L50*5', '', '', '', '1'],
    ]
    const { findings, marks } = read(wrong)
    expect(findings.map(({ level, code, row }) => [level, code, row])).toEqual([
      ['error', 'profile.unknown', 5],
      ['error', 'row.no_profile', 6],
      ['error', 'weight.missing', 7],
    ])
    expect(marks[0]?.weightSource).toBe('none')
  })
})

describe('other layouts', () => {
  it('a cut list names assembly and part in each row', () => {
    const text = [
      'Assembly Mark,Part Mark,Profile,Material,Original Length,Final Cut Length,Quantity,Remarks',
      'M1,P1,HEB200,S355,5020,5000,2,"first, second"',
      'M1,P2,100x100x10 EA,S355,1010,1000,4,',
      'M2,P2,100x100x10 EA,S355,1010,1000,1,',
    ].join('\n')
    const { marks, findings } = read(text)
    expect(marks).toMatchObject([
      { mark: 'P1', assembly: 'M1', quantity: 2, lengthMm: 5000, netKg: 306.5, weightSource: 'profile' },
      { mark: 'P2', assembly: 'M1', quantity: 5 },
    ])
    expect(findings).toMatchObject([{ level: 'info', code: 'mark.repeated', row: 4, value: 'P2' }])
  })

  it('Spanish headers, semicolons and decimal commas', () => {
    const text = [
      'Marca;Posición;Perfil;Longitud (mm);Calidad;Cantidad;Peso neto unitario (kg);Peso neto total (kg)',
      'V1;;;;;2;131,4;262,8',
      ';1;IPE300;3000;S275;1;126,6;126,6',
      ';2;PL10*100;611;S275;1;4,8;4,8',
      'Total;;;;;2;;262,8',
    ].join('\r\n')
    const { marks, findings } = read(text)
    expect(findings).toEqual([])
    expect(marks).toMatchObject([{ mark: 'V1', quantity: 2, netKg: 131.4, profile: 'IPE300' }])
  })

  it('lengths in m and weights in t', () => {
    const { marks } = read([
      ['Mark', 'Profile', 'Length (m)', 'Qty', 'Net weight (t)'],
      ['B1', 'HEB200', '5', '1', '0.3065'],
    ])
    expect(marks).toMatchObject([{ mark: 'B1', lengthMm: 5000, netKg: 306.5, parts: [{ isMain: true }] }])
  })

  it('the mark stands beside its first part only', () => {
    const { marks, findings } = read([
      ['构件编号', '构件数量', '零件号', '规格', '长度', '数量'],
      ['A1', '3', '1', 'L50*5', '1000', '2'],
      ['', '', '2', 'PL10*100', '1000', '1'],
    ])
    expect(findings).toEqual([])
    expect(marks).toMatchObject([{ mark: 'A1', quantity: 3, parts: [{ partMark: '1' }, { partMark: '2' }] }])
  })

  it('parts alone: the same number twice is an error', () => {
    const { findings } = read([
      ['零件号', '规格', '长度', '数量'],
      ['1', 'L50*5', '1000', '2'],
      ['1', 'L50*5', '1000', '2'],
    ])
    expect(findings).toMatchObject([{ level: 'error', code: 'mark.duplicate', row: 3, column: '零件号' }])
  })

  it('one weight alone stands for net and gross', () => {
    const { marks } = read([
      ['构件编号', '数量', '单重', '总重'],
      ['A1', '3', '10.5', '31.5'],
    ])
    expect(marks).toMatchObject([{ netKg: 10.5, grossKg: 10.5, weightSource: 'file', parts: [] }])
  })
})

describe('合计', () => {
  const header = ['构件编号', '数量', '单净重', '总净重']

  it('agrees with totals of rows that round less than the weight of one piece', () => {
    const rounded = [header, ['A1', '200', '10.3', '2068'], ['合计', '200', '', '2068']]
    expect(read(rounded).findings).toMatchObject([{ level: 'warning', code: 'row.total_differs', row: 2 }])
  })

  it('is wrong by little in a list of whole kilograms too', () => {
    const { findings } = read([
      header,
      ['A1', '2', '1000', '2000'],
      ['B1', '3', '500', '1500'],
      ['合计', '5', '', '3501'],
    ])
    expect(findings).toMatchObject([
      {
        level: 'error',
        code: 'total.net_differs',
        row: 4,
        params: { stated: 3501, computed: 3500, difference: 1 },
      },
    ])
  })
})

describe('a header that does not do', () => {
  it.each<[string, Cell[][], Partial<Finding>]>([
    ['prose', [['Dear Sir,'], ['please find attached']], { code: 'list.no_header' }],
    [
      'no quantity',
      [
        ['构件编号', '规格', '长度'],
        ['a', 'L50*5', '1'],
      ],
      { code: 'list.no_quantity_column', row: 1, params: { seen: '构件编号, 规格, 长度' } },
    ],
    [
      'no mark',
      [
        ['规格', '长度', '数量'],
        ['L50*5', '1', '1'],
      ],
      { code: 'list.no_mark_column' },
    ],
    [
      'no length',
      [
        ['零件号', '规格', '数量'],
        ['1', 'L50*5', '1'],
      ],
      { code: 'list.no_length_column' },
    ],
    [
      'no profile',
      [
        ['零件号', '长度', '数量'],
        ['1', '1', '1'],
      ],
      { code: 'list.no_profile_column' },
    ],
    [
      'a column twice',
      [
        ['零件号', '规格', '长度', '数量', '数量'],
        ['1', 'L50*5', '9', '1', '1'],
      ],
      { code: 'list.duplicate_column', column: '数量' },
    ],
    ['no rows', [['零件号', '规格', '长度', '数量']], { code: 'list.no_rows' }],
  ])('%s', (_what, rows, expected) => {
    expect(read(rows).findings).toContainEqual(expect.objectContaining({ level: 'error', ...expected }))
  })
})

import type { UnitsChoice } from '@cloud-factory/domain/order-import/import-enums'
import { describe, expect, it } from 'vitest'
import { collect, nc1Of, tabText } from './import.fixtures.ts'
import type { Cell, Finding } from './import.types.ts'
import { parseKiss } from './parse-kiss.ts'
import { parseListTable } from './parse-list.ts'
import { parseNc1 } from './parse-nc1.ts'
import { readTextTable } from './read-text-table.ts'

const header = ['Mark', 'Profile', 'Length', 'Qty', 'Weight each']
/** Rows of HEB400, 155 kg/m. */
const rowsOf = (...rows: readonly (readonly [length: Cell, weight: Cell])[]): Cell[][] =>
  rows.map(([length, weight], at) => [`B${at}`, 'HEB400', length, 1, weight])

const read = (rows: readonly (readonly Cell[])[], units?: UnitsChoice) => {
  const findings: Finding[] = []
  const table = readTextTable(tabText(rows))
  const choice = units === undefined ? {} : { units }
  const { marks } = parseListTable(table, 'list.txt', collect(findings), choice)
  return { marks, findings }
}

const good = [
  [2000, 310],
  [4000, 620],
  [6000, 930],
] as const

describe('weight against profile in a list', () => {
  it('says nothing where they agree, with cuts and holes taken off', () => {
    expect(read([header, ...rowsOf(...good, [4000, 560])]).findings).toEqual([])
  })

  it.each([
    ['twice', 620, 2],
    ['ten times', 3100, 10],
    ['half', 155, 0.5],
    ['in pounds', 683.4, 2.2],
  ])('warns of a row that weighs %s what it should, with both numbers', (_, weight, times) => {
    expect(read([header, ...rowsOf(...good, [2000, weight])]).findings).toMatchObject([
      {
        level: 'warning',
        code: 'weight.unlikely',
        row: 5,
        value: 'HEB400',
        params: { stated: weight, computed: 310, times },
      },
    ])
  })

  it('warns of a length in metres among millimetres', () => {
    expect(read([header, ...rowsOf(...good, [4, 620])]).findings).toMatchObject([
      { level: 'warning', code: 'weight.unlikely', row: 5, params: { stated: 620, computed: 0.62 } },
    ])
    expect(read([header, ...rowsOf(...good, [4, ''])]).findings).toMatchObject([
      { level: 'warning', code: 'length.unlikely', row: 5, params: { length: 4 } },
    ])
  })

  it('takes a gusset for a gusset, and doubts a plate of a tenth of its weight', () => {
    const plate = (weight: number) =>
      read([header, ...rowsOf(...good), ['P', 'PL10*400', 1000, 1, weight]]).findings
    expect(plate(20)).toEqual([])
    expect(plate(3.14)).toMatchObject([{ code: 'weight.unlikely', params: { computed: 31.4 } }])
  })
})

describe('units of a whole list', () => {
  it.each([
    [
      'pounds',
      [
        [2000, 683.4],
        [4000, 1366.9],
      ],
      'units.weight_unsure',
      'lb',
      { weight: 'lb' },
    ],
    [
      'metres',
      [
        [2, 310],
        [4, 620],
      ],
      'units.length_unsure',
      'm',
      { length: 'm' },
    ],
    [
      'metres without weights',
      [
        [2, ''],
        [4, ''],
      ],
      'units.length_unsure',
      'm',
      { length: 'm' },
    ],
    [
      'inches',
      [
        [78.74, 310],
        [157.48, 620],
      ],
      'units.length_unsure',
      'in',
      { length: 'in' },
    ],
    [
      'centimetres',
      [
        [200, 310],
        [400, 620],
      ],
      'units.length_unsure',
      'cm',
      { length: 'cm' },
    ],
  ] as const)('in %s are asked for, and read once a person has said them', (_, rows, code, unit, chosen) => {
    const table = [header, ...rowsOf(...rows)]
    expect(read(table).findings).toMatchObject([{ level: 'error', code, params: { unit, rows: 2, of: 2 } }])
    const { findings, marks } = read(table, chosen)
    expect(findings).toEqual([])
    expect(marks.map(({ netKg }) => Math.round(netKg ?? 0))).toEqual([310, 620])
    expect(marks.map(({ lengthMm }) => Math.round(lengthMm ?? 0))).toEqual([2000, 4000])
  })

  it('are believed where a person says that they are kg and mm all the same', () => {
    const table = [header, ...rowsOf([2000, 683.4], [4000, 1366.9])]
    expect(read(table, { weight: 'kg', length: 'mm' }).findings).toMatchObject([
      { level: 'warning', code: 'weight.unlikely' },
      { level: 'warning', code: 'weight.unlikely' },
    ])
  })

  it('come from a line above the header that says imperial', () => {
    const { findings, marks } = read([
      ['Units: Imperial'],
      header,
      ...rowsOf([78.74, 683.4], ['13\'-1 1/2"', 1367]),
    ])
    expect(findings).toMatchObject([{ level: 'info', code: 'units.imperial' }])
    expect(marks.map(({ netKg }) => Math.round(netKg ?? 0))).toEqual([310, 620])
    expect(marks.map(({ lengthMm }) => Math.round(lengthMm ?? 0))).toEqual([2000, 4001])
  })

  it('come from the column where it names them', () => {
    const named = ['Mark', 'Profile', 'Length (inches)', 'Qty', 'Weight each (pounds)']
    const { findings, marks } = read([named, ...rowsOf([78.74, 683.4])])
    expect(findings).toEqual([])
    expect(marks[0]).toMatchObject({ lengthMm: 1999.996 })
  })
})

describe('NC1', () => {
  const beam = {
    profile: 'W21X44',
    code: 'I',
    height: '525.8',
    flangeWidth: '165.1',
    flangeThickness: '11.4',
    webThickness: '8.9',
  }
  const nc1 = (changes: Parameters<typeof nc1Of>[0], units?: UnitsChoice) => {
    const findings: Finding[] = []
    const mark = parseNc1(
      nc1Of({ ...beam, ...changes }),
      'a.nc1',
      (finding) => void findings.push(finding),
      units,
    )
    return { findings, mark }
  }

  it('with pounds per foot asks for the unit', () => {
    expect(nc1({ kgPerM: '65.48' }).findings).toEqual([])
    expect(nc1({ kgPerM: '44' }).findings).toMatchObject([
      { level: 'error', code: 'units.weight_unsure', params: { unit: 'lb', stated: 44 } },
    ])
    const chosen = nc1({ kgPerM: '44' }, { weight: 'lb' })
    expect(chosen.findings).toEqual([])
    expect(chosen.mark?.netKg).toBeCloseTo(65.48, 1)
  })

  it('in inches is refused', () => {
    expect(nc1({ kgPerM: '65.48', height: '20.7' }).findings).toMatchObject([
      { level: 'error', code: 'nc1.inches' },
    ])
  })

  it('is held against a section that no catalogue has', () => {
    const own = {
      profile: 'BH500*300*12*20',
      height: '500',
      flangeWidth: '300',
      flangeThickness: '20',
      webThickness: '12',
    }
    expect(nc1({ ...own, kgPerM: '137.5' }).findings).toEqual([])
    expect(nc1({ ...own, kgPerM: '275' }).findings).toMatchObject([
      { level: 'warning', code: 'nc1.weight_differs', params: { stated: 275, library: 137.532 } },
    ])
  })
})

describe('KISS', () => {
  const kiss = (headerLine: string, detail: string, units?: UnitsChoice) => {
    const findings: Finding[] = []
    const text = ['KISS,1.1,X', headerLine, detail].join('\n')
    const marks = parseKiss(text, 'a.kss', (finding) => void findings.push(finding), units)
    return { findings, marks }
  }
  const metric = 'H,J,C,,d,t,T'

  it('in inches by its header is read in inches', () => {
    const { findings, marks } = kiss('H,J,C,,d,t,INCH', 'D,B,0,B,B,1,W,18X40,A992,120,,')
    expect(findings).toMatchObject([{ level: 'warning', code: 'kiss.inch' }])
    expect(marks[0]?.lengthMm).toBe(3048)
    expect(
      kiss('H,J,C,,d,t,INCH', 'D,B,0,B,B,1,W,18X40,A992,3000,,', { length: 'mm' }).marks[0]?.lengthMm,
    ).toBe(3000)
  })

  it.each([
    ['W', 'HEB400', 'HEB400'],
    ['L', 'RSA100*100*10', 'RSA100*100*10'],
    ['PL', 'PL20*300', 'PL20*300'],
    ['W', '18X40', 'W18X40'],
  ])('%s %s is the profile %s', (type, size, profile) => {
    expect(kiss(metric, `D,B,0,B,B,1,${type},${size},S355,3000,,`).marks[0]?.profile).toBe(profile)
  })

  it('asks for the unit of a weight that nothing can be held against', () => {
    const detail = 'D,B,0,B,B,1,ZZ,19W4,A36,1000,250,'
    expect(kiss('H,J,C,,d,t,', detail).findings).toMatchObject([
      { level: 'error', code: 'units.weight_unsure' },
    ])
    expect(kiss('H,J,C,,d,t,', detail, { weight: 'lb' }).marks[0]?.netKg).toBeCloseTo(113.4, 1)
    expect(kiss(metric, detail).findings).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from './import.types.ts'
import { kissLength } from './list-rows.ts'
import { parseKiss } from './parse-kiss.ts'

const read = (lines: readonly string[]) => {
  const findings: Finding[] = []
  const marks = parseKiss(lines.join('\r\n'), 'job.kss', (finding) => void findings.push(finding))
  return { marks, findings }
}

const head = ['KISS,1.1,Test', 'H,J1,Bridge,Customer,11/01/26,10:00,F,$', '*$']

describe('lengths', () => {
  it.each([
    ['3000', 3000],
    ['615.95', 615.95],
    ['5829.30 mm', 5829.3],
    [`2'-0 1/4"`, 615.95],
    [`24'`, 7315.2],
    [`6 1/2"`, 165.1],
    ['2-0-1/4', 615.95],
    ['12-06-08', 3822.7],
    ['1-0', 304.8],
    ['', 'empty'],
    ['long', 'bad'],
    ['3,000', 'bad'],
  ])('%s', (text, expected) => {
    expect(kissLength(text)).toBe(expected)
  })

  it('feet, inches and sixteenths come back as they were written', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.nat(11), fc.nat(15), (feet, inches, sixteenths) => {
        const mm = ((feet * 12 + inches) * 16 + sixteenths) * (25.4 / 16)
        const read = kissLength(`${feet}-${inches}-${sixteenths}`)
        expect(read).toBeCloseTo(mm, 4)
      }),
    )
  })
})

describe('a KISS file', () => {
  it('gives marks with their parts: quantities of the file are for the whole job', () => {
    const { marks, findings } = read([
      ...head,
      'D,B7,2,B7,B7,3,W,18X40,A992,6000.00,PRIMED,BEAM$',
      'L,Holes,12$',
      'D,B7,2,B7,p1,6,PL,1/2x6,A36,300.00,,$',
      'D,B7,2,B7,,24,MB,3/4x2,A325,,,$',
    ])
    expect(findings).toMatchObject([{ level: 'info', code: 'kiss.hardware', params: { lines: 1 } }])
    expect(marks).toMatchObject([
      {
        mark: 'B7',
        name: 'BEAM',
        revision: '2',
        drawingNo: 'B7',
        quantity: 3,
        profile: 'W18X40',
        grade: 'A992',
        lengthMm: 6000,
        weightSource: 'parts',
        parts: [
          { partMark: 'B7', quantityPerMark: 1, isMain: true },
          { partMark: 'p1', quantityPerMark: 2, isMain: false, profile: 'PL1/2x6' },
        ],
      },
    ])
    // 40 lb/ft × 6 m, and two plates 12.7 × 152.4 × 300
    expect(marks[0]?.netKg).toBeCloseTo(59.52656 * 6 + 2 * 15.1935 * 0.3, 2)
  })

  it('takes the pieces of a mark from its M record, wherever it stands', () => {
    const { marks, findings } = read([
      ...head,
      'D,M1,,L1,a1,4,L,3x3x1/4,A36,63.50,,,,$',
      'M,L1,2,LADDER,,,,$',
      'D,M1,,L1,rb1,38,HS,3/4x2-0-1/4,ROUND BAR,615.95,,,,$',
      'W,M1,,LADDER,10/21/22,SDS7$',
    ])
    expect(findings).toEqual([])
    expect(marks).toMatchObject([
      {
        mark: 'L1',
        quantity: 2,
        name: 'LADDER',
        parts: [
          { partMark: 'a1', quantityPerMark: 2 },
          { partMark: 'rb1', quantityPerMark: 19, profile: 'RB3/4', lengthMm: 615.95 },
        ],
      },
    ])
    expect(marks[0]?.parts[1]?.netKg).toBeCloseTo(((Math.PI * 19.05 ** 2) / 4) * 615.95 * 7.85e-6, 4)
  })

  it.each([
    ['119.0', 'kg of one piece'],
    ['262.5', 'lb of one piece'],
    ['238.1', 'kg of both'],
  ])('reads a weight before the finish, %s, as %s', (stated) => {
    const { marks, findings } = read([...head, `D,B,0,B,B,2,W,18X40,A992,2000,${stated},PRIMED,BEAM$`])
    expect(findings).toEqual([])
    expect(marks[0]?.name).toBe('BEAM')
    expect(marks[0]?.netKg).toBeCloseTo(119.05, 0)
  })

  it('a weight that fits no reading is a warning and the profile counts', () => {
    const { marks, findings } = read([...head, 'D,B,0,B,B,1,W,18X40,A992,2000,999,PRIMED,BEAM$'])
    expect(findings).toMatchObject([{ level: 'warning', code: 'kiss.weight_unsure', row: 4 }])
    expect(marks[0]?.netKg).toBeCloseTo(119.05, 1)
  })

  it('a metric file has metric sizes', () => {
    const { marks, findings } = read(['KISS,1.0,X', 'H,J,,,d,t,T$', 'D,P,0,P,P,1,PL,20x300,S355,500,,$'])
    expect(findings).toEqual([])
    expect(marks[0]?.netKg).toBe(23.55)
  })
})

describe('what is wrong has its line', () => {
  it.each([
    ['kiss.no_start', 1, 'error', ['H,J,,,d,t,F$', 'D,B,0,B,B,1,W,18X40,A992,1000,,$']],
    ['kiss.no_details', 1, 'error', head],
    ['kiss.short_record', 4, 'error', [...head, 'D,B,0,B,B,1$']],
    ['row.no_quantity', 4, 'error', [...head, 'D,B,0,B,B,,W,18X40,A992,1000,,$']],
    ['number.bad', 4, 'error', [...head, 'D,B,0,B,B,x,W,18X40,A992,1000,,$']],
    ['quantity.not_positive', 4, 'error', [...head, 'D,B,0,B,B,0,W,18X40,A992,1000,,$']],
    ['quantity.not_whole', 4, 'error', [...head, 'D,B,0,B,B,1.5,W,18X40,A992,1000,,$']],
    ['number.bad', 4, 'error', [...head, 'D,B,0,B,B,1,W,18X40,A992,long,,$']],
    ['number.negative', 4, 'error', [...head, 'D,B,0,B,B,1,W,18X40,A992,-5,,$']],
    ['text.too_long', 4, 'error', [...head, `D,B,0,${'B'.repeat(81)},B,1,W,18X40,A992,1000,,$`]],
    ['row.no_mark', 5, 'error', [...head, 'D,B,0,B,B,1,W,18X40,A992,1000,,$', 'M,,1,X$']],
    ['mark.duplicate', 6, 'error', [...head, 'D,B,0,B,B,1,W,18X40,A992,9,,$', 'M,B,1,X$', 'M,B,2,X$']],
    ['kiss.quantity_uneven', 5, 'error', [...head, 'M,B,2,X$', 'D,B,0,B,p,3,W,18X40,A992,1000,,$']],
    ['kiss.quantity_assumed', 4, 'warning', [...head, 'D,B,0,B,p,3,W,18X40,A992,1000,,$']],
    ['kiss.empty_mark', 5, 'warning', [...head, 'D,B,0,B,B,1,W,18X40,A992,1000,,$', 'M,C,1,X$']],
    ['kiss.unknown_record', 4, 'warning', [...head, 'Z,1$', 'D,B,0,B,B,1,W,18X40,A992,1000,,$']],
    ['kiss.no_weight', 4, 'warning', [...head, 'D,B,0,B,B,1,ZZ,19W4,A36,1000,,$']],
    ['kiss.version', 1, 'warning', ['KISS,9,X', ...head.slice(1), 'D,B,0,B,B,1,W,18X40,A992,1000,,$']],
    ['kiss.inch', 2, 'warning', ['KISS,1.0,X', 'H,J,,,d,t,INCH$', 'D,B,0,B,B,1,W,18X40,A992,1000,,$']],
  ])('%s in line %i', (code, row, level, lines) => {
    expect(read(lines).findings).toContainEqual(expect.objectContaining({ code, row, level }))
  })

  it('never throws, whatever a file holds', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const { marks } = read(['KISS,1.1,x', ...lines.map((line) => `D,${line}`)])
        for (const mark of marks) expect(Number.isInteger(mark.quantity)).toBe(true)
      }),
    )
  })
})

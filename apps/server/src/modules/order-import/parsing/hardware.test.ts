import { describe, expect, it } from 'vitest'
import { tabText } from './import.fixtures.ts'
import { designationOf } from '@cloud-factory/domain/bolts/bought-items'
import type { Cell, Finding, ParsedBought } from './import.types.ts'
import { isHardware } from './kiss-weight.ts'
import { parseKiss } from './parse-kiss.ts'
import { parseListTable } from './parse-list.ts'
import { readTextTable } from './read-text-table.ts'

const read = (rows: readonly (readonly Cell[])[]) => {
  const findings: Finding[] = []
  const table = readTextTable(tabText(rows))
  return { ...parseListTable(table, 'list.txt', (finding) => void findings.push(finding)), findings }
}

describe('bought items', () => {
  it.each([
    ['M20*60', ''],
    ['M24X85-10.9S', ''],
    ['M16', ''],
    ['BOLT M20', ''],
    ['NUT_M20', ''],
    ['STUD19*100', ''],
    ['栓钉φ19×100', ''],
    ['高强螺栓M22', ''],
    ['Grating 30x100', ''],
    ['G325/30/100', '钢格栅板'],
    ['D30', 'Washer'],
    ['Perno M20', ''],
  ])('%s %s', (profile, name) => {
    expect(isHardware(profile, name)).toBe(true)
  })

  it.each([
    ['M12X11.8', ''],
    ['HM488*300*11*18', ''],
    ['PL20*300', 'Stud plate'],
    ['MC12X20', ''],
    ['L100*10', '螺栓连接板'],
    ['W18X40', 'BEAM'],
  ])('%s %s is steel', (profile, name) => {
    expect(isHardware(profile, name)).toBe(false)
  })

  it('become no steel, and a total row may count them or not', () => {
    const header = ['Mark', 'Part', 'Profile', 'Length', 'Qty', 'Weight each', 'Total weight']
    const rows = (pieces: number, kg: number) => [
      header,
      ['B1', '', 'HEB400', 2000, 2, 310, 620],
      ['', 'B1', 'HEB400', 2000, 1, 310, 310],
      ['S1', '', 'M20*60', '', 40, 0.3, 12],
      ['Total', '', '', '', pieces, '', kg],
    ]
    for (const stated of [rows(2, 620), rows(42, 632)]) {
      const { marks, findings } = read(stated)
      expect(marks.map(({ mark }) => mark)).toEqual(['B1'])
      expect(findings).toMatchObject([
        { level: 'info', code: 'list.hardware', params: { lines: 1, first: 4 } },
      ])
    }
    expect(read(rows(41, 620)).findings).toContainEqual(
      expect.objectContaining({ code: 'total.pieces_differ' }),
    )
  })

  it('of a list are counted for all pieces of their mark, or for the order', () => {
    const { bought } = read([
      ['Mark', 'Part', 'Profile', 'Length', 'Qty', 'Weight each', 'Total weight'],
      ['B1', '', 'HEB400', 2000, 2, 310, 620],
      ['', 'B1', 'HEB400', 2000, 1, 310, 310],
      ['', 'b7', 'M20*60', '', 12, 0.3, 3.6],
      ['S1', '', 'STUD19*100', '', 40, 0.3, 12],
    ])
    expect(bought?.map((part) => [part.mark, designationOf(part), part.quantity])).toEqual([
      ['B1', 'M20×60', 24],
      ['', '19×100', 40],
    ])
  })

  it('of a KISS file are passed over, gratings and what only its size names too', () => {
    const findings: Finding[] = []
    const lines = [
      'KISS,1.1,X',
      'H,J,C,,d,t,T',
      'D,B,0,B,B,1,W,18X40,A992,3000,,',
      'D,B,0,B,g1,1,GR,19W4,A36,1000,,',
    ]
    lines.push('D,B,0,B,s1,8,RB,STUD19*100,A108,100,,')
    lines.push('D,B,0,B,,40,HS,M20,10.9S,75,,Field', 'D,B,0,B,,8,MB,M16 ISO 4014 8.8,,50,,Shop bolt')
    const bought: ParsedBought[] = []
    const marks = parseKiss(lines.join('\n'), 'a.kss', (finding) => void findings.push(finding), {}, bought)
    expect(
      bought.map((part) => [part.mark, part.kind, designationOf(part), part.quantity, part.place]),
    ).toEqual([
      ['B', 'other', '19W4 1000 mm', 1, 'site'],
      ['B', 'stud', '19×100 A108', 8, 'site'],
      ['B', 'set', 'M20×75 10.9S', 40, 'site'],
      ['B', 'bolt', 'M16×50 8.8 ISO 4014', 8, 'shop'],
    ])
    expect(marks[0]?.parts.map(({ partMark }) => partMark)).toEqual(['B'])
    expect(findings).toContainEqual(expect.objectContaining({ code: 'kiss.hardware', params: { lines: 4 } }))
  })
})

describe('what a list does not say', () => {
  it('no parts of its marks', () => {
    const { findings } = read([
      ['Mark', 'Profile', 'Length', 'Qty'],
      ['B1', 'HEB400', 2000, 2],
    ])
    expect(findings).toMatchObject([{ level: 'info', code: 'list.no_parts' }])
  })

  it('no assemblies of its parts', () => {
    const { findings } = read([
      ['Part', 'Profile', 'Length', 'Qty'],
      ['P1', 'HEB400', 2000, 2],
    ])
    expect(findings).toMatchObject([{ level: 'warning', code: 'list.no_assemblies' }])
  })
})

describe('a flat list with quantities per assembly', () => {
  const header = ['Assembly', 'Assembly qty', 'Part', 'Profile', 'Length', 'Qty per assembly']

  it('is a list of assemblies with their parts, in whatever order the rows come', () => {
    const { marks, findings } = read([
      header,
      ['B1', 3, 'p1', 'HEB400', 2000, 1],
      ['B2', 2, 'p2', 'HEB400', 4000, 1],
      ['B1', 3, 'p3', 'PL10*400', 1000, 4],
    ])
    expect(findings).toEqual([])
    expect(marks).toMatchObject([
      { mark: 'B1', quantity: 3, netKg: 435.6, parts: [{ quantityPerMark: 1 }, { quantityPerMark: 4 }] },
      { mark: 'B2', quantity: 2, netKg: 620 },
    ])
  })

  it('that totals its parts shares them among the assemblies', () => {
    const totals = [...header.slice(0, 5), 'Total qty']
    const { marks, findings } = read([
      totals,
      ['B1', 3, 'p1', 'HEB400', 2000, 3],
      ['B1', 3, 'p3', 'PL10*400', 1000, 12],
    ])
    expect(findings).toEqual([])
    expect(marks).toMatchObject([
      { quantity: 3, netKg: 435.6, parts: [{ quantityPerMark: 1 }, { quantityPerMark: 4 }] },
    ])
    expect(read([totals, ['B1', 3, 'p1', 'HEB400', 2000, 4]]).findings).toMatchObject([
      { level: 'error', code: 'row.quantity_uneven', params: { total: 4, marks: 3 } },
    ])
  })
})

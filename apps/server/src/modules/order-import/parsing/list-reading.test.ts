import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { templateColumns } from '../imports.routes.ts'
import { readHeader } from './column-labels.ts'
import { bytesOf, componentList, nc1Of, tabText } from './import.fixtures.ts'
import { headerSignature } from './list-columns.ts'
import { parseFiles } from './parse-files.ts'

const strange = [
  ['Kennung', 'Was', 'Wieviel', 'Kilos'],
  ['K-1', 'HEB200', 2, 61.3],
  ['K-2', 'IPE300', 3, 42.2],
]
const file = { name: 'liste.csv', bytes: bytesOf(tabText(strange)) }
const columns = { '0': 'mark', '1': 'profile', '2': 'quantity', '3': 'unitNet' } as const
const mapping = { signature: headerSignature(strange[0] ?? []), columns }

describe('headers that nobody knows', () => {
  it('are refused, with what a person needs to explain them', async () => {
    const list = await parseFiles([file])
    expect(list.findings).toMatchObject([{ level: 'error', code: 'list.no_header' }])
    expect(list.sample).toMatchObject({
      headerRow: 1,
      rows: [['Kennung', 'Was', 'Wieviel', 'Kilos'], ['K-1', 'HEB200', '2', '61.3'], {}],
      columns: [
        { index: 0, header: 'Kennung', meaning: null },
        { index: 1, header: 'Was' },
        { index: 2 },
        { index: 3 },
      ],
    })
    expect(list.sample?.signatures[0]).toBe(mapping.signature)
  })

  it.each([
    ['person', { mapping }],
    ['memory', { memory: [mapping] }],
  ] as const)('are understood once explained: by %s', async (mappedBy, choice) => {
    const list = await parseFiles([file], undefined, choice)
    expect(list.findings).toMatchObject([{ level: 'info', code: 'list.no_parts' }])
    expect(list.mappedBy).toBe(mappedBy)
    expect(list.totals.computed).toMatchObject({ marks: 2, pieces: 5 })
    expect(list.marks).toMatchObject([
      { mark: 'K-1', quantity: 2, netKg: 61.3 },
      { mark: 'K-2', quantity: 3 },
    ])
  })

  it('an explanation of another header is not used', async () => {
    const list = await parseFiles([file], undefined, {
      memory: [{ ...mapping, signature: headerSignature(['Kennung', 'Was', 'Wieviel']) }],
    })
    expect(list.findings).toMatchObject([{ code: 'list.no_header' }])
    expect(list.mappedBy).toBeUndefined()
  })

  it('an explanation that lacks what a list needs is refused by name', async () => {
    const list = await parseFiles([file], undefined, { mapping: { ...mapping, columns: { '0': 'mark' } } })
    expect(list.findings.map(({ code }) => code)).toContain('list.no_quantity_column')
  })
})

describe('the sample of a file that was understood', () => {
  it('shows its columns with their meanings, and the header’s line', async () => {
    const { sample } = await parseFiles([{ name: 'a.txt', bytes: bytesOf(tabText(componentList())) }])
    expect(sample?.headerRow).toBe(3)
    expect(sample?.columns.slice(0, 3)).toEqual([
      { index: 0, header: '构件编号', meaning: 'mark' },
      { index: 1, header: '零件号', meaning: 'part' },
      { index: 2, header: '规格', meaning: 'profile' },
    ])
    expect(sample?.lines[0]).toContain('构件及零件清单')
  })

  it('of a part file is its first lines', async () => {
    const { sample } = await parseFiles([{ name: 'a.nc1', bytes: bytesOf(nc1Of()) }])
    expect(sample).toMatchObject({
      lines: ['ST', '** made by hand', '  ORDER-9', ...Array(17).fill(expect.any(String))],
      rows: [],
    })
  })
})

describe('a chosen encoding', () => {
  it('is used whatever was detected', async () => {
    const bytes = iconv.encode(tabText(componentList()), 'gb18030')
    const right = await parseFiles([{ name: 'a.txt', bytes }], undefined, { encoding: 'gb18030' })
    expect(right).toMatchObject({ encoding: 'gb18030', findings: [] })
    const wrong = await parseFiles([{ name: 'a.txt', bytes }], undefined, { encoding: 'windows-1252' })
    expect(wrong.encoding).toBe('windows-1252')
    expect(wrong.sample?.lines[0]).not.toContain('构件')
    expect(wrong.findings.length).toBeGreaterThan(0)
  })
})

it.each(templateColumns.map(({ title }) => title))('the template’s header %s is understood', (title) => {
  expect(readHeader(title, '').word).not.toBeNull()
})

it('the template has no two columns of one meaning', () => {
  const words = templateColumns.map(({ title }) => readHeader(title, '').word)
  expect(new Set(words).size).toBe(words.length)
})

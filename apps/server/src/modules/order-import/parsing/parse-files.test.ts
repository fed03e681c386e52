import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { workbookOf, zipOf } from '../../../platform/table/table.fixtures.ts'
import { bytesOf, componentList, nc1Of, tabText } from './import.fixtures.ts'
import type { Cell } from './import.types.ts'
import { parseFiles } from './parse-files.ts'

const text = tabText(componentList())

describe('one list in every dress', () => {
  it.each([
    ['tekla-xlsx', undefined, workbookOf({ A: componentList() })],
    ['tekla-xls', undefined, workbookOf({ A: componentList() }, 'biff8')],
    ['tekla-text', 'utf-8', bytesOf(text)],
    ['tekla-text', 'gb18030', iconv.encode(text, 'gb18030')],
    ['tekla-text', 'utf-16le', iconv.encode(text, 'utf16le', { addBOM: true })],
  ])('%s %s', async (format, encoding, bytes) => {
    const list = await parseFiles([{ name: 'list.xls', bytes }])
    expect(list.findings).toEqual([])
    expect(list.format).toBe(format)
    expect(list.encoding).toBe(encoding)
    expect(list.totals).toEqual({
      stated: { pieces: 6, netKg: 1006.76, grossKg: 1009.2 },
      computed: { pieces: 6, netKg: 1006.76, grossKg: 1009.2, marks: 2, parts: 3 },
    })
  })

  it('warns of further sheets', async () => {
    const bytes = workbookOf({ A: componentList(), B: [['x']] })
    const { sheet, findings } = await parseFiles([{ name: 'list.xlsx', bytes }])
    expect(sheet).toBe('A')
    expect(findings).toMatchObject([{ level: 'warning', code: 'list.other_sheets', params: { others: 'B' } }])
  })
})

describe('NC1 files together', () => {
  it('are read loose and out of a zip, with progress', async () => {
    const zip = zipOf({ '1/A.NC1': nc1Of({ mark: 'A' }), 'B.nc': nc1Of({ mark: 'B' }), '说明.txt': 'x' })
    const progress: number[] = []
    const files = [
      { name: 'parts.zip', bytes: zip },
      { name: 'c.nc1', bytes: bytesOf(nc1Of({ mark: 'C' })) },
    ]
    const { format, marks, totals, findings } = await parseFiles(
      files,
      (fraction) => void progress.push(fraction),
    )
    expect(format).toBe('dstv-nc1')
    expect(marks.map(({ mark, file }) => [mark, file])).toEqual([
      ['A', 'parts.zip/1/A.NC1'],
      ['B', 'parts.zip/B.nc'],
      ['C', 'c.nc1'],
    ])
    expect(totals.computed).toEqual({ pieces: 9, netKg: 282.6, grossKg: 282.6, marks: 3, parts: 3 })
    expect(findings).toMatchObject([{ level: 'warning', code: 'zip.other_file', value: '说明.txt' }])
    expect(progress).toEqual([0, 0.5, 1])
  })

  it('may hold the same part twice, but not two parts of one number', async () => {
    const same = bytesOf(nc1Of())
    const other = bytesOf(nc1Of({ length: '999.00' }))
    const twice = await parseFiles([
      { name: 'a.nc1', bytes: same },
      { name: 'b.nc1', bytes: same },
    ])
    expect(twice.marks).toHaveLength(1)
    expect(twice.findings).toMatchObject([{ level: 'info', code: 'mark.same_file', file: 'b.nc1' }])
    const clash = await parseFiles([
      { name: 'a.nc1', bytes: same },
      { name: 'b.nc1', bytes: other },
    ])
    expect(clash.findings).toMatchObject([
      { level: 'error', code: 'mark.duplicate_file', file: 'b.nc1', row: 6, params: { other: 'a.nc1' } },
    ])
  })
})

describe('what cannot be read', () => {
  const nc1 = { name: 'a.nc1', bytes: bytesOf(nc1Of()) }

  it('names each file and goes on with the others', async () => {
    const files = [
      { name: 'empty.xls', bytes: new Uint8Array() },
      { name: 'huge.xlsx', bytes: new Uint8Array(50 * 1024 * 1024) },
      { name: 'bomb.xlsx', bytes: zipOf({ 'xl/workbook.xml': '', a: new Uint8Array(30 * 1024 * 1024) }) },
      { name: 'cut.xlsx', bytes: workbookOf({ A: [['x']] }).subarray(0, 200) },
      nc1,
      { name: 'list.xls', bytes: bytesOf(text) },
      { name: 'job.kss', bytes: bytesOf('KISS,1.1\n') },
    ]
    const { findings, marks } = await parseFiles(files)
    expect(findings.map(({ level, code, file }) => [level, code, file])).toEqual([
      ['error', 'file.empty', 'empty.xls'],
      ['error', 'file.too_large', 'huge.xlsx'],
      ['error', 'file.unsafe', 'bomb.xlsx'],
      ['error', 'file.damaged', 'cut.xlsx'],
      ['error', 'files.mixed', 'job.kss'],
    ])
    expect(marks).toHaveLength(3)
  })

  it('leaves out drawings that come with a list, with a warning; alone they are a fault', async () => {
    const pdf = { name: 'GL-1.pdf', bytes: bytesOf('%PDF-1.7 ...') }
    const dwg = { name: 'GL-1.dwg', bytes: bytesOf('AC1032......') }
    const list = { name: 'list.csv', bytes: bytesOf(text) }
    const together = await parseFiles([pdf, list, nc1, dwg])
    expect(together.format).toBe('tekla-text')
    expect(together.marks).toHaveLength(3)
    expect(together.findings.map(({ level, code, file, value }) => [level, code, file, value])).toEqual([
      ['warning', 'file.companion', 'GL-1.pdf', 'PDF'],
      ['warning', 'file.companion', 'GL-1.dwg', 'DWG'],
    ])
    expect((await parseFiles([pdf])).findings).toMatchObject([
      { level: 'error', code: 'file.unknown_type', value: 'PDF' },
    ])
  })

  it('says so when there is no file, or far too many', async () => {
    expect((await parseFiles([])).findings).toMatchObject([{ code: 'files.none' }])
    const many = await parseFiles(Array.from({ length: 5_001 }, () => nc1))
    expect(many.findings).toMatchObject([{ code: 'files.too_many', params: { count: 5_001 } }])
  })

  it('cuts a flood of findings', async () => {
    const rows: Cell[][] = [['零件号', '规格', '长度', '数量']]
    for (let at = 0; at < 1_500; at++) rows.push([`p${at}`, 'L50*5', '1000', '-1'])
    const { findings } = await parseFiles([{ name: 'list.xls', bytes: bytesOf(tabText(rows)) }])
    expect(findings).toHaveLength(1_001)
    expect(findings.at(-1)).toMatchObject({ code: 'findings.more', params: { shown: 1_000, total: 1_501 } })
  })
})

describe('any bytes', () => {
  const sound = async (bytes: Uint8Array): Promise<void> => {
    const { marks, totals } = await parseFiles([{ name: 'x.nc1', bytes }])
    expect(totals.computed.netKg).toBeGreaterThanOrEqual(0)
    for (const mark of marks) {
      expect(mark.netKg ?? 0).toBeGreaterThanOrEqual(0)
      expect(Number.isSafeInteger(mark.quantity)).toBe(true)
    }
  }

  it('never throw', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), sound), { numRuns: 200 })
  })

  it.each([
    ['text', bytesOf(text)],
    ['xlsx', workbookOf({ A: componentList() })],
    ['zip', zipOf({ 'a.nc1': nc1Of() })],
  ])('never throw as a damaged %s', async (_what, whole) => {
    const damage = fc.tuple(fc.nat(whole.length), fc.nat(30), fc.uint8Array({ maxLength: 10 }))
    const broken = async ([from, length, put]: [number, number, Uint8Array]): Promise<void> => {
      await sound(Buffer.concat([whole.subarray(0, from), put, whole.subarray(from + length)]))
    }
    await fc.assert(fc.asyncProperty(damage, broken), { numRuns: 60 })
  })

  // Not any damage: a broken defined name can keep the library busy for ever, which only the limits of the worker end.
  it('never throw as a cut .xls', async () => {
    const whole = workbookOf({ A: componentList() }, 'biff8')
    for (let length = 0; length < whole.length; length += 97) await sound(whole.subarray(0, length))
  })
})

it('reads a list of 10 000 rows whole', async () => {
  const rows: Cell[][] = [
    (componentList()[2] ?? []).map((header, at) => (at === 8 || at === 9 ? null : header)),
  ]
  for (let at = 0; at < 1_000; at++) {
    rows.push([`M-${at}`, '', '', '', '', 2, 1000, 2000, '', '', 6000, 300, 300])
    for (let part = 0; part < 9; part++)
      rows.push(['', `${at}-${part}`, `PL${8 + part}*${100 + at}`, 6000, 'Q355B', 1, 10, 10])
  }
  const bytes = workbookOf({ A: rows })
  const { marks, totals } = await parseFiles([{ name: 'list.xlsx', bytes }])
  expect(marks).toHaveLength(1_000)
  expect(totals.computed.parts).toBe(9_000)
})

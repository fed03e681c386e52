import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { read, type WorkSheet } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { atRest } from '../../../test/at-rest.ts'
import {
  columnName,
  localTimeIn,
  maxRows,
  type Sheet,
  type SheetColumn,
  sheetName,
  type SheetRow,
} from './sheet.ts'
import { workbook, xlsxType } from './workbook.ts'

const facts = {
  title: '订单',
  author: '周计划 <planner>',
  at: new Date('2026-03-20T12:00:00Z'),
  timeZone: 'Asia/Shanghai',
}
const columns: readonly SheetColumn[] = [
  { title: '订单号', kind: 'text', width: 16 },
  { title: '件数', kind: 'integer', width: 8 },
  { title: '吨', kind: 'tonnes', width: 10 },
  { title: '进度', kind: 'percent', width: 8 },
  { title: '交期', kind: 'day', width: 12 },
  { title: '更新', kind: 'instant', width: 18 },
]

async function written(sheets: readonly Sheet[]): Promise<Buffer> {
  return buffer(workbook(facts, sheets))
}
const openSheet = async (sheet: Sheet): Promise<WorkSheet> => {
  const book = read(await written([sheet]), { cellStyles: true, cellNF: true, cellDates: false })
  const first = book.Sheets[book.SheetNames[0] ?? '']
  if (first === undefined) throw new Error('no sheet')
  return first
}

describe('a workbook', () => {
  test('numbers are numbers, days are days, times are the wall clock of the plant', async () => {
    const row: SheetRow = ['SO-1', 12, 1.2346, 0.5, '2026-03-20', new Date('2026-03-20T16:30:00Z')]
    const sheet = await openSheet({ name: '订单', columns, rows: [[row]] })
    expect(sheet['A1']).toMatchObject({ t: 's', v: '订单号' })
    expect(sheet['A2']).toMatchObject({ t: 's', v: 'SO-1' })
    expect(sheet['B2']).toMatchObject({ t: 'n', v: 12, w: '12' })
    expect(sheet['C2']).toMatchObject({ t: 'n', v: 1.2346, w: '1.235' })
    expect(sheet['D2']).toMatchObject({ t: 'n', v: 0.5, w: '50.0%' })
    expect(sheet['E2']).toMatchObject({ t: 'n', w: '2026-03-20' })
    // Half past midnight of the next day in Shanghai.
    expect(sheet['F2']).toMatchObject({ t: 'n', w: '2026-03-21 00:30' })
  })

  test('what looks like a formula is text, whatever its column holds', async () => {
    const bad = ['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '\t=1', '＝1']
    const text = { title: '=HYPERLINK("x")', kind: 'text', width: 9 } as const
    const sheet = await openSheet({ name: 'x', columns: [text], rows: [bad.map((value) => [value])] })
    for (const [at, value] of ['=HYPERLINK("x")', ...bad].entries()) {
      const cell = sheet[`A${at + 1}`] as { t: string; v: string; f?: string }
      expect(cell).toMatchObject({ t: 's', v: value })
      expect(cell.f).toBeUndefined()
    }
  })

  test('empty values are empty cells, wrong days stay readable', async () => {
    const sheet = await openSheet({
      name: 'x',
      columns,
      rows: [[['', null, null, Number.NaN, '1899-12-31', null]]],
    })
    expect(sheet['A2']).toBeUndefined()
    expect(sheet['B2']).toBeUndefined()
    expect(sheet['E2']).toMatchObject({ t: 's', v: '1899-12-31' })
  })

  test('totals stand under all rows, filters leave them out, the head stays in sight', async () => {
    let sum = 0
    const number = { title: 'n', kind: 'integer', width: 6 } as const
    const rows = (async function* () {
      for (const portion of [[1, 2], [3]]) {
        yield portion.map((value) => [value])
        for (const value of portion) sum += value
      }
    })()
    const file = await written([{ name: 'x', columns: [number], rows, totals: () => [sum] }])
    const sheet = read(file).Sheets['x']
    expect(sheet?.['A5']).toMatchObject({ t: 'n', v: 6 })
    expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:A4' })
    expect(await partOf(file, 'xl/worksheets/sheet1.xml')).toContain('ySplit="1"')
  })

  test('any text comes back as it was, but for what XML cannot hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), async (texts) => {
        const column = { title: 't', kind: 'text', width: 9 } as const
        const sheet = await openSheet({ name: 'x', columns: [column], rows: [texts.map((text) => [text])] })
        for (const [at, text] of texts.entries()) {
          const stored = text
            .replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu, '')
            .replaceAll('\r\n', '\n')
          const cell = sheet[`A${at + 2}`] as { v: string } | undefined
          expect((cell?.v ?? '').replaceAll('\r\n', '\n')).toBe(stored)
        }
      }),
      { numRuns: 60, seed: 20261121 },
    )
  })

  test('a text like _x0041_ is not read as a letter', async () => {
    const column = { title: 't', kind: 'text', width: 9 } as const
    const file = await written([{ name: 'x', columns: [column], rows: [[['GL_x0041_1']]] }])
    expect(await partOf(file, 'xl/worksheets/sheet1.xml')).toContain('GL_x005F_x0041_1')
  })

  test('calls itself what its parts say it is', async () => {
    const types = await partOf(await written([{ name: 'x', columns, rows: [] }]), '[Content_Types].xml')
    expect(types).toContain(`ContentType="${xlsxType}.main+xml"`)
  })

  test('several sheets, their names made fit', async () => {
    const sheets = ['构件/零件', '构件:零件', 'x'.repeat(40)].map((name) => ({ name, columns, rows: [] }))
    expect(read(await written(sheets)).SheetNames).toEqual(['构件 零件', '构件 零件 (2)', 'x'.repeat(31)])
    expect(sheetName("''", new Set())).toBe('Sheet')
  })
})

describe('the stream', () => {
  const column = { title: 'n', kind: 'text', width: 9 } as const
  const noise = () => Array.from({ length: 200 }, () => [String(Math.random())])

  test('asks for rows only as fast as they are taken, and for none when it is destroyed', async () => {
    let requests = 0
    let ended = false
    const rows = (async function* () {
      try {
        for (;;) {
          requests += 1
          yield noise()
        }
      } finally {
        ended = true
      }
    })()
    const stream = workbook(facts, [{ name: 'x', columns: [column], rows }])
    await once(stream, 'readable')
    stream.read(1000)
    const resting = await atRest(() => requests)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(requests).toBe(resting)
    expect(requests).toBeLessThan(200)
    stream.destroy()
    await expect.poll(() => ended, { timeout: 15_000 }).toBe(true)
  })

  test('a source that fails breaks the file', async () => {
    const rows = (async function* () {
      yield noise()
      throw new Error('the database went away')
    })()
    await expect(written([{ name: 'x', columns: [column], rows }])).rejects.toThrow('the database went away')
  })

  test('more rows than a sheet holds are refused', async () => {
    const many: [string][] = Array.from({ length: maxRows + 1 }, () => ['x'])
    await expect(written([{ name: 'x', columns: [column], rows: [many] }])).rejects.toThrow('1048575')
  })
})

test('columns are named as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test.each([
  ['Asia/Shanghai', '2026-07-01T00:00:00Z', 8],
  ['UTC', '2026-07-01T00:00:00Z', 0],
  ['Europe/Madrid', '2026-07-01T00:00:00Z', 2],
  ['Europe/Madrid', '2026-01-01T00:00:00Z', 1],
  ['America/Lima', '2026-01-01T06:00:00Z', -5],
])('in %s at %s the clock is %d hours ahead', (zone, at, hours) => {
  const date = new Date(at)
  expect(localTimeIn(zone)(date)).toBeCloseTo(date.getTime() / 86_400_000 + 25_569 + hours / 24, 6)
})

async function partOf(file: Buffer, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error !== null) return reject(error)
      zip.on('entry', (part: { fileName: string }) => {
        if (part.fileName !== name) return zip.readEntry()
        zip.openReadStream(part as never, (failed, stream) => {
          if (failed !== null) reject(failed)
          else void buffer(stream).then((bytes) => resolve(bytes.toString('utf8')), reject)
        })
      })
      zip.readEntry()
    })
  })
}

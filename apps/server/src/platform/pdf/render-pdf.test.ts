import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { pdfText } from '../../../test/pdf-text.ts'
import type { PdfInfo, Sheet } from './pdf.types.ts'
import { renderPdf } from './render-pdf.ts'

const info: PdfInfo = {
  title: '检验报告',
  author: '云工厂',
  language: 'zh',
  at: new Date('2026-03-20T12:00:00Z'),
}
const sheet = (overrides: Partial<Sheet> = {}): Sheet => ({
  title: 'QI-2026-00001',
  header: ['示范钢构厂', 'QI-2026-00001'],
  footer: 'sha256 0123',
  blocks: [],
  ...overrides,
})
const pdf = (...sheets: Sheet[]) => buffer(renderPdf(sheets, info))

describe('a document', () => {
  test('holds every text in Chinese, English and Spanish with the signs of the trade', async () => {
    const bytes = await pdf(
      sheet({
        blocks: [
          { kind: 'title', text: '构件检验报告', sub: 'Informe de inspección' },
          {
            kind: 'facts',
            columns: 2,
            items: [
              ['构件号', 'GZ-1'],
              ['截面', 'H400×200×8×13 φ24 ±2.0 ≤ L/1500 μm m²'],
            ],
          },
          {
            kind: 'table',
            columns: [
              { title: '项目', share: 3 },
              { title: '实测值', share: 1, align: 'right' },
            ],
            rows: [['截面高度 h', { text: '402.1', tone: 'bad' }]],
          },
          { kind: 'signatures', items: [{ label: '检验员', name: '李质检', at: '2026-03-20' }] },
          { kind: 'qr', content: 'https://factory.example/verify/1', lines: ['扫码核验'] },
        ],
      }),
    )
    const text = (await pdfText(bytes)).replaceAll(/\s+/g, ' ')
    for (const word of [
      '构件检验报告',
      'Informe de inspección',
      'H400×200×8×13 φ24 ±2.0 ≤ L/1500 μm m²',
      '402.1',
      '李质检',
      '扫码核验',
      '示范钢构厂',
      'sha256 0123',
      '1 / 1',
    ])
      expect(text).toContain(word)
  })

  test('the same content gives the same bytes', async () => {
    expect(Buffer.compare(await pdf(sheet()), await pdf(sheet()))).toBe(0)
  })

  test('a long table runs over pages with its head on each, and loses no row', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`row-${index}.`])
    const bytes = await pdf(
      sheet({ blocks: [{ kind: 'table', columns: [{ title: 'HEAD', share: 1 }], rows }] }),
    )
    const text = await pdfText(bytes)
    expect(rows.filter(([row = '']) => !text.includes(row))).toEqual([])
    expect(text.match(/HEAD/g)).toHaveLength(3)
    expect(text).toContain('3 / 3')
  })

  test('the contents name the page of each sheet', async () => {
    const titles = Array.from({ length: 60 }, (_, index) => `SHEET-${index}`)
    const bytes = await pdf(
      sheet({ title: '目录', blocks: [{ kind: 'contents', titles }] }),
      ...titles.map((title) => sheet({ title, blocks: [{ kind: 'text', text: `body of ${title}` }] })),
    )
    const text = await pdfText(bytes)
    // The contents take two pages.
    expect(text).toMatch(/SHEET-0\s[^]*\s3\s+4\s+5\s/)
    expect(text).toMatch(/SHEET-59\s[^]*\s61\s+62\s/)
  })
})

describe('when it fails', () => {
  test('what the sheets throw is the error of the stream, and the next document is drawn', async () => {
    async function* failing(): AsyncGenerator<Sheet> {
      yield sheet()
      throw new Error('the database is away')
    }
    await expect(buffer(renderPdf(failing(), info))).rejects.toThrow('the database is away')
    expect((await pdf(sheet())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a picture that is none is an error, not a hanging stream', async () => {
    const bytes = new TextEncoder().encode('no picture')
    const broken = sheet({ blocks: [{ kind: 'pictures', items: [{ bytes, caption: '' }] }] })
    await expect(pdf(broken)).rejects.toThrow()
  })

  test('one that nobody reads on gives its place to the next', async () => {
    for (let time = 0; time < 3; time += 1) {
      const stream = renderPdf([sheet()], info)
      stream.on('error', () => undefined)
      stream.destroy()
    }
    expect((await pdf(sheet())).length).toBeGreaterThan(500)
  })
})

import { describe, expect, it } from 'vitest'
import { workbookOf, zipOf } from './table.fixtures.ts'
import { guardWorkbook, readZipDirectory, visitZip, zipLimits } from './workbook-guard.ts'

const small = { ...zipLimits, partBytes: 10_000, totalBytes: 20_000, parts: 5, ratioFromBytes: 1_000 }
const noise = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * at * 7919) % 90))).join('')

describe('a zip is judged by its directory before anything is inflated', () => {
  it('passes a real workbook', async () => {
    await expect(guardWorkbook(workbookOf({ A: [['x', 1]] }))).resolves.toBeUndefined()
  })

  it.each([
    ['a part too large', { a: noise(12_000) }, 'size'],
    ['parts too large together', { a: noise(8_000), b: noise(8_000), c: noise(8_000) }, 'size'],
    ['too many parts', { a: '', b: '', c: '', d: '', e: '', f: '' }, 'parts'],
    ['a name that climbs out', { '../etc/passwd': 'x' }, 'name'],
    ['an absolute name', { '/etc/passwd': 'x' }, 'name'],
    ['a name of another drive', { 'C:\\x': 'x' }, 'name'],
  ])('%s', async (_what, parts, reason) => {
    const read = readZipDirectory(zipOf(parts), small)
    await expect(read).rejects.toMatchObject({ code: 'file.unsafe', reason })
  })

  it('refuses a bomb by its ratio', async () => {
    const bomb = zipOf({ 'xl/workbook.xml': '', 'xl/media/a.bin': new Uint8Array(30 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    await expect(guardWorkbook(bomb)).rejects.toMatchObject({ code: 'file.unsafe', reason: 'ratio' })
  })

  it('does not believe a directory that understates a size', async () => {
    const liar = zipOf({ 'xl/workbook.xml': 'x'.repeat(2_000_000) }, 1_000)
    await expect(guardWorkbook(liar)).rejects.toMatchObject({ code: 'file.unsafe' })
  })

  it.each(['utf8', 'utf16le'] as const)('refuses XML that declares entities (%s)', async (encoding) => {
    const xml = Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>', encoding)
    const guarded = guardWorkbook(zipOf({ 'xl/workbook.xml': xml }))
    await expect(guarded).rejects.toMatchObject({ code: 'file.unsafe', reason: 'doctype' })
  })

  it('calls a cut file damaged', async () => {
    const whole = workbookOf({ A: [['x', 1]] })
    const cut = guardWorkbook(whole.subarray(0, whole.length - 30))
    await expect(cut).rejects.toMatchObject({ code: 'file.damaged' })
  })

  it('shows the wanted parts with their Chinese names', async () => {
    const read: string[] = []
    await visitZip(
      zipOf({ '一批/柱.nc1': 'a', 'x.pdf': 'b' }),
      (name) => name.endsWith('.nc1'),
      (name, content) => void read.push(`${name}=${content.toString()}`),
    )
    expect(read).toEqual(['一批/柱.nc1=a'])
  })
})

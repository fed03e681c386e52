import { describe, expect, it } from 'vitest'
import { workbookOf } from '../../../platform/table/table.fixtures.ts'
import { bytesOf, componentList, nc1Of, tabText } from './import.fixtures.ts'
import type { Cell } from './import.types.ts'
import { parseFiles } from './parse-files.ts'
import { parseInWorker } from './run-import-worker.ts'

const list = [{ name: 'list.xls', bytes: bytesOf(tabText(componentList())) }]

/** Enough rows to keep a worker busy for longer than the limits of these tests. */
const large = (): { name: string; bytes: Uint8Array }[] => {
  const rows: Cell[][] = [['零件号', '规格', '长度', '数量']]
  for (let at = 0; at < 40_000; at++) rows.push([`p${at}`, `PL${at % 97}*${at % 991}`, 1000 + at, 1])
  return [{ name: 'large.xlsx', bytes: workbookOf({ A: rows }) }]
}

describe('parseInWorker', () => {
  it('gives what parseFiles gives, with progress', async () => {
    const read: [number, string][] = []
    const parsed = await parseInWorker(list, { onProgress: (...progress) => void read.push(progress) })
    expect(parsed).toEqual(await parseFiles(list))
    expect(read).toEqual([
      [0, 'list.xls'],
      [1, 'list.xls'],
    ])
  })

  it('turns too long and too much into findings, and the next import works', async () => {
    const files = large()
    const late = await parseInWorker(files, { timeoutMs: 1 })
    expect(late.findings).toEqual([{ level: 'error', code: 'file.timeout', file: 'large.xlsx' }])
    const fat = await parseInWorker(files, { memoryMb: 16 })
    expect(fat.findings).toEqual([{ level: 'error', code: 'file.unsafe', file: 'large.xlsx' }])
    const parts = await parseInWorker([{ name: 'a.nc1', bytes: bytesOf(nc1Of()) }])
    expect(parts.marks).toHaveLength(1)
  })

  it('ends at an abort, before and while it works', async () => {
    const controller = new AbortController()
    const running = parseInWorker(list, { signal: controller.signal })
    controller.abort(new Error('closed'))
    await expect(running).rejects.toThrow('closed')
    await expect(parseInWorker(list, { signal: controller.signal })).rejects.toThrow('closed')
  })
})

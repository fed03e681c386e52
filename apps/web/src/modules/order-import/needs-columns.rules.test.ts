import { expect, test } from 'vitest'
import { needsColumns } from './needs-columns.rules.ts'

test.each([
  ['failed', 'tekla-text', 0, true],
  ['failed', 'tekla-xlsx', 3, false],
  ['failed', 'dstv-nc1', 0, false],
  ['failed', null, 0, false],
  ['ready', 'tekla-text', 0, false],
] as const)('%s %s with %i columns: %s', (status, format, columns, needed) => {
  const view = {
    status,
    format,
    columns: Array.from({ length: columns }, () => ({ header: 'x', meaning: null })),
  }
  expect(needsColumns(view)).toBe(needed)
})

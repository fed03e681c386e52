import { describe, expect, it } from 'vitest'
import { workbookOf } from '../../../platform/table/table.fixtures.ts'
import { readWorkbook, tableLimits } from '../../../platform/table/read-table.ts'
import { readTextTable } from './read-text-table.ts'

describe('text tables', () => {
  it.each([
    [
      'TAB',
      'a,b\tc\n1,5\t2',
      [
        ['a,b', 'c'],
        ['1,5', '2'],
      ],
    ],
    [
      'semicolon',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'comma',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['declared', 'sep=|\na|b,c', [[null], ['a', 'b,c']]],
    ['one column', 'a\nb', [['a'], ['b']]],
  ])('%s', (_what, text, rows) => {
    expect(readTextTable(text).rows).toEqual(rows)
  })

  it('reads quoted cells with delimiters, quotes and line ends, and keeps the line numbers', () => {
    const { rows } = readTextTable('a,b,c\n"x, y","say ""so""","two\nlines"\n1,2,3')
    expect(rows).toEqual([['a', 'b', 'c'], ['x, y', 'say "so"', 'two\nlines'], [null], ['1', '2', '3']])
  })

  it('leaves inch signs alone', () => {
    const { rows } = readTextTable('mark,size,n\nA,3" pipe,1\nB,"4" pipe,2\nC,5",3')
    expect(rows.slice(1)).toEqual([
      ['A', '3" pipe', '1'],
      ['B', '"4" pipe', '2'],
      ['C', '5"', '3'],
    ])
  })

  it('refuses too many rows and columns', () => {
    expect(readTextTable('a,b\n'.repeat(tableLimits.rows + 1)).refused).toBe('list.too_many_rows')
    expect(readTextTable('a,'.repeat(tableLimits.columns + 1).concat('z')).refused).toBe(
      'list.too_many_columns',
    )
  })
})

describe('workbooks', () => {
  it.each(['xlsx', 'biff8'] as const)('reads the first sheet of %s and names the others', async (type) => {
    const bytes = workbookOf(
      {
        清单: [
          ['构件', 'x'],
          ['a', 1.5],
          [null, ' '],
        ],
        其他: [['y']],
      },
      type,
    )
    expect(await readWorkbook(bytes)).toMatchObject({
      sheet: '清单',
      otherSheets: ['其他'],
      rows: [
        ['构件', 'x'],
        ['a', 1.5],
      ],
    })
  })

  it('refuses too many rows, too many columns and damaged bytes', async () => {
    const long = workbookOf({ A: Array.from({ length: tableLimits.rows + 1 }, () => ['x']) })
    expect((await readWorkbook(long)).refused).toBe('list.too_many_rows')
    const wide = workbookOf({ A: [Array.from({ length: tableLimits.columns + 1 }, () => 'x')] })
    expect((await readWorkbook(wide)).refused).toBe('list.too_many_columns')
    const cut = workbookOf({ A: [['x']] }, 'biff8').subarray(0, 600)
    expect((await readWorkbook(cut)).refused).toBe('file.damaged')
  })
})

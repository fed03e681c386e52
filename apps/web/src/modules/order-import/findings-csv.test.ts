import { expect, test } from 'vitest'
import { findingsCsv } from './findings-csv.ts'

const words = { level: '级别', file: '文件', row: '行', column: '列', value: '内容', finding: '问题' }

test('one line per finding; what a file smuggles in is not run by the spreadsheet', () => {
  const text = findingsCsv(
    [
      {
        id: '1',
        level: 'error',
        code: 'number.bad',
        file: '=cmd.xls',
        row: 12,
        column: '单净重(kg)',
        value: '=HYPERLINK("http://x")',
        params: {},
      },
      {
        id: '2',
        level: 'warning',
        code: 'nc1.no_end',
        file: 'B,1.nc',
        row: null,
        column: null,
        value: null,
        params: {},
      },
    ],
    words,
    (level) => level.toUpperCase(),
    ({ code }) => `~${code}`,
  )
  expect(text.slice(1).split('\r\n')).toEqual([
    '级别,文件,行,列,内容,问题',
    `ERROR,'=cmd.xls,12,单净重(kg),"'=HYPERLINK(""http://x"")",~number.bad`,
    'WARNING,"B,1.nc",,,,~nc1.no_end',
    '',
  ])
})

import { describe, expect, it } from 'vitest'
import { bytesOf } from './import.fixtures.ts'
import { parseFiles } from './parse-files.ts'

const report = (...lines: string[]) => bytesOf(lines.join('\r\n'))
const read = (bytes: Uint8Array) => parseFiles([{ name: 'assembly_part_list.xsr', bytes }])

const english = report(
  'TEKLA STRUCTURES  ASSEMBLY PART LIST  FOR CONTRACT No: 17     Page: 1',
  'TITLE: Hall                                 Date: 20.03.2026',
  '-------------------------------------------------------------------------',
  'Assembly   Part      No.  Profile         Grade      Length(mm)  Weight(kg)',
  '-------------------------------------------------------------------------',
  'B1                    2                                  2000.0      341.40',
  '           B1         1   HEB400          S355 J2        2000.0      310.00',
  '           P-7        2   PL10*200        S355 J2        1000.0       15.70',
  '-------------------------------------------------------------------------',
  'C2                    1                                  4000.0      620.00',
  '           C2         1   HEB400          S235           4000.0      620.00',
  '-------------------------------------------------------------------------',
  'Total:                3                                             1302.80',
)

describe('a report of fixed width', () => {
  it('is read by where its columns stand', async () => {
    const { marks, findings, format } = await read(english)
    expect(findings).toEqual([])
    expect(format).toBe('tekla-text')
    expect(marks).toMatchObject([
      {
        mark: 'B1',
        quantity: 2,
        netKg: 341.4,
        row: 6,
        parts: [
          { partMark: 'B1', profile: 'HEB400', grade: 'S355 J2', lengthMm: 2000, quantityPerMark: 1 },
          { partMark: 'P-7', profile: 'PL10*200', quantityPerMark: 2, netKg: 15.7 },
        ],
      },
      { mark: 'C2', quantity: 1, netKg: 620, parts: [{ grade: 'S235' }] },
    ])
  })

  it('may be Chinese, with decimal commas', async () => {
    const { marks, findings } = await read(
      report(
        '构件清单',
        '构件编号   零件号    规格              长度      数量    单重',
        '----------------------------------------------------------',
        'GKZ-1                                  2000,5    2       310,0',
        '           GKZ-1     HEB400            2000,5    1       310,0',
        'GKZ-2                                  4000,5    3       620,0',
        '           GKZ-2     HEB400            4000,5    1       620,0',
      ),
    )
    expect(findings).toEqual([])
    expect(marks).toMatchObject([
      { mark: 'GKZ-1', quantity: 2, lengthMm: 2000.5, netKg: 310 },
      { mark: 'GKZ-2', quantity: 3, netKg: 620, parts: [{ profile: 'HEB400' }] },
    ])
  })

  it('repeats its header on each page', async () => {
    const lines = new TextDecoder().decode(english).split('\r\n')
    const paged = [...lines.slice(0, 9), ...lines.slice(0, 5), ...lines.slice(9)]
    const { marks, findings } = await read(report(...paged))
    expect(findings).toEqual([])
    expect(marks).toHaveLength(2)
  })

  it('a text without columns is no list', async () => {
    const { findings } = await read(report('Dear Sir,', 'please find attached the list.', 'Regards'))
    expect(findings).toMatchObject([{ level: 'error', code: 'list.no_header' }])
  })
})

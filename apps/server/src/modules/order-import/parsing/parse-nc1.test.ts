import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nc1Of } from './import.fixtures.ts'
import type { Finding, ParsedMark } from './import.types.ts'
import { contourArea, holeArea } from './nc1-blocks.ts'
import { parseNc1 } from './parse-nc1.ts'

const read = (text: string): { mark: ParsedMark | null; findings: Finding[]; codes: string[] } => {
  const findings: Finding[] = []
  const mark = parseNc1(text, 'part.nc1', (finding) => void findings.push(finding))
  return { mark, findings, codes: findings.map(({ code }) => code) }
}

const section = {
  profile: 'HEB300',
  code: 'I',
  length: '2500.00',
  height: '300.00',
  flangeWidth: '300.00',
  flangeThickness: '19.00',
  webThickness: '11.00',
  radius: '27.00',
  kgPerM: '117.000',
  m2PerM: '1.730',
}

describe('header', () => {
  it('becomes a mark of one part', () => {
    const { mark, findings } = read(nc1Of(section))
    expect(findings).toEqual([])
    expect(mark).toMatchObject({
      mark: 'P-100',
      drawingNo: 'D12',
      phase: '2',
      quantity: 3,
      profile: 'HEB300',
      grade: 'S355',
      lengthMm: 2500,
      netKg: 292.5,
      grossKg: 292.5,
      areaM2: 4.325,
      weightSource: 'file',
    })
    expect(mark?.parts).toMatchObject([{ partMark: 'P-100', quantityPerMark: 1, isMain: true }])
  })

  it.each(['\n', '\r\n', '\r'])(
    'with line end %j, tabs, comments between and an extra length of the saw',
    (end) => {
      const text = nc1Of({ ...section, length: '2500.00, 2510.00' }, ['** over', 'EN'], end)
      const spread = text.replace('  S355', `** grade follows${end}\tS355  `)
      expect(read(spread)).toMatchObject({ codes: [], mark: { grade: 'S355', lengthMm: 2500, netKg: 292.5 } })
    },
  )

  it('takes "-" and "NA" for nothing', () => {
    const { mark, codes } = read(nc1Of({ ...section, grade: 'NA', drawing: '-' }))
    expect(codes).toEqual([])
    expect(mark).not.toHaveProperty('grade')
    expect(mark).not.toHaveProperty('drawingNo')
  })

  it.each([
    ['ST is not first', nc1Of().replace('ST', 'T'), { code: 'nc1.no_st', row: 1, value: 'T' }],
    ['unknown code', nc1Of({ code: 'Q' }), { code: 'nc1.unknown_code', row: 10, column: 'code', value: 'Q' }],
    ['no mark', nc1Of({ mark: '' }), { code: 'nc1.no_mark', row: 6, column: 'mark' }],
    [
      'a quantity in letters',
      nc1Of({ quantity: 'x' }),
      { code: 'nc1.bad_number', row: 8, column: 'quantity' },
    ],
    ['no quantity', nc1Of({ quantity: '' }), { code: 'row.no_quantity', row: 8 }],
    ['quantity 0', nc1Of({ quantity: '0' }), { code: 'quantity.not_positive', row: 8, value: '0' }],
    ['half a piece', nc1Of({ quantity: '1.5' }), { code: 'quantity.not_whole', row: 8, value: '1.5' }],
    [
      'a colon in a number',
      nc1Of({ length: '62:88' }),
      { code: 'nc1.bad_number', row: 11, column: 'length' },
    ],
    ['three lengths', nc1Of({ length: '1,2,3' }), { code: 'nc1.bad_number', row: 11, value: '1,2,3' }],
    ['a negative length', nc1Of({ length: '-5' }), { code: 'number.negative', row: 11, value: '-5' }],
    ['a letter in column 1', nc1Of().replace('  S355', 'k S355'), { code: 'nc1.bad_line', row: 7 }],
    [
      'a mark too long',
      nc1Of({ mark: 'M'.repeat(81) }),
      { code: 'nc1.text_too_long', row: 6, column: 'mark' },
    ],
  ])('refuses %s', (_what, text, expected) => {
    expect(read(text).findings.filter(({ level }) => level === 'error')).toContainEqual(
      expect.objectContaining({ level: 'error', file: 'part.nc1', ...expected }),
    )
  })

  it('reports an order text over 80 characters and goes on', () => {
    const { mark, findings } = read(nc1Of({ order: 'O'.repeat(91) }))
    expect(mark).not.toBeNull()
    expect(findings).toEqual([
      expect.objectContaining({ level: 'warning', code: 'nc1.text_too_long', row: 3, column: 'order' }),
    ])
  })

  it('says at which field a cut file ends', () => {
    const cut = nc1Of().split('\n').slice(0, 14).join('\n')
    expect(read(cut).findings).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'nc1.truncated', column: 'webThickness' }),
    )
  })

  it('only warns when EN is missing', () => {
    expect(read(nc1Of({}, [])).findings).toMatchObject([{ level: 'warning', code: 'nc1.no_end' }])
  })
})

describe('weight', () => {
  it('comes from the profile when the header gives none, else from its measures', () => {
    expect(read(nc1Of({ ...section, kgPerM: '0' })).mark).toMatchObject({
      netKg: 292.5,
      weightSource: 'profile',
    })
    const own = read(nc1Of({ ...section, profile: 'OWN-1', kgPerM: '0' }))
    expect(own.mark?.netKg).toBeCloseTo(292.7, 0)
    expect(own.findings).toMatchObject([{ level: 'warning', code: 'profile.unknown', value: 'OWN-1' }])
  })

  it('is an error when nothing gives it', () => {
    const { findings } = read(nc1Of({ ...section, profile: 'OWN-1', code: 'SO', kgPerM: '0' }))
    expect(findings).toMatchObject([{ level: 'error', code: 'profile.unknown', row: 9, value: 'OWN-1' }])
  })

  it('of the header is doubted when the library says something else', () => {
    expect(read(nc1Of({ ...section, kgPerM: '300' })).findings).toMatchObject([
      { level: 'warning', code: 'nc1.weight_differs', params: { stated: 300, library: 117 } },
    ])
  })

  it('of a plate never comes from field 15, and its width may stand in field 11', () => {
    expect(read(nc1Of({ kgPerM: '999' })).mark).toMatchObject({ netKg: 31.4, grossKg: 31.4, widthMm: 400 })
    expect(read(nc1Of({ height: '0.00', flangeWidth: '400.00' })).mark?.netKg).toBe(31.4)
    expect(read(nc1Of({ height: '10.00', flangeWidth: '400.00' })).mark?.netKg).toBe(31.4)
  })

  it('of a plate is that of its contour less holes, slots and cut-outs', () => {
    const { mark } = read(
      nc1Of({}, [
        'BO',
        '  v 100.00u 100.00 20.00 0.00',
        '  v300.00u100.00 20.00 0.00l 40.00 0.00 0.00',
        '  v 500.00u 100.00m 20.00 0.00',
        'AK',
        '  v 0.00u 0.00 0.00',
        '  1000.00 0.00 0.00',
        '  1000.00 400.00 0.00',
        '  100.00 400.00 0.00',
        '  0.00 300.00 0.00',
        '  0.00 0.00 0.00',
        'IK',
        '  v 600.00u 200.00 50.00',
        '  700.00 200.00 50.00',
        '  600.00 200.00 0.00',
        'EN',
      ]),
    )
    const area = 400_000 - 5_000 - 2 * Math.PI * 100 - 800 - Math.PI * 2_500
    expect(mark?.netKg).toBeCloseTo(area * 10 * 7.85e-6, 5)
    expect(mark?.grossKg).toBe(31.4)
    expect(mark?.parts[0]?.holes).toBe(2)
  })

  it('of a plate whose contour is larger than the plate is that of the plate, with a warning', () => {
    const contour = [
      'AK',
      '  v 0.00u 0.00 0.00',
      '  5000.00 0.00 0.00',
      '  5000.00 400.00 0.00',
      '  0 400 0',
      'EN',
    ]
    const { mark, codes } = read(nc1Of({}, contour))
    expect(mark?.netKg).toBe(31.4)
    expect(codes).toEqual(['nc1.contour_odd'])
  })
})

describe('contours', () => {
  const at = (x: number, y: number, radius = 0, bored = false) => ({ x, y, radius, bored })
  const square = [at(0, 0), at(100, 0), at(100, 100), at(0, 100), at(0, 0)]

  it('measures lines, convex and concave arcs and bored corners', () => {
    expect(contourArea(square)).toBe(10_000)
    expect(contourArea(square.toReversed())).toBe(10_000)
    const rounded = [at(10, 0), at(100, 0), at(100, 100), at(0, 100), at(0, 10, 10), at(10, 0)]
    expect(contourArea(rounded)).toBeCloseTo(10_000 - 100 + (Math.PI * 100) / 4, 6)
    const hollow = rounded.map((point) => ({ ...point, radius: -point.radius }))
    expect(contourArea(hollow)).toBeCloseTo(10_000 - (Math.PI * 100) / 4, 6)
    const ell = [at(0, 0), at(100, 0), at(100, 50), at(50, 50, 10, true), at(50, 100), at(0, 100)]
    expect(contourArea(ell)).toBeCloseTo(7_500 - 0.75 * Math.PI * 100, 6)
    expect(holeArea(20, 40)).toBeCloseTo(Math.PI * 100 + 800, 6)
  })

  it('of a circle in two halves has its area', () => {
    expect(contourArea([at(0, 0, -50), at(100, 0, -50), at(0, 0)])).toBeCloseTo(Math.PI * 2_500, 6)
  })
})

it('never throws on a damaged file, and no weight is negative', () => {
  const whole = nc1Of(section, ['BO', '  v 10.00u 20.00 18.00', 'AK', '  v 0 0 5', '  9 9 -3', 'EN'])
  const damage = fc.tuple(fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 12 }))
  fc.assert(
    fc.property(damage, ([from, length, put]) => {
      const { mark } = read(whole.slice(0, from) + put + whole.slice(from + length))
      expect(mark?.netKg ?? 0).toBeGreaterThanOrEqual(0)
      expect(mark?.quantity ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})

describe('NC1 of programs that write it their own way', () => {
  const unindented = (text: string, only = /./) =>
    text.replace(/^ {2}(.*)$/gm, (line, rest: string) => (only.test(rest) ? rest : line))

  it.each([
    ['no line is indented', unindented(nc1Of())],
    ['texts are not indented and figures are', unindented(nc1Of(), /^[A-Z]/)],
    ['a piece number looks like a block', unindented(nc1Of({ mark: 'B1' }))],
  ])('where %s is read with a warning', (_, text) => {
    const { mark, findings } = read(text)
    expect(findings).toMatchObject([{ level: 'warning', code: 'nc1.unindented', row: 3 }])
    expect(mark).toMatchObject({ profile: 'PL400*10', quantity: 3, lengthMm: 1000, netKg: 31.4 })
  })

  it('says that a saw length is shorter than the length', () => {
    const { mark, findings } = read(nc1Of({ length: '1000.00, 985.00' }))
    expect(findings).toMatchObject([
      { level: 'warning', code: 'nc1.saw_short', row: 11, params: { length: 1000, saw: 985 } },
    ])
    expect(mark?.lengthMm).toBe(1000)
    expect(read(nc1Of({ length: '1000.00, 1010.00' })).findings).toEqual([])
  })
})

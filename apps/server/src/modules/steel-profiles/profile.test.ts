import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProfile, weighProfile } from './profile.ts'

const kgPerM = (text: string): number | undefined => parseProfile(text)?.kgPerM

describe('catalogue sizes weigh what their standard prints', () => {
  it.each([
    ['HN400*200*8*13', 65.4],
    ['HN400*200', 65.4],
    ['HW300×300×10×15', 93],
    ['HW400x400x13x21', 172],
    ['HM488*300*11*18', 125],
    ['HEB400', 155],
    ['HE 200 A', 42.3],
    ['IPE300', 42.2],
    ['HEM300', 238],
    ['UPN200', 25.3],
    ['W21X44', 65.479],
    ['C12X20.7', 30.805],
    ['W530X66', 66],
    ['200 UB 22.3', 22.3],
    ['UC254x254x73', 73],
    ['200PFC', 22.9],
    ['I25a', 38.105],
    ['工字钢20b', 31.069],
    ['[16a', 17.24],
    ['槽钢[20a', 22.637],
    ['C20', 22.637],
    ['L100*10', 15.12],
    ['∠90×8', 10.946],
    ['L100*80*10', 13.476],
  ])('%s', (text, expected) => {
    expect(kgPerM(text)).toBeCloseTo(expected, 2)
  })
})

describe('geometry', () => {
  it.each([
    ['PL20*300', 47.1],
    ['PL300*20', 47.1],
    ['-12×200', 18.84],
    ['ＰＬ２０＊３００', 47.1],
    ['B300*20', 47.1],
    ['BH500*300*12*20', 137.532],
    ['WH400-200-8-13', 64.307],
    ['H500~800*400/300*16*22/20', 192.545],
    ['PHI500-800-16-22*400-20*300', 192.545],
    ['B_WLD_A500*300*12*20', 137.532],
    ['BOX600*600*30*30', 536.94],
    ['箱型600*600*30*30', 536.94],
    ['□200*200*8', 46.505],
    ['RHS200*8', 46.505],
    ['100x100x4.0 SHS', 11.734],
    ['φ219*8', 41.629],
    ['PIP219*8', 41.629],
    ['CHS219×8', 41.629],
    ['φ20', 2.466],
    ['圆钢20', 2.466],
    ['L3X3X1/4', 7.28],
    ['C160*60*20*2.5', 5.957],
    ['2L100*10', 30.24],
    ['2∠90×8', 21.892],
    ['2L100*80*10', 26.952],
    ['2L100*10-12', 30.24],
    ['LL100*10', 30.24],
    ['LL100*80*10', 26.952],
    ['LL 100x100x10/12', 30.24],
    ['LL3X3X1/4', 14.56],
    ['2L3X3X1/4X3/8', 14.56],
    ['2L3X3X1/4', 14.56],
    ['2[20a', 45.274],
    ['2C20a', 45.274],
    ['2UPN200', 50.6],
    ['花纹钢板6*1000', 50.1],
    ['CHPL6*1000', 50.1],
    ['花6*1000', 50.1],
    ['花纹板δ=6*1000', 50.1],
    ['HPL6*1000', 50.1],
    ['-6*1000花纹', 50.1],
    ['PL6*1000CHQ', 50.1],
    ['双角钢100*10', 30.24],
    ['2∟100*10', 30.24],
    ['双槽钢20a', 45.274],
    ['双拼[20a', 45.274],
    ['][20a', 45.274],
    ['[]20a', 45.274],
    ['2I25a', 76.21],
    ['2-HN400*200', 130.8],
    ['H(500-800)x400x16x22', 214.274],
    ['BOX500~800*400*16*22', 290.387],
    ['BOX500-800*400*16*22', 290.387],
    ['□500~800*400*16*22', 290.387],
    ['箱型500~800*400*16*22', 290.387],
    ['φ300~200*8', 47.745],
    ['锥管300~200*8', 47.745],
    ['圆钢Φ20', 2.466],
    ['MSH200x100x8', 33.945],
    ['VHP200x100x8', 33.945],
    ['H(500~800)*400*16*22', 214.274],
    ['变截面H500~800*400*16*22', 214.274],
    ['BH500-800*400*16*22', 214.274],
    ['十字柱500*300*12*20', 273.934],
    ['+H500*300*12*20', 273.934],
    ['SHS100/100/4', 11.734],
    ['SHS 100x4', 11.734],
    ['QRO100*100*4', 11.734],
    ['方通100*100*4', 11.734],
    ['矩管200*200*8', 46.505],
    ['HFCHS219/8', 41.629],
    ['HSS6X6X.250', 28.034],
    ['HSS6X6X1/4', 28.034],
    ['HSS152.4X152.4X6.35', 28.034],
    ['HSS6.625X0.280', 28.267],
    ['HSS168.3X7.11', 28.267],
  ])('%s', (text, expected) => {
    expect(kgPerM(text)).toBeCloseTo(expected, 2)
  })

  it('weighs a chequered plate by its standard, its width from the list', () => {
    const plate = parseProfile('花纹板6')
    expect(plate && weighProfile(plate, 1000, 1000)?.kg).toBeCloseTo(50.1, 6)
    expect(parseProfile('CPL9*1000')?.kgPerM).toBeCloseTo(73.65, 3)
  })

  it('takes the surface of a section from its outline', () => {
    expect(parseProfile('HEB400')?.m2PerM).toBeCloseTo(1.927, 3)
  })

  it('needs the width of a plate from the list when its text has none', () => {
    const plate = parseProfile('PL10')
    expect(plate).toMatchObject({ kind: 'plate', thicknessMm: 10 })
    expect(plate && weighProfile(plate, 1000)).toBeNull()
    expect(plate && weighProfile(plate, 1000, 400)?.kg).toBeCloseTo(31.4, 6)
    const whole = parseProfile('PL10*400*1000')
    expect(whole && weighProfile(whole)?.kg).toBeCloseTo(31.4, 6)
  })
})

describe('what is no profile', () => {
  it.each(['', 'Q355B', 'H', 'ZS175*1.5', 'W99X1', 'PIP20*30', 'HN401*200', 'L10*20', 'x'.repeat(5000)])(
    '%s',
    (text) => {
      expect(parseProfile(text)).toBeNull()
    },
  )

  it('never throws and never weighs less than nothing', () => {
    const letters = fc.constantFrom(
      'H',
      'HN',
      'BH',
      'PL',
      'L',
      'C',
      '[',
      'I',
      'φ',
      '□',
      'W',
      'B_WLD_A',
      'PHI',
      '',
    )
    const rest = fc.string({ unit: fc.constantFrom(...'0123456789.*xX×-~/ ,'.split('')), maxLength: 24 })
    fc.assert(
      fc.property(letters, rest, (start, end) => {
        const profile = parseProfile(start + end)
        const weight = profile && weighProfile(profile, 1000, 100)
        expect(weight?.kg ?? 0).toBeGreaterThanOrEqual(0)
        expect(weight?.areaM2 ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

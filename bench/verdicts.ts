// Readings per second that the tolerance rules judge on one core: limits lookup with comparison, and lots.
import { limitsOf } from '@cloud-factory/contract/standards/limits.rules'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import { judgeReading, lotVerdict } from '@cloud-factory/contract/inspection/verdict.rules'

const runs = Number(process.env['RUNS'] ?? 5)
const count = 200_000

// Height of a welded H section and bow of a column, GB 50205-2020.
const height: ToleranceRule = {
  kind: 'piecewise',
  by: 'h',
  bands: [
    { op: 'lt', value: '500', rule: { kind: 'abs', lo: '-2.0', hi: '2.0' } },
    { op: 'le', value: '1000', rule: { kind: 'abs', lo: '-3.0', hi: '3.0' } },
    { rule: { kind: 'abs', lo: '-4.0', hi: '4.0' } },
  ],
}
const bow: ToleranceRule = { kind: 'ratio', of: 'L', div: '1500', cap: '5.0', sign: 'max' }
const values = Array.from({ length: 1000 }, (_, index) => String(600 + (index - 500) / 100))

/** Highest rate per second of several runs. */
function fastest(things: number, work: () => number): number {
  let best = 0
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    if (work() < 0) throw new Error('the work was not done')
    best = Math.max(best, things / ((performance.now() - start) / 1000))
  }
  return best
}

const frozen = { lower: '-3', upper: '3' }
const readings = fastest(count, () => {
  let inside = 0
  for (let n = 0; n < count; n += 1)
    if (judgeReading('size', values[n % 1000] ?? '0', '600', frozen).inside) inside += 1
  return inside
})
const withLimits = fastest(count, () => {
  let inside = 0
  for (let n = 0; n < count; n += 1) {
    const limits = limitsOf(n % 2 === 0 ? height : bow, 'any', { h: '600', L: '9000' })
    if ('missing' in limits) throw new Error('no size is missing')
    if (judgeReading('size', values[n % 1000] ?? '0', '600', limits).inside) inside += 1
  }
  return inside
})
const judged = values.map((value) => judgeReading('size', value, '600', frozen))
const items = Array.from({ length: 20 }, (_, n) => ({
  class: n < 5 ? ('main' as const) : ('general' as const),
  measures: 'size' as const,
  ...frozen,
  readings: judged.slice(n * 10, n * 10 + 50),
}))
const lots = fastest(200, () => {
  let points = 0
  for (let n = 0; n < 200; n += 1) points += lotVerdict('gb', items).items.length
  return points
})

const figure = (rate: number) => Math.round(rate).toLocaleString('en')
console.log(`readings judged against frozen limits   ${figure(readings)} a second`)
console.log(`limits found by rule and reading judged ${figure(withLimits)} a second`)
console.log(`lots of 1000 readings on 20 items       ${figure(lots)} a second`)

import { paintedPng, type Patch } from '../../platform/files/painted-png.ts'

const [wide, high] = [720, 420]

/** Where the bundles of an order lie in the yard: a PNG of rows of bundles beside the crane's track, those named in red. */
export function demoYard(own: ReadonlySet<number>): Buffer {
  const track: Patch[] = [60, 360].map((y) => ({
    x: 20,
    y,
    wide: wide - 40,
    high: 5,
    colour: [120, 124, 130],
  }))
  const bundles = Array.from({ length: 24 }, (_, place): Patch => {
    const colour: Patch['colour'] = own.has(place) ? [196, 62, 54] : [150, 164, 178]
    return { x: 36 + (place % 8) * 84, y: 88 + Math.floor(place / 8) * 90, wide: 70, high: 62, colour }
  })
  return paintedPng({ wide, high }, [236, 233, 226], [...track, ...bundles])
}

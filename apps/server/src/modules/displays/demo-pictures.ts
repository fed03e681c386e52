import type { DisplayInfo } from '@cloud-factory/contract/display-info'
import { paintedPng, type Patch } from '../../platform/files/painted-png.ts'

const blue: Patch['colour'] = [22, 93, 180]
const white: Patch['colour'] = [255, 255, 255]
const patch = (x: number, y: number, wide: number, high: number, colour: Patch['colour']): Patch => ({
  x,
  y,
  wide,
  high,
  colour,
})

/** The demo factory's mark: an H section on blue. */
export const demoLogo = (): Buffer =>
  paintedPng({ wide: 160, high: 160 }, blue, [
    patch(36, 32, 88, 20, white),
    patch(70, 52, 20, 56, white),
    patch(36, 108, 88, 20, white),
  ])

/** A plaque: gold, with a field of its own colour. */
export const demoPlaque = (field: Patch['colour']): Buffer =>
  paintedPng(
    { wide: 480, high: 320 },
    [201, 162, 83],
    [
      patch(16, 16, 448, 288, [247, 241, 222]),
      patch(40, 44, 400, 64, field),
      ...[140, 170, 200].map((y) => patch(90, y, 300, 10, [176, 160, 122])),
      patch(216, 236, 48, 48, [190, 44, 38]),
    ],
  )

/** Ground plan under the machines: halls with their columns every six metres, and the roads around; ten pixels a metre. */
export function seedBase({ plan, workshops }: Pick<DisplayInfo, 'plan' | 'workshops'>): Buffer {
  const px = (metres: number) => Math.round(metres * 10)
  const halls = workshops.flatMap(({ xM, yM, widthM, depthM }) => [
    patch(px(xM) - 4, px(yM) - 4, px(widthM) + 8, px(depthM) + 8, [150, 156, 164]),
    patch(px(xM), px(yM), px(widthM), px(depthM), [250, 250, 248]),
  ])
  const columns = workshops.flatMap(({ xM, yM, widthM, depthM }) =>
    Array.from({ length: Math.floor(widthM / 6) + 1 }, (_, at) => px(xM + at * 6)).flatMap((x) =>
      [px(yM), px(yM + depthM)].map((y) => patch(x - 4, y - 4, 8, 8, [92, 99, 108])),
    ),
  )
  return paintedPng({ wide: px(plan.widthM), high: px(plan.depthM) }, [226, 229, 232], [...halls, ...columns])
}

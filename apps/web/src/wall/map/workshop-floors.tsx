import type { WorkshopMap } from '@cloud-factory/domain/wall/wall-panels'
import { memo } from 'react'
import { axes, facesOf, type Projection } from './iso.rules.ts'

interface Props {
  readonly data: WorkshopMap
  readonly projection: Projection
}
type NamesProps = Props & { readonly zoom: number }

const sameShops = (before: Props, after: Props): boolean =>
  before.projection === after.projection &&
  JSON.stringify(before.data.workshops) === JSON.stringify(after.data.workshops)

/** The ground and the floors of workshops. */
export const WorkshopFloors = memo(function WorkshopFloors({ data, projection }: Props) {
  const baseData = facesOf(projection, { xM: 0, yM: 0, widthM: data.widthM, depthM: data.depthM }, -0.6, 0.6)
  return (
    <g className="floors">
      <path className="ground is-left" d={baseData.left} />
      <path className="ground is-right" d={baseData.right} />
      <path className="ground is-top" d={baseData.top} />
      {data.workshops.map((shop) => (
        <path key={shop.id} className="floor" d={facesOf(projection, shop, 0, 0).top} />
      ))}
    </g>
  )
}, sameShops)

/**
 * The name of each workshop along its front edge, drawn above the machines, which may reach that
 * edge.
 */
export const WorkshopNames = memo(
  function WorkshopNames({ data, projection, zoom }: NamesProps) {
    return data.workshops.map((shop) => {
      const at = projection.at({ x: shop.xM + 1, y: shop.yM + shop.depthM - 0.8, z: 0 })
      return (
        <text
          key={shop.id}
          className="floor-name"
          fontSize={17 * zoom}
          transform={`matrix(${axes.x.x} ${axes.x.y} ${axes.y.x} ${axes.y.y} ${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
        >
          {shop.name}
        </text>
      )
    })
  },
  (before, after) => before.zoom === after.zoom && sameShops(before, after),
)

import type { WorkshopMap } from '@cloud-factory/contract/wall-panels'
import { memo } from 'react'
import { axes, facesOf, type Projection } from './iso.rules.ts'

interface Props {
  readonly data: WorkshopMap
  readonly projection: Projection
  readonly zoom: number
}

/** The ground and the floors of workshops, each with its name along its front edge. */
export const WorkshopFloors = memo(
  function WorkshopFloors({ data, projection, zoom }: Props) {
    const ground = facesOf(projection, { xM: 0, yM: 0, widthM: data.widthM, depthM: data.depthM }, -0.6, 0.6)
    return (
      <g className="floors">
        <path className="ground is-left" d={ground.left} />
        <path className="ground is-right" d={ground.right} />
        <path className="ground is-top" d={ground.top} />
        {data.workshops.map((shop) => {
          const faces = facesOf(projection, shop, 0, 0)
          const at = projection.at({ x: shop.xM + 1, y: shop.yM + shop.depthM - 0.8, z: 0 })
          return (
            <g key={shop.id}>
              <path className="floor" d={faces.top} />
              <text
                className="floor-name"
                fontSize={17 * zoom}
                transform={`matrix(${axes.x.x} ${axes.x.y} ${axes.y.x} ${axes.y.y} ${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
              >
                {shop.name}
              </text>
            </g>
          )
        })}
      </g>
    )
  },
  (before, after) =>
    before.projection === after.projection &&
    before.zoom === after.zoom &&
    JSON.stringify(before.data.workshops) === JSON.stringify(after.data.workshops),
)

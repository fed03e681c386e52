/** A point of the plan in metres: x to the right, y down, z up. */
interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}
export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Directions of a metre along the plan's x (right, slightly down) and y (left and down) in the
 * picture; height is vertical. Halls are long: with x flatter than in a true isometry they fill the
 * picture instead of its diagonal.
 */
export const axes = { x: { x: 0.93, y: 0.27 }, y: { x: -0.6, y: 0.47 } } as const
const { x: right, y: front } = axes

/** Projects a place to picture coordinates, before scaling. */
const projected = ({ x, y, z }: Place): Point => ({
  x: x * right.x + y * front.x,
  y: x * right.y + y * front.y - z,
})

export interface Projection {
  readonly scale: number
  readonly at: (place: Place) => Point
}

/**
 * The projection that fits a plan, with `heightM` of room above it, into a picture and centres it.
 */
export function projectionFor(
  plan: { readonly widthM: number; readonly depthM: number; readonly heightM: number },
  picture: { readonly width: number; readonly height: number },
): Projection {
  const width = Math.max(1, plan.widthM * right.x - plan.depthM * front.x)
  const height = Math.max(1, plan.widthM * right.y + plan.depthM * front.y + plan.heightM)
  const scale = Math.min(picture.width / width, picture.height / height)
  const left = (picture.width - width * scale) / 2 - plan.depthM * front.x * scale
  const top = (picture.height - height * scale) / 2 + plan.heightM * scale
  return {
    scale,
    at: (place) => {
      const { x, y } = projected(place)
      return { x: left + x * scale, y: top + y * scale }
    },
  }
}

export interface Block {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}

/** Sort order for drawing: back to front. */
export const fromBack = (one: Block, other: Block): number =>
  one.xM + one.widthM + one.yM + one.depthM - (other.xM + other.widthM + other.yM + other.depthM)

/** The three visible faces of a box. */
export function facesOf(
  { at }: Projection,
  { xM, yM, widthM, depthM }: Block,
  fromM: number,
  heightM: number,
) {
  const corner = (x: number, y: number, z: number) => at({ x: xM + x, y: yM + y, z: fromM + z })
  const path = (...points: readonly Point[]) =>
    `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
  const [w, d, h] = [widthM, depthM, heightM]
  return {
    top: path(corner(0, 0, h), corner(w, 0, h), corner(w, d, h), corner(0, d, h)),
    left: path(corner(0, d, h), corner(w, d, h), corner(w, d, 0), corner(0, d, 0)),
    right: path(corner(w, 0, h), corner(w, d, h), corner(w, d, 0), corner(w, 0, 0)),
  }
}

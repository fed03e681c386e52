/** A rectangle on the plan: metres from its left and upper edge, and its size. */
export interface PlanBox {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}

/** Grid to which dragged objects on the plan snap, metres. */
export const snapM = 0.5

export const snapped = (metres: number): number => Math.round(metres / snapM) * snapM

/** Whether two boxes share more than an edge. Tolerates a centimetre, because sizes are rounded to it. */
export const overlap = (a: PlanBox, b: PlanBox): boolean =>
  a.xM + a.widthM > b.xM + 0.01 &&
  b.xM + b.widthM > a.xM + 0.01 &&
  a.yM + a.depthM > b.yM + 0.01 &&
  b.yM + b.depthM > a.yM + 0.01

/** Whether a box extends beyond the right or lower edge of a plan. */
export const isOutside = ({ widthM, depthM }: Pick<PlanBox, 'widthM' | 'depthM'>, box: PlanBox): boolean =>
  box.xM + box.widthM > widthM + 0.01 || box.yM + box.depthM > depthM + 0.01

/** Moves a box into the plan, as close as possible to its place; a box larger than the plan goes to its corner. */
export const clampInside = (plan: Pick<PlanBox, 'widthM' | 'depthM'>, box: PlanBox): PlanBox => ({
  ...box,
  xM: Math.max(0, Math.min(box.xM, plan.widthM - box.widthM)),
  yM: Math.max(0, Math.min(box.yM, plan.depthM - box.depthM)),
})

/** Space left around objects placed in rows, metres. */
const aisleM = 1

/**
 * Places in rows inside an area, from its upper left corner, in the given order, with an aisle to existing objects.
 * null: no room left for it.
 */
export function placesInRows(
  area: PlanBox,
  sizes: readonly Pick<PlanBox, 'widthM' | 'depthM'>[],
  positioned: readonly PlanBox[],
): (PlanBox | null)[] {
  const occupied = [...positioned]
  return sizes.map((size) => {
    const place = firstPlace(area, size, occupied)
    if (place !== null) occupied.push(place)
    return place
  })
}

function firstPlace(
  area: PlanBox,
  size: Pick<PlanBox, 'widthM' | 'depthM'>,
  occupied: readonly PlanBox[],
): PlanBox | null {
  const [right, bottom] = [area.xM + area.widthM - aisleM, area.yM + area.depthM - aisleM]
  for (let yM = area.yM + aisleM; yM + size.depthM <= bottom; yM += snapM) {
    let xM = area.xM + aisleM
    while (xM + size.widthM <= right) {
      const box = { xM, yM, ...size }
      const before = occupied.find((other) => overlap(widened(box), other))
      if (before === undefined) return { xM, yM, widthM: size.widthM, depthM: size.depthM }
      xM = Math.ceil((before.xM + before.widthM + aisleM) / snapM) * snapM
    }
  }
  return null
}

const widened = ({ xM, yM, widthM, depthM }: PlanBox): PlanBox => ({
  xM: xM - aisleM,
  yM: yM - aisleM,
  widthM: widthM + 2 * aisleM,
  depthM: depthM + 2 * aisleM,
})

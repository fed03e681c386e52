export interface Label {
  readonly id: string
  /** Anchor point; the label is placed above, below or beside it. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Labels with a greater weight take precedence if there is not enough room. */
  readonly weight: number
}
export interface Placed {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Area = Omit<Placed, 'id'>
const overlap = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Places labels so that they do not overlap or leave the picture; omits labels without room. */
export function placeLabels(
  labels: readonly Label[],
  picture: { readonly width: number; readonly height: number },
  distance: number,
  /** Areas that labels must not cover. */
  taken: readonly Area[] = [],
): readonly Placed[] {
  const placed: Placed[] = []
  for (const label of labels.toSorted((a, b) => b.weight - a.weight)) {
    const free = candidates(label, distance).find(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= picture.width &&
        box.y + box.height <= picture.height &&
        !taken.some((other) => overlap(box, other)) &&
        !placed.some((other) => overlap(box, other)),
    )
    if (free !== undefined) placed.push(free)
  }
  return placed
}

function candidates({ id, x, y, width, height }: Label, distance: number): readonly Placed[] {
  const places = [
    [-width / 2, distance],
    [-width / 2, -distance - height],
    [distance, -height / 2],
    [-distance - width, -height / 2],
    [distance / 2, distance],
    [-width - distance / 2, distance],
  ] as const
  return places.map(([dx, dy]) => ({ id, x: x + dx, y: y + dy, width, height }))
}

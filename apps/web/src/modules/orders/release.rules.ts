import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'

type Kind = MarkRow['kind']

interface RouteFacts {
  readonly id: string
  readonly kinds: readonly Kind[]
  readonly active: boolean
}

/** Marks of one kind that have no route yet. */
export interface KindNeed {
  readonly kind: Kind
  readonly markIds: readonly string[]
  /** Marks of the kind in all. */
  readonly marks: number
  /** The only active route for the kind; null when none or several match. */
  readonly routeId: string | null
}

/** What an order's marks need before release, by kind, in order of first occurrence. */
export function kindNeeds(
  marks: readonly Pick<MarkRow, 'id' | 'kind' | 'routeId'>[],
  routes: readonly RouteFacts[],
): readonly KindNeed[] {
  const kinds = [...new Set(marks.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = marks.filter((mark) => mark.kind === kind)
    const claims = routes.filter((route) => route.active && route.kinds.includes(kind))
    return {
      kind,
      markIds: own.filter(({ routeId }) => routeId === null).map(({ id }) => id),
      marks: own.length,
      routeId: claims.length === 1 ? (claims[0]?.id ?? null) : null,
    }
  })
}

const maxMarks = 2000

/** The choices that differ from what the release would do by itself, as requests. */
export const routeChoices = (
  needs: readonly KindNeed[],
  choices: Readonly<Record<string, string>>,
): readonly { readonly routeId: string; readonly markIds: string[] }[] =>
  needs.flatMap(({ kind, markIds, routeId: standard }) => {
    const routeId = choices[kind]
    if (routeId === undefined || routeId === standard || markIds.length === 0) return []
    const parts = Array.from({ length: Math.ceil(markIds.length / maxMarks) }, (_, at) =>
      markIds.slice(at * maxMarks, (at + 1) * maxMarks),
    )
    return parts.map((part) => ({ routeId, markIds: part }))
  })

/** Marks that would keep the order from being released. */
export const marksMissing = (needs: readonly KindNeed[], choices: Readonly<Record<string, string>>): number =>
  needs.reduce(
    (sum, { kind, markIds, routeId }) =>
      routeId === null && choices[kind] === undefined ? sum + markIds.length : sum,
    0,
  )

import type { markKinds } from '@cloud-factory/domain/orders/order-statuses'

export type MarkKind = (typeof markKinds)[number]

/** Words in names of marks, first match wins: 屋面梁檩条 is a purlin, 柱间支撑 a brace. */
const byName: readonly (readonly [RegExp, MarkKind])[] = [
  [/檩|purlin|correa/i, 'purlin'],
  [/支撑|斜撑|拉条|系杆|brac|arriostr|tirante/i, 'brace'],
  [/桁架|屋架|truss|cercha|celos/i, 'truss'],
  [/栏杆|扶手|handrail|railing|barand/i, 'handrail'],
  [/梯|stair|ladder|escal/i, 'stair'],
  [/预埋|埋件|锚栓|embed|anchor|placa base|anclaje/i, 'embed'],
  [/吊车梁|板梁|plate girder|crane girder|viga armada|carrilera/i, 'plate_girder'],
  [/柱|column|pilar|columna/i, 'column'],
  [/梁|beam|girder|viga/i, 'beam'],
]

/** Letters in front of the number of a mark, as detailers in China abbreviate 钢框柱, 钢梁, 水平撑 and so on. */
const byPrefix: readonly (readonly [RegExp, MarkKind])[] = [
  [/^(LT|WLT|QLT|P)$/, 'purlin'],
  [/^(SC|ZC|XC|LTC|GXG|XG|YC|BR)$/, 'brace'],
  [/^(HJ|GHJ|WJ|TR)$/, 'truss'],
  [/^(LG|FS|HR)$/, 'handrail'],
  [/^(GT|LT?J|ST)$/, 'stair'],
  [/^(YM|MJ|YMJ|EM)$/, 'embed'],
  [/^(DCL|GDL|PG)$/, 'plate_girder'],
  [/^(G?K?F?Z|GKFZ|C|COL)$/, 'column'],
  [/^(G?K?C?L|WL|GWL|B|BM)$/, 'beam'],
]

/** Kind of a mark, by its name if that is clear, otherwise by the letters of its number. */
export function markKind(name: string, mark: string): MarkKind {
  const named = byName.find(([word]) => word.test(name))
  if (named !== undefined) return named[1]
  const letters = (/^[A-Za-z]+/.exec(mark)?.[0] ?? '').toUpperCase()
  return byPrefix.find(([prefix]) => prefix.test(letters))?.[1] ?? 'other'
}

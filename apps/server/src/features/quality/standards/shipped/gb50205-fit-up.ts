import {
  abs,
  byPlace,
  deviation,
  most,
  pm,
  type ShippedGroup,
  type ShippedItem,
  share,
} from './shipped-item.ts'

// Fit-up before welding. GB 50205-2020, 8 (dimensions of parts put together for welding; annex C of the 2001 edition) and
// GB 50661-2011, 7.3 and 7.4 (grooves and gaps at fit-up). Deviations of a groove are read against its WPS.
const gauge = { ...deviation, tool: 'weld_gauge', certainty: 'memory' } as const
const grooveClause = 'GB 50661 7.3'

/** Of every member: edges that are welded together. */
const items: readonly ShippedItem[] = [
  {
    names: ['对接接头错边', 'Misalignment of butt joints', 'Desalineación de uniones a tope'],
    ...gauge,
    rule: share('t', '10', { cap: '3.0' }),
    points: 2,
  },
  {
    names: ['组装缝隙（密贴接头）', 'Gap of joints that touch', 'Separación de uniones en contacto'],
    ...deviation,
    tool: 'feeler',
    rule: most('1.0'),
    points: 2,
  },
  {
    names: [
      '坡口根部间隙偏差（无衬垫）',
      'Root gap less its WPS value, no backing',
      'Separación de raíz menos la del WPS, sin respaldo',
    ],
    ...gauge,
    rule: pm('2'),
    clause: grooveClause,
    source: '背面清根时 +2 −3 / back-gouged +2 −3 / con resanado de raíz +2 −3',
  },
  {
    names: ['坡口钝边偏差', 'Root face less its WPS value', 'Talón menos el del WPS'],
    ...gauge,
    rule: pm('2'),
    clause: grooveClause,
    source: '背面清根时不限 / not limited when back-gouged / sin límite con resanado de raíz',
  },
  {
    names: ['坡口角度偏差', 'Bevel angle less its WPS value', 'Ángulo del bisel menos el del WPS'],
    ...gauge,
    unit: '°',
    rule: abs('-5', '10'),
    clause: grooveClause,
  },
  {
    names: [
      '坡口根部间隙偏差（有钢衬垫）',
      'Root gap less its WPS value, steel backing',
      'Separación de raíz menos la del WPS, con respaldo',
    ],
    ...gauge,
    optional: true,
    rule: abs('-2', '6'),
    clause: grooveClause,
  },
  {
    names: ['坡口根部半径偏差（U 形、J 形）', 'Root radius, U and J grooves', 'Radio de raíz, ranuras U y J'],
    ...gauge,
    optional: true,
    rule: abs('0', '3'),
    clause: grooveClause,
  },
  {
    names: ['T 形接头根部间隙', 'Root gap of T joints', 'Separación de raíz de uniones en T'],
    ...deviation,
    tool: 'feeler',
    optional: true,
    rule: most('5.0'),
    clause: 'GB 50661 7.4',
    source: '超过 5 mm 须补焊修整 / beyond 5 mm it is built up first / más de 5 mm se recarga antes',
  },
  {
    names: ['搭接长度偏差', 'Lap length less its value', 'Longitud de solape menos su valor'],
    ...deviation,
    tool: 'tape',
    optional: true,
    rule: pm('5.0'),
  },
  {
    names: ['搭接缝隙', 'Gap of laps', 'Separación de solapes'],
    ...deviation,
    tool: 'feeler',
    optional: true,
    rule: most('1.5'),
  },
  {
    names: ['型钢错位', 'Offset of rolled sections', 'Desfase de perfiles laminados'],
    ...deviation,
    tool: 'square',
    optional: true,
    rule: byPlace(most('1.0'), most('2.0')),
  },
]

export const gbFitUp: readonly ShippedGroup[] = [
  {
    shapes: ['welded_h', 'column_h', 'column_box', 'column_cross', 'beam', 'truss', 'tube'],
    stages: ['fit_up'],
    clause: '8',
    certainty: 'memory',
    items,
  },
]

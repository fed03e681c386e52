import {
  abs,
  byPlace,
  deviation,
  most,
  pm,
  type ShippedGroup,
  type ShippedItem,
  share,
  sized,
} from './shipped-item.ts'

// Fit-up before welding, with its own tolerances: those of the finished member hold after welding. GB 50205-2020, 8.3
// (parts put together for welding; the 2001 edition has them in table C.0.2) and GB 50661-2011, 7.3 and 7.4 (grooves and
// gaps). Deviations of a groove are read against its WPS.
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

const tableC02 = 'GB 50205-2001, C.0.2'

/** Of sections with flanges and a web. */
const flanged: readonly ShippedItem[] = [
  {
    names: ['组装高度', 'Section height at fit-up', 'Altura de la sección al ensamblar'],
    ...sized('h'),
    tool: 'tape',
    points: 3,
    rule: pm('2.0'),
    source: tableC02,
  },
  {
    names: ['组装中心偏移', 'Web offset at fit-up', 'Desvío del alma al ensamblar'],
    ...deviation,
    tool: 'tape',
    points: 3,
    rule: pm('2.0'),
    source: tableC02,
  },
  {
    names: ['组装垂直度', 'Flange squareness at fit-up', 'Perpendicularidad del ala al ensamblar'],
    ...deviation,
    tool: 'square',
    points: 3,
    rule: share('b', '100', { cap: '3.0' }),
    source: tableC02,
  },
]

const boxed: readonly ShippedItem[] = [
  {
    names: ['箱形组装高度', 'Box height at fit-up', 'Altura del cajón al ensamblar'],
    ...sized('h'),
    tool: 'tape',
    points: 3,
    rule: pm('2.0'),
    source: tableC02,
  },
  {
    names: ['箱形组装宽度', 'Box width at fit-up', 'Anchura del cajón al ensamblar'],
    ...sized('b'),
    tool: 'tape',
    points: 3,
    rule: pm('2.0'),
    source: tableC02,
  },
  {
    names: ['箱形组装垂直度', 'Box squareness at fit-up', 'Perpendicularidad del cajón al ensamblar'],
    ...deviation,
    tool: 'square',
    points: 3,
    rule: share('b', '200', { cap: '3.0' }),
    source: tableC02,
  },
]

const nodes: readonly ShippedItem[] = [
  {
    names: ['组装节点轴线偏移', 'Offset of axes at a node, fit-up', 'Desvío de ejes en un nudo al ensamblar'],
    ...deviation,
    tool: 'tape',
    points: 3,
    rule: most('4.0'),
    source: '2001 版为 3.0 / the 2001 edition has 3.0 / la edición de 2001 da 3,0',
  },
]

const fitUp: Omit<ShippedGroup, 'shapes' | 'items'> = {
  stages: ['fit_up'],
  clause: '8.3',
  certainty: 'memory',
}

export const gbFitUp: readonly ShippedGroup[] = [
  { ...fitUp, shapes: ['welded_h', 'column_h', 'column_cross', 'beam'], items: flanged },
  { ...fitUp, shapes: ['column_box'], items: boxed },
  { ...fitUp, shapes: ['truss'], items: nodes },
  {
    ...fitUp,
    shapes: [
      'welded_h',
      'column_h',
      'column_box',
      'column_cross',
      'beam',
      'truss',
      'tube',
      'bracing',
      'platform',
      'stair',
      'railing',
    ],
    items,
  },
]

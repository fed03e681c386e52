import {
  byPlace,
  bands,
  deviation,
  memberStages,
  most,
  pm,
  type ShippedGroup,
  type ShippedItem,
  share,
  sized,
} from './shipped-item.ts'

// GB 50205-2020, 8: columns. Numbers of public inspection forms; where memory or the older code differ the item says so.
const member = { stages: memberStages, clause: '8', certainty: 'secondary' } as const

const section: readonly ShippedItem[] = [
  {
    names: ['截面高度（连接处）', 'Section height at joints', 'Altura de sección en uniones'],
    ...sized('h'),
    rule: pm('3.0'),
    tool: 'tape',
    class: 'main',
    points: 2,
  },
  {
    names: ['截面高度（其他处）', 'Section height elsewhere', 'Altura de sección en el resto'],
    ...sized('h'),
    rule: pm('4.0'),
    tool: 'tape',
    points: 3,
  },
  {
    names: ['截面宽度（连接处）', 'Section width at joints', 'Anchura de sección en uniones'],
    ...sized('b'),
    rule: pm('3.0'),
    tool: 'tape',
    class: 'main',
    points: 2,
  },
  {
    names: ['截面宽度（其他处）', 'Section width elsewhere', 'Anchura de sección en el resto'],
    ...sized('b'),
    rule: pm('4.0'),
    tool: 'tape',
    points: 3,
  },
]

const base: readonly ShippedItem[] = [
  {
    names: ['柱脚底板平面度', 'Flatness of the base plate', 'Planitud de la placa base'],
    ...deviation,
    rule: most('5.0'),
    tool: 'feeler',
  },
  {
    names: ['柱脚螺栓孔中心偏移', 'Offset of anchor holes', 'Desvío de agujeros de anclaje'],
    ...deviation,
    rule: most('3.0'),
    tool: 'tape',
  },
]
const bracketWarp = {
  names: ['牛腿翘曲', 'Warp of a bracket', 'Alabeo de ménsula'],
  ...deviation,
  tool: 'square',
  optional: true,
} as const

const multiStorey: readonly ShippedItem[] = [
  {
    names: ['一节柱长度', 'Length of a column section', 'Longitud de un tramo'],
    ...sized('L'),
    rule: pm('3.0'),
    tool: 'tape',
  },
  {
    names: ['柱底至牛腿支承面距离', 'Base to bracket seat', 'De la base al apoyo de ménsula'],
    ...sized('L1'),
    tool: 'tape',
    optional: true,
    rule: share('L1', '2000', { sign: 'pm' }),
  },
  {
    names: ['柱身弯曲矢高', 'Bow of the column', 'Flecha de la columna'],
    ...deviation,
    rule: share('L', '1500', { cap: '5.0' }),
    tool: 'wire',
  },
  {
    names: ['柱身扭曲', 'Twist of the column', 'Torsión de la columna'],
    ...deviation,
    rule: share('h', '250', { cap: '5.0' }),
    tool: 'plumb',
  },
  ...section,
  ...base,
  {
    ...bracketWarp,
    rule: bands('l2', ['le', '1000', most('2.0')], [most('3.0')]),
    source: '公开表单只有 2.0 / a form has 2.0 only / un formulario solo da 2,0',
  },
]

const boxes: ShippedGroup = {
  ...member,
  shapes: ['column_box'],
  items: [
    ...multiStorey,
    {
      names: ['箱形截面对角线差', 'Difference of diagonals', 'Diferencia de diagonales'],
      ...deviation,
      rule: most('3.0'),
      tool: 'tape',
      points: 2,
    },
    {
      names: [
        '壁板垂直度（高度方向）',
        'Squareness of the walls over h',
        'Perpendicularidad de paredes en h',
      ],
      ...deviation,
      tool: 'square',
      rule: share('h', '150', { cap: '5.0' }),
    },
    {
      names: [
        '壁板垂直度（宽度方向）',
        'Squareness of the walls over b',
        'Perpendicularidad de paredes en b',
      ],
      ...deviation,
      tool: 'square',
      rule: share('b', '150', { cap: '5.0' }),
    },
  ],
}

const crosses: ShippedGroup = {
  ...member,
  shapes: ['column_cross'],
  items: [
    ...multiStorey,
    {
      names: ['翼缘板垂直度', 'Flange squareness', 'Perpendicularidad del ala'],
      ...deviation,
      tool: 'square',
      points: 2,
      rule: byPlace(most('1.5'), share('b', '100', { cap: '3.0' })),
      source:
        '其他处旧版为不大于 5.0 / elsewhere the older code has 5.0 / en el resto la edición anterior da 5,0',
    },
  ],
}

const singleStorey: ShippedGroup = {
  ...member,
  shapes: ['column_h'],
  items: [
    {
      names: ['柱长度', 'Length of the column', 'Longitud de la columna'],
      ...sized('L'),
      tool: 'tape',
      rule: share('L', '1500', { cap: '8.0', sign: 'pm' }),
      source:
        '来源不一：公开表单 L/1500 且不大于 8；旧版 ±15 / sources differ: a form has L/1500, at most 8; the older code ±15',
    },
    {
      names: ['柱底至牛腿支承面距离', 'Base to bracket seat', 'De la base al apoyo de ménsula'],
      ...sized('L1'),
      tool: 'tape',
      optional: true,
      rule: share('L1', '2000', { cap: '5.0', sign: 'pm' }),
      source:
        '来源不一：公开表单不大于 5.0；旧版 8.0 / sources differ: a form has at most 5.0, the older code 8.0',
    },
    {
      names: ['柱身弯曲矢高', 'Bow of the column', 'Flecha de la columna'],
      ...deviation,
      rule: share('L', '1200', { cap: '8.0' }),
      tool: 'wire',
      source: '来源不一：公开表单不大于 8；旧版 12 / sources differ: a form has at most 8, the older code 12',
    },
    {
      names: [
        '柱身扭曲（连接处：牛腿处）',
        'Twist of the column (joint: at a bracket)',
        'Torsión de la columna (unión: en ménsula)',
      ],
      ...deviation,
      rule: byPlace(most('3.0'), most('8.0')),
      tool: 'plumb',
    },
    ...section,
    {
      names: ['翼缘板垂直度', 'Flange squareness', 'Perpendicularidad del ala'],
      ...deviation,
      tool: 'square',
      points: 2,
      rule: byPlace(most('1.5'), share('b', '100', { cap: '3.0' })),
      source:
        '连接处 1.5：GB 50205-2001 表 C.0.3 与十字柱公开表单一致；H 形柱公开表单为 3.0，其他处 5.0 / at joints 1.5: GB 50205-2001, C.0.3, and a form for cruciform columns; a form for H columns has 3.0, elsewhere 5.0 / en uniones 1,5: GB 50205-2001, C.0.3, y un formulario de columnas cruciformes; uno de columnas H da 3,0 y 5,0',
    },
    ...base,
    { ...bracketWarp, rule: most('2.0') },
  ],
}

export const gbColumns: readonly ShippedGroup[] = [boxes, crosses, singleStorey]

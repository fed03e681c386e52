import { abs, deviation, most, pm, type ShippedGroup, type ShippedItem, share } from './shipped-item.ts'

// GB 50205-2020, 9: what is put together on trial, by how it is read there; table D of the 2001 edition. From memory, to be
// verified. L is the length of the whole unit, not of one piece.
const trial: Omit<ShippedGroup, 'shapes' | 'items'> = {
  stages: ['trial_assembly'],
  clause: '9',
  certainty: 'memory',
}
const annexD = 'GB 50205-2001, D'

const unitLength: ShippedItem = {
  names: ['预拼装单元总长', 'Length of the assembled unit', 'Longitud del conjunto premontado'],
  ...deviation,
  rule: pm('5.0'),
  tool: 'tape',
  source: annexD,
}
const unitBow: ShippedItem = {
  names: ['预拼装单元弯曲矢高', 'Bow of the assembled unit', 'Flecha del conjunto premontado'],
  ...deviation,
  rule: share('L', '1500', { cap: '10.0' }),
  tool: 'wire',
  source: annexD,
}
const storey: readonly ShippedItem[] = [
  {
    names: ['各楼层柱距', 'Distance of columns in a storey', 'Distancia entre columnas de una planta'],
    ...deviation,
    rule: pm('4.0'),
    tool: 'tape',
    optional: true,
    source: annexD,
  },
  {
    names: [
      '相邻楼层梁间距离',
      'Distance of beams of adjacent storeys',
      'Distancia entre vigas de plantas contiguas',
    ],
    ...deviation,
    rule: pm('3.0'),
    tool: 'tape',
    optional: true,
    source: annexD,
  },
]
/** Holes for bolts through all layers; the share of them that lets the plug gauge pass. */
const gauged: readonly ShippedItem[] = [
  {
    names: [
      '试孔器通过率（比孔公称直径小 1.0 mm）',
      'Holes that pass a plug of hole diameter − 1.0 mm',
      'Agujeros que admiten un calibre del diámetro − 1,0 mm',
    ],
    ...deviation,
    unit: '%',
    rule: abs('85', null),
    tool: 'caliper',
    class: 'main',
    clause: '9.2.1',
    optional: true,
  },
  {
    names: [
      '试孔器通过率（比螺栓公称直径大 0.3 mm）',
      'Holes that pass a plug of bolt diameter + 0.3 mm',
      'Agujeros que admiten un calibre del tornillo + 0,3 mm',
    ],
    ...deviation,
    unit: '%',
    rule: abs('100', null),
    tool: 'caliper',
    class: 'main',
    clause: '9.2.1',
    optional: true,
  },
]

const columns: readonly ShippedItem[] = [
  unitLength,
  unitBow,
  {
    names: ['预拼装接口错边', 'Misalignment at joints of the unit', 'Desalineación en uniones del conjunto'],
    ...deviation,
    rule: most('2.0'),
    tool: 'weld_gauge',
    points: 4,
    source: annexD,
  },
  {
    names: ['预拼装单元柱身扭曲', 'Twist of the assembled unit', 'Torsión del conjunto premontado'],
    ...deviation,
    rule: share('h', '200', { cap: '5.0' }),
    tool: 'plumb',
    source: annexD,
  },
  {
    names: [
      '顶紧面至任一牛腿距离',
      'Contact face to any bracket',
      'De la cara de contacto a cualquier ménsula',
    ],
    ...deviation,
    rule: pm('2.0'),
    tool: 'tape',
    optional: true,
    source: annexD,
  },
  ...storey,
  ...gauged,
]

const beams: readonly ShippedItem[] = [
  {
    names: ['预拼装跨度（最外安装孔或支承面）', 'Span of the assembled unit', 'Luz del conjunto premontado'],
    ...deviation,
    rule: abs('-10.0', '5.0'),
    tool: 'tape',
    source: annexD,
  },
  {
    names: ['预拼装接口截面错位', 'Section offset at joints of the unit', 'Desfase de secciones en uniones'],
    ...deviation,
    rule: most('2.0'),
    tool: 'square',
    points: 2,
    source: annexD,
  },
  {
    names: [
      '预拼装拱度（设计有要求）',
      'Camber of the unit as specified',
      'Contraflecha especificada del conjunto',
    ],
    ...deviation,
    rule: share('L', '5000', { sign: 'pm' }),
    tool: 'wire',
    optional: true,
    source: annexD,
  },
  {
    names: [
      '预拼装拱度（设计无要求）',
      'Camber of the unit, none specified',
      'Contraflecha no especificada del conjunto',
    ],
    ...deviation,
    rule: share('L', '2000', { sign: 'plus' }),
    tool: 'wire',
    source: annexD,
  },
  {
    names: [
      '预拼装节点轴线错位',
      'Offset of axes at nodes of the unit',
      'Desvío de ejes en nudos del conjunto',
    ],
    ...deviation,
    rule: most('4.0'),
    tool: 'tape',
    points: 3,
    source: annexD,
  },
  ...gauged,
]

const tubes: readonly ShippedItem[] = [
  unitLength,
  unitBow,
  {
    names: ['预拼装对口错边', 'Mismatch of butts of the unit', 'Desalineación a tope del conjunto'],
    ...deviation,
    rule: share('t', '10', { cap: '3.0' }),
    tool: 'weld_gauge',
    points: 4,
    source: annexD,
  },
  {
    names: ['预拼装坡口间隙', 'Groove gap of the unit', 'Separación de bisel del conjunto'],
    ...deviation,
    rule: abs('-1.0', '2.0'),
    tool: 'feeler',
    points: 4,
    source: annexD,
  },
]

export const gbTrialAssembly: readonly ShippedGroup[] = [
  { ...trial, shapes: ['column_h', 'column_box', 'column_cross'], items: columns },
  { ...trial, shapes: ['welded_h', 'beam', 'truss'], items: beams },
  { ...trial, shapes: ['tube'], items: tubes },
]

import {
  abs,
  deviation,
  memberStages,
  most,
  pm,
  type ShippedGroup,
  type ShippedItem,
  share,
  sized,
} from './shipped-item.ts'

// GB 50205-2020, 8.5: secondary members; tables C.0.8 and C.0.9 of the 2001 edition. From memory, to be verified.
const secondary: Omit<ShippedGroup, 'shapes' | 'items'> = {
  stages: memberStages,
  clause: '8.5',
  certainty: 'memory',
}
const tableC08 = 'GB 50205-2001, C.0.8'
const tableC09 = 'GB 50205-2001, C.0.9'

const bracing: readonly ShippedItem[] = [
  {
    names: ['构件长度', 'Length', 'Longitud'],
    ...sized('L'),
    rule: pm('4.0'),
    tool: 'tape',
    source: tableC08,
  },
  {
    names: ['两端最外侧安装孔距离', 'Distance of the outermost holes', 'Distancia entre agujeros extremos'],
    ...deviation,
    rule: pm('3.0'),
    tool: 'tape',
    class: 'main',
    source: tableC08,
  },
  {
    names: ['弯曲矢高', 'Bow', 'Flecha'],
    ...deviation,
    rule: share('L', '1000', { cap: '10.0' }),
    tool: 'wire',
    source: tableC08,
  },
  {
    names: ['截面尺寸', 'Section size', 'Tamaño de la sección'],
    ...deviation,
    rule: abs('-2.0', '5.0'),
    tool: 'tape',
    points: 2,
    source: tableC08,
  },
]

const platform: readonly ShippedItem[] = [
  {
    names: ['平台长度和宽度', 'Length and width', 'Longitud y anchura'],
    ...deviation,
    rule: pm('5.0'),
    tool: 'tape',
    points: 2,
    source: tableC09,
  },
  {
    names: ['平台两对角线差', 'Difference of diagonals', 'Diferencia de diagonales'],
    ...deviation,
    rule: most('6.0'),
    tool: 'tape',
    source: tableC09,
  },
  {
    names: ['平台支柱高度', 'Height of posts', 'Altura de pies'],
    ...deviation,
    rule: pm('3.0'),
    tool: 'tape',
    points: 2,
    source: tableC09,
  },
  {
    names: ['平台支柱弯曲矢高', 'Bow of posts', 'Flecha de pies'],
    ...deviation,
    rule: most('5.0'),
    tool: 'wire',
    points: 2,
    source: tableC09,
  },
  {
    names: ['平台表面平面度（1 m 内）', 'Flatness within 1 m', 'Planitud en 1 m'],
    ...deviation,
    rule: most('6.0'),
    tool: 'feeler',
    points: 3,
    source: tableC09,
  },
]

const stair: readonly ShippedItem[] = [
  {
    names: ['梯梁长度', 'Length of stringers', 'Longitud de zancas'],
    ...sized('L'),
    rule: pm('5.0'),
    tool: 'tape',
    points: 2,
    source: tableC09,
  },
  {
    names: ['钢梯宽度', 'Width of the stair', 'Anchura de la escalera'],
    ...deviation,
    rule: pm('5.0'),
    tool: 'tape',
    source: tableC09,
  },
  {
    names: ['钢梯安装孔距离', 'Distance of fixing holes', 'Distancia entre agujeros de montaje'],
    ...deviation,
    rule: pm('3.0'),
    tool: 'tape',
    class: 'main',
    source: tableC09,
  },
  {
    names: ['钢梯纵向挠曲矢高', 'Bow along the stair', 'Flecha longitudinal'],
    ...deviation,
    rule: share('L', '1000'),
    tool: 'wire',
    source: tableC09,
  },
  {
    names: ['踏步（棍）间距', 'Distance of treads or rungs', 'Separación de peldaños'],
    ...deviation,
    rule: pm('5.0'),
    tool: 'tape',
    points: 3,
    source: tableC09,
  },
]

const railing: readonly ShippedItem[] = [
  {
    names: ['栏杆高度', 'Height of the railing', 'Altura de la barandilla'],
    ...deviation,
    rule: pm('5.0'),
    tool: 'tape',
    points: 2,
    source: tableC09,
  },
  {
    names: ['栏杆立柱间距', 'Distance of railing posts', 'Separación de montantes'],
    ...deviation,
    rule: pm('10.0'),
    tool: 'tape',
    points: 3,
    source: tableC09,
  },
]

export const gbSecondary: readonly ShippedGroup[] = [
  { ...secondary, shapes: ['bracing'], items: bracing },
  { ...secondary, shapes: ['platform'], items: platform },
  { ...secondary, shapes: ['stair'], items: stair },
  { ...secondary, shapes: ['railing'], items: railing },
]

import {
  abs,
  bands,
  deviation,
  most,
  partStages,
  pm,
  type ShippedGroup,
  share,
  sized,
} from './shipped-item.ts'

// GB 50205-2020, 7: cut parts and holes.
const cutParts: ShippedGroup = {
  shapes: ['cut_part'],
  stages: partStages,
  clause: '7',
  certainty: 'memory',
  items: [
    {
      names: ['零件长度', 'Length of the part', 'Longitud de la pieza'],
      ...sized('L'),
      rule: pm('3.0'),
      tool: 'tape',
    },
    {
      names: ['零件宽度', 'Width of the part', 'Anchura de la pieza'],
      ...sized('b'),
      rule: pm('3.0'),
      tool: 'tape',
    },
    {
      names: ['切割面平面度', 'Flatness of the cut face', 'Planitud de la cara cortada'],
      ...deviation,
      tool: 'feeler',
      rule: share('t', '20', { cap: '2.0' }),
    },
    {
      names: ['局部缺口深度', 'Depth of notches', 'Profundidad de muescas'],
      ...deviation,
      rule: most('1.0'),
      tool: 'caliper',
    },
    {
      names: ['割纹深度', 'Depth of gouges', 'Profundidad de estrías'],
      ...deviation,
      rule: most('0.3'),
      tool: 'caliper',
    },
    {
      names: ['剪切边缘缺棱', 'Chipped edge after shearing', 'Borde astillado al cizallar'],
      ...deviation,
      rule: most('1.0'),
      tool: 'caliper',
      optional: true,
    },
    {
      names: ['加工边宽度', 'Width to the machined edge', 'Anchura hasta el canto mecanizado'],
      ...sized('b'),
      rule: pm('1.0'),
      tool: 'tape',
      optional: true,
    },
    {
      names: ['加工边直线度', 'Straightness of the machined edge', 'Rectitud del canto mecanizado'],
      ...deviation,
      tool: 'wire',
      rule: share('L', '3000', { cap: '2.0' }),
      optional: true,
    },
  ],
}

// 0.03 t is written as t ÷ 33.333333: cut off behind six digits it is the same up to the cap.
const holes: ShippedGroup = {
  shapes: ['holes'],
  stages: partStages,
  clause: '7',
  certainty: 'memory',
  items: [
    {
      names: ['C级螺栓孔直径', 'Diameter of a class C hole', 'Diámetro de agujero clase C'],
      ...sized('d'),
      rule: abs('0', '1.0'),
      tool: 'caliper',
    },
    {
      names: ['孔圆度', 'Roundness of the hole', 'Redondez del agujero'],
      ...deviation,
      rule: most('2.0'),
      tool: 'caliper',
    },
    {
      names: ['孔垂直度', 'Tilt of the hole', 'Inclinación del agujero'],
      ...deviation,
      tool: 'square',
      rule: share('t', '33.333333', { cap: '2.0' }),
    },
    {
      names: ['同一组内孔距', 'Pitch within a group', 'Distancia entre agujeros de un grupo'],
      ...sized('pitch'),
      tool: 'tape',
      points: 2,
      rule: bands('pitch', ['le', '500', pm('1.0')], ['le', '1200', pm('1.5')]),
      certainty: 'secondary',
    },
    {
      names: ['相邻两组端孔距', 'Pitch of end holes of adjacent groups', 'Distancia entre grupos contiguos'],
      ...sized('pitch'),
      tool: 'tape',
      optional: true,
      certainty: 'secondary',
      rule: bands(
        'pitch',
        ['le', '500', pm('1.5')],
        ['le', '1200', pm('2.0')],
        ['le', '3000', pm('2.5')],
        [pm('3.0')],
      ),
    },
  ],
}

export const gbParts: readonly ShippedGroup[] = [cutParts, holes]

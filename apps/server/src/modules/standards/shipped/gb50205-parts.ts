import {
  abs,
  deviation,
  looked,
  type ShippedGroup,
  share,
  weldStages,
  bands,
  most,
  partStages,
  pm,
  sized,
} from './shipped-item.ts'

// GB 50205-2020, 5 and GB 50661: look of welds. A form judges welds of class 2; items of other classes are put in by hand.
const welds: ShippedGroup = {
  shapes: ['weld'],
  stages: weldStages,
  clause: '5',
  certainty: 'memory',
  items: [
    { names: ['裂纹', 'Cracks', 'Fisuras'], ...looked, class: 'main' },
    {
      names: ['表面气孔（一、二级）', 'Surface pores, class 1 and 2', 'Poros, clases 1 y 2'],
      ...looked,
      class: 'main',
    },
    {
      names: ['表面夹渣（一、二级）', 'Surface slag, class 1 and 2', 'Escoria, clases 1 y 2'],
      ...looked,
      class: 'main',
    },
    {
      names: ['咬边深度（二级）', 'Undercut, class 2', 'Mordedura, clase 2'],
      ...deviation,
      tool: 'weld_gauge',
      rule: share('t', '20', { cap: '0.5' }),
      method: '≤ 100 mm, Σ ≤ 10 %',
    },
    {
      names: ['未焊满（二级）', 'Underfill, class 2', 'Falta de relleno, clase 2'],
      ...deviation,
      tool: 'weld_gauge',
      rule: share('t', '50', { plus: '0.2', cap: '1.0' }),
      method: 'Σ ≤ 25 mm / 100 mm',
    },
    {
      names: ['咬边（一级）', 'Undercut, class 1', 'Mordedura, clase 1'],
      ...looked,
      class: 'main',
      optional: true,
    },
    {
      names: ['未焊满（一级）', 'Underfill, class 1', 'Falta de relleno, clase 1'],
      ...looked,
      class: 'main',
      optional: true,
    },
    {
      names: ['咬边深度（三级）', 'Undercut, class 3', 'Mordedura, clase 3'],
      ...deviation,
      tool: 'weld_gauge',
      optional: true,
      rule: share('t', '10', { cap: '1.0' }),
    },
    {
      names: ['未焊满（三级）', 'Underfill, class 3', 'Falta de relleno, clase 3'],
      ...deviation,
      tool: 'weld_gauge',
      optional: true,
      rule: share('t', '25', { plus: '0.2', cap: '2.0' }),
      method: 'Σ ≤ 25 mm / 100 mm',
    },
    {
      names: ['表面气孔直径（三级）', 'Size of surface pores, class 3', 'Tamaño de poros, clase 3'],
      ...deviation,
      tool: 'weld_gauge',
      optional: true,
      rule: share('t', '2.5', { cap: '3.0' }),
      method: '≤ 2 / 50 mm',
    },
    {
      names: ['表面夹渣深度（三级）', 'Depth of slag, class 3', 'Profundidad de escoria, clase 3'],
      ...deviation,
      tool: 'weld_gauge',
      optional: true,
      rule: share('t', '5'),
    },
    {
      names: ['表面夹渣长度（三级）', 'Length of slag, class 3', 'Longitud de escoria, clase 3'],
      ...deviation,
      tool: 'weld_gauge',
      optional: true,
      rule: share('t', '2', { cap: '20' }),
    },
  ],
}

// GB 50205-2020, 13.
const coats: ShippedGroup = {
  shapes: ['coating'],
  stages: ['coating', 'final'],
  clause: '13',
  certainty: 'memory',
  items: [
    {
      names: ['除锈等级 Sa 2½', 'Surface preparation Sa 2½', 'Preparación de superficie Sa 2½'],
      ...looked,
      class: 'main',
    },
    {
      names: [
        '除锈等级 Sa 2、St 2（醇酸类）',
        'Surface preparation Sa 2, St 2 (alkyd)',
        'Preparación Sa 2, St 2 (alquídica)',
      ],
      ...looked,
      class: 'main',
      optional: true,
    },
    {
      names: [
        '干漆膜总厚度与设计值之差',
        'Dry film less its design thickness',
        'Película seca menos su valor de diseño',
      ],
      ...deviation,
      class: 'main',
      rule: abs('-25', null),
      unit: 'µm',
      tool: 'coating_gauge',
      points: 5,
      sampling: '10 %, ≥ 3',
      method: 'x̄ (3 × 50 mm)',
      source:
        '设计无要求时：室外 150 µm，室内 125 µm / design silent: outdoor 150 µm, indoor 125 µm / sin proyecto: exterior 150, interior 125',
    },
  ],
}

export const gbWelds: readonly ShippedGroup[] = [welds, coats]

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

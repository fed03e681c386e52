import { abs, deviation, looked, type ShippedGroup, share, weldStages } from './shipped-item.ts'

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

import {
  abs,
  bands,
  deviation,
  memberStages,
  most,
  pm,
  type ShippedGroup,
  share,
  sized,
} from './shipped-item.ts'

// GB 50205-2020, 8: members but columns. Which items are main ones is from memory.
const member = { stages: memberStages, clause: '8' } as const

const weldedH: ShippedGroup = {
  ...member,
  shapes: ['welded_h'],
  certainty: 'secondary',
  items: [
    {
      names: ['截面高度', 'Section height', 'Altura de la sección'],
      ...sized('h'),
      tool: 'tape',
      points: 3,
      rule: bands('h', ['lt', '500', pm('2.0')], ['le', '1000', pm('3.0')], [pm('4.0')]),
    },
    {
      names: ['截面宽度', 'Section width', 'Anchura de la sección'],
      ...sized('b'),
      rule: pm('3.0'),
      tool: 'tape',
      points: 3,
    },
    {
      names: ['腹板中心偏移', 'Web eccentricity', 'Excentricidad del alma'],
      ...deviation,
      rule: most('2.0'),
      tool: 'tape',
      points: 3,
    },
    {
      names: ['翼缘板垂直度', 'Flange squareness', 'Perpendicularidad del ala'],
      ...deviation,
      tool: 'square',
      points: 3,
      rule: share('b', '100', { cap: '3.0' }),
    },
    {
      names: [
        '弯曲矢高（受压构件除外）',
        'Bow (not compression members)',
        'Flecha (no elementos comprimidos)',
      ],
      ...deviation,
      tool: 'wire',
      rule: share('L', '1000', { cap: '10.0' }),
    },
    {
      names: ['扭曲', 'Twist', 'Torsión'],
      ...deviation,
      rule: share('h', '250', { cap: '5.0' }),
      tool: 'plumb',
    },
    {
      names: ['腹板局部平面度', 'Local web flatness', 'Planitud local del alma'],
      ...deviation,
      tool: 'feeler',
      points: 3,
      rule: bands('tw', ['le', '6', most('4.0')], ['lt', '14', most('3.0')], [most('2.0')]),
    },
  ],
}

const beams: ShippedGroup = {
  ...member,
  shapes: ['beam'],
  certainty: 'memory',
  items: [
    {
      names: ['长度', 'Length', 'Longitud'],
      ...sized('L'),
      rule: share('L', '2500', { cap: '5.0', sign: 'pm' }),
      tool: 'tape',
    },
    {
      names: ['长度（有端板）', 'Length with end plates', 'Longitud con chapas de testa'],
      ...sized('L'),
      rule: abs('-5.0', '0'),
      tool: 'tape',
      optional: true,
    },
    {
      names: ['端部高度', 'Height at the ends', 'Altura en los extremos'],
      ...sized('h'),
      tool: 'tape',
      points: 2,
      rule: bands('h', ['le', '2000', pm('2.0')], [pm('3.0')]),
    },
    {
      names: ['拱度（设计有要求）', 'Camber as specified', 'Contraflecha especificada'],
      ...deviation,
      tool: 'wire',
      optional: true,
      rule: share('L', '5000', { sign: 'pm' }),
    },
    {
      names: ['拱度（设计无要求）', 'Camber, none specified', 'Contraflecha no especificada'],
      ...deviation,
      rule: abs('-5.0', '10.0'),
      tool: 'wire',
    },
    {
      names: ['侧弯矢高', 'Sweep', 'Flecha lateral'],
      ...deviation,
      rule: share('L', '2000', { cap: '10.0' }),
      tool: 'wire',
    },
    {
      names: ['扭曲', 'Twist', 'Torsión'],
      ...deviation,
      rule: share('h', '250', { cap: '10.0' }),
      tool: 'plumb',
    },
    {
      names: ['两端最外侧孔距', 'Distance of the outermost holes', 'Distancia entre agujeros extremos'],
      ...deviation,
      rule: pm('3.0'),
      tool: 'tape',
      class: 'main',
    },
    {
      names: ['支承面至第一孔距', 'Bearing face to the first hole', 'Del apoyo al primer agujero'],
      ...deviation,
      rule: pm('1.0'),
      tool: 'tape',
      class: 'main',
      points: 2,
    },
    {
      names: [
        '端板平面度、垂直度',
        'Flatness and squareness of end plates',
        'Planitud y escuadra de chapas de testa',
      ],
      ...deviation,
      tool: 'square',
      optional: true,
      rule: share('h', '500', { cap: '2.0' }),
    },
  ],
}

const trusses: ShippedGroup = {
  ...member,
  shapes: ['truss'],
  certainty: 'secondary',
  items: [
    {
      names: ['杆件长度', 'Length of members', 'Longitud de barras'],
      ...sized('L'),
      rule: pm('3.0'),
      tool: 'tape',
    },
    {
      names: ['最外端孔距', 'Distance of the outermost holes', 'Distancia entre agujeros extremos'],
      ...sized('span'),
      tool: 'tape',
      class: 'main',
      rule: bands('span', ['le', '24000', abs('-7', '3')], [abs('-10', '5')]),
      source:
        '跨度 > 24 m：来源不一，公开表单两档均为 +3/−7（疑为笔误） / span > 24 m: sources differ, a form prints +3/−7 / luz > 24 m: las fuentes difieren, un formulario da +3/−7',
    },
    {
      names: ['跨中高度', 'Height at mid-span', 'Altura en el centro'],
      ...sized('h'),
      rule: pm('10.0'),
      tool: 'tape',
    },
    {
      names: ['跨中拱度（设计有要求）', 'Camber as specified', 'Contraflecha especificada'],
      ...deviation,
      tool: 'wire',
      optional: true,
      rule: share('span', '5000', { sign: 'pm' }),
    },
    {
      names: ['跨中拱度（设计无要求）', 'Camber, none specified', 'Contraflecha no especificada'],
      ...deviation,
      rule: abs('-5.0', '10.0'),
      tool: 'wire',
    },
    {
      names: ['节间弦杆弯曲', 'Bow of a panel', 'Flecha entre nudos'],
      ...deviation,
      rule: share('L', '1000'),
      tool: 'wire',
    },
    {
      names: ['节点杆件轴线错位', 'Offset of axes at a node', 'Desvío de ejes en un nudo'],
      ...deviation,
      rule: most('3.0'),
      tool: 'tape',
    },
    {
      names: ['檩条支座间距', 'Distance of purlin seats', 'Distancia entre apoyos de correas'],
      ...deviation,
      rule: pm('3.0'),
      tool: 'tape',
    },
  ],
}

const tubes: ShippedGroup = {
  ...member,
  shapes: ['tube'],
  certainty: 'secondary',
  items: [
    {
      names: ['直径', 'Diameter', 'Diámetro'],
      ...sized('d'),
      rule: share('d', '500', { cap: '5.0', sign: 'pm' }),
      tool: 'caliper',
      points: 2,
    },
    {
      names: ['弯曲矢高', 'Bow', 'Flecha'],
      ...deviation,
      rule: share('L', '1500', { cap: '5.0' }),
      tool: 'wire',
    },
    {
      names: ['对口错边', 'Mismatch of a butt joint', 'Desalineación a tope'],
      ...deviation,
      rule: share('t', '10', { cap: '3.0' }),
      tool: 'weld_gauge',
    },
  ],
}

export const gbMembers: readonly ShippedGroup[] = [weldedH, beams, trusses, tubes]

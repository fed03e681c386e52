type Word = readonly [code: string, zh: string, en: string, es: string]

/** Initial list of defects: groups with their defects. */
export const shippedDefects: readonly { readonly group: Word; readonly defects: readonly Word[] }[] = [
  {
    group: ['DIM', '尺寸偏差', 'Dimension', 'Dimensión'],
    defects: [
      ['DIM-01', '长度超差', 'Length out of tolerance', 'Longitud fuera de tolerancia'],
      ['DIM-02', '截面尺寸超差', 'Section out of tolerance', 'Sección fuera de tolerancia'],
      ['DIM-03', '腹板中心偏移', 'Web eccentricity', 'Excentricidad del alma'],
      ['DIM-04', '翼缘垂直度超差', 'Flange squareness', 'Perpendicularidad del ala'],
      ['DIM-05', '弯曲矢高超差', 'Bow, sweep', 'Flecha'],
      ['DIM-06', '扭曲超差', 'Twist', 'Torsión'],
      ['DIM-07', '起拱超差', 'Camber', 'Contraflecha'],
      ['DIM-08', '平面度超差', 'Flatness', 'Planitud'],
      ['DIM-09', '对角线差', 'Diagonal difference', 'Diferencia de diagonales'],
      ['DIM-10', '牛腿、连接板位置错误', 'Bracket or plate misplaced', 'Placa o ménsula mal situada'],
    ],
  },
  {
    group: ['CUT', '切割与孔', 'Cutting and holes', 'Corte y agujeros'],
    defects: [
      ['CUT-01', '切割面缺棱、割纹', 'Notch, gouge of cut', 'Muesca en el corte'],
      ['CUT-02', '坡口角度错误', 'Wrong bevel', 'Bisel incorrecto'],
      ['CUT-03', '孔距超差', 'Hole pitch', 'Distancia entre agujeros'],
      ['CUT-04', '孔径、孔形超差', 'Hole diameter or shape', 'Diámetro o forma del agujero'],
      ['CUT-05', '漏孔、错孔', 'Missing or wrong hole', 'Agujero ausente o erróneo'],
    ],
  },
  {
    group: ['WLD', '焊缝外观', 'Weld, visual', 'Soldadura, visual'],
    defects: [
      ['WLD-01', '咬边', 'Undercut', 'Mordedura'],
      ['WLD-02', '表面气孔', 'Surface porosity', 'Porosidad superficial'],
      ['WLD-03', '余高超差', 'Reinforcement', 'Sobreespesor'],
      ['WLD-04', '错边', 'Misalignment', 'Desalineación'],
      ['WLD-05', '未焊满', 'Underfill', 'Relleno insuficiente'],
      ['WLD-06', '焊脚尺寸不足', 'Undersized fillet', 'Cordón insuficiente'],
      ['WLD-07', '表面裂纹', 'Surface crack', 'Fisura superficial'],
    ],
  },
  {
    group: ['NDT', '焊缝内部', 'Weld, internal', 'Soldadura, interna'],
    defects: [
      ['NDT-01', '气孔', 'Porosity', 'Porosidad'],
      ['NDT-02', '夹渣', 'Slag inclusion', 'Inclusión de escoria'],
      ['NDT-03', '未熔合', 'Lack of fusion', 'Falta de fusión'],
      ['NDT-04', '未焊透', 'Incomplete penetration', 'Falta de penetración'],
      ['NDT-05', '裂纹', 'Crack', 'Fisura'],
    ],
  },
  {
    group: ['CTG', '除锈与涂装', 'Surface and coating', 'Superficie y pintura'],
    defects: [
      ['CTG-01', '除锈等级不足', 'Surface preparation grade', 'Grado de preparación'],
      ['CTG-02', '粗糙度不足', 'Roughness', 'Rugosidad'],
      ['CTG-03', '漆膜厚度不足', 'Dry film too thin', 'Película demasiado fina'],
      ['CTG-04', '附着力不足', 'Adhesion', 'Adherencia'],
      ['CTG-05', '流挂、漏涂', 'Runs, missed areas', 'Descuelgues, zonas sin pintar'],
    ],
  },
  {
    group: ['MAT', '原材料', 'Material', 'Material'],
    defects: [
      ['MAT-01', '化学成分不合格', 'Chemistry out of limits', 'Química fuera de límites'],
      ['MAT-02', '力学性能不合格', 'Mechanical values out of limits', 'Valores mecánicos fuera de límites'],
      ['MAT-03', '质保书缺失或不符', 'Certificate missing or wrong', 'Certificado ausente o erróneo'],
      ['MAT-04', '厚度负偏差', 'Too thin', 'Espesor insuficiente'],
      ['MAT-05', '分层、表面缺陷', 'Lamination, surface defect', 'Laminación, defecto superficial'],
      ['MAT-06', '用错材质', 'Wrong steel', 'Acero equivocado'],
    ],
  },
  {
    group: ['OTH', '其他', 'Other', 'Otros'],
    defects: [
      ['OTH-01', '图纸、版本错误', 'Drawing or revision', 'Plano o revisión'],
      ['OTH-02', '标识缺失、错误', 'Marking missing or wrong', 'Identificación ausente o errónea'],
      ['OTH-03', '搬运碰伤、变形', 'Handling damage', 'Daño por manipulación'],
    ],
  },
]

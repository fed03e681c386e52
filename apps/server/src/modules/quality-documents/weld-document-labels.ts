import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import type {
  DefectType,
  JointType,
  NdtMethod,
  NdtStatus,
  WeldProcess,
  WeldState,
} from '@cloud-factory/domain/welding/weld-enums'

/** What papers of welds say: test reports, the register and the list of welders. */
export interface WeldDocumentLabels {
  readonly ndt: string
  readonly method: string
  readonly level: string
  readonly standard: string
  readonly status: string
  readonly welds: string
  readonly results: string
  readonly weld: string
  readonly joint: string
  readonly class: string
  /** Length × thickness, mm. */
  readonly size: string
  readonly tested: string
  readonly testedAt: string
  readonly tester: string
  readonly defects: string
  readonly noDefects: string
  readonly position: string
  readonly length: string
  readonly depth: string
  readonly type: string
  readonly grade: string
  readonly requested: string
  readonly register: string
  readonly registerSub: (welds: number, pieces: number) => string
  readonly material: string
  readonly wps: string
  readonly welders: string
  readonly weldedAt: string
  readonly state: string
  readonly repairs: string
  readonly noWelds: string
  readonly welderList: string
  readonly welder: string
  readonly certificate: string
  readonly process: string
  readonly positions: string
  readonly group: string
  readonly thickness: string
  readonly validFrom: string
  readonly validUntil: string
  readonly noCertificate: string
  readonly joints: Readonly<Record<JointType, string>>
  readonly states: Readonly<Record<WeldState, string>>
  readonly methods: Readonly<Record<NdtMethod, string>>
  readonly statuses: Readonly<Record<NdtStatus, string>>
  readonly types: Readonly<Record<DefectType, string>>
  readonly processes: Readonly<Record<WeldProcess, string>>
}

export const weldDocumentLabels: Readonly<Record<DocumentLanguage, WeldDocumentLabels>> = {
  zh: {
    ndt: '无损检测报告',
    method: '检测方法',
    level: '检测等级',
    standard: '执行标准',
    status: '委托状态',
    welds: '焊缝数',
    results: '检测结果',
    weld: '焊缝',
    joint: '接头',
    class: '等级',
    size: '长 × 厚（mm）',
    tested: '检测长度（mm）',
    testedAt: '检测时间',
    tester: '检测人',
    defects: '缺陷记录',
    noDefects: '未发现应记录的缺陷',
    position: '位置（mm）',
    length: '长度（mm）',
    depth: '深度（mm）',
    type: '类型',
    grade: '评级',
    requested: '委托人',
    register: '焊缝登记表',
    registerSub: (welds, pieces) => `${pieces} 件构件，${welds} 条焊缝`,
    material: '材质',
    wps: '焊接工艺规程',
    welders: '焊工',
    weldedAt: '施焊时间',
    state: '探伤状态',
    repairs: '返修次数',
    noWelds: '没有登记的焊缝',
    welderList: '焊工资格清单',
    welder: '焊工',
    certificate: '证书编号',
    process: '焊接方法',
    positions: '位置',
    group: '材料类别',
    thickness: '厚度（mm）',
    validFrom: '有效期起',
    validUntil: '有效期至',
    noCertificate: '没有登记证书',
    joints: { butt: '对接', fillet: '角焊缝', tee: 'T 形', corner: '角接', lap: '搭接' },
    states: {
      open: '未焊',
      free: '免检',
      due: '待检',
      partly: '部分检测',
      failed: '不合格待返修',
      repaired: '已返修待检',
      passed: '合格',
    },
    methods: { ut: '超声 UT', rt: '射线 RT', mt: '磁粉 MT', pt: '渗透 PT', vt: '目视 VT' },
    statuses: { open: '检测中', done: '已完成', cancelled: '已取消' },
    types: {
      crack: '裂纹',
      lack_of_fusion: '未熔合',
      incomplete_penetration: '未焊透',
      slag: '夹渣',
      porosity: '气孔',
      undercut: '咬边',
      overlap: '焊瘤',
      other: '其他',
    },
    processes: {
      smaw: '焊条电弧焊 (111)',
      gmaw: '气保焊 (135)',
      fcaw: '药芯焊 (136)',
      saw: '埋弧焊 (121)',
      gtaw: '氩弧焊 (141)',
      esw: '电渣焊 (72)',
      stud: '栓钉焊 (783)',
    },
  },
  en: {
    ndt: 'Non-destructive test report',
    method: 'Method',
    level: 'Level',
    standard: 'Standard',
    status: 'Request',
    welds: 'Welds',
    results: 'Results',
    weld: 'Weld',
    joint: 'Joint',
    class: 'Class',
    size: 'Length × t (mm)',
    tested: 'Tested (mm)',
    testedAt: 'Tested on',
    tester: 'Tester',
    defects: 'Indications',
    noDefects: 'No indication to be recorded',
    position: 'Position (mm)',
    length: 'Length (mm)',
    depth: 'Depth (mm)',
    type: 'Type',
    grade: 'Grade',
    requested: 'Requested by',
    register: 'Weld register',
    registerSub: (welds, pieces) => `${pieces} pieces, ${welds} welds`,
    material: 'Grade of steel',
    wps: 'WPS',
    welders: 'Welders',
    weldedAt: 'Welded on',
    state: 'Testing',
    repairs: 'Repairs',
    noWelds: 'No weld is registered',
    welderList: 'Qualified welders',
    welder: 'Welder',
    certificate: 'Certificate',
    process: 'Process',
    positions: 'Positions',
    group: 'Material group',
    thickness: 'Thickness (mm)',
    validFrom: 'Valid from',
    validUntil: 'Valid until',
    noCertificate: 'no certificate registered',
    joints: { butt: 'Butt', fillet: 'Fillet', tee: 'T joint', corner: 'Corner', lap: 'Lap' },
    states: {
      open: 'not welded',
      free: 'no test due',
      due: 'to be tested',
      partly: 'partly tested',
      failed: 'failed',
      repaired: 'repaired',
      passed: 'passed',
    },
    methods: {
      ut: 'Ultrasonic (UT)',
      rt: 'Radiographic (RT)',
      mt: 'Magnetic particle (MT)',
      pt: 'Penetrant (PT)',
      vt: 'Visual (VT)',
    },
    statuses: { open: 'under way', done: 'done', cancelled: 'cancelled' },
    types: {
      crack: 'Crack',
      lack_of_fusion: 'Lack of fusion',
      incomplete_penetration: 'Incomplete penetration',
      slag: 'Slag inclusion',
      porosity: 'Porosity',
      undercut: 'Undercut',
      overlap: 'Overlap',
      other: 'Other',
    },
    processes: {
      smaw: 'Manual metal arc (111)',
      gmaw: 'MAG welding (135)',
      fcaw: 'Flux-cored arc (136)',
      saw: 'Submerged arc (121)',
      gtaw: 'TIG welding (141)',
      esw: 'Electroslag (72)',
      stud: 'Stud welding (783)',
    },
  },
  es: {
    ndt: 'Informe de ensayos no destructivos',
    method: 'Método',
    level: 'Nivel',
    standard: 'Norma',
    status: 'Solicitud',
    welds: 'Cordones',
    results: 'Resultados',
    weld: 'Cordón',
    joint: 'Unión',
    class: 'Clase',
    size: 'Longitud × e (mm)',
    tested: 'Ensayado (mm)',
    testedAt: 'Ensayado el',
    tester: 'Ensayador',
    defects: 'Indicaciones',
    noDefects: 'Sin indicaciones que registrar',
    position: 'Posición (mm)',
    length: 'Longitud (mm)',
    depth: 'Profundidad (mm)',
    type: 'Tipo',
    grade: 'Grado',
    requested: 'Solicitado por',
    register: 'Registro de cordones',
    registerSub: (welds, pieces) => `${pieces} unidades, ${welds} cordones`,
    material: 'Calidad de acero',
    wps: 'WPS',
    welders: 'Soldadores',
    weldedAt: 'Soldado el',
    state: 'Ensayo',
    repairs: 'Reparaciones',
    noWelds: 'No hay cordones registrados',
    welderList: 'Soldadores cualificados',
    welder: 'Soldador',
    certificate: 'Certificado',
    process: 'Proceso',
    positions: 'Posiciones',
    group: 'Grupo de material',
    thickness: 'Espesor (mm)',
    validFrom: 'Válido desde',
    validUntil: 'Válido hasta',
    noCertificate: 'sin certificado registrado',
    joints: { butt: 'A tope', fillet: 'En ángulo', tee: 'En T', corner: 'En esquina', lap: 'A solape' },
    states: {
      open: 'sin soldar',
      free: 'sin ensayo',
      due: 'por ensayar',
      partly: 'ensayo parcial',
      failed: 'rechazado',
      repaired: 'reparado',
      passed: 'conforme',
    },
    methods: {
      ut: 'Ultrasonidos (UT)',
      rt: 'Radiografía (RT)',
      mt: 'Partículas magnéticas (MT)',
      pt: 'Líquidos penetrantes (PT)',
      vt: 'Visual (VT)',
    },
    statuses: { open: 'en curso', done: 'terminada', cancelled: 'anulada' },
    types: {
      crack: 'Fisura',
      lack_of_fusion: 'Falta de fusión',
      incomplete_penetration: 'Falta de penetración',
      slag: 'Inclusión de escoria',
      porosity: 'Porosidad',
      undercut: 'Mordedura',
      overlap: 'Solapamiento',
      other: 'Otro',
    },
    processes: {
      smaw: 'Electrodo revestido (111)',
      gmaw: 'MAG (135)',
      fcaw: 'Alambre tubular (136)',
      saw: 'Arco sumergido (121)',
      gtaw: 'TIG (141)',
      esw: 'Electroescoria (72)',
      stud: 'Soldadura de pernos (783)',
    },
  },
}

import type { DocumentLanguage, SealedKind } from '@cloud-factory/domain/quality-documents/document-labels'
import type { InspectionStage, InspectionVerdict } from '@cloud-factory/domain/inspection/quality-enums'

export type Language = DocumentLanguage

/** What papers of quality say besides what was written and measured. */
export interface DocumentLabels {
  readonly report: string
  readonly dossier: string
  readonly contents: string
  readonly draftStandard: string
  /** So many of the limits on a sheet were not checked off against the official text. */
  readonly unverified: (open: number, items: number, standard: string) => string
  readonly notLocked: string
  readonly notComplete: string
  /** Of an inspection; of any other record. */
  readonly no: string
  readonly number: string
  readonly verdict: string
  readonly undecided: string
  readonly order: string
  readonly mark: string
  readonly stage: string
  readonly process: string
  readonly standard: string
  readonly sizes: string
  readonly pieces: string
  readonly measured: (measured: number, of: number) => string
  readonly readings: string
  readonly item: string
  readonly class: string
  readonly limits: string
  readonly piece: string
  readonly points: string
  readonly judged: string
  readonly inside: string
  readonly outside: string
  readonly inOrder: string
  readonly notInOrder: string
  readonly notMeasured: string
  readonly noReadings: string
  readonly inspector: string
  readonly judge: string
  readonly supervisor: string
  readonly note: string
  readonly photos: string
  readonly verify: string
  readonly replaces: string
  readonly letGo: string
  readonly repeats: string
  readonly dossierOf: Readonly<
    Record<'project' | 'customer' | 'kg' | 'checksums' | 'checksum' | 'part', string>
  >
  readonly kinds: Readonly<Record<SealedKind, string>>
  readonly counted: (ready: number, open: number) => string
  readonly classes: Readonly<Record<'main' | 'general', string>>
  readonly places: Readonly<Record<'joint' | 'other', string>>
  readonly stages: Readonly<Record<InspectionStage, string>>
  readonly verdicts: Readonly<Record<InspectionVerdict, string>>
}

export const documentLabels: Readonly<Record<Language, DocumentLabels>> = {
  zh: {
    report: '构件检验报告',
    dossier: '质量竣工资料',
    contents: '目录',
    draftStandard: '草案标准，尚未批准',
    unverified: (open, items, standard) =>
      `待核对：${items} 项限值中有 ${open} 项尚未与 ${standard} 正式文本核对。`,
    notLocked: '未锁定，仅供内部查看',
    notComplete: '未完结，仅供内部查看',
    no: '检验单号',
    number: '编号',
    verdict: '判定',
    undecided: '未判定',
    order: '订单',
    mark: '构件号',
    stage: '检验阶段',
    process: '工序',
    standard: '检验标准',
    sizes: '设计尺寸（mm）',
    pieces: '构件数',
    measured: (measured, of) => `${of} 件，实测 ${measured} 件`,
    readings: '实测记录',
    item: '检验项目',
    class: '类别',
    limits: '允许偏差',
    piece: '构件编码',
    points: '实测值',
    judged: '判定',
    inside: '合格',
    outside: '超差',
    inOrder: '无',
    notInOrder: '有',
    notMeasured: '未抽检，随检验批判定',
    noReadings: '没有实测记录',
    inspector: '检验员',
    judge: '判定人',
    supervisor: '监理',
    note: '备注',
    photos: '照片',
    verify: '扫码或输入校验值核对本文件',
    replaces: '更正自',
    letGo: '放行构件',
    repeats: '复检自',
    dossierOf: {
      project: '项目',
      customer: '客户',
      kg: '重量（kg）',
      checksums: '校验值表',
      checksum: 'sha256',
      part: '文件',
    },
    kinds: {
      inspection: '检验报告',
      dossier: '竣工资料',
      certificate: '产品合格证',
      material: '材料质量证明清单',
      welds: '焊缝登记表',
      welders: '焊工资格清单',
      ndt: '无损检测报告',
      coat: '涂层检测报告',
      ncr: '不合格品报告',
    },
    counted: (ready, open) => `${ready} 份${open === 0 ? '' : `，未完结 ${open} 项`}`,
    classes: { main: '主控', general: '一般' },
    places: { joint: '连接处', other: '其他处' },
    stages: {
      incoming: '进货检验',
      first: '首件检验',
      in_process: '过程检验',
      fit_up: '组对检验',
      after_weld: '焊后检验',
      trial_assembly: '预拼装检验',
      coating: '涂装检验',
      final: '终检',
    },
    verdicts: { pass: '合格', fail: '不合格', concession: '让步接收' },
  },
  en: {
    report: 'Inspection report',
    dossier: 'Completion dossier',
    contents: 'Contents',
    draftStandard: 'draft standard, not approved',
    unverified: (open, items, standard) =>
      `To be verified: ${open} of ${items} limits have not been checked against the official text of ${standard}.`,
    notLocked: 'Not locked: for internal use only',
    notComplete: 'Not complete: for internal use only',
    no: 'Inspection',
    number: 'No.',
    verdict: 'Verdict',
    undecided: 'not judged',
    order: 'Order',
    mark: 'Mark',
    stage: 'Stage',
    process: 'Process',
    standard: 'Standard',
    sizes: 'Nominal sizes (mm)',
    pieces: 'Pieces',
    measured: (measured, of) => `${of}, of which ${measured} measured`,
    readings: 'Measured values',
    item: 'Item',
    class: 'Class',
    limits: 'Permissible deviation',
    piece: 'Piece',
    points: 'Measured',
    judged: 'Verdict',
    inside: 'inside',
    outside: 'outside',
    inOrder: 'none',
    notInOrder: 'found',
    notMeasured: 'not sampled, judged with its lot',
    noReadings: 'Nothing was measured',
    inspector: 'Inspector',
    judge: 'Judged by',
    supervisor: 'Resident supervisor',
    note: 'Note',
    photos: 'Photos',
    verify: 'Scan, or enter the checksum, to verify this paper',
    replaces: 'Corrects',
    letGo: 'Pieces let go',
    repeats: 'Repeats',
    dossierOf: {
      project: 'Project',
      customer: 'Customer',
      kg: 'Weight (kg)',
      checksums: 'Checksums',
      checksum: 'sha256',
      part: 'Paper',
    },
    kinds: {
      inspection: 'Inspection reports',
      dossier: 'Completion dossier',
      certificate: 'Certificate of conformity',
      material: 'Material certificates',
      welds: 'Weld register',
      welders: 'Qualified welders',
      ndt: 'NDT reports',
      coat: 'Coating reports',
      ncr: 'Non-conformance reports',
    },
    counted: (ready, open) => `${ready}${open === 0 ? '' : `; not complete: ${open}`}`,
    classes: { main: 'main', general: 'general' },
    places: { joint: 'at joints', other: 'elsewhere' },
    stages: {
      incoming: 'Incoming',
      first: 'First article',
      in_process: 'In process',
      fit_up: 'Fit-up',
      after_weld: 'After welding',
      trial_assembly: 'Trial assembly',
      coating: 'Coating',
      final: 'Final',
    },
    verdicts: { pass: 'accepted', fail: 'rejected', concession: 'concession' },
  },
  es: {
    report: 'Informe de inspección',
    dossier: 'Dossier final de calidad',
    contents: 'Índice',
    draftStandard: 'norma en borrador, sin aprobar',
    unverified: (open, items, standard) =>
      `Por verificar: ${open} de ${items} límites no se han cotejado con el texto oficial de ${standard}.`,
    notLocked: 'Sin bloquear: solo para uso interno',
    notComplete: 'Sin completar: solo para uso interno',
    no: 'Inspección',
    number: 'N.º',
    verdict: 'Dictamen',
    undecided: 'sin dictamen',
    order: 'Pedido',
    mark: 'Marca',
    stage: 'Etapa',
    process: 'Operación',
    standard: 'Norma',
    sizes: 'Medidas nominales (mm)',
    pieces: 'Unidades',
    measured: (measured, of) => `${of}, medidas ${measured}`,
    readings: 'Valores medidos',
    item: 'Ítem',
    class: 'Clase',
    limits: 'Desviación admisible',
    piece: 'Unidad',
    points: 'Medido',
    judged: 'Dictamen',
    inside: 'dentro',
    outside: 'fuera',
    inOrder: 'no hay',
    notInOrder: 'hay',
    notMeasured: 'no muestreada, juzgada con su lote',
    noReadings: 'No se midió nada',
    inspector: 'Inspector',
    judge: 'Dictaminado por',
    supervisor: 'Supervisión',
    note: 'Nota',
    photos: 'Fotos',
    verify: 'Escanee el código o escriba la suma para verificar este documento',
    replaces: 'Corrige',
    letGo: 'Piezas que pasan',
    repeats: 'Repite',
    dossierOf: {
      project: 'Proyecto',
      customer: 'Cliente',
      kg: 'Peso (kg)',
      checksums: 'Sumas de verificación',
      checksum: 'sha256',
      part: 'Documento',
    },
    kinds: {
      inspection: 'Informes de inspección',
      dossier: 'Dossier final',
      certificate: 'Certificado de conformidad',
      material: 'Certificados de material',
      welds: 'Registro de cordones',
      welders: 'Soldadores cualificados',
      ndt: 'Informes de END',
      coat: 'Informes de recubrimiento',
      ncr: 'Informes de no conformidad',
    },
    counted: (ready, open) => `${ready}${open === 0 ? '' : `; sin completar: ${open}`}`,
    classes: { main: 'principal', general: 'general' },
    places: { joint: 'en uniones', other: 'en otros puntos' },
    stages: {
      incoming: 'Recepción',
      first: 'Primera pieza',
      in_process: 'En proceso',
      fit_up: 'Ensamblado',
      after_weld: 'Tras soldadura',
      trial_assembly: 'Premontaje',
      coating: 'Recubrimiento',
      final: 'Final',
    },
    verdicts: { pass: 'conforme', fail: 'no conforme', concession: 'concesión' },
  },
}

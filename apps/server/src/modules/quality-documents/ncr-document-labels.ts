import type {
  NcrCause,
  NcrDisposition,
  NcrSeverity,
  NcrSource,
  NcrStatus,
} from '@cloud-factory/domain/ncr/ncr-enums'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'

type Step = 'raised' | 'disposed' | 'approved' | 'started' | 'finished' | 'verified'

/** What a non-conformance report says on paper. */
export interface NcrDocumentLabels {
  readonly report: string
  readonly status: string
  readonly severity: string
  readonly source: string
  readonly defect: string
  readonly inspection: string
  readonly item: string
  readonly crew: string
  readonly machine: string
  readonly due: string
  readonly weight: string
  readonly description: string
  readonly piecesTitle: string
  readonly disposition: string
  readonly process: string
  readonly agreedBy: string
  readonly cause: string
  readonly cost: string
  readonly reinspection: string
  readonly decisions: string
  readonly step: string
  readonly by: string
  readonly when: string
  readonly nothingYet: string
  readonly cancelled: string
  readonly noPieces: string
  readonly statuses: Readonly<Record<NcrStatus, string>>
  readonly severities: Readonly<Record<NcrSeverity, string>>
  readonly sources: Readonly<Record<NcrSource, string>>
  readonly dispositions: Readonly<Record<NcrDisposition, string>>
  readonly causes: Readonly<Record<NcrCause, string>>
  readonly steps: Readonly<Record<Step, string>>
}

export const ncrDocumentLabels: Readonly<Record<DocumentLanguage, NcrDocumentLabels>> = {
  zh: {
    report: '不合格品报告',
    status: '状态',
    severity: '严重程度',
    source: '来源',
    defect: '缺陷',
    inspection: '检验单',
    item: '检验项目',
    crew: '责任班组',
    machine: '加工设备',
    due: '要求完成日期',
    weight: '重量（kg）',
    description: '不合格描述',
    piecesTitle: '涉及构件',
    disposition: '处置',
    process: '放行工序',
    agreedBy: '同意方',
    cause: '原因',
    cost: '费用（元）',
    reinspection: '复检单',
    decisions: '处理过程',
    step: '步骤',
    by: '人员',
    when: '时间',
    nothingYet: '尚未处置',
    cancelled: '撤销原因',
    noPieces: '不涉及构件',
    statuses: {
      open: '待处置',
      dispositioned: '待批准',
      approved: '待执行',
      executing: '执行中',
      verify: '待验证',
      closed: '已关闭',
      cancelled: '已撤销',
    },
    severities: { minor: '轻微', major: '一般', critical: '严重' },
    sources: { reading: '检验读数', lot: '不合格检验批', piece: '构件', scan: '扫码', receipt: '来料' },
    dispositions: {
      rework: '返工',
      repair: '返修',
      concession: '让步接收',
      scrap: '报废',
      return: '退货',
    },
    causes: { man: '人', machine: '机', material: '料', method: '法', environment: '环', measure: '测' },
    steps: {
      raised: '提出',
      disposed: '处置',
      approved: '批准',
      started: '开始执行',
      finished: '执行完毕',
      verified: '验证',
    },
  },
  en: {
    report: 'Non-conformance report',
    status: 'Status',
    severity: 'Severity',
    source: 'Source',
    defect: 'Defect',
    inspection: 'Inspection',
    item: 'Item',
    crew: 'Crew',
    machine: 'Machine',
    due: 'Due on',
    weight: 'Weight (kg)',
    description: 'What does not conform',
    piecesTitle: 'Pieces',
    disposition: 'Disposition',
    process: 'Opens the gate of',
    agreedBy: 'Agreed by',
    cause: 'Cause',
    cost: 'Cost',
    reinspection: 'Re-inspection',
    decisions: 'What was done',
    step: 'Step',
    by: 'By',
    when: 'When',
    nothingYet: 'Nothing is decided yet',
    cancelled: 'Cancelled because',
    noPieces: 'No pieces',
    statuses: {
      open: 'open',
      dispositioned: 'to approve',
      approved: 'to execute',
      executing: 'in execution',
      verify: 'to verify',
      closed: 'closed',
      cancelled: 'cancelled',
    },
    severities: { minor: 'minor', major: 'major', critical: 'critical' },
    sources: {
      reading: 'reading',
      lot: 'failed lot',
      piece: 'piece',
      scan: 'scan',
      receipt: 'incoming material',
    },
    dispositions: {
      rework: 'rework',
      repair: 'repair',
      concession: 'concession',
      scrap: 'scrap',
      return: 'return',
    },
    causes: {
      man: 'people',
      machine: 'machine',
      material: 'material',
      method: 'method',
      environment: 'environment',
      measure: 'measurement',
    },
    steps: {
      raised: 'Raised',
      disposed: 'Disposition',
      approved: 'Approval',
      started: 'Execution started',
      finished: 'Execution finished',
      verified: 'Verification',
    },
  },
  es: {
    report: 'Informe de no conformidad',
    status: 'Estado',
    severity: 'Gravedad',
    source: 'Origen',
    defect: 'Defecto',
    inspection: 'Inspección',
    item: 'Ítem',
    crew: 'Cuadrilla',
    machine: 'Máquina',
    due: 'Fecha límite',
    weight: 'Peso (kg)',
    description: 'Qué no es conforme',
    piecesTitle: 'Unidades',
    disposition: 'Disposición',
    process: 'Abre el control de',
    agreedBy: 'De acuerdo',
    cause: 'Causa',
    cost: 'Coste',
    reinspection: 'Reinspección',
    decisions: 'Qué se hizo',
    step: 'Paso',
    by: 'Por',
    when: 'Cuándo',
    nothingYet: 'Todavía sin decisión',
    cancelled: 'Motivo de la anulación',
    noPieces: 'Sin unidades',
    statuses: {
      open: 'abierto',
      dispositioned: 'por aprobar',
      approved: 'por ejecutar',
      executing: 'en ejecución',
      verify: 'por verificar',
      closed: 'cerrado',
      cancelled: 'anulado',
    },
    severities: { minor: 'leve', major: 'mayor', critical: 'crítica' },
    sources: {
      reading: 'lectura',
      lot: 'lote no conforme',
      piece: 'unidad',
      scan: 'escaneo',
      receipt: 'material recibido',
    },
    dispositions: {
      rework: 'reproceso',
      repair: 'reparación',
      concession: 'concesión',
      scrap: 'desecho',
      return: 'devolución',
    },
    causes: {
      man: 'personas',
      machine: 'máquina',
      material: 'material',
      method: 'método',
      environment: 'entorno',
      measure: 'medición',
    },
    steps: {
      raised: 'Abierto',
      disposed: 'Disposición',
      approved: 'Aprobación',
      started: 'Ejecución empezada',
      finished: 'Ejecución terminada',
      verified: 'Verificación',
    },
  },
}

import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'

/** What a certificate of conformity says. */
interface CertificateWords {
  readonly title: string
  readonly statement: string
  readonly name: string
  readonly standards: string
  readonly passed: (passed: number, of: number) => string
  readonly openNcrs: string
  readonly inspections: string
  readonly lastDay: string
  readonly verdict: string
  readonly conform: string
  readonly conceded: string
  readonly none: string
  readonly quality: string
  readonly factory: string
}

export const certificateWords: Readonly<Record<DocumentLanguage, CertificateWords>> = {
  zh: {
    title: '产品合格证',
    statement: '下列构件经检验符合设计文件和所列标准的要求，准予出厂。让步接收的构件已单独注明。',
    name: '名称',
    standards: '执行标准',
    passed: (passed, of) => `${of} 件中 ${passed} 件终检合格`,
    openNcrs: '未关闭的不合格品',
    inspections: '终检单',
    lastDay: '终检日期',
    verdict: '结论',
    conform: '合格',
    conceded: '合格（含让步接收）',
    none: '还没有终检合格的构件',
    quality: '质检负责人',
    factory: '制造厂（盖章）',
  },
  en: {
    title: 'Certificate of conformity',
    statement:
      'The members below were inspected and conform to the design documents and to the standards named. Members accepted by concession are marked.',
    name: 'Name',
    standards: 'Standards',
    passed: (passed, of) => `${passed} of ${of} passed the final inspection`,
    openNcrs: 'Open non-conformances',
    inspections: 'Final inspections',
    lastDay: 'Inspected on',
    verdict: 'Verdict',
    conform: 'Conform',
    conceded: 'Conform (with concession)',
    none: 'No member has passed its final inspection yet',
    quality: 'Head of quality',
    factory: 'Manufacturer (stamp)',
  },
  es: {
    title: 'Certificado de conformidad',
    statement:
      'Los elementos siguientes fueron inspeccionados y cumplen los documentos de diseño y las normas indicadas. Los aceptados por concesión están señalados.',
    name: 'Nombre',
    standards: 'Normas',
    passed: (passed, of) => `${passed} de ${of} superaron la inspección final`,
    openNcrs: 'No conformidades abiertas',
    inspections: 'Inspecciones finales',
    lastDay: 'Inspeccionado el',
    verdict: 'Dictamen',
    conform: 'Conforme',
    conceded: 'Conforme (con concesión)',
    none: 'Ningún elemento ha superado aún la inspección final',
    quality: 'Responsable de calidad',
    factory: 'Fabricante (sello)',
  },
}

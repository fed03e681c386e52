import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'

type Word =
  | 'title'
  | 'grade'
  | 'heat'
  | 'supplier'
  | 'profiles'
  | 'certificate'
  | 'issued'
  | 'pieces'
  | 'kg'
  | 'retest'
  | 'none'
  | 'empty'

/** What the list of mill certificates says. */
export const materialDocumentLabels: Readonly<Record<DocumentLanguage, Readonly<Record<Word, string>>>> = {
  zh: {
    title: '材料质量证明清单',
    grade: '材质',
    heat: '炉批号',
    supplier: '供方 / 钢厂',
    profiles: '规格',
    certificate: '质保书',
    issued: '签发日期',
    pieces: '件数',
    kg: '用量（kg）',
    retest: '复验报告',
    none: '没有已接受的质保书',
    empty: '没有登记炉批号',
  },
  en: {
    title: 'Material certificates',
    grade: 'Grade',
    heat: 'Heat',
    supplier: 'Supplier / mill',
    profiles: 'Profiles',
    certificate: 'Certificate',
    issued: 'Issued on',
    pieces: 'Pieces',
    kg: 'Used (kg)',
    retest: 're-test',
    none: 'no accepted certificate',
    empty: 'No heat is recorded',
  },
  es: {
    title: 'Certificados de material',
    grade: 'Calidad',
    heat: 'Colada',
    supplier: 'Proveedor / acería',
    profiles: 'Perfiles',
    certificate: 'Certificado',
    issued: 'Emitido el',
    pieces: 'Unidades',
    kg: 'Usado (kg)',
    retest: 'reensayo',
    none: 'sin certificado aceptado',
    empty: 'Sin coladas registradas',
  },
}

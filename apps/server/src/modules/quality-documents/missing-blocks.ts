import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Block } from '../../platform/pdf/pdf.types.ts'
import type { MissingOfOrder } from '../conformity/public.ts'

interface MissingWords {
  readonly title: string
  readonly demand: string
  readonly pieces: string
  readonly serials: string
  readonly demands: Readonly<Record<OpenDemand, string>>
}

const words: Readonly<Record<DocumentLanguage, MissingWords>> = {
  zh: {
    title: '尚缺：本单构件还不能判为合格',
    demand: '尚缺内容',
    pieces: '件数',
    serials: '构件',
    demands: {
      ncr_open: '不合格品未关闭',
      weld_open: '焊缝未登记施焊',
      ndt_due: '焊缝未探伤或探伤不足',
      ndt_failed: '焊缝探伤不合格，未返修',
      coat_open: '涂层未评定',
      coat_failed: '涂层不合格',
      fire_open: '防火涂层未测量',
      inspection_failed: '最近一次检验不合格',
      inspection_again: '返修后未重新检验',
      inspection_final: '最终检验未合格',
      inspection_unsigned: '检验单未签字锁定',
      material_unreleased: '材料待检或已判退',
      mill_certificate: '材料没有已接受的质量证明书',
    },
  },
  en: {
    title: 'Missing: the pieces of this order do not all conform',
    demand: 'What is missing',
    pieces: 'Pieces',
    serials: 'Which',
    demands: {
      ncr_open: 'Non-conformance not closed',
      weld_open: 'Weld not recorded as welded',
      ndt_due: 'Weld not tested, or not enough of it',
      ndt_failed: 'Weld failed its test and is not repaired',
      coat_open: 'Coat not judged',
      coat_failed: 'Coat failed',
      fire_open: 'Fire coating not measured',
      inspection_failed: 'Last inspection failed',
      inspection_again: 'Not inspected again after repair',
      inspection_final: 'Final inspection not passed',
      inspection_unsigned: 'Inspection not signed and locked',
      material_unreleased: 'Material in quarantine or rejected',
      mill_certificate: 'No accepted mill certificate for the material',
    },
  },
  es: {
    title: 'Falta: no todas las unidades de este pedido son conformes',
    demand: 'Qué falta',
    pieces: 'Unidades',
    serials: 'Cuáles',
    demands: {
      ncr_open: 'No conformidad sin cerrar',
      weld_open: 'Soldadura que no consta como hecha',
      ndt_due: 'Soldadura sin ensayar, o no lo suficiente',
      ndt_failed: 'Soldadura no conforme en su ensayo y sin reparar',
      coat_open: 'Recubrimiento sin evaluar',
      coat_failed: 'Recubrimiento no conforme',
      fire_open: 'Protección ignífuga sin medir',
      inspection_failed: 'Última inspección no conforme',
      inspection_again: 'Sin nueva inspección tras la reparación',
      inspection_final: 'Inspección final no superada',
      inspection_unsigned: 'Inspección sin firmar ni bloquear',
      material_unreleased: 'Material en cuarentena o rechazado',
      mill_certificate: 'Material sin certificado de fábrica aceptado',
    },
  },
}

/** As many serials as a line of the table names; how many there are stands beside. */
const namedSerials = 6

/** What an order still needs, for the first page of its papers; nothing when it needs nothing. */
export function missingBlocks(missing: readonly MissingOfOrder[], language: DocumentLanguage): Block[] {
  if (missing.length === 0) return []
  const { title, demand: demandTitle, pieces, serials: serialsTitle, demands } = words[language]
  return [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      columns: [
        { title: demandTitle, share: 2.6 },
        { title: pieces, share: 0.8, align: 'right' },
        { title: serialsTitle, share: 4 },
      ],
      rows: missing.map(({ demand, serials }) => [
        { text: demands[demand], tone: 'bad' as const },
        String(serials.length),
        serials.slice(0, namedSerials).join(', ') + (serials.length > namedSerials ? ' …' : ''),
      ]),
      empty: '',
    },
  ]
}

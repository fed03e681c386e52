import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import type { Block } from '../../platform/pdf/pdf.types.ts'
import type { MissingOfOrder } from '../conformity/public.ts'
import { wordsIn } from './document-words.ts'

/** As many serials as a line of the table names; how many there are stands beside. */
const namedSerials = 6

/** What an order still needs, for the first page of its papers; nothing when it needs nothing. */
export function missingBlocks(missing: readonly MissingOfOrder[], language: DocumentLanguage): Block[] {
  if (missing.length === 0) return []
  const t = wordsIn(language)
  return [
    { kind: 'heading', text: t('missing.title') },
    {
      kind: 'table',
      columns: [
        { title: t('missing.demand'), share: 2.6 },
        { title: t('common:field.pieces'), share: 0.8, align: 'right' },
        { title: t('missing.serials'), share: 4 },
      ],
      rows: missing.map(({ demand, serials }) => [
        { text: t(`missing.demands.${demand}`), tone: 'bad' as const },
        String(serials.length),
        serials.slice(0, namedSerials).join(', ') + (serials.length > namedSerials ? ' …' : ''),
      ]),
      empty: '',
    },
  ]
}

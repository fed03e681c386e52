import type { ImportView } from '@cloud-factory/contract/order-imports'
import { useTranslation } from 'react-i18next'
import { absent, count, tonnes } from '../../../shared/format/numbers.ts'

/** Counts and tonnage of an import, and what its files were taken for. */
export function ImportFigures({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  const { computed } = view
  const facts = [
    ['marks', count(computed.marks)],
    ['pieces', count(computed.pieces)],
    ['parts', count(computed.parts)],
    ['netT', tonnes(computed.netKg)],
    // A list without gross weights has none: zero would be a lie.
    ['grossT', tonnes(computed.grossKg === 0 ? null : computed.grossKg)],
    ['format', view.format === null ? absent : t(`format.${view.format}`, { defaultValue: view.format })],
    ['encoding', view.encoding?.toUpperCase() ?? absent],
  ] as const
  return (
    <dl className="import-figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`figure.${name}`)}</dt>
          <dd className={name === 'format' || name === 'encoding' ? '' : 'is-figure'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

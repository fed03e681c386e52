import type { ImportView } from '@cloud-factory/contract/order-imports'
import { useTranslation } from 'react-i18next'
import { absent, count } from '../../../shared/format/numbers.ts'
import { type Tone, StatusTag } from '../../../shared/ui/status-tag.tsx'
import { exactKg } from './figures.ts'
import { type TotalLine, totalLines } from './totals.rules.ts'

const tones = { none: 'neutral', equal: 'good', rounding: 'good', differs: 'bad' } as const satisfies Record<
  TotalLine['verdict'],
  Tone
>

/** The file's 合计 row beside what its rows add up to. */
export function TotalsTable({ view }: { readonly view: Pick<ImportView, 'stated' | 'computed'> }) {
  const { t } = useTranslation('imports')
  return (
    <table className="plain-table totals-table">
      <caption>{t('totals.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('totals.figure')}</th>
          <th scope="col">{t('totals.stated')}</th>
          <th scope="col">{t('totals.computed')}</th>
          <th scope="col">{t('totals.difference')}</th>
          <th scope="col">{t('totals.verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {totalLines(view).map((line) => (
          <tr key={line.figure} className={line.verdict === 'differs' ? 'is-bad' : ''}>
            <th scope="row">{t(`totals.${line.figure}`)}</th>
            <td>{figureText(line, line.stated)}</td>
            <td>{figureText(line, line.computed)}</td>
            <td>{figureText(line, line.difference)}</td>
            <td>
              <StatusTag tone={tones[line.verdict]} text={t(`totals.is.${line.verdict}`)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function figureText({ figure }: TotalLine, value: number | null): string {
  if (value === null) return absent
  return figure === 'pieces' ? count(value) : exactKg(value)
}

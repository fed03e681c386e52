import { type ColumnMeaning, columnMeanings } from '@cloud-factory/domain/order-import/import-enums'
import { Button, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { mappingOf, lackingOf, shownColumns } from './column-mapping.rules.ts'
import type { Sample } from './reading.queries.ts'

interface Props {
  readonly sample: Sample
  readonly busy: boolean
  /** Left out where nothing can be read again. */
  readonly onRead: ((mapping: ReturnType<typeof mappingOf>) => void) | undefined
}

/** Columns of a list with some of their values, and what each means. */
export function ColumnMapping({ sample, busy, onRead }: Props) {
  const { t } = useTranslation('order-import')
  const [row, setRow] = useState(sample.headerRow ?? 1)
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnMeaning | null>>(new Map())
  const columns = shownColumns(sample, row, chosen)
  const lacking = lackingOf(columns)
  return (
    <section>
      <div className="reading-head">
        <h3>{t('detected.columns')}</h3>
        {onRead !== undefined && (
          <HeaderRow row={row} most={Math.min(40, sample.rows.length)} onRow={setRow} />
        )}
      </div>
      {onRead !== undefined && <p className="page-note">{t('reading.mappingHelp')}</p>}
      <ScrollRegion label={t('detected.columns')} width={640}>
        <table className="plain-table mapping-table">
          <thead>
            <tr>
              <th scope="col">{t('detected.header')}</th>
              <th scope="col">{t('reading.values')}</th>
              <th scope="col">{t('detected.meaning')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ index, header, meaning, values }) => (
              <tr key={index}>
                <td>{header === '' ? absent : header}</td>
                <td className="page-note">{values.length === 0 ? absent : values.join(' · ')}</td>
                <td>
                  {onRead === undefined ? (
                    t(meaning === null ? 'meaning.none' : `meaning.${meaning}`)
                  ) : (
                    <MeaningSelect
                      label={header}
                      meaning={meaning}
                      onChange={(value) => setChosen(new Map(chosen).set(index, value))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {onRead !== undefined && (
        <ReadAgain busy={busy} lacking={lacking} onRead={() => onRead(mappingOf(row, columns))} />
      )}
    </section>
  )
}

interface ReadProps {
  readonly busy: boolean
  /** Missing mandatory column; null: none. */
  readonly lacking: ReturnType<typeof lackingOf>
  readonly onRead: () => void
}

function ReadAgain({ busy, lacking, onRead }: ReadProps) {
  const { t } = useTranslation('order-import')
  return (
    <div className="import-actions">
      <Button type="primary" loading={busy} disabled={lacking !== null} onClick={onRead}>
        {t('reading.read')}
      </Button>
      {lacking !== null && <span className="page-note">{t(`reading.lacking.${lacking}`)}</span>}
    </div>
  )
}

function HeaderRow({
  row,
  most,
  onRow,
}: { readonly row: number; readonly most: number } & {
  readonly onRow: (row: number) => void
}) {
  const { t } = useTranslation('order-import')
  const id = useId()
  return (
    <span>
      <label htmlFor={id}>{t('reading.headerRow')} </label>
      <InputNumber
        id={id}
        min={1}
        max={most}
        precision={0}
        value={row}
        onChange={(value) => onRow(value ?? 1)}
      />
    </span>
  )
}

interface SelectProps {
  readonly label: string
  readonly meaning: ColumnMeaning | null
  readonly onChange: (meaning: ColumnMeaning | null) => void
}

function MeaningSelect({ label, meaning, onChange }: SelectProps) {
  const { t } = useTranslation('order-import')
  return (
    <Select<ColumnMeaning | 'none'>
      aria-label={`${label}: ${t('detected.meaning')}`}
      className="mapping-select"
      value={meaning ?? 'none'}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={[
        { value: 'none', label: t('meaning.none') },
        ...columnMeanings.map((value) => ({ value, label: t(`meaning.${value}`) })),
      ]}
      onChange={(value) => onChange(value === 'none' ? null : value)}
    />
  )
}

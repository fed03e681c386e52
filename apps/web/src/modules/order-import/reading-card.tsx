import {
  type ColumnMeaning,
  columnMeanings,
  textEncodings,
} from '@cloud-factory/domain/order-import/import-enums'
import { Button, InputNumber, Select, Alert, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { mappingOf, lackingOf, shownColumns } from './import.rules.ts'
import { type Sample, sampleQuery, useReadAgain } from './imports.queries.ts'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'

interface Props {
  readonly sample: Sample
  readonly busy: boolean
  /** Left out where nothing can be read again. */
  readonly onRead: ((mapping: ReturnType<typeof mappingOf>) => void) | undefined
}

/** Columns of a list with some of their values, and what each means. */
function ColumnMapping({ sample, busy, onRead }: Props) {
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

/**
 * How the file was read, with its first lines; another encoding or column mapping reads it again.
 */
export function ReadingCard({ view }: { readonly view: ImportView }) {
  const { data, error, refetch } = useQuery(sampleQuery(view))
  const readAgain = useReadAgain(view.id)
  const open = view.can.read === true
  return (
    <div className="reading-card">
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {readAgain.error !== null && <ProblemAlert error={readAgain.error} />}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && (
        <>
          {data.lines.length > 0 && (
            <TextSample
              sample={data}
              encoding={view.encoding}
              busy={readAgain.isPending}
              onEncoding={open ? (encoding) => readAgain.mutate({ encoding }) : undefined}
            />
          )}
          {data.rows.length > 0 && (
            <ColumnMapping
              key={view.mappedBy}
              sample={data}
              busy={readAgain.isPending}
              onRead={open ? (mapping) => readAgain.mutate({ mapping }) : undefined}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Note that the column mapping was taken from an earlier import. */
export function MemoryNote({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  return view.mappedBy === 'memory' ? (
    <Alert type="info" showIcon title={t('reading.remembered')} description={t('reading.rememberedHelp')} />
  ) : null
}

interface TextProps {
  readonly sample: Sample
  readonly encoding: string | null
  readonly busy: boolean
  readonly onEncoding: ((encoding: (typeof textEncodings)[number] | null) => void) | undefined
}

function TextSample({ sample, encoding, busy, onEncoding }: TextProps) {
  const { t } = useTranslation('order-import')
  return (
    <section>
      <div className="reading-head">
        <h3>{t('reading.lines')}</h3>
        {onEncoding !== undefined && (
          <Select
            aria-label={t('figure.encoding')}
            className="reading-encoding"
            value={sample.chosenEncoding ?? 'auto'}
            loading={busy}
            disabled={busy}
            popupMatchSelectWidth={false}
            options={[
              { value: 'auto', label: t('reading.auto', { encoding: encoding?.toUpperCase() ?? '' }) },
              ...textEncodings.map((value) => ({ value, label: value.toUpperCase() })),
            ]}
            onChange={(value) => onEncoding(textEncodings.find((known) => known === value) ?? null)}
          />
        )}
      </div>
      <p className="page-note">{t('reading.encodingHelp')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <pre className="reading-lines" tabIndex={0} aria-label={t('reading.lines')}>
        {sample.lines.join('\n')}
      </pre>
    </section>
  )
}

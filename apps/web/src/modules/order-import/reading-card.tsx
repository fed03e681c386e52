import { textEncodings } from '@cloud-factory/domain/order-import/import-enums'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery } from '@tanstack/react-query'
import { Alert, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { type Sample, sampleQuery, useReadAgain } from './reading.queries.ts'

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

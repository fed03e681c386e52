import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { Button, Skeleton, Tag } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenCodes, useFoundPieces } from '../../shared/scan/found-pieces.tsx'
import { ReportForm, type ReportWords } from './report-form.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onReport: (words: ReportWords, pieces: readonly PieceMatch[]) => void
  readonly onClear: () => void
}

/** A pasted list of codes: the pieces they mean are reported together; what is not sure is settled or left out. */
export function SeveralScanned({ codes, onReport, onClear }: Props) {
  const { t } = useTranslation('production')
  const [pieces, setPieces] = useState<readonly PieceMatch[]>([])
  const [next, ...others] = new Set(pieces.map(({ nextProcessId }) => nextProcessId))
  const search = useFoundPieces((found) =>
    setPieces((before) => [...new Map([...before, ...found].map((one) => [one.id, one])).values()]),
  )
  const begin = useEffectEvent(() => search.find(codes))
  useEffect(() => begin(), [])
  return (
    <section className="work-card" aria-label={t('scan.several', { count: codes.length })}>
      <div className="piece-head">
        <strong>{t('scan.several', { count: pieces.length })}</strong>
      </div>
      {search.busy && <Skeleton active />}
      <p>
        {pieces.map(({ id, serial, orderNo }) => (
          <Tag key={id} closable onClose={() => setPieces((now) => now.filter((one) => one.id !== id))}>
            {serial} · {orderNo}
          </Tag>
        ))}
      </p>
      <OpenCodes search={search} />
      {pieces.length > 0 && (
        <ReportForm
          piece={null}
          next={others.length === 0 ? (next ?? null) : null}
          onReport={(words) => onReport(words, pieces)}
        />
      )}
      <Button type="text" onClick={onClear}>
        {t('common:form.cancel')}
      </Button>
    </section>
  )
}

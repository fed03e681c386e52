import type { NestBar, NestDetail } from '@cloud-factory/contract/nesting/nests'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { count, thousands } from '../../shared/format/numbers.ts'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { PaperFacts, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { BarStrip, cutsOf } from './nest-labels.tsx'
import { nestQuery } from './nests.queries.ts'
import './nesting.css'

const words = ['nesting'] as const

/** The cut list of a nest, bar by bar, ready for the printer. */
export function NestPrintPage() {
  const { t } = useTranslation('nesting')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(nestQuery(id))
  const title = `${t('cutList')} ${data?.no ?? ''}`
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/order/nest/${id}`}
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      waiting={data === undefined ? { done: 0, total: 1 } : undefined}
    >
      {data !== undefined && <CutList nest={data} />}
    </PrintFrame>
  )
}

function CutList({ nest }: { readonly nest: NestDetail }) {
  const t = usePrintWords('nesting')
  const { no, profile, grade, items, parts, profileMm } = nest
  return (
    <PagedDocument<NestBar>
      title={t('cutList')}
      number={no}
      heading={
        <PaperFacts
          facts={[
            { key: 'profile', word: t('field.profile'), value: `${profile} ${grade}` },
            { key: 'bars', word: t('field.bars'), value: count(items.length) },
            { key: 'parts', word: t('field.parts'), value: count(parts) },
            { key: 'saw', word: t('rule.kerfMm'), value: nest.rules.kerfMm },
          ]}
        />
      }
      columns={[
        { key: 'bar', title: t('field.bar'), width: '13mm', render: ({ position }) => position },
        {
          key: 'heat',
          title: t('field.heat'),
          width: '25mm',
          render: ({ heat, stockBarId, location }) => (
            <>
              {heat ?? t('toBuy')}
              <br />
              {stockBarId !== null && `B${stockBarId}`} {location}
            </>
          ),
        },
        {
          key: 'length',
          title: t('field.lengthMm'),
          width: '18mm',
          align: 'right',
          render: ({ lengthMm }) => thousands(lengthMm),
        },
        { key: 'parts', title: t('field.parts'), render: (bar) => <Parts bar={bar} profileMm={profileMm} /> },
        {
          key: 'remnant',
          title: t('field.remnant'),
          width: '18mm',
          align: 'right',
          render: ({ remnantMm }) => thousands(remnantMm),
        },
        { key: 'done', title: '✓', width: '10mm', render: () => '☐' },
      ]}
      rows={items}
      rowKey={({ id }) => id}
      tail={<Signatures words={[t('signature')]} />}
    />
  )
}

function Parts({ bar, profileMm }: { readonly bar: NestBar; readonly profileMm: number | null }) {
  const t = usePrintWords('nesting')
  return (
    <>
      <BarStrip bar={bar} profileMm={profileMm} />
      <ol className="nest-parts">
        {bar.parts.map((cut) => {
          const { position, fromMm, lengthMm, order, mark, part } = cut
          return (
            <li key={position}>
              {position}. <b>{thousands(lengthMm)} mm</b> · {order} · {mark} · {part} ·{' '}
              {t('cutFrom', { mm: thousands(fromMm) })} <b>{cutsOf(t, cut)}</b>
            </li>
          )
        })}
      </ol>
      {bar.sharedMm > 0 && <p>{t('sharedCuts', { mm: thousands(bar.sharedMm) })}</p>}
    </>
  )
}

import type { NestBar, NestDetail } from '@cloud-factory/contract/nesting/nests'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, useParams } from 'react-router'
import { download } from '../../shared/api.ts'
import { csvText, downloadText } from '../../shared/format/csv.ts'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { BarStrip, cutsOf, gapOf, NestStatusTag, share } from './nest-labels.tsx'
import { dangerousActions, type NestAction, NestDialog, RequestButton } from './nest-actions.tsx'
import { nestQuery } from './nests.queries.ts'
import './nesting.css'

const ReportBarForm = lazyDialog(async () => (await import('./report-bar-form.tsx')).ReportBarForm)

type T = ReturnType<typeof useTranslation<'nesting'>>['t']
const actionsOf = ({ can, status }: NestDetail) =>
  placeActions<NestAction>(can, {
    next: status === 'solving' ? ['stop'] : status === 'planned' ? ['release'] : [],
    more: ['solving', 'planned', 'released'].includes(status) ? ['cancel'] : [],
  })

/** The cut list as a file for the saw or a spreadsheet, one line a part. */
function cutListOf(t: T, { no, items }: NestDetail): string {
  const head = [
    'bar',
    'heat',
    'lengthMm',
    'position',
    'order',
    'mark',
    'part',
    'from',
    'length',
    'leftDeg',
    'rightDeg',
    'remnant',
  ] as const
  return csvText([
    head.map((name) => t(`field.${name}`)),
    ...items.flatMap((bar) =>
      bar.parts.map((part) => [
        `${no}-${bar.position}`,
        bar.heat,
        bar.lengthMm,
        part.position,
        part.order,
        part.mark,
        part.part,
        part.fromMm,
        part.lengthMm,
        part.leftDeg,
        part.rightDeg,
        bar.remnantMm,
      ]),
    ),
  ])
}

const barColumns = (t: T, profileMm: number | null): readonly Column<NestBar>[] => [
  {
    key: 'position',
    title: t('field.bar'),
    width: 56,
    pinned: true,
    render: ({ position }) => count(position),
  },
  {
    key: 'heat',
    title: t('field.heat'),
    width: 100,
    render: ({ heat, stockBarId }) => (stockBarId === null ? t('toBuy') : heat),
  },
  {
    key: 'stock',
    title: t('field.stockBar'),
    width: 120,
    render: ({ stockBarId, isRemnant, location }) =>
      stockBarId === null
        ? absent
        : [`B${stockBarId}`, isRemnant ? t('remnant') : '', location].filter(Boolean).join(' · '),
  },
  {
    key: 'length',
    title: t('field.lengthMm'),
    width: 90,
    align: 'right',
    render: ({ lengthMm }) => thousands(lengthMm),
  },
  {
    key: 'strip',
    title: t('field.parts'),
    width: 220,
    render: (bar) => <BarStrip bar={bar} profileMm={profileMm} />,
  },
  {
    key: 'remnant',
    title: t('field.remnant'),
    width: 96,
    align: 'right',
    render: ({ remnantMm }) => thousands(remnantMm),
  },
  {
    key: 'waste',
    title: t('field.wasteMm'),
    width: { zh: 90, other: 110 },
    align: 'right',
    render: ({ wasteMm }) => thousands(wasteMm),
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 140,
    render: ({ status, cutBy }) =>
      cutBy === null ? t(`barStatus.${status}`) : `${t(`barStatus.${status}`)} · ${cutBy}`,
  },
]

function Bars({ nest }: { readonly nest: NestDetail }) {
  const { t } = useTranslation('nesting')
  const [bar, setBar] = useState<NestBar | null>(null)
  const columns = useMemo(() => barColumns(t, nest.profileMm), [t, nest.profileMm])
  return (
    <>
      <RowTable
        label={t('field.bars')}
        columns={columns}
        rows={nest.items}
        empty={<p>{t('empty.bars')}</p>}
        beneath={({ parts, sharedMm }) => (
          <>
            <ol className="nest-parts">
              {parts.map((cut) => (
                <li key={cut.position}>
                  {[
                    `${cut.position}. ${cut.order}`,
                    cut.mark,
                    cut.part,
                    `${thousands(cut.lengthMm)}\u00A0mm`,
                    cutsOf(t, cut),
                    cut.scrapped ? t('scrapped') : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ol>
            {sharedMm > 0 && <p className="page-note">{t('sharedCuts', { mm: thousands(sharedMm) })}</p>}
          </>
        )}
        {...(nest.status === 'released'
          ? {
              rowActions: {
                width: { zh: 90, other: 132 },
                render: (row: NestBar) => (
                  <ReasonButton type="link" size="small" allowed={row.can.report} onClick={() => setBar(row)}>
                    {t('action.report')}
                  </ReasonButton>
                ),
              },
            }
          : {})}
      />
      {bar !== null && <ReportBarForm bar={bar} onClose={() => setBar(null)} />}
    </>
  )
}

function Unmade({ nest: { unmade } }: { readonly nest: NestDetail }) {
  const { t } = useTranslation('nesting')
  if (unmade.length === 0) return null
  return (
    <section className="nest-unmade" aria-label={t('field.unmade')}>
      <h2>{t('field.unmade')}</h2>
      <ul>
        {unmade.map(({ order, mark, part, lengthMm, quantity, reason }) => (
          <li key={`${order} ${mark} ${part}`}>
            {order} · {mark} · {part} · {thousands(lengthMm)} × {quantity}: {t(`unmade.${reason}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Nest({ nest }: { readonly nest: NestDetail }) {
  const { t } = useTranslation('nesting')
  const navigate = useNavigate()
  const reasonText = useReasonText()
  const [action, setAction] = useState<NestAction | 'bundle' | null>(null)
  const close = () => setAction(null)
  const { id, no, status, reason, profile, grade, cost, bound, waste, bars, ended } = nest
  return (
    <div className="page">
      <RecordHead<NestAction>
        no={no}
        state={<NestStatusTag status={status} />}
        about={`${profile} ${grade}`}
        actions={actionsOf(nest)}
        wordOf={(word) => t(`action.${word}`)}
        danger={dangerousActions}
        onAct={setAction}
        figures={[
          [t('field.bars'), count(bars)],
          [t('field.waste'), share(waste)],
          [t('field.cost'), cost === null ? absent : thousands(cost.toFixed(2))],
          [
            t('field.gap'),
            ended === null ? gapOf(cost, bound) : `${gapOf(cost, bound)} · ${t(`ended.${ended}`)}`,
          ],
        ]}
      >
        {bars > 0 && (
          <>
            <Button onClick={() => void navigate(`/order/nest/${id}/print`)}>
              {t('shell:route.nestPrint')}
            </Button>
            <Button onClick={() => void navigate(`/order/nest/${id}/labels`)}>
              {t('shell:route.partLabels')}
            </Button>
            <Button onClick={() => downloadText(`${no}.csv`, cutListOf(t, nest), 'text/csv')}>
              {t('action.csv')}
            </Button>
            <Button onClick={() => setAction('bundle')}>{t('action.bundle')}</Button>
            <RequestButton nest={nest} />
          </>
        )}
      </RecordHead>
      {reason !== null && <Notice tone="warn" title={reasonText(reason)} />}
      {status === 'solving' && <Notice tone="good" title={t('solving')} />}
      <Unmade nest={nest} />
      <Bars nest={nest} />
      {action === 'bundle' && (
        <DownloadDialog
          title={`${t('action.bundle')}: ${no}`}
          fetch={(call) => download('GET /api/nests/:id/bundle', { params: { id }, ...call })}
          onClose={close}
        />
      )}
      {action !== null && action !== 'bundle' && <NestDialog nest={nest} action={action} onClose={close} />}
    </div>
  )
}

/** One nest: its bars as they are cut, and what is done with it. */
export function NestPage() {
  const { t } = useTranslation('nesting')
  const { id = '' } = useParams()
  const query = useQuery(nestQuery(id))
  return (
    <RecordPage query={query} title={({ no }) => no} list={{ to: '/order/nests', text: t('toNests') }}>
      {(nest) => <Nest nest={nest} />}
    </RecordPage>
  )
}

import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, kilograms, thousands } from '../../shared/format/numbers.ts'
import type { Answer } from '../../shared/api.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ncrPiecesQuery } from './ncr.queries.ts'
import type { ReactNode } from 'react'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { useSettings } from '../../shared/settings.ts'

/** Its pieces with their current status and other blocks. */
export function NcrPieces({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const { data, error, refetch } = useQuery(ncrPiecesQuery(ncr.id))
  return (
    <section className="fact-card">
      <h2>{t('pieces')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && <RowTable<Piece> label={t('pieces')} columns={pieceColumns(t)} rows={data?.items} />}
    </section>
  )
}

type Piece = Answer<'GET /api/ncrs/:id/pieces'>['items'][number]

const pieceColumns = (t: TFunction<'ncr'>): readonly Column<Piece>[] => [
  { key: 'serial', title: t('field.serial'), width: 130, render: ({ serial }) => serial },
  {
    key: 'order',
    title: t('field.order'),
    width: 130,
    render: ({ orderId, orderNo }) => <Link to={`/order/detail/${orderId}`}>{orderNo}</Link>,
  },
  { key: 'profile', title: t('field.profile'), width: 140, render: ({ profile }) => profile },
  { key: 'kg', title: t('field.kg'), width: 90, align: 'right', render: ({ kg }) => kilograms(kg) },
  {
    key: 'now',
    title: t('field.now'),
    width: 100,
    card: 'state',
    render: ({ status }) => t(`piece.${status}` as 'piece.ncr_open'),
  },
  {
    key: 'others',
    title: t('field.others'),
    width: 110,
    render: ({ others }) =>
      others.length === 0
        ? absent
        : others.map(({ id, no }) => (
            <Link key={id} to={`/quality/ncr/${id}`}>
              {no}{' '}
            </Link>
          )),
  },
]

type Fact = readonly [string, ReactNode]

function Card({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <section className="fact-card" aria-label={title}>
      <h2>{title}</h2>
      <Facts facts={facts} />
    </section>
  )
}

const nameOf = (one: { readonly name: string } | null): string => one?.name ?? absent

/** Finding, subject and start. */
export function NcrFacts({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const instant = useInstant()
  const language = useSettings((settings) => settings.language)
  const { order, inspection, receipt, item } = ncr
  const facts: Fact[] = [
    [
      t('common:field.description'),
      <p key="description" className="ncr-finding">
        {ncr.description}
      </p>,
    ],
    [t('field.defect'), `${ncr.defect.code} ${ncr.defect.names[language]}`],
    [t('field.source'), t(`source.${ncr.source}`)],
    [t('field.order'), order === null ? absent : <Link to={`/order/detail/${order.id}`}>{order.no}</Link>],
    [t('field.mark'), ncr.mark ?? absent],
    [t('field.raisedAt'), `${instant(ncr.raisedAt)} ${ncr.raisedBy}`],
    [t('field.crew'), nameOf(ncr.crew)],
    [t('field.machine'), nameOf(ncr.machine)],
    [
      t('field.cause'),
      ncr.cause === null ? absent : [t(`cause.${ncr.cause}`), ncr.causeNote].filter(Boolean).join(' · '),
    ],
    [t('field.cost'), ncr.cost === null ? absent : thousands(ncr.cost.toFixed(2))],
  ]
  if (inspection !== null)
    facts.push([
      t('field.inspection'),
      <>
        <Link to={`/quality/inspection/${inspection.id}`}>{inspection.no}</Link>
        {item !== null && ` · ${item[language]}`}
      </>,
    ])
  if (receipt !== null) facts.push([t('field.receipt'), receipt.no])
  return <Card title={t('facts')} facts={facts} />
}

export function DueDay({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  return ncr.overdue ? (
    <span className="is-late">{t('overdueOn', { day: ncr.dueOn })}</span>
  ) : (
    (ncr.dueOn ?? absent)
  )
}

/** Decisions and actions with their users. */
export function NcrDecisions({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const instant = useInstant()
  const language = useSettings((settings) => settings.language)
  const textOf = (person: NcrDetail['disposed']) =>
    person === null ? (
      absent
    ) : (
      <>
        {instant(person.at)} {person.by}
        {person.note !== '' && <p className="ncr-said">{person.note}</p>}
      </>
    )
  const facts: Fact[] = [
    [t('field.disposition'), ncr.disposition === null ? absent : t(`disposition.${ncr.disposition}`)],
    [t('step.disposed'), textOf(ncr.disposed)],
    [t('step.approved'), textOf(ncr.approved)],
    [t('step.started'), textOf(ncr.started)],
    [t('step.finished'), textOf(ncr.finished)],
    [t('step.verified'), textOf(ncr.verified)],
  ]
  if (ncr.agreedBy !== null) facts.splice(3, 0, [t('field.agreedBy'), ncr.agreedBy])
  if (ncr.process !== null) facts.splice(1, 0, [t('field.process'), ncr.process.names[language]])
  const { reinspection } = ncr
  if (reinspection !== null)
    facts.push([
      t('field.reinspection'),
      <Link key="reinspection" to={`/quality/inspection/${reinspection.id}`}>
        {reinspection.no}
      </Link>,
    ])
  if (ncr.cancelReason !== null) facts.push([t('field.cancelReason'), ncr.cancelReason])
  return <Card title={t('decisions')} facts={facts} />
}

import type { Departure, ErectionLot, LotCounts, SitePiece } from '@cloud-factory/contract/erection/erection'
import type { SiteReport } from '@cloud-factory/contract/erection/site-reports'
import { needsNote, type SiteState } from '@cloud-factory/domain/erection/site-states'
import type { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, count, gramsShown, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import './erection.css'

export type T = ReturnType<typeof useTranslation<'erection'>>['t']
type Counted = LotCounts[keyof LotCounts]

const tones: Readonly<Record<SiteState, Tone>> = {
  factory: 'neutral',
  on_the_way: 'active',
  missing: 'bad',
  received: 'active',
  damaged: 'warn',
  erected: 'good',
  returned: 'warn',
}

export const SiteStateTag = ({ state, t }: { readonly state: SiteState; readonly t: T }) => (
  <StatusTag tone={tones[state]} text={t(`state.${state}`)} />
)

/** Pieces with tonnes under them; nothing where there are none. */
export const Amount = ({ pieces, kg }: Counted) =>
  pieces === 0 ? (
    absent
  ) : (
    <>
      {count(pieces)} <small className="page-note">{tonnes(kg)} t</small>
    </>
  )

const countNames = ['planned', 'made', 'shipped', 'received', 'erected'] as const
const problemNames = ['missing', 'damaged', 'returned'] as const

const countWidth = { zh: 104, other: 108 }

/** A column of counts. */
const countColumn = <Row,>(key: string, title: string, of: (row: Row) => Counted): Column<Row> => ({
  key,
  title,
  width: countWidth,
  align: 'right',
  render: (row) => <Amount {...of(row)} />,
})

const problemText = (counts: LotCounts, t: T) =>
  problemNames
    .flatMap((name) =>
      counts[name].pieces === 0 ? [] : [`${t(`count.${name}`)} ${count(counts[name].pieces)}`],
    )
    .join(' · ')

export const lotColumns = (t: T, onPieces: (lotId: string) => void): readonly Column<ErectionLot>[] => [
  {
    key: 'code',
    title: t('field.code'),
    width: 96,
    pinned: true,
    sort: 'code',
    render: ({ id, code }) => (
      <RowButton allowed onClick={() => onPieces(id)}>
        {code}
      </RowButton>
    ),
  },
  {
    key: 'name',
    title: t('common:field.name'),
    width: 120,
    spare: true,
    render: ({ name }) => name || absent,
  },
  { key: 'area', title: t('field.area'), width: 96, spare: true, render: ({ area }) => area || absent },
  {
    key: 'position',
    title: t('field.position'),
    width: { zh: 76, other: 112 },
    align: 'right',
    sort: 'position',
    spare: true,
    render: ({ position }) => count(position),
  },
  {
    key: 'plannedOn',
    title: t('field.plannedOn'),
    width: { zh: 124, other: 160 },
    sort: 'plannedOn',
    render: ({ plannedOn }) => plannedOn ?? absent,
  },
  {
    key: 'leaveOn',
    title: t('field.leaveOn'),
    width: 116,
    spare: true,
    render: ({ leaveOn }) => leaveOn ?? absent,
  },
  ...countNames.map((name) =>
    countColumn<ErectionLot>(name, t(`count.${name}`), ({ counts }) => counts[name]),
  ),
  {
    key: 'problems',
    title: t('count.problems'),
    width: { zh: 140, other: 130 },
    render: ({ counts }) => {
      const text = problemText(counts, t)
      return text === '' ? absent : <span className="is-late">{text}</span>
    },
  },
]

export const pieceColumns = (
  t: T,
  instant: (at: string | null, pattern?: string) => string,
): readonly Column<SitePiece>[] => [
  {
    key: 'serial',
    title: t('field.serial'),
    width: 150,
    pinned: true,
    sort: 'serial',
    render: ({ serial }) => serial,
  },
  { key: 'mark', title: t('field.mark'), width: 110, spare: true, render: ({ mark }) => mark },
  {
    key: 'lot',
    title: t('field.code'),
    width: 100,
    render: ({ lot }) => lot?.code ?? <span className="page-note">{t('noLot')}</span>,
  },
  {
    key: 'sequence',
    title: t('field.sequence'),
    width: 104,
    align: 'right',
    sort: 'sequence',
    render: ({ sequence }) => (sequence === null ? absent : count(sequence)),
  },
  {
    key: 'kg',
    title: t('field.kg'),
    width: 112,
    align: 'right',
    spare: true,
    render: ({ kg }) => gramsShown(kg),
  },
  {
    key: 'state',
    title: t('field.state'),
    width: 120,
    render: ({ state }) => <SiteStateTag state={state} t={t} />,
  },
  {
    key: 'report',
    title: t('field.report'),
    width: { zh: 220, other: 260 },
    spare: true,
    render: ({ report }) =>
      report === null
        ? absent
        : [instant(report.at, '{m}-{d} {h}:{i}'), report.by, report.note]
            .filter((word) => word !== '')
            .join(' · '),
  },
]

export const reportColumns = (
  t: T,
  instant: (at: string | null, pattern?: string) => string,
  onPhotos: (report: SiteReport) => void,
): readonly Column<SiteReport>[] => [
  {
    key: 'at',
    title: t('common:ncr.when'),
    width: 130,
    sort: 'id',
    render: ({ doneAt }) => instant(doneAt, '{m}-{d} {h}:{i}'),
  },
  { key: 'serial', title: t('field.serial'), width: 150, render: ({ piece }) => piece.serial },
  {
    key: 'kind',
    title: t('field.kind'),
    width: { zh: 190, other: 215 },
    render: ({ kind, withReceipt, undone }) => (
      <span className={undone === null ? '' : 'site-undone'}>
        {t(`kind.${kind}`)}
        {withReceipt && kind !== 'received' && <small className="page-note"> · {t('withReceipt')}</small>}
      </span>
    ),
  },
  { key: 'by', title: t('field.by'), width: { zh: 110, other: 128 }, render: ({ reportedBy }) => reportedBy },
  {
    key: 'note',
    title: t('common:field.note'),
    width: { zh: 240, other: 215 },
    render: ({ note, undone }) =>
      undone === null ? note || absent : t('undone', { by: undone.by, reason: undone.reason }),
  },
  {
    key: 'photos',
    title: t('common:field.photos'),
    width: { zh: 100, other: 130 },
    render: (report) =>
      report.photos.length > 0 || needsNote(report.kind) ? (
        <RowButton allowed={report.photos.length > 0 || report.can.photo} onClick={() => onPhotos(report)}>
          {report.photos.length > 0 ? count(report.photos.length) : t('common:addPhotos')}
        </RowButton>
      ) : (
        absent
      ),
  },
]

export const departureColumns = (t: T): readonly Column<Departure>[] => [
  {
    key: 'leaveOn',
    title: t('field.leaveOn'),
    width: { zh: 150, other: 170 },
    pinned: true,
    sort: 'leaveOn',
    render: ({ leaveOn, isLate }) =>
      isLate ? (
        <span className="is-late">
          {leaveOn} {t('late')}
        </span>
      ) : (
        leaveOn
      ),
  },
  { key: 'lot', title: t('field.code'), width: 100, render: ({ code }) => code },
  { key: 'area', title: t('field.area'), width: 90, spare: true, render: ({ area }) => area || absent },
  {
    key: 'order',
    title: t('common:field.order'),
    width: 150,
    render: ({ order }) => <Link to={`/order/detail/${order.id}?part=erection`}>{order.no}</Link>,
  },
  {
    key: 'project',
    title: t('field.project'),
    width: 190,
    spare: true,
    render: ({ project }) => project.name,
  },
  {
    key: 'plannedOn',
    title: t('field.plannedOn'),
    width: { zh: 118, other: 150 },
    spare: true,
    render: ({ plannedOn }) => plannedOn,
  },
  { ...countColumn<Departure>('open', t('field.open'), ({ open }) => open), spare: true },
  countColumn<Departure>('unmade', t('field.unmade'), ({ unmade }) => unmade),
  countColumn<Departure>('made', t('field.made'), ({ made }) => made),
  countColumn<Departure>('packed', t('field.packed'), ({ packed }) => packed),
]
